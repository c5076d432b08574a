import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { processesOf } from '../support/home-processes.ts';
import { long } from '../support/long.ts';
import { finish, makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();
const MIB = 1024;
/** Of the launcher, KiB: DESIGN's goal for one more session on a host. */
const MOST = 80 * MIB;
const IN_A_ROW = long ? 200 : 12;
const AT_ONCE = 8;

interface Sample {
  /** Milliseconds from the start of the command to the agent's first word, and to the command's end without the session's own time. */
  readonly ready: number;
  readonly whole: number;
  /** Of the launcher while the session runs: resident and its highest, KiB; descriptors. */
  readonly resident: number;
  readonly highest: number;
  readonly descriptors: number;
}

/** A session that runs until `end`, with what its launcher has of the machine meanwhile. */
async function live(person: Person) {
  const from = performance.now();
  const child = person.start([
    ...[process.execPath, product.cli, 'launch', 'shell', '-q', '--', 'sh', '-c', 'echo ready; cat'],
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const result = finish(child, undefined, true);
  await Promise.race([new Promise((resolve) => child.stdout?.once('data', resolve)), result]);
  const ready = performance.now() - from;
  // What it does right after the start is done.
  await sleep(100);
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const kib = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  const seen = {
    ready,
    resident: kib('VmRSS'),
    highest: kib('VmHWM'),
    descriptors: readdirSync(`/proc/${child.pid}/fd`).length,
  };
  const end = async (): Promise<Sample> => {
    const at = performance.now();
    child.stdin?.end('bye\n');
    expect(await result).toEqual({ code: 0, signal: null, stdout: 'ready\nbye\n', stderr: '' });
    return { ...seen, whole: ready + performance.now() - at };
  };
  return { end };
}

/** Every path below the home, and what there is of it on the machine. */
async function everything(person: Person) {
  const files = readdirSync(person.home, { recursive: true, encoding: 'utf8' }).sort();
  return { ...(await leftovers(person)), files, processes: processesOf(person.home) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function report(what: string, samples: readonly Sample[]): void {
  const of = (key: keyof Sample): readonly number[] => samples.map((sample) => sample[key]);
  const line = [
    `ready ${median(of('ready')).toFixed(0)} ms (slowest ${Math.max(...of('ready')).toFixed(0)})`,
    `whole ${median(of('whole')).toFixed(0)} ms`,
    `resident ${(median(of('resident')) / MIB).toFixed(1)} MiB (${(Math.max(...of('highest')) / MIB).toFixed(1)} at most)`,
    `descriptors ${Math.min(...of('descriptors'))} to ${Math.max(...of('descriptors'))}`,
  ].join(', ');
  console.log(`${what}, ${samples.length} launches, medians: ${line}`);
}

describe('many launches', () => {
  const person = makePerson('user');
  let before: Awaited<ReturnType<typeof everything>>;
  // The first one makes the directories that stay.
  beforeAll(async () => {
    expect((await person.run([process.execPath, product.cli, 'launch', 'shell', '-q', '--', 'true'])).code).toBe(0);
    before = await everything(person);
    expect(before).toMatchObject({ containers: [], sessions: [], processes: [] });
  });

  it(`${IN_A_ROW} in a row leave nothing, and the last is as small as the first`, { timeout: 1_200_000 }, async () => {
    const samples: Sample[] = [];
    for (let count = 0; count < IN_A_ROW; count += 1) samples.push(await (await live(person)).end());
    report('in a row', samples);
    expect(await everything(person)).toEqual(before);
    for (const { highest } of samples) expect(highest).toBeLessThanOrEqual(MOST);
    const part = Math.min(20, IN_A_ROW / 2);
    const [first, last] = [samples.slice(0, part), samples.slice(-part)];
    const resident = (of: readonly Sample[]): number => median(of.map((sample) => sample.resident));
    expect(resident(last) / resident(first)).toBeLessThan(1.1);
    const descriptors = (of: readonly Sample[]): number => Math.max(...of.map((sample) => sample.descriptors));
    // One more or less: a connection to the engine that has just been closed.
    expect(descriptors(last)).toBeLessThanOrEqual(descriptors(first) + 1);
  });

  it(`${AT_ONCE} at once, all alive together, leave nothing`, { timeout: 300_000 }, async () => {
    for (let round = 0; round < (long ? 5 : 1); round += 1) {
      const all = await Promise.all(Array.from({ length: AT_ONCE }, () => live(person)));
      expect((await leftovers(person)).containers).toHaveLength(AT_ONCE);
      expect((await leftovers(person)).sessions).toHaveLength(AT_ONCE);
      const samples = await Promise.all(all.map(({ end }) => end()));
      report('at once', samples);
      for (const { highest } of samples) expect(highest).toBeLessThanOrEqual(MOST);
      expect(await everything(person)).toEqual(before);
    }
  });
});
