import { execFileSync } from 'node:child_process';
import { chownSync, copyFileSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();
const TOKEN = 'ghp_a-token-that-nobody-may-keep';

/** Real git on the host as that person, with nothing configured but a name. */
const git = async (person: Person, cwd: string, ...args: string[]): Promise<string> => {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false'];
  const { code, stdout, stderr } = await person.run(['git', ...identity, ...args], { cwd });
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
};

async function repository(person: Person, path: string): Promise<string> {
  person.file('.gitconfig', '[user]\n\tname = Ada\n\temail = ada@example.org\n');
  const place = person.directory(path);
  await git(person, place, 'init', '-q', '-b', 'trunk');
  person.file(join(place, 'a'), 'one');
  await git(person, place, 'add', '.');
  await git(person, place, 'commit', '-qm', 'one');
  return place;
}

describe.each(['root', 'user'] as const)('git in a session of %s', (kind) => {
  const session = (person: Person, cwd: string, script: string, flags: readonly string[] = [], env = {}) =>
    person.run(
      [
        process.execPath,
        product.cli,
        'launch',
        'shell',
        '-q',
        '--network',
        'none',
        ...flags,
        '--',
        'sh',
        '-ec',
        script,
      ],
      { cwd, env },
    );

  it('commits as the user and signs nothing, whatever their own configuration runs', async () => {
    const person = makePerson(kind);
    const place = await repository(person, 'work/signed');
    // What 1Password, gpg and a keyring put there: none of these programs is inside.
    const text = `[user]\n\tname = Ada Lovelace\n\temail = ada@example.org\n\tsigningkey = ssh-ed25519 AAAA
[gpg]\n\tformat = ssh\n[gpg "ssh"]\n\tprogram = /opt/1Password/op-ssh-sign\n[commit]\n\tgpgsign = true\n[tag]\n\tgpgsign = true
[credential]\n\thelper = !touch ${person.home}/helper-ran\n[core]\n\tpager = touch ${person.home}/pager-ran\n`;
    person.file('.gitconfig', text);
    const result = await session(
      person,
      place,
      "echo two > b; git add b; git commit -qm two; git tag -a v1 -m v1; git log -1 --format='%an <%ae> %G?'; git config --get-all credential.helper || echo no helper",
    );
    expect(result, result.stderr).toMatchObject({ code: 0, stdout: 'Ada Lovelace <ada@example.org> N\nno helper\n' });
    for (const name of ['helper-ran', 'pager-ran']) expect(existsSync(join(person.home, name))).toBe(false);
    expect(await git(person, place, 'log', '-1', '--format=%s')).toBe('two');
  });

  it('a linked worktree: prune inside drops none of the host’s, one made inside is right outside', async () => {
    const person = makePerson(kind);
    const main = await repository(person, 'work/main');
    for (const name of ['linked', 'other']) await git(person, main, 'worktree', 'add', '-q', `../${name}`, '-b', name);
    const linked = join(person.home, 'work/linked');
    const script = [
      'echo two > b; git add b; git commit -qm two; git log -1 --format=%s',
      'git worktree list --porcelain | grep -c ^worktree',
      'git worktree prune --expire=now; git gc -q --prune=now; git worktree list --porcelain | grep -c ^worktree',
      'git worktree add -q inside -b inside; cd inside; echo three > c; git add c; git commit -qm three; git status --short; cd ..; git worktree prune',
    ].join('\n');
    const result = await session(person, linked, script);
    expect(result, result.stderr).toMatchObject({ code: 0, stdout: 'two\n3\n3\n' });
    const known = await git(person, main, 'worktree', 'list', '--porcelain');
    for (const path of [main, linked, join(person.home, 'work/other'), join(linked, 'inside')])
      expect(known).toContain(`worktree ${path}\n`);
    expect(known).not.toContain('prunable');
    expect(await git(person, join(linked, 'inside'), 'log', '-2', '--format=%s')).toBe('three\ntwo');
    expect(await git(person, join(person.home, 'work/other'), 'status', '--short')).toBe('');
  });

  it('a submodule works from its superproject', async () => {
    const person = makePerson(kind);
    const inner = await repository(person, 'work/inner');
    const outer = await repository(person, 'work/outer');
    await git(person, outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub');
    const script =
      'git log -1 --format=%s; echo two > b; git add b; git commit -qm two; cd ..; git submodule status | cut -c1';
    const result = await session(person, join(outer, 'sub'), script);
    expect(result, result.stderr).toMatchObject({ code: 0, stdout: 'one\n+\n' });
    expect(await git(person, join(outer, 'sub'), 'log', '-1', '--format=%s')).toBe('two');
  });

  it.each([
    ['an address for HTTPS', 'https://github.com/ada/project.git'],
    ['an address for SSH', 'git@github.com:ada/project.git'],
  ])('pushes and fetches with a named token: %s', async (_, address) => {
    const person = makePerson(kind);
    const place = await repository(person, 'work/pushed');
    const forge = join(place, 'forge');
    person.directory(forge);
    await git(person, place, 'init', '-q', '--bare', '-b', 'trunk', join(forge, 'ada/project.git'));
    await git(person, place, 'remote', 'add', 'origin', address);
    const key = join(forge, 'key.pem');
    const cert = join(forge, 'cert.pem');
    execFileSync(
      'openssl',
      `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=github.com -addext subjectAltName=DNS:github.com -keyout ${key} -out ${cert}`.split(
        ' ',
      ),
      { stdio: 'pipe' },
    );
    copyFileSync(join(import.meta.dirname, '../support/forge.mjs'), join(forge, 'forge.mjs'));
    for (const name of ['key.pem', 'cert.pem', 'forge.mjs']) chownSync(join(forge, name), person.uid, person.gid);
    const serve = (token: string, script: string, flags: readonly string[]) =>
      session(
        person,
        place,
        `export GIT_SSL_CAINFO=${cert}
exec node forge/forge.mjs ${forge} ${key} ${cert} x-access-token:${token} forge/seen sh -ec 'g() { git -c http.curloptResolve=github.com:443:127.0.0.1 "$@"; }; ${script}'`,
        flags,
        { GH_TOKEN: TOKEN },
      );
    const pushed = await serve(TOKEN, 'g push -q origin trunk; g fetch -q; git rev-parse origin/trunk', [
      '-e',
      'GH_TOKEN',
    ]);
    expect(pushed, pushed.stderr).toMatchObject({ code: 0 });
    const head = await git(person, place, 'rev-parse', 'trunk');
    expect(pushed.stdout.trim()).toBe(head);
    expect(await git(person, join(forge, 'ada/project.git'), 'rev-parse', 'trunk')).toBe(head);
    const sent = `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`;
    expect(readFileSync(join(forge, 'seen'), 'utf8')).toContain(sent);
    rmSync(join(forge, 'seen'));
    // Nothing keeps it, in the repository or the home.
    for (const name of readdirSync(person.home, { recursive: true, encoding: 'utf8' })) {
      const path = join(person.home, name);
      if (
        /\.(json|pem|mjs)$|config|credential|HEAD/i.test(name) &&
        !execFileSync('stat', ['-c', '%F', path]).includes('directory')
      )
        expect(readFileSync(path, 'utf8'), path).not.toContain(TOKEN);
    }

    // Not named: not sent, and git does not wait for an answer.
    if (!address.startsWith('https')) return;
    const unnamed = await serve(TOKEN, 'export GIT_TERMINAL_PROMPT=0; g push -q origin trunk 2>&1 || echo refused', []);
    expect(unnamed.stdout).toContain('refused');
    expect(readFileSync(join(forge, 'seen'), 'utf8')).toMatch(/^(none\n)+$/);
  });

  it('leaves nothing behind', async () => {
    expect(await leftovers(makePerson(kind))).toEqual({ containers: [], sessions: [] });
  });
});
