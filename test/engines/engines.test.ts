import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { agents } from '../../src/agents/index.ts';
import { imageRefFor } from '../../src/images/image-ref.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { openBench } from './bench.ts';
import { behaviours } from './behaviours.ts';
import { engines } from './engines.ts';
import { giveImages } from './give-images.ts';
import { refusals } from './refusals.ts';
import { sessionBehaviours } from './sessions.ts';

const root = join(import.meta.dirname, '../..');
const product = installProduct();
const people = [makePerson('root'), makePerson('user')] as const;
const isRoot = process.getuid?.() === 0;
/** Engines that this run has started itself. */
const started: string[] = [];

afterAll(() => {
  if (started.length > 0) script('stop', ...started);
});

function script(...words: string[]): string {
  return execFileSync('sh', [join(root, 'scripts/test-engines.sh'), ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** `unix:///…` of a further engine, started when it is not running. */
function endpointOf(name: string): string {
  const running = /^\S+ (unix:\S+)$/m;
  try {
    return running.exec(script('status', name))?.[1] ?? '';
  } catch {
    started.push(name);
    return running.exec(script('start', name, '--yes'))?.[1] ?? '';
  }
}

if (!isRoot) console.log('test/engines: only root can start the further engines; the machine’s own alone is tested');
const tested = engines.filter(({ name }) => name === 'machine' || isRoot);
// Once for all, on the machine's own engine: scripts/test.mjs has built them.
const images = ['shell', 'codex'].map((name) => {
  const agent = agents.find((each) => each.name === name);
  if (agent === undefined) throw new Error(`no agent ${name}`);
  return imageRefFor({ agent, options: { image: null, layer: null }, programDir: root });
});

describe.each(tested.filter(({ refused }) => refused === null))('$title', ({ name, version }) => {
  let bench: Awaited<ReturnType<typeof openBench>>;
  let env: Record<string, string> = {};

  beforeAll(async () => {
    const endpoint = name === 'machine' ? null : endpointOf(name);
    bench = await openBench(endpoint, version);
    if (endpoint === null) return;
    env = { DOCKER_HOST: endpoint };
    const { endpoint: own } = (await openBench(null, null)).engine;
    const socket = (each: string): string => each.slice('unix://'.length);
    await giveImages(images, socket(own), { socket: socket(endpoint), engine: bench.engine });
  });
  afterEach(() => bench.clear());

  it.each(behaviours)('$title', ({ check }) => check(bench));

  describe.each(people.filter(({ label }) => isRoot || label === 'user'))('a session of $label', (person) => {
    it.each(sessionBehaviours)('$title', ({ check }) => check({ engine: bench.engine, person, cli: product.cli, env }));
  });
});

describe.each(tested.filter(({ refused }) => refused !== null))('$title is refused', (refused) => {
  let endpoint = '';
  beforeAll(() => {
    endpoint = endpointOf(refused.name);
  });

  it.each(refusals)('$title', ({ check }) => check({ refused, endpoint, person: people[0], cli: product.cli }));
});
