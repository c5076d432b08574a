import { dryRunFlag, explainFlag, jsonFlag, junitFlag, planFlags, runFlags } from '../flags/launch-flags.ts';
import type { CommandEntry } from './command.ts';

const agent = { name: 'agent', required: true, help: 'codex, claude, pi or shell' };
const session = { name: 'session', required: true, help: 'its name as ps shows it, or the beginning of it' };
const verbosity = runFlags.filter(({ key }) => ['quiet', 'verbose'].includes(key));

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
    positionals: [{ ...agent, required: false }],
    summary: 'launch up to the verdict of the checks, never the agent',
    flags: [...planFlags, ...runFlags, jsonFlag, junitFlag, explainFlag],
    passThrough: true,
    run: async (invocation, deps) => (await import('./check.ts')).check(invocation, deps),
  },
  {
    name: 'battery',
    positionals: [],
    summary: 'the checks on the host alone: what lies in each agent’s own configuration',
    flags: [
      {
        key: 'agent',
        long: 'agent',
        value: 'A',
        help: 'only this agent’s',
        fallback: 'every agent that has a configuration here',
      },
      { key: 'only', long: 'only', value: 'NN,NN', help: 'only these checks' },
      jsonFlag,
      junitFlag,
    ],
    passThrough: false,
    run: async (invocation, deps) => (await import('./battery.ts')).battery(invocation, deps),
  },
  {
    name: 'ps',
    positionals: [],
    summary: 'list your sessions on this machine',
    flags: [{ key: 'all', short: 'a', long: 'all', help: 'detached ones that have ended as well' }, jsonFlag],
    passThrough: false,
    run: async (invocation, deps) => (await import('./aside.ts')).ps(invocation, deps),
  },
  {
    name: 'stop',
    positionals: [session],
    summary: 'end a session: TERM, 10 s later KILL; returns when everything of it is gone',
    flags: verbosity,
    passThrough: false,
    run: async (invocation, deps) => (await import('./aside.ts')).stop(invocation, deps),
  },
  {
    name: 'prune',
    positionals: [],
    summary: 'remove what sessions left whose launcher was killed, and what is known of sessions that ended long ago',
    flags: [{ key: 'dryRun', long: 'dry-run', help: 'only say what would be removed' }, ...verbosity, jsonFlag],
    passThrough: false,
    run: async (invocation, deps) => (await import('./aside.ts')).prune(invocation, deps),
  },
  {
    name: 'image build',
    positionals: [{ name: 'agent', required: false, help: 'an agent, or all; without it what all have in common' }],
    summary: 'build the images a launch from here would build, now',
    flags: [
      ...planFlags.filter(({ key }) => ['image', 'agentVersion'].includes(key)),
      ...runFlags.filter(({ key }) => ['yes', 'quiet', 'verbose'].includes(key)),
    ],
    passThrough: false,
    run: async (invocation, deps) => (await import('./aside.ts')).imageBuild(invocation, deps),
  },
  {
    name: 'image list',
    positionals: [],
    summary: 'list the images: what is in them, how old they are, whether a launch would still take them',
    flags: [jsonFlag],
    passThrough: false,
    run: async (invocation, deps) => (await import('./aside.ts')).imageList(invocation, deps),
  },
  {
    name: 'image prune',
    positionals: [],
    summary: 'remove images that your configuration does not want any more and no container uses',
    flags: [{ key: 'dryRun', long: 'dry-run', help: 'only say what would be removed' }, ...verbosity, jsonFlag],
    passThrough: false,
    run: async (invocation, deps) => (await import('./aside.ts')).imagePrune(invocation, deps),
  },
  {
    name: 'config show',
    positionals: [{ name: 'agent', required: false, help: 'show what holds for this agent' }],
    summary: 'print every setting with where it comes from',
    flags: [...planFlags, jsonFlag],
    passThrough: false,
    run: async (invocation, deps) => (await import('./aside.ts')).configShow(invocation, deps),
  },
  {
    name: 'config path',
    positionals: [],
    summary: 'print which files configuration is read from',
    flags: [jsonFlag],
    passThrough: false,
    run: async (invocation, deps) => (await import('./aside.ts')).configPath(invocation, deps),
  },
  {
    name: 'config schema',
    positionals: [],
    summary: 'print the JSON Schema of a configuration file',
    flags: [],
    passThrough: false,
    run: async (_, deps) => (await import('./config-schema.ts')).configSchema(deps),
  },
  {
    name: 'completion',
    positionals: [{ name: 'shell', required: true, help: 'bash, zsh or fish' }],
    summary: 'print a completion script for that shell',
    flags: [],
    passThrough: false,
    run: async (invocation, deps) => (await import('./completion.ts')).completion(invocation, deps, commands),
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
