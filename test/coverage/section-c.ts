import { at, notCovered, shown } from './case.ts';
import type { Section } from './case.ts';

export const sectionC: Section = {
  letter: 'C',
  title: 'Agent configuration directories',
  cases: {
    73: shown('A link in an agent’s directory leads to keys or to another agent.', [
      at('contract/config-reds.ts', 'a link to the SSH keys', 'a link to another agent’s directory'),
      at('e2e/own-config', 'a link to the SSH keys refuses, before anything of the agent runs'),
      at('e2e/battery', 'a failing check ends with 77'),
    ]),
    74: shown('Something that the host’s own agent would run is new or changed.', [
      at('contract/config-reds.ts', 'a new hook', 'a changed hook', 'a new server', 'a notifier'),
      at(
        'e2e/own-config',
        'that plants something is named when its session ends',
        'what changed on the host meanwhile is named once',
      ),
    ]),
    75: shown('A settings file appears that was not there before.', [
      at('contract/config-reds.ts', 'a hook of codex', 'a plugin', 'a rule'),
      at('unit/own-config/record', 'has the changes and the findings that were not there before'),
    ]),
    76: shown('A session lists the home: other agents are not even names there.', [
      at('e2e/session', 'runs in the workspace as the caller, with a home of its own'),
      at('engine/session-mutations.ts', 'another agent’s directory in the home'),
      at('attacker/probes/filesystem.py', 'fs-marker-names'),
    ]),
    77: shown('A session tries the usual ways around to other logins.', [
      at('attacker/probes/filesystem.py', 'fs-proc-root', 'fs-proc-fd', 'fs-root-home', 'fs-other-homes'),
      at('e2e/attacker', 'gets nothing, and without a network reaches nothing'),
    ]),
    78: shown('Marked logins of the other agents are searched for in the whole container, in several spellings.', [
      at('e2e/markers', 'finds what is its own, and no login of the other agents: plain, base64, reversed'),
      at('e2e/codex', 'finds no login of others: plain, base64 or reversed'),
    ]),
    80: shown('An agent keeps a settings file beside its directory.', [
      at(
        'e2e/claude-json',
        'is made from the host’s once: account, onboarding, theme, servers, this workspace, nothing else',
      ),
    ]),
    81: shown(
      'The agent’s own directory cannot be written.',
      [at('engine/session-mutations.ts', 'a configuration that cannot be written')],
      'there is no option that mounts it read-only; a launch with such a directory refuses (check 32)',
    ),
    82: shown('Two sessions of one agent write the same files.', [
      at(
        'e2e/claude-json',
        'several first sessions at once find the whole file',
        'two sessions on one config directory: the second says so',
      ),
      at('e2e/own-config', 'a second live session is told, and is no reason to refuse'),
    ]),
    83: notCovered(
      'A login that renews itself with a token that counts once, used on both sides.',
      'needs a real account; logins are never copied, host and session share the one file, and a second live session is told (check 66)',
    ),
    84: shown('A login that others may read.', [
      at('contract/config-reds.ts', 'a login others read', 'a login the group reads', 'a directory everyone writes'),
    ]),
    85: shown('Settings send the agent’s requests to a foreign server.', [
      at('contract/config-reds.ts', 'a base URL', 'a proxy', 'a provider'),
      at('e2e/own-config', 'warns of a foreign server and of settings nobody can read'),
    ]),
    87: shown('The agent’s own sandbox cannot start inside a session.', [
      at('unit/agents/argv', 'what is switched off is said'),
      at('e2e/model-real-agents', 'accepts our arguments before every subcommand'),
      at('engine/session-mutations.ts', 'without the system call filter'),
    ]),
  },
};
