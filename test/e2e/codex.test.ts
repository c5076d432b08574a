import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { makePerson } from '../support/person.ts';
import type { RunOptions } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { scriptedModel } from '../support/scripted.ts';
import { Terminal } from '../support/terminal.ts';

const product = installProduct();

describe.each([makePerson('root'), makePerson('user')])('the real codex in a session of $label', (person) => {
  const codex = (flags: readonly string[], args: readonly string[], options: RunOptions = {}) =>
    person.run(
      [process.execPath, product.hookedCli, 'launch', 'codex', '-T', '--network', 'none', ...flags, '--', ...args],
      options,
    );
  const exec = (script: unknown, flags: readonly string[] = []) => {
    const model = scriptedModel(product, person, script);
    return codex(['--unattended', ...flags], ['exec', '--skip-git-repo-check', '--json', 'go'], {
      env: model.env,
    }).then((result) => ({ ...result, requests: model.requests() }));
  };
  const skill = (path: string, name: string) =>
    person.file(path, `---\nname: ${name}\ndescription: What ${name} is for.\n---\nBody of ${name}.\n`);

  it('is the pinned version, and runs as the caller', async () => {
    const { stdout, code } = await codex([], ['--version']);
    expect({ stdout, code }).toEqual({ stdout: 'codex-cli 0.171.0\n', code: 0 });
  });

  it('sees a shared skill in its prompt and in its first request, and nothing else of ~/.agents', async () => {
    skill('.agents/skills/alpha/SKILL.md', 'alpha');
    person.file('.agents/plugins/marketplace.json', '{"name":"evil","plugins":[]}');
    const prompt = await codex([], ['debug', 'prompt-input', 'hello']);
    expect(prompt.stdout).toContain('What alpha is for.');
    const { requests, stdout, code } = await exec({
      steps: [{ run: 'ls -A ~/.agents; codex plugin marketplace list' }, { say: 'done' }],
    });
    expect(code).toBe(0);
    expect(JSON.stringify(requests.find(({ path }) => path.endsWith('/responses'))?.body)).toContain(
      'What alpha is for.',
    );
    const output = outputs(stdout);
    expect(output).toContain('skills\n');
    expect(output).not.toContain('plugins\n');
    expect(output).not.toContain('evil');
  });

  it('saves a skill on the host, as the caller', async () => {
    const write =
      'mkdir -p ~/.agents/skills/beta && printf -- "---\\nname: beta\\ndescription: Saved inside.\\n---\\n" > ~/.agents/skills/beta/SKILL.md; mkdir ~/.agents/x; echo "mkdir ended with $?"';
    const { stdout, code } = await exec({ steps: [{ run: write }, { say: 'saved' }] });
    expect(code).toBe(0);
    expect(outputs(stdout)).toContain('mkdir ended with 1');
    const saved = join(person.home, '.agents/skills/beta/SKILL.md');
    expect(readFileSync(saved, 'utf8')).toContain('Saved inside.');
    expect(statSync(saved).uid).toBe(person.uid);
    expect((await codex([], ['debug', 'prompt-input', 'hello'])).stdout).toContain('Saved inside.');
    expect(existsSync(join(person.home, '.agents/x'))).toBe(false);
  });

  it('--skills ro and off do as they say', async () => {
    const { stdout } = await exec({ steps: [{ run: 'touch ~/.agents/skills/no' }, { say: 'done' }] }, [
      '--skills',
      'ro',
    ]);
    expect(outputs(stdout)).toContain('Read-only file system');
    const off = await codex(['--skills', 'off'], ['debug', 'prompt-input', 'hello']);
    expect(off.stdout).not.toContain('What alpha is for.');
  });

  it('creates ~/.agents/skills and ~/.codex when missing, 0700, as the caller', async () => {
    const fresh = makePerson(person.label === 'root' ? 'root' : 'user');
    const result = await fresh.run([process.execPath, product.cli, 'launch', 'codex', '-T', '--', '--version']);
    expect(result.code).toBe(0);
    for (const path of ['.agents', '.agents/skills', '.codex', '.codex/packages', '.codex/tmp']) {
      const stat = statSync(join(fresh.home, path));
      expect([path, stat.uid, stat.mode & 0o777]).toEqual([path, person.uid, 0o700]);
    }
  });

  it('keeps its own configuration: a session’s history is on the host afterwards', async () => {
    expect(existsSync(join(person.home, '.codex/sessions'))).toBe(true);
  });

  it('finds no login of others: plain, base64 or reversed', async () => {
    const marker = 'MARKER-7f3a9c51d2';
    const places = [
      '.claude/.credentials.json',
      '.claude.json',
      '.pi/agent/auth.json',
      '.ssh/id_ed25519',
      '.aws/credentials',
      '.config/gh/hosts.yml',
      '.netrc',
      '.git-credentials',
      '.config/gcloud/key.json',
    ];
    for (const place of places) person.file(place, `secret ${marker}\n`, 0o600);
    const variables = ['ANTHROPIC_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'OPENAI_API_KEY', 'SSH_AUTH_SOCK'];
    const reversed = [...marker].reverse().join('');
    const encoded = [0, 1, 2].map((at) =>
      Buffer.from(' '.repeat(at) + marker)
        .toString('base64')
        .slice(at === 0 ? 0 : at + 1, -4),
    );
    // A character class in each, so that the search does not find its own command line.
    const patterns = [marker, reversed, ...encoded].map(
      (text) => `${text.slice(0, 6)}[${text.slice(6, 7)}]${text.slice(7)}`,
    );
    const search = `grep -rslaE "${patterns.join('|')}" / --exclude-dir=sys --exclude-dir=proc 2>/dev/null; cat /proc/*/environ /proc/*/cmdline /proc/self/mountinfo 2>/dev/null | tr "\\0" "\\n" | grep -aE "${patterns.join('|')}"; echo searched`;
    const result = await person.run([process.execPath, product.cli, 'launch', 'codex', '-T', '-q', '--', '--version'], {
      env: Object.fromEntries(variables.map((name) => [name, marker])),
    });
    expect(result.code).toBe(0);
    expect(result.stderr).not.toContain(marker);
    const found = await person.run(
      [process.execPath, product.cli, 'launch', 'shell', '-q', '--', 'bash', '-c', search],
      { env: Object.fromEntries(variables.map((name) => [name, marker])) },
    );
    expect(found.stdout).toBe('searched\n');
  });

  it('its own screen starts, takes a prompt, resizes, quits; the terminal is as it was', async () => {
    const model = scriptedModel(product, person, { steps: [{ say: 'Hello from the script.' }], repeat: true });
    const command = [process.execPath, product.hookedCli, 'launch', 'codex', '--unattended', '--network', 'none'].join(
      ' ',
    );
    const terminal = new Terminal(person, ['sh', '-c', `stty -g; ${command}; echo "END $?"; stty -g; echo AFTER`], {
      env: { ...model.env },
      cols: 100,
      rows: 30,
    });
    await terminal.until(/trust|Trust|›|▌/, { timeout: 30_000 });
    if (/[Tt]rust/.test(terminal.output)) terminal.type('\r');
    await terminal.until(/›|▌/);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    terminal.type('say hello');
    await new Promise((resolve) => setTimeout(resolve, 500));
    terminal.type('\r');
    await terminal.untilWords('Hello from the script.');
    const before = terminal.output.length;
    terminal.resize(70, 20);
    await terminal.until(/\S/, { from: before });
    // Keys that come quickly after one another are taken for pasted text, so a pause, and another try where it was short.
    terminal.type('/quit');
    for (let tries = 0; tries < 8 && !terminal.output.includes('END'); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      terminal.type('\r');
    }
    await terminal.until('AFTER', { timeout: 20_000 });
    const settings = terminal.output
      .split('\n')
      .filter((line) => /^[0-9a-f]+(:[0-9a-f]+){3,}/.test(line.trim()))
      .map((line) => line.trim());
    expect(settings).toHaveLength(2);
    expect(settings[0]).toBe(settings[1]);
  });

  it('leaves nothing behind', async () => {
    rmSync(join(person.home, '.ssh'), { recursive: true, force: true });
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});

/** What the commands codex ran printed. */
function outputs(events: string): string {
  return events
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { item?: { aggregated_output?: string } })
    .map(({ item }) => item?.aggregated_output ?? '')
    .join('\n');
}
