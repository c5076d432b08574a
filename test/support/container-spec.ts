import type { ContainerSpec } from '../../src/engine/engine.ts';

/** A small world that starts; each test changes what it is about. */
export function containerSpec(imageId: string, changes: Partial<ContainerSpec> = {}): ContainerSpec {
  return {
    name: `sandbox-test-${process.pid}-${Math.random().toString(36).slice(2, 10)}`,
    imageId,
    labels: { 'dev.sandbox.test': 'container' },
    entrypoint: ['/bin/sh', '-c'],
    cmd: ['true'],
    env: ['PATH=/bin', 'LC_ALL=C'],
    user: '1000:1000',
    groups: [],
    hostname: 'sandbox',
    tty: false,
    network: 'none',
    publish: [],
    log: false,
    binds: [],
    tmpfs: { '/tmp': 'rw,exec,nosuid,nodev,uid=1000,gid=1000,mode=0700,size=16m,nr_inodes=1000' },
    memory: 256 * 1024 * 1024,
    nanoCpus: null,
    pids: 64,
    nofile: 1024,
    shmSize: 16 * 1024 * 1024,
    ...changes,
  };
}
