import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { DockerEngine } from '../../src/engine/docker/docker-engine.ts';
import type { Person } from '../support/person.ts';
import { tinyImage } from '../support/tiny-image.ts';
import type { TestEngine } from './engines.ts';

/** How an engine that no session runs on is refused. */
export interface Refusal {
  readonly title: string;
  readonly check: (at: {
    readonly refused: TestEngine;
    /** `unix:///…` */
    readonly endpoint: string;
    readonly person: Person;
    readonly cli: string;
  }) => Promise<void>;
}

export const refusals: readonly Refusal[] = [
  {
    title: '`launch shell -- true`: the code, the version, what to do',
    async check({ refused, endpoint, person, cli }) {
      const command = [process.execPath, cli, 'launch', 'shell', '--', 'true'];
      const result = await person.run(command, { env: { DOCKER_HOST: endpoint } });
      expect(result.code).toBe(69);
      expect(result.stderr).toContain(`[${refused.refused}]`);
      expect(result.stderr).toContain('Use Docker');
      expect(/Podman (\S+),/.exec(result.stderr)?.[1]).toMatch(refused.version ?? /./);
    },
  },
  {
    title: '`check codex --json`: the code',
    async check({ refused, endpoint, person, cli }) {
      const command = [process.execPath, cli, 'check', 'codex', '--json'];
      const result = await person.run(command, { env: { DOCKER_HOST: endpoint } });
      expect(result.code).toBe(69);
      expect(JSON.parse(result.stdout)).toMatchObject({ outcome: 'failed', error: { code: refused.refused } });
    },
  },
  {
    title: 'the reason is real: it takes neither an owner nor a limit of files for a tmpfs',
    async check({ endpoint }) {
      const socketPath = endpoint.slice('unix://'.length);
      const image = await tinyImage(new DockerEngine({ socketPath, endpoint, apiVersion: '1.41' }));
      for (const option of ['uid=1000', 'gid=1000', 'nr_inodes=10']) {
        const body = JSON.stringify({ Image: image, HostConfig: { Tmpfs: { '/t': option } } });
        const json = ['-H', 'Content-Type: application/json', '-d', body];
        const answer = execFileSync('curl', [
          '-s',
          '--unix-socket',
          socketPath,
          ...json,
          'http://engine/containers/create',
        ]);
        expect(answer.toString()).toContain('unknown mount option');
      }
    },
  },
];
