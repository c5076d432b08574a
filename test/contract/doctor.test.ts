import { describe, expect, it } from 'vitest';
import { probes } from '../../src/doctor/probes/index.ts';

describe('all lines of doctor', () => {
  it('are the known ones: scripts select lines by id', () => {
    expect(probes.map(({ id }) => id)).toEqual([
      ...[
        'program',
        'node',
        'configuration',
        'git',
        'terminal',
        'engine',
        'runtime',
        'containerd',
        'cgroup',
        'engine-users',
        'lsm',
      ],
      ...['seccomp', 'storage', 'clock', 'disk', 'inodes', 'shared-paths', 'tmpfs-exec', 'images', 'share', 'skills'],
      ...['login-codex', 'login-claude', 'login-pi', 'claude-json', 'sessions'],
    ]);
  });
  it.each(probes)('$id says what it is, why it matters and what mends it', ({ id, title, why, mend }) => {
    expect(id).toMatch(/^[a-z][a-z-]*$/);
    expect(title.length).toBeLessThanOrEqual(20);
    for (const text of [title, why, mend]) expect(text).toMatch(/\S/);
  });
});
