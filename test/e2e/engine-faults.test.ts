import Docker from 'dockerode';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultNames, faults, type FaultName } from '../support/engine-fault.ts';
import { leftovers } from '../support/engine.ts';
import { asCommand, endpoints, outcomeOf, type Endpoint } from '../support/fault-matrix.ts';
import { expectedOutcome, groups } from '../support/fault-outcomes.ts';
import { runHere } from '../support/in-process.ts';
import { long } from '../support/long.ts';
import { makePerson } from '../support/person.ts';
import { ScriptedEngine } from '../support/scripted-engine.ts';

/** Every call of the engine that the product makes, with every fault; `npm test` takes a tenth: some of each. */
const cases = endpoints.flatMap((endpoint, row) =>
  faultNames.flatMap((fault, column) => {
    const waitsForGate = expectedOutcome(endpoint.name, fault).startsWith('GATE_TIMEOUT');
    return long || ((column + 3 * row) % 10 === 0 && !waitsForGate) ? [[endpoint.name, fault, endpoint] as const] : [];
  }),
);
/** Milliseconds. */
const SHORT = 1500;

let engine: ScriptedEngine;
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);

beforeAll(async () => {
  engine = await ScriptedEngine.start();
  process.on('unhandledRejection', onUnhandled);
});
afterAll(async () => {
  process.off('unhandledRejection', onUnhandled);
  await engine.close();
});
beforeEach(async () => {
  await engine.heal();
  unhandled.length = 0;
});

/** The command of an endpoint against the scripted engine; `late`: the deadline of that call alone is short. */
async function run(endpoint: Endpoint, late: boolean) {
  const person = makePerson('root');
  if (endpoint.config !== undefined) person.file('.config/sandbox/config.yaml', endpoint.config);
  endpoint.script?.(engine);
  const host = `unix://${engine.socketPath}`;
  const deadlines = (what: string, ms: number): number => (late && endpoint.what.test(what) ? Math.min(ms, SHORT) : ms);
  const { tty, signals } = endpoint;
  const result =
    endpoint.call === undefined
      ? await runHere(person, endpoint.argv, { env: { DOCKER_HOST: host }, deadlines, tty, signals })
      : await asCommand(endpoint.call(host, deadlines));
  const left = await leftovers(person);
  for (const container of left.containers) await remove(container);
  return { result, left };
}

async function remove(container: string): Promise<void> {
  await new Docker().getContainer(container.split(' ')[0]?.slice(1) ?? '').remove({ force: true });
}

const healthy = long ? endpoints.map((endpoint) => [endpoint.name, endpoint as Endpoint] as const) : [];

describe('a call', () => {
  it.each(healthy)('%s without a fault: all is well', async (_, endpoint) => {
    const { result, left } = await run(endpoint, false);
    expect(outcomeOf(endpoint, result)).toBe('as usual');
    expect(engine.requests.filter((request) => endpoint.route.test(request))).not.toEqual([]);
    expect(left).toEqual({ containers: [], sessions: [] });
  });

  it.each(cases)('%s, with a fault: %s', async (name, fault, endpoint: Endpoint) => {
    // An image that is not there at the first look is looked for again before anything is built.
    const once = name === 'image inspect' && fault === 'status 404';
    engine.fault(endpoint.route, faults[fault], once ? 1 : Infinity);
    const late = (groups['no answer in time'] as readonly FaultName[]).includes(fault);
    const { result, left } = await run(endpoint, late);
    expect({ outcome: outcomeOf(endpoint, result), stderr: result.stderr }).toEqual({
      outcome: expectedOutcome(name, fault),
      stderr: expect.not.stringMatching(/^\s+at .*:\d+|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/m),
    });
    expect(unhandled).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(left.sessions).toEqual([]);
    // What never reached the engine, it has not done.
    const stays = name === 'container remove' && !faults[fault].forwarded;
    expect(left.containers).toHaveLength(stays ? 1 : 0);
  });
});
