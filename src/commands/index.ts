import { dryRunFlag, jsonFlag, planFlags, runFlags } from '../flags/launch-flags.ts';
import type { CommandEntry } from './command.ts';

const agent = { name: 'agent', required: true, help: 'codex, claude, pi or shell' };

/** Every command, in the order of the help. What one does is loaded when it is asked for. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'launch',
    positionals: [agent],
    summary: 'start a session; the agent’s exit code is ours',
    flags: [...planFlags, ...runFlags, dryRunFlag],
    passThrough: true,
    run: async (invocation, deps) => (await import('./launch.ts')).launch(invocation, deps),
  },
  {
    name: 'plan',
    positionals: [agent],
    summary: 'print what launch would do, and do nothing',
    flags: [...planFlags, jsonFlag],
    passThrough: true,
    run: async (invocation, deps) => (await import('./plan.ts')).plan(invocation, deps),
  },
  {
    name: 'check',
    positionals: [agent],
    summary: 'launch up to the verdict of the checks, never the agent',
    flags: [...planFlags, ...runFlags, jsonFlag],
    passThrough: true,
    run: async (invocation, deps) => (await import('./check.ts')).check(invocation, deps),
  },
  {
    name: 'image build',
    positionals: [{ name: 'agent', required: false, help: 'codex, claude, pi or shell; without it the base only' }],
    summary: 'build the images a launch would build, now',
    flags: runFlags.filter(({ key }) => ['yes', 'quiet', 'verbose'].includes(key)),
    passThrough: false,
    run: async (invocation, deps) => (await import('./image-build.ts')).imageBuild(invocation, deps),
  },
  {
    name: 'demo',
    positionals: [{ name: 'agent', required: false, help: 'codex, claude or pi; codex when left out' }],
    summary: 'see a real agent in a real session, without account or network',
    flags: runFlags.filter(({ key }) => ['timings', 'yes', 'quiet', 'verbose'].includes(key)),
    passThrough: false,
    run: async (invocation, deps) => (await import('./demo.ts')).demo(invocation, deps),
  },
];
