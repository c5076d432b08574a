import { describe, expect, it } from 'vitest';
import { formatLabels, LABEL, parseLabels } from '../../../src/session/labels.ts';

const labels = {
  session: '0123456789ab',
  agent: 'codex',
  digest: 'sha256:00',
  uid: 1000,
  detached: true,
  tty: false,
  owner: { pid: 42, start: '99', bootId: 'boot', hostId: 'host' },
  workspace: { path: '/w: ,"\n', dev: 2049n, ino: 18446744073709551615n },
  config: { dev: 1n, ino: 2n },
};

describe('labels', () => {
  it('come back as they were', () => {
    expect(parseLabels(formatLabels(labels))).toEqual(labels);
    const without = { ...labels, config: null };
    expect(parseLabels(formatLabels(without))).toEqual(without);
  });

  it.each([
    ['no session', { [LABEL]: '' }],
    ['a session that is no name', { [LABEL]: '../x' }],
    ['a pid that is no number', { [`${LABEL}.pid`]: '1; rm' }],
    ['no workspace id', { [`${LABEL}.workspace-id`]: '' }],
  ])('are not ours with %s', (_, change) => {
    expect(parseLabels({ ...formatLabels(labels), ...change })).toBeNull();
  });
});
