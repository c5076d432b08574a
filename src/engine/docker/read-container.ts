import type { ContainerState } from '../engine.ts';
import { containerId, exitCode, flag, list, object, text, wholeNumber } from './fields.ts';

/** Settings of HostConfig that hold lists of things we never give a container (Docker Engine API v1.41, ContainerInspect). */
const lists = ['Binds', 'Devices', 'DeviceRequests', 'ExtraHosts', 'Links', 'VolumesFrom', 'CapAdd'] as const;

/**
 * `GET /containers/{id}/json` → ContainerState. Throws BadAnswer: checks go by it, so what is not there or of another type
 * is never taken for "no".
 */
export function readContainer(answer: unknown): ContainerState {
  const whole = object(answer, 'the whole');
  const state = object(whole['State'], 'State');
  const settings = object(whole['HostConfig'], 'HostConfig');
  const given = lists.filter((name) => list(settings[name] ?? [], name, (entry) => entry).length > 0);
  const restart = object(settings['RestartPolicy'] ?? {}, 'RestartPolicy');
  return {
    id: containerId(whole['Id']),
    running: flag(state['Running'], 'Running'),
    exitCode: exitCode(state['ExitCode'], 'ExitCode'),
    oomKilled: flag(state['OOMKilled'], 'OOMKilled'),
    error: text(state['Error'] ?? '', 'Error'),
    pid: wholeNumber(state['Pid'], 'Pid', 0),
    imageId: text(whole['Image'], 'Image'),
    privileged: flag(settings['Privileged'], 'Privileged'),
    restartPolicy: text(restart['Name'] ?? '', 'Name'),
    healthcheck: hasHealthcheck(object(whole['Config'], 'Config')['Healthcheck']),
    published: publishedPorts(settings),
    extras: given,
  };
}

/** What was asked for, not what the engine bound: a container whose start failed has them as well. */
function publishedPorts(settings: Readonly<Record<string, unknown>>): readonly string[] {
  const bindings = Object.entries(object(settings['PortBindings'] ?? {}, 'PortBindings')).flatMap(([port, places]) =>
    list(places ?? [{}], 'PortBindings', (place) => {
      const { HostIp: ip, HostPort: number } = object(place, 'a port binding');
      return `${text(ip ?? '', 'HostIp') || '*'}:${text(number ?? '', 'HostPort') || '*'}->${port}`;
    }),
  );
  const all = flag(settings['PublishAllPorts'] ?? false, 'PublishAllPorts') ? ['every exposed port'] : [];
  return [...bindings, ...all].sort();
}

/** Absent, empty, or `NONE`: none. */
function hasHealthcheck(value: unknown): boolean {
  const { Test: test } = object(value ?? {}, 'Healthcheck');
  const words = list(test ?? [], 'Test', (word) => text(word, 'a word'));
  return words.length > 0 && words[0] !== 'NONE';
}
