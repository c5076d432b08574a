import { describe, expect, it } from 'vitest';
import { findAgent } from '../../../src/agents/index.ts';
import { planEnvironment } from '../../../src/plan/environment.ts';
import { supplementaryGroups } from '../../../src/plan/supplementary-groups.ts';
import { someFacts, someOptions } from '../../support/sample.ts';

const plan = (options: Parameters<typeof someOptions>[0] = {}, facts: Parameters<typeof someFacts>[0] = {}) =>
  planEnvironment(findAgent('codex'), someOptions(options), someFacts(facts), false);
const valueOf = (variables: ReturnType<typeof plan>, name: string) =>
  variables.find((variable) => variable.name === name);

describe('planEnvironment', () => {
  it('passes nothing of the host but what is listed', () => {
    const names = plan(
      {},
      { envNames: new Set(['AWS_SECRET_ACCESS_KEY', 'SSH_AUTH_SOCK', 'DISPLAY', 'GITHUB_TOKEN', 'OPENAI_API_KEY']) },
    ).map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(names).not.toEqual(expect.arrayContaining(['AWS_SECRET_ACCESS_KEY']));
    expect(names.filter((name) => /AWS|SSH|DISPLAY|GITHUB|OPENAI/.test(name))).toEqual([]);
  });

  it('keeps TERM when the image knows it', () => {
    expect(valueOf(plan({}, { passed: { TERM: 'tmux-256color' } }), 'TERM')).toEqual({
      name: 'TERM',
      value: 'tmux-256color',
    });
    expect(valueOf(plan({}, { passed: { TERM: 'xterm-ghostty' } }), 'TERM')?.value).toBe('xterm-256color');
    expect(valueOf(plan({}, { passed: {} }), 'TERM')?.value).toBe('xterm-256color');
  });

  it('lets LANG, LC_* and TZ be replaced and nothing else that is set here', () => {
    expect(valueOf(plan({ env: [{ name: 'LC_ALL', value: 'de_DE.UTF-8' }] }), 'LC_ALL')).toEqual({
      name: 'LC_ALL',
      from: 'option',
    });
    for (const name of ['HOME', 'PATH', 'IS_SANDBOX', 'CODEX_HOME', 'GIT_CONFIG_GLOBAL']) {
      expect(() => plan({ env: [{ name, value: 'x' }] }), name).toThrow(expect.objectContaining({ code: 'BAD_VALUE' }));
    }
  });

  it('refuses a name the host does not have', () => {
    expect(() => plan({ env: [{ name: 'NOT_THERE' }] })).toThrow(expect.objectContaining({ code: 'BAD_VALUE' }));
  });

  it('names certificate files where they are inside', () => {
    const variable = valueOf(plan({}, { certificates: { SSL_CERT_FILE: '/etc/corp.pem' } }), 'SSL_CERT_FILE');
    expect(variable).toEqual({ name: 'SSL_CERT_FILE', value: '/run/sandbox/SSL_CERT_FILE.crt' });
  });

  it('names proxies without their value', () => {
    expect(valueOf(plan({}, { envNames: new Set(['HTTPS_PROXY']) }), 'HTTPS_PROXY')).toEqual({
      name: 'HTTPS_PROXY',
      from: 'host',
    });
  });
});

describe('supplementaryGroups', () => {
  const workspace = { path: '/p', start: '/p', uid: 1001, gid: 998, mode: 0o42775 };
  it('is the workspace’s group when only that lets the caller write', () => {
    expect(supplementaryGroups(someFacts({ workspace }))).toEqual([998]);
    expect(supplementaryGroups(someFacts({ workspace: { ...workspace, gid: 5 } }))).toEqual([]);
    expect(supplementaryGroups(someFacts({ workspace: { ...workspace, uid: 1000 } }))).toEqual([]);
    expect(supplementaryGroups(someFacts({ workspace: { ...workspace, mode: 0o40755 } }))).toEqual([]);
  });
});
