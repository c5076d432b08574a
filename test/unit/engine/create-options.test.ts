import { expect, test } from 'vitest';
import { createOptions } from '../../../src/engine/docker/create-options.ts';
import { containerSpec } from '../../support/container-spec.ts';

const v1 = { apiVersion: '1.41', cgroupVersion: '1' };

test('the whole request, field by field', () => {
  const spec = containerSpec('sha256:abc', {
    name: 'sandbox-1',
    groups: ['27'],
    nanoCpus: 1_500_000_000,
    binds: [{ source: '/home/u/p:1', target: '/home/u/p:1', readOnly: false }],
  });
  expect(createOptions(spec, v1)).toEqual({
    name: 'sandbox-1',
    Image: 'sha256:abc',
    Labels: { 'dev.sandbox.test': 'container' },
    Entrypoint: ['/bin/sh', '-c'],
    Cmd: ['true'],
    Env: ['PATH=/bin', 'LC_ALL=C'],
    User: '1000:1000',
    Hostname: 'sandbox',
    WorkingDir: '/',
    Tty: false,
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Healthcheck: { Test: ['NONE'] },
    HostConfig: {
      NetworkMode: 'none',
      Mounts: [
        {
          Type: 'bind',
          Source: '/home/u/p:1',
          Target: '/home/u/p:1',
          ReadOnly: false,
          BindOptions: { Propagation: 'rprivate', NonRecursive: true },
        },
      ],
      Tmpfs: { '/tmp': 'rw,exec,nosuid,nodev,uid=1000,gid=1000,mode=0700,size=16m,nr_inodes=1000' },
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges:true'],
      Privileged: false,
      GroupAdd: ['27'],
      IpcMode: 'private',
      PidMode: '',
      UTSMode: '',
      Init: true,
      AutoRemove: false,
      RestartPolicy: { Name: 'no' },
      LogConfig: { Type: 'none', Config: {} },
      Memory: 268_435_456,
      MemorySwap: 268_435_456,
      NanoCpus: 1_500_000_000,
      PidsLimit: 64,
      ShmSize: 16_777_216,
      Ulimits: [
        { Name: 'nofile', Soft: 1024, Hard: 1024 },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
    },
  });
});

test('no limit of processors, no field for it', () => {
  expect(createOptions(containerSpec('x'), v1).HostConfig).not.toHaveProperty('NanoCpus');
});

test('internet is the default bridge', () => {
  expect(createOptions(containerSpec('x', { network: 'internet' }), v1).HostConfig.NetworkMode).toBe('bridge');
});

test('a private cgroup namespace is asked for on cgroup v2 only', () => {
  const host = (cgroupVersion: string) =>
    createOptions(containerSpec('x'), { apiVersion: '1.47', cgroupVersion }).HostConfig;
  expect(host('2')).toMatchObject({ CgroupnsMode: 'private' });
  expect(host('1')).not.toHaveProperty('CgroupnsMode');
});

test('published ports are bound to 127.0.0.1 and to the same number', () => {
  const body = createOptions(containerSpec('sha256:abc', { publish: [80, 8080] }), v1);
  expect(body).toMatchObject({
    ExposedPorts: { '80/tcp': {}, '8080/tcp': {} },
    HostConfig: {
      PortBindings: {
        '80/tcp': [{ HostIp: '127.0.0.1', HostPort: '80' }],
        '8080/tcp': [{ HostIp: '127.0.0.1', HostPort: '8080' }],
      },
    },
  });
});
