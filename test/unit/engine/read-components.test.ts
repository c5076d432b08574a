import { describe, expect, it } from 'vitest';
import { readComponents } from '../../../src/engine/docker/read-components.ts';

const component = (Name: string, Version: string, GitCommit: string) => ({ Name, Version, Details: { GitCommit } });

describe('readComponents', () => {
  it('takes a distribution’s package version, and the version where there is only a commit', () => {
    const Components = [
      component('Engine', '20.10.24+dfsg1', '5d6db84'),
      component('runc', '1.1.5+ds1', '1.1.5+ds1-1+deb12u1'),
      component('containerd', '1.7.27', '05044ec0a9a75232cad458027ca83437aae3f4da'),
      { Name: 'docker-init', Version: '0.19.0' },
    ];
    expect([...readComponents({ Components })]).toEqual([
      ['engine', '20.10.24+dfsg1'],
      ['runc', '1.1.5+ds1-1+deb12u1'],
      ['containerd', '1.7.27'],
      ['docker-init', '0.19.0'],
    ]);
  });

  it('knows nothing of an engine that names none', () => {
    expect(readComponents({}).size).toBe(0);
  });

  it.each([null, { Components: {} }, { Components: [{ Name: 1, Version: 'x' }] }])('refuses %j', (answer) => {
    expect(() => readComponents(answer)).toThrow();
  });
});
