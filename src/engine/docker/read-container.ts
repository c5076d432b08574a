import type Docker from 'dockerode';
import type { ContainerState } from '../engine.ts';

/** Settings of HostConfig that hold lists of things we never give a container (Docker Engine API v1.41, ContainerInspect). */
const lists = ['Binds', 'Devices', 'DeviceRequests', 'ExtraHosts', 'Links', 'VolumesFrom', 'CapAdd'] as const;

/** `GET /containers/{id}/json` → ContainerState. */
export function readContainer({ Id, Image, State, Config, HostConfig }: Docker.ContainerInspectInfo): ContainerState {
  const settings = HostConfig as unknown as Readonly<Record<string, unknown>>;
  const given = lists.filter((name) => size(settings[name]) > 0);
  const ports = size(settings['PortBindings']);
  const { Test: test } = ((Config as { Healthcheck?: unknown }).Healthcheck ?? {}) as { Test?: readonly string[] };
  return {
    id: Id,
    running: State.Running,
    exitCode: State.ExitCode,
    oomKilled: State.OOMKilled,
    error: State.Error,
    pid: State.Pid,
    imageId: Image,
    privileged: settings['Privileged'] === true,
    restartPolicy: HostConfig.RestartPolicy?.Name ?? '',
    healthcheck: test !== undefined && test.length > 0 && test[0] !== 'NONE',
    extras: [...given, ...(ports > 0 ? ['published ports'] : [])],
  };
}

/** Entries of a list or an object; absent: none. */
function size(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
