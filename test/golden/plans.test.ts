import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/index.ts';
import { buildPlan } from '../../src/plan/build-plan.ts';
import { planDigest } from '../../src/plan/digest.ts';
import { someFacts, someOptions } from '../support/sample.ts';

const checks = ['01', '02'];
const plans = join(import.meta.dirname, 'plans');

/** Every agent × terminal × skills × read-only × network: one reviewed file each. `vitest -u` writes them anew. */
describe('golden plans', () => {
  for (const agent of agents) {
    for (const tty of [true, false]) {
      for (const skills of ['rw', 'ro', 'off'] as const) {
        for (const readOnly of [false, true]) {
          for (const network of ['internet', 'none'] as const) {
            const name = [agent.name, tty ? 'tty' : 'pipe', `skills-${skills}`, readOnly ? 'ro' : 'rw', network].join(
              '.',
            );
            it(name, async () => {
              const options = someOptions({ agent: agent.name, tty, skills, readOnly, network });
              const plan = buildPlan({
                agent,
                options,
                facts: someFacts(),
                imageRef: `sandbox-agent-${agent.name}:0123456789abcdef`,
                checks,
              });
              await expect(`${JSON.stringify(plan, null, 1)}\n`).toMatchFileSnapshot(join(plans, `${name}.json`));
            });
          }
        }
      }
    }
  }

  it('holds no value that the user passed, and survives JSON', () => {
    const agent = agents.find(({ name }) => name === 'codex')!;
    const options = someOptions({ env: [{ name: 'OPENAI_API_KEY' }, { name: 'TOKEN', value: 'hunter2' }] });
    const plan = buildPlan({ agent, options, facts: someFacts(), imageRef: 'x:1', checks });
    expect(JSON.stringify(plan)).not.toContain('hunter2');
    expect(plan.env).toContainEqual({ name: 'TOKEN', from: 'option' });
    expect(plan.env).toContainEqual({ name: 'OPENAI_API_KEY', from: 'host' });
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });

  it('has a digest that leaves the image id out and notices everything else', () => {
    const plan = JSON.parse(readFileSync(join(plans, 'codex.tty.skills-rw.rw.internet.json'), 'utf8'));
    const digest = planDigest(plan);
    expect(planDigest({ ...plan, image: { ...plan.image, id: 'sha256:abc' } })).toBe(digest);
    expect(planDigest({ ...plan, notes: ['x'] })).toBe(digest);
    expect(planDigest({ ...plan, network: 'none' })).not.toBe(digest);
    expect(planDigest({ ...plan, argv: [...plan.argv, 'x'] })).not.toBe(digest);
  });
});
