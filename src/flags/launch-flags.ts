import type { Flag } from './flag.ts';

/** Flags that shape the plan: shared by launch, plan, check and demo. */
export const planFlags: readonly Flag[] = [
  {
    key: 'workspace',
    short: 'w',
    long: 'workspace',
    value: 'DIR',
    help: 'directory the agent works in',
    fallback: 'the git work tree around the current directory, else that directory',
  },
  { key: 'readOnly', long: 'read-only', help: 'mount the workspace read-only' },
  {
    key: 'skills',
    long: 'skills',
    value: 'MODE',
    choices: ['rw', 'ro', 'off'],
    help: 'the shared skills of ~/.agents/skills',
    fallback: 'rw',
  },
  {
    key: 'mount',
    long: 'mount',
    value: 'SRC[:DST][:ro|rw]',
    repeatable: true,
    help: 'mount one more file or directory, read-only unless :rw (\\: and \\\\ are literals)',
  },
  {
    key: 'env',
    short: 'e',
    long: 'env',
    value: 'NAME[=VALUE]',
    repeatable: true,
    help: 'pass a variable: NAME takes the value from here',
  },
  {
    key: 'network',
    long: 'network',
    value: 'MODE',
    choices: ['internet', 'none'],
    help: 'network of the session',
    fallback: 'internet',
  },
  {
    key: 'publish',
    long: 'publish',
    value: 'PORT',
    repeatable: true,
    help: 'programs of this machine reach that port of the session, at 127.0.0.1 alone',
  },
  {
    key: 'memory',
    long: 'memory',
    value: 'SIZE',
    help: 'memory limit, such as 4g',
    fallback: 'half of the engine’s, at least 2g',
  },
  { key: 'cpus', long: 'cpus', value: 'N', help: 'processor limit, such as 1.5', fallback: 'none' },
  { key: 'pids', long: 'pids', value: 'N', help: 'limit of processes and threads', fallback: '4096' },
  { key: 'homeSize', long: 'home-size', value: 'SIZE', help: 'size of the private $HOME and of /tmp', fallback: '2g' },
  { key: 'image', long: 'image', value: 'REF', help: 'Debian-based image to build the agent’s image on' },
  {
    key: 'agentVersion',
    long: 'agent-version',
    value: 'V',
    help: 'version of the agent to use, such as 1.2.3',
    fallback: 'the one this program was tested with',
  },
  {
    key: 'review',
    long: 'review',
    value: 'MODE',
    choices: ['warn', 'fail', 'off'],
    help: 'when the session changed what its agent may run on this machine: name it, and end with 1, or do not look',
    fallback: 'warn',
  },
  { key: 'unattended', long: 'unattended', help: 'the agent does not ask before it acts' },
  { key: 'tty', short: 't', long: 'tty', help: 'give the session a terminal' },
  {
    key: 'noTty',
    short: 'T',
    long: 'no-tty',
    help: 'plain streams, no terminal',
    fallback: 'a terminal when stdin and stdout are one',
  },
  { key: 'gitDir', long: 'git-dir', value: 'DIR', help: 'confirm the common git directory of a linked worktree' },
  { key: 'allowNested', long: 'allow-nested', help: 'allow a workspace above or below that of a live session' },
];

/** How launch and check behave, beyond the plan. */
export const runFlags: readonly Flag[] = [
  { key: 'report', long: 'report', value: 'FILE', help: 'write a JSON report, readable by you only' },
  { key: 'timings', long: 'timings', help: 'print how long each step took' },
  { key: 'yes', long: 'yes', help: 'answer every question with yes' },
  { key: 'noInput', long: 'no-input', help: 'never ask; a question ends the command' },
  { key: 'quiet', short: 'q', long: 'quiet', help: 'only errors' },
  { key: 'verbose', short: 'v', long: 'verbose', help: 'say more about each step' },
];

export const dryRunFlag: Flag = {
  key: 'dryRun',
  long: 'dry-run',
  help: 'print the plan and do nothing (as `sandbox plan`)',
};
export const detachFlag: Flag = {
  key: 'detach',
  long: 'detach',
  help: 'leave the session running without this terminal and print its name, for attach, logs and stop',
};
export const jsonFlag: Flag = { key: 'json', long: 'json', help: 'print exactly one JSON object' };
export const junitFlag: Flag = { key: 'junit', long: 'junit', value: 'FILE', help: 'write the findings as JUnit XML' };
export const explainFlag: Flag = {
  key: 'explain',
  long: 'explain',
  value: 'NN',
  help: 'say what that check looks at and why; start nothing',
};
