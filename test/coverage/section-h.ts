import { at, shown } from './case.ts';
import type { Section } from './case.ts';

export const sectionH: Section = {
  letter: 'H',
  title: 'Environment and secrets',
  cases: {
    154: shown('The launcher’s environment is full of keys.', [
      at('unit/plan/environment', 'passes nothing of the host but what is listed'),
      at('engine/session-mutations.ts', 'a cloud’s key in the image’s environment', 'the address of a key agent'),
      at('e2e/session', 'variables: named ones arrive, and are in no record of the engine'),
      at('attacker/probes/environment.py', 'env-markers'),
    ]),
    155: shown('The Docker client’s own settings hold a proxy with a password.', [
      at('e2e/live-session', 'the Docker client’s settings give it nothing'),
      at('attacker/probes/environment.py', 'env-proxy'),
    ]),
    156: shown('A secret in arguments, or in what the engine keeps.', [
      at('e2e/session', 'variables: named ones arrive, and are in no record of the engine'),
      at('engine/gate', 'gives the agent its variables, and init and the engine none of them'),
      at('golden/plans', 'holds no value that the user passed, and survives JSON'),
    ]),
    158: shown('Secrets or names of the builder in an image’s history or labels.', [
      at('engine/images', 'its history and labels name nobody and hold nothing of the machine that built it'),
      at('engine/images', 'nothing of the build is left: no lists, caches, logs, Debian npm, proxies or registry'),
    ]),
    159: shown('The agent’s screen is kept by the engine.', [
      at('e2e/live-session', 'the engine keeps nothing of what it says'),
      at('unit/engine/create-options', "LogConfig: { Type: 'none'"),
    ]),
    160: shown('A crash leaves memory, with keys in it, in the workspace.', [
      at('engine/session-mutations.ts', 'core dumps'),
      at('e2e/live-session', 'a crash leaves no core dump'),
    ]),
    161: shown('The state directory is open, a link, or holds a link.', [
      at(
        'unit/state/state',
        'makes it 0700 and tightens a loose one',
        'refuses a link and a file in its place',
        'follows no link in the place of a record',
      ),
      at('attacker/probes/filesystem.py', 'launcher’s own state'),
    ]),
    162: shown('`--verbose` tells no value of a variable.', [
      at('e2e/session', 'variables: named ones arrive, and are in no record of the engine'),
    ]),
    163: shown(
      'Secrets in temporary file systems are swapped to disk.',
      [at('engine/session-mutations.ts', "name: 'swap'"), at('unit/engine/create-options', 'MemorySwap: 268_435_456')],
      'hibernation of the machine writes all memory: nothing here can prevent it',
    ),
  },
};
