import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { findAgent } from '../../src/agents/index.ts';
import { openEngine } from '../../src/engine/open.ts';
import { imageRefFor } from '../../src/images/image-ref.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();
const person = makePerson('root');
const root = join(import.meta.dirname, '../..');
const image = imageRefFor({ agent: findAgent('shell'), options: { image: null, layer: null }, programDir: root });
let socket = '';

beforeAll(async () => {
  socket = (await openEngine({ env: process.env, home: homedir() })).endpoint.slice('unix://'.length);
});

/** The product in a container with the socket of the engine outside; home and program have other paths there. */
function inside(mounts: readonly string[], ...words: string[]) {
  const binds = [`${socket}:/var/run/docker.sock`, ...mounts].flatMap((bind) => ['-v', bind]);
  const env = ['-e', 'HOME=/home/inside', '-e', 'DOCKER_HOST=unix:///var/run/docker.sock'];
  const program = ['node', '/opt/sandbox/dist/cli.js', ...words];
  const args = [
    '-H',
    `unix://${socket}`,
    'run',
    '--rm',
    ...binds,
    ...env,
    '-w',
    '/home/inside/work/project',
    image,
    ...program,
  ];
  const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8', timeout: 100_000 });
  return { code: status, stdout, stderr };
}

const home = `${person.home}:/home/inside`;

it('a session beside the container: sources are translated through its mounts, and proved', () => {
  writeFileSync(join(person.project, 'hello.txt'), 'from outside\n');
  const script = 'cat hello.txt; echo made > made.txt';
  const result = inside([home, `${product.dir}:/opt/sandbox:ro`], 'launch', 'shell', '--', 'sh', '-c', script);
  expect(result).toMatchObject({ code: 0, stdout: 'from outside\n' });
  expect(execFileSync('cat', [join(person.project, 'made.txt')], { encoding: 'utf8' })).toBe('made\n');
});

it('every check holds there, the identity of each mount among them', () => {
  const result = inside([home, `${product.dir}:/opt/sandbox:ro`], 'check', 'shell', '--json');
  const { findings } = JSON.parse(result.stdout) as { findings: { id: string; verdict: string; found: string }[] };
  expect(findings.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(findings.find(({ id }) => id === '24')).toMatchObject({ verdict: 'pass' });
});

it('what lies in the container only is refused, by name', () => {
  const result = inside([home, `${product.dir}:/opt/sandbox:ro`], 'launch', 'shell', '--mount', '/srv', '--', 'true');
  expect(result.code).toBe(77);
  expect(result.stderr).toContain('/srv lies in this container only');
  expect(result.stderr).toContain('[SOURCE_UNTRANSLATABLE]');
});
