import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decidedByTheHost, reachedThroughTheDefaultBridge } from '../attacker/network-expectations.ts';
import { attackerProgram, hostNamespaces, parseResult } from '../attacker/probe-result.ts';
import type { AttackerConfig, ProbeResult } from '../attacker/probe-result.ts';
import { startVictim, VICTIM_PORT } from '../attacker/victim.ts';
import { attackWeakContainers, engineSocket, gatewayOf, listenOn } from '../attacker/weak-containers.ts';
import { leftovers } from '../support/engine.ts';
import { makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const root = join(import.meta.dirname, '../..');
const docker = new Docker();
const product = installProduct();
const persons = [makePerson('root'), makePerson('user')];
const marker = `Marker${randomBytes(12).toString('hex')}`;
const secret = `Given${randomBytes(12).toString('hex')}`;
const hex = (text: string): string => Buffer.from(text).toString('hex');

const config: AttackerConfig = {
  markers: [hex(marker)],
  secret: hex(secret),
  home: '',
  workspace: '',
  hostNamespaces: hostNamespaces(),
  hostMemory: 0,
  plannedFiles: 0,
  socketGroup: statSync(engineSocket()).gid,
  gatewayPort: 0,
  loopbackPort: 0,
  peer: null,
  only: [],
};

/** Where a home keeps what no session may have. */
const PLANTED =
  '.codex/auth.json .claude/.credentials.json .claude.json .pi/agent/auth.json .ssh/id_rsa .aws/credentials .config/gcloud/credentials.db .azure/accessTokens.json .kube/config .docker/config.json .gnupg/secring.gpg .netrc .git-credentials .npmrc .bash_history .mozilla/profiles.ini .config/sandbox/config.yaml work/other-project/.env'.split(
    ' ',
  );
const SECRET_VARIABLES =
  'AWS_SECRET_ACCESS_KEY GITHUB_TOKEN NPM_TOKEN OPENAI_API_KEY ANTHROPIC_API_KEY SSH_AUTH_SOCK DISPLAY DBUS_SESSION_BUS_ADDRESS KUBECONFIG DATABASE_PASSWORD LD_LIBRARY_PATH'.split(
    ' ',
  );

function plant(person: Person): void {
  for (const path of PLANTED)
    person.file(path, path.endsWith('.yaml') ? `# ${marker}\n` : `{"token":"${marker}"}\n`, 0o600);
  cpSync(attackerProgram.source, join(person.project, 'attacker'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts') && !path.includes('__pycache__'),
  });
  execFileSync('chown', ['-R', `${person.uid}:${person.gid}`, '--', join(person.project, 'attacker')]);
}

async function attack(
  person: Person,
  network: string,
  facts: Partial<AttackerConfig>,
): Promise<readonly ProbeResult[]> {
  const told = { ...facts, home: person.home, workspace: person.project };
  const run = ['launch', 'shell', '-q', '--network', network, '--env', 'ATTACK_SECRET'];
  const env = { ATTACK_SECRET: secret, ...Object.fromEntries(SECRET_VARIABLES.map((name) => [name, marker])) };
  const result = await person.run(
    [process.execPath, product.cli, ...run, '--', 'python3', 'attacker/attacker.py', JSON.stringify(told)],
    { env },
  );
  return parseResult(result);
}

const ids = (results: readonly ProbeResult[], outcome: ProbeResult['outcome']): string[] =>
  results.filter((each) => each.outcome === outcome).map(({ id, detail }) => `${id}: ${detail}`);

describe('an attacker', () => {
  let image = '';
  let facts = config;
  const cleanup: (() => unknown)[] = [];
  const sessions = new Map<string, readonly ProbeResult[]>();
  let weak: ReadonlyMap<string, readonly ProbeResult[]> = new Map();

  beforeAll(async () => {
    const [first] = persons;
    for (const person of persons) plant(person);
    const report = join(first!.home, 'report.json');
    const launch = ['launch', 'shell', '-q', '--report', report, '--', 'true'];
    const { code, stderr } = await first!.run([process.execPath, product.cli, ...launch]);
    expect(code, stderr).toBe(0);
    const { plan } = JSON.parse(readFileSync(report, 'utf8'));
    image = plan.image.id;
    const open = async (address: string): Promise<number> => {
      const server = await listenOn(address, 0);
      cleanup.push(() => server.close());
      return (server.address() as AddressInfo).port;
    };
    const name = `sandbox-attacker-${randomBytes(4).toString('hex')}-peer`;
    const peer = await startVictim(image, name, 'bridge', 'none');
    cleanup.push(() => peer.container.remove({ force: true, v: true }));
    facts = {
      ...config,
      hostMemory: (await docker.info()).MemTotal,
      plannedFiles: plan.limits.nofile,
      gatewayPort: await open(await gatewayOf(docker.getNetwork('bridge'))),
      loopbackPort: await open('127.0.0.1'),
      peer: [peer.address, VICTIM_PORT],
    };
  });

  afterAll(async () => {
    for (const undo of cleanup.reverse()) await undo();
  });

  describe.each(persons)('in a session of $label', (person) => {
    it('gets nothing, and without a network reaches nothing', async () => {
      const results = await attack(person, 'none', facts);
      sessions.set(`${person.label}, none`, results);
      expect(results.length).toBeGreaterThanOrEqual(60);
      expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
      expect(ids(results, 'broken')).toEqual([]);
      expect(ids(results, 'hit')).toEqual([]);
      // What is missing here proves nothing.
      expect(ids(results, 'not-applicable').length).toBeLessThan(5);
    });

    it('with the default network gets nothing, and reaches what is written down', async () => {
      const results = await attack(person, 'internet', facts);
      sessions.set(`${person.label}, internet`, results);
      expect(ids(results, 'broken')).toEqual([]);
      expect(
        ids(
          results.filter(({ network }) => !network),
          'hit',
        ),
      ).toEqual([]);
      const network = results.filter((each) => each.network);
      process.stdout.write(
        network.map(({ id, outcome, detail }) => `  ${outcome.padEnd(15)} ${id}  ${detail}\n`).join(''),
      );
      const reached = network
        .filter(({ id, outcome }) => outcome === 'hit' && !(id in decidedByTheHost))
        .map(({ id }) => id);
      expect(reached.sort()).toEqual(Object.keys(reachedThroughTheDefaultBridge).sort());
    });

    it('leaves nothing behind', async () => {
      expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
    });
  });

  it('is not blind: every probe hits in a container that is weak on purpose', async () => {
    weak = await attackWeakContainers(image, facts);
    const all = [...weak.values()].flat();
    const hit = new Set(all.filter(({ outcome }) => outcome === 'hit').map(({ id }) => id));
    const unprovable = all.filter(({ id, outcome }) => outcome === 'not-applicable' && !hit.has(id));
    for (const { id, detail } of unprovable) process.stdout.write(`  not applicable  ${id}  ${detail}\n`);
    expect(ids(all, 'broken')).toEqual([]);
    const shown = new Set([...hit, ...unprovable.map(({ id }) => id)]);
    expect(all.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
    expect(new Set(unprovable.map(({ id }) => id)).size).toBeLessThan(5);
  }, 600_000);

  it('is described in docs/attacker-run.md', async () => {
    const { Version: engine, KernelVersion: kernel } = await docker.version();
    const run = { engine, kernel, reached: reachedThroughTheDefaultBridge, decided: decidedByTheHost, sessions, weak };
    mkdirSync(join(root, 'dist-test'), { recursive: true });
    const plain = (_key: string, value: unknown): unknown => (value instanceof Map ? Object.fromEntries(value) : value);
    writeFileSync(join(root, 'dist-test/attacker-run.json'), JSON.stringify(run, plain));
    const page = readFileSync(join(root, 'docs/attacker-run.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([^`]+)` +\| (.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)];
    const written = rows.map(([, id, title, family, source, outcome]) => ({ id, title, family, source, outcome }));
    const seen = (sessions.get('root, none') ?? []).map(({ id, title, family, source, network }) => ({
      id,
      title,
      family,
      source,
      outcome: !network
        ? 'blocked'
        : id in reachedThroughTheDefaultBridge
          ? '`internet` reaches it'
          : id in decidedByTheHost
            ? 'the host decides'
            : 'blocked',
    }));
    expect(written, 'write it anew with scripts/generate-attacker-docs.mjs').toEqual(seen);
  });
});
