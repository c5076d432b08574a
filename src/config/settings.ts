import { parseEnv } from '../flags/parse-env.ts';
import { parseMount } from '../flags/parse-mount.ts';
import type { Setting, SettingKey } from './setting.ts';
import {
  parseAgentVersion,
  parseBoolean,
  parseChoice,
  parseCount,
  parseCpus,
  parsePackage,
  parseReference,
  parseRunLine,
  parseSizeAtLeast,
  texts,
} from './parse-values.ts';

const MIB = 1024 ** 2;

/** Everything that can be configured. Schema, variables, flags, `config show` and the table in the docs follow from it. */
export const settings: { readonly [K in SettingKey]: Setting<K> } = {
  skills: {
    path: 'skills',
    variable: 'SANDBOX_SKILLS',
    flag: 'skills',
    description: 'How the shared skills of ~/.agents/skills are mounted: rw, ro or off.',
    fallback: 'rw',
    parse: (raw, { name }) => parseChoice(raw, ['rw', 'ro', 'off'], name),
  },
  network: {
    path: 'network',
    variable: 'SANDBOX_NETWORK',
    flag: 'network',
    description: 'Network of the session: internet or none.',
    fallback: 'internet',
    parse: (raw, { name }) => parseChoice(raw, ['internet', 'none'], name),
  },
  readOnly: {
    path: 'readOnly',
    variable: 'SANDBOX_READ_ONLY',
    flag: 'readOnly',
    description: 'Mount the workspace read-only.',
    fallback: 'false',
    parse: (raw, { name }) => parseBoolean(raw, name),
  },
  memory: {
    path: 'memory',
    variable: 'SANDBOX_MEMORY',
    flag: 'memory',
    description: 'Memory limit in bytes, or as text such as 4g; at least 64m.',
    fallback: 'half of the engine’s, at least 2g',
    parse: (raw, { name }) => parseSizeAtLeast(raw, 64 * MIB, name),
  },
  cpus: {
    path: 'cpus',
    variable: 'SANDBOX_CPUS',
    flag: 'cpus',
    description: 'Limit of processors, such as 2 or 1.5.',
    fallback: 'no limit',
    parse: (raw, { name }) => parseCpus(raw, name),
  },
  pids: {
    path: 'pids',
    variable: 'SANDBOX_PIDS',
    flag: 'pids',
    description: 'Limit of processes and threads; at least 16.',
    fallback: '4096',
    parse: (raw, { name }) => parseCount(raw, name),
  },
  homeSize: {
    path: 'homeSize',
    variable: 'SANDBOX_HOME_SIZE',
    flag: 'homeSize',
    description: 'Size of the private $HOME and of /tmp in bytes, or as text such as 4g; at least 1m.',
    fallback: '2g',
    parse: (raw, { name }) => parseSizeAtLeast(raw, MIB, name),
  },
  imageBase: {
    path: 'image.base',
    variable: 'SANDBOX_IMAGE',
    flag: 'image',
    description: 'Debian-based image to build on, instead of ours.',
    fallback: 'ours',
    parse: (raw, { name }) => parseReference(raw, name),
  },
  imageApt: {
    path: 'image.apt',
    variable: 'SANDBOX_IMAGE_APT',
    flag: null,
    description: 'Debian packages to install into the image of every agent.',
    fallback: 'none',
    parse: (raw, { name }) => texts(raw).map((text) => parsePackage(text, name)),
  },
  imageRun: {
    path: 'image.run',
    variable: 'SANDBOX_IMAGE_RUN',
    flag: null,
    description: 'Shell scripts to run, as root, in order, while the image of every agent is built.',
    fallback: 'none',
    parse: (raw, { name }) => texts(raw).map((text) => parseRunLine(text, name)),
  },
  mount: {
    path: 'mount',
    variable: 'SANDBOX_MOUNT',
    flag: 'mount',
    description:
      'More files or directories to mount, each SRC[:DST][:ro|rw] with absolute paths or ~/, read-only unless :rw.',
    fallback: 'none',
    parse: (raw, { name, home, cwd }) => texts(raw).map((text) => parseMount(text, cwd, { name, home })),
  },
  env: {
    path: 'env',
    variable: 'SANDBOX_ENV',
    flag: 'env',
    description: 'Variables to pass: NAME takes the value from your environment, when it has one; NAME=VALUE sets it.',
    fallback: 'none',
    parse: (raw, { name, cwd }) =>
      texts(raw).map((text) => {
        const variable = parseEnv(text, name);
        // A flag is given for this one session; what is configured is not set everywhere.
        return variable.value === undefined && cwd === null ? { ...variable, optional: true } : variable;
      }),
  },
  unattended: {
    path: 'unattended',
    variable: 'SANDBOX_UNATTENDED',
    flag: 'unattended',
    description: 'The agent does not ask before it acts.',
    fallback: 'false',
    parse: (raw, { name }) => parseBoolean(raw, name),
  },
  cache: {
    path: 'cache',
    variable: 'SANDBOX_CACHE',
    flag: null,
    description:
      'Keep the downloads of npm, pnpm, pip, uv, cargo and go between sessions, one directory for each workspace and agent.',
    fallback: 'false',
    parse: (raw, { name }) => parseBoolean(raw, name),
  },
  agentVersion: {
    path: 'agents.<agent>.version',
    variable: 'SANDBOX_AGENT_VERSION',
    flag: 'agentVersion',
    description: 'Version of the agent’s package, in full: 1.2.3.',
    fallback: 'the version this program was tested with',
    parse: (raw, { name }) => parseAgentVersion(raw, name),
  },
  review: {
    path: 'review',
    variable: 'SANDBOX_REVIEW',
    flag: 'review',
    description:
      'What happens when a session changed what its agent may run on this machine: warn names it, fail also ends with 1, off does not look.',
    fallback: 'warn',
    parse: (raw, { name }) => parseChoice(raw, ['warn', 'fail', 'off'], name),
  },
};

export const settingKeys = Object.keys(settings) as readonly SettingKey[];
