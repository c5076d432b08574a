import { at, documented, doesNotApply, shown } from './case.ts';
import type { Case } from './case.ts';

const README = 'README.md';
const SESSION = 'e2e/session';
const TERMINAL = 'e2e/terminal';
const ODD = 'e2e/terminal-odd';
const GIT = 'e2e/git';
const REFUSALS = 'e2e/refusals';
const OWN = 'e2e/own-config';
const DISCOVERY = 'e2e/engine-restart';

/** What users of such launchers reported, by number, and what this program does about it. */
export const userReports: Readonly<Record<number, Case>> = {
  1: shown('A file of the agent’s that is bound alone cannot be replaced: its directory is bound.', [
    at('engine/session-mutations.ts', "'32'"),
    at(
      'e2e/claude-json',
      'is made from the host’s once: account, onboarding, theme, servers, this workspace, nothing else',
    ),
  ]),
  2: shown('Writing and renaming in the own configuration is tried before the agent runs.', [
    at('engine/session-mutations.ts', "'32'"),
  ]),
  4: shown('A missing source never becomes a directory of root’s on the host.', [
    at('engines/behaviours.ts', 'a missing source is an error, not a new directory'),
    at('e2e/codex', 'creates ~/.agents/skills and ~/.codex when missing, 0700, as the caller'),
  ]),
  5: shown('No git configuration, no login, no share: the session starts without.', [
    at('unit/host/gather-facts', 'is null without git, without a configuration and with a damaged one'),
    at('e2e/claude-json', 'starts without one when the host has none'),
  ]),
  6: shown('Onboarding and trust come along with the login.', [
    at(
      'e2e/claude-json',
      'is made from the host’s once: account, onboarding, theme, servers, this workspace, nothing else',
    ),
    at('e2e/screens', 'starts, takes a prompt, resizes and quits; the terminal is as it was'),
  ]),
  7: shown('A second session on one configuration is told; the end is SIGTERM with a grace period.', [
    at('e2e/claude-json', 'two sessions on one config directory: the second says so'),
    at(TERMINAL, 'ends gracefully when the terminal goes away, and on SIGTERM'),
  ]),
  8: shown(
    'One live login is shared, never copied, so that a refreshed token counts everywhere.',
    [at(OWN, 'a second live session is told, and is no reason to refuse')],
    'refreshes of two sessions at once are not serialised: that is the agent’s own lock',
  ),
  9: doesNotApply('The login is in the Keychain of macOS.', 'this program runs on Linux with a local engine'),
  10: shown('A login belongs to the agent, not to the workspace.', [
    at('e2e/codex', 'keeps its own configuration: a session’s history is on the host afterwards'),
  ]),
  12: shown('The user’s own configuration and rules are there.', [
    at(
      'e2e/seed-001',
      'a shared skill is loaded by codex and pi, and not by claude; own skills are seen by their agent only',
    ),
  ]),
  13: shown('What is in the image lies outside the mounts; a key that is set and not passed is named.', [
    at('e2e/doctor-details', 'which stored login wins, names and no values'),
    at('engine/session-mutations.ts', "'21'"),
  ]),
  14: shown('History is in the mounted configuration and is there in the next session.', [
    at('e2e/codex', 'keeps its own configuration: a session’s history is on the host afterwards'),
  ]),
  16: shown('Servers and hooks that a session adds are named when it ends.', [
    at(OWN, '%s that plants something is named when its session ends'),
  ]),
  17: shown('Works for any uid.', [at(SESSION, 'runs in the workspace as the caller, with a home of its own')]),
  18: shown('The caller’s uid has a line in passwd and group.', [
    at('unit/mounts/identity-files', 'hold root, the caller and nobody'),
  ]),
  19: shown('Ids that the image has already are no trouble; nothing falls back to root.', [
    at('unit/mounts/identity-files', 'hold each id once when the caller is root or nobody'),
    at('engine/session-mutations.ts', "'27'"),
  ]),
  20: shown(
    'Podman, whose file systems in memory take no owner, is refused with the reason.',
    [at('engines/refusals.ts', 'the reason is real: it takes neither an owner nor a limit of files for a tmpfs')],
    'rootless engines are not tested',
  ),
  21: shown('Another uid than planned is one clear refusal before anything runs.', [
    at('engine/session-mutations.ts', "'27'"),
  ]),
  22: shown('Whether the session’s user may use the workspace is judged before the launch.', [
    at('unit/judge/sources', 'a workspace of another owner gets one line, or is refused when it cannot be used'),
  ]),
  23: documented('SELinux keeps a container from its mounts.', README, 'SELinux'),
  24: documented('Relabelling fails on files of others: nothing is ever relabelled.', README, 'nothing is relabelled'),
  25: shown('$HOME belongs to the session’s user, and its size and use are checked.', [
    at('engine/session-mutations.ts', "'28'"),
    at('engines/behaviours.ts', 'a tmpfs has its owner, mode, size, number of files, and runs programs'),
  ]),
  26: shown('The terminal has its size from the first moment, and follows changes.', [
    at('e2e/attach', 'a second terminal joins an ordinary session, and the first notices nothing bad'),
    at(TERMINAL, 'has its size at once, and follows'),
    at(ODD, 'a terminal without a size, and one that changes when the program is gone'),
  ]),
  28: shown('The terminal is as it was when the engine, the agent or the launcher dies.', [
    at('e2e/attach', 'a detached session survives its terminal’s SIGHUP, and its words are there'),
    at(TERMINAL, 'is sane after an agent that was killed in full-screen mode', 'is sane after the launcher was killed'),
    at(DISCOVERY, 'the engine ends and takes the session along: said so, and the next launch clears up'),
  ]),
  30: shown('Ctrl-P arrives at once; no keys detach.', [
    at('e2e/attach', 'a single Ctrl-] is the session’s, and so are keys that detach elsewhere'),
    at(ODD, 'keys that detach elsewhere arrive'),
  ]),
  31: shown('The session’s terminal is its own, and programs can open more.', [
    at('engine/session-mutations.ts', "'10'"),
  ]),
  32: documented('Pasting an image does nothing.', README, 'Pasting images'),
  33: shown('A login needs no callback: a device code, or a code that is pasted.', [
    at(
      'e2e/login',
      'codex asks for a device code: no callback, no terminal',
      'claude prints its address and waits for the code',
    ),
    at('e2e/publish', 'is reached at 127.0.0.1, at no other address, and is gone afterwards'),
  ]),
  34: shown('Without a terminal nothing ever asks.', [
    at('engine/install', 'without a Node that is new enough, and without consent, says what to do'),
    at('e2e/no-base', 'an ordinary user is told the root command that makes it'),
  ]),
  35: shown('A linked worktree works.', [at(REFUSALS, 'a real linked worktree works: commit, log, worktree list')]),
  36: shown('A worktree made inside has paths that are right outside.', [
    at(GIT, 'a linked worktree: prune inside drops none of the host’s, one made inside is right outside'),
  ]),
  38: shown('No directory is mounted twice, none above another.', [
    at('unit/judge/sources', 'a directory mounted twice, or in another'),
  ]),
  39: shown('Git takes the workspace for the user’s own, and no other directory.', [
    at('e2e/git', 'a submodule works from its superproject'),
    at('unit/mounts/identity-files', 'names the person, the workspace and nothing that runs'),
    at(GIT, 'commits as the user and signs nothing, whatever their own configuration runs'),
  ]),
  40: shown('Commits work whatever signs them on the host.', [
    at(GIT, 'commits as the user and signs nothing, whatever their own configuration runs'),
  ]),
  41: doesNotApply('A bound agent socket on macOS connects to nothing.', 'no agent’s socket is ever mounted'),
  42: shown('No key agent, bus or engine can be reached.', [
    at('engine/session-mutations.ts', "'30'"),
    at('e2e/attacker', 'gets nothing, and without a network reaches nothing'),
  ]),
  43: shown('Git’s configuration is curated, read-only, and looked at when the session starts.', [
    at('engine/session-mutations.ts', "'16'"),
  ]),
  44: shown('$HOME runs programs.', [at('engine/session-mutations.ts', "'28'")]),
  45: shown('Sizes of $HOME and /tmp can be set; memory that ran out is explained.', [
    at(SESSION, 'explains when memory ran out'),
    at('e2e/live-session', 'every file system that it can fill has an end'),
  ]),
  47: shown('File systems in memory have a number of files that is planned and checked.', [
    at('engine/session-mutations.ts', "'28'"),
  ]),
  49: doesNotApply(
    'SQLite breaks over a virtual machine’s file sharing.',
    'this program runs on Linux with a local engine',
  ),
  50: shown('Locks work in the own configuration: one is taken before the agent runs.', [
    at('engine/session-mutations.ts', "'32'"),
  ]),
  51: shown('Another live session on the same directory is named.', [
    at(OWN, 'a second live session is told, and is no reason to refuse'),
  ]),
  52: shown('A node_modules of another platform is named once at launch.', [
    at(
      'e2e/workspace-lines',
      'what of the project looks like secrets or belongs to another system is named once, and not when quiet',
    ),
    at('unit/host/find-foreign-modules', 'of a Mac'),
  ]),
  53: shown('Codex’s inner sandbox cannot start in a container: it is off, and that is said.', [
    at('e2e/codex', 'is the pinned version, and runs as the caller'),
    at('unit/agents/argv', 'danger-full-access'),
  ]),
  54: shown('A tool call of each real agent runs in a session.', [
    at('e2e/demo', 'shows what the real agent found and what was checked, and leaves nothing'),
  ]),
  55: shown('Links in the own configuration are resolved before they are judged.', [
    at('unit/judge/sources', 'case 3: ~/.codex → ~/.claude, even when that link was approved'),
    at(OWN, 'a link to the SSH keys refuses, before anything of the agent runs'),
  ]),
  56: shown('Skills that are links leading out of what is mounted dangle, and are named.', [
    at('contract/config-reds.ts', "'61'"),
    at('e2e/seed-001', 'a link from the shared skills into one agent’s directory dangles in the others’ sessions'),
  ]),
  57: shown('Agents do not update themselves; their version is pinned.', [
    at('engine/session-mutations.ts', "'21'"),
    at('e2e/executables', 'executes nothing below its directory that is neither masked nor listed'),
  ]),
  58: shown('The agent that runs is the image’s: nothing writable comes before it on PATH.', [
    at('engine/session-mutations.ts', "'22'", "'01'"),
  ]),
  59: shown('An image of another version than the pinned one is stale, and is said to be.', [
    at('e2e/doctor', 'an image of another version than the pinned one'),
    at('engine/user-layer', 'an image of another version is stale, and says which one is pinned'),
  ]),
  61: shown('The own configuration is compared when the session ends, not only before.', [
    at(OWN, '%s that plants something is named when its session ends'),
  ]),
  62: shown('An unknown key is an error with its line, never ignored.', [
    at('e2e/config', 'eight different faults are eight lines, each with its place and what to do'),
  ]),
  63: doesNotApply(
    'A firewall of addresses breaks as a whole.',
    'there is no list of addresses yet: a session has a network or none',
  ),
  64: doesNotApply('Flushing rules destroys the engine’s name service.', 'no rule of the host’s firewall is touched'),
  65: shown('Certificates and proxies of the machine hold in builds and sessions.', [
    at('unit/plan/environment', 'names certificate files where they are inside', 'names proxies without their value'),
  ]),
  66: documented('Services of the host that listen on its loopback only.', README, 'listen on 127.0.0.1 alone'),
  67: shown('The clock of the session is compared.', [
    at('e2e/doctor', 'an engine with another time'),
    at('contract/session-reds.ts', "'33'"),
  ]),
  69: shown('UTF-8, colours and the terminal’s type are right.', [
    at('unit/plan/environment', 'keeps TERM when the image knows it'),
    at(TERMINAL, 'passes bytes through as they are'),
  ]),
  70: shown('$HOME, / and what holds a configuration are no workspace.', [
    at(REFUSALS, '$HOME, what is above it, and what holds a config directory'),
  ]),
  72: shown('A project has its own path inside.', [
    at(SESSION, 'runs in the workspace as the caller, with a home of its own'),
  ]),
  73: shown(
    'Files of the project that look like secrets are named once at launch.',
    [
      at(
        'e2e/workspace-lines',
        'what of the project looks like secrets or belongs to another system is named once, and not when quiet',
      ),
      at('unit/host/find-secret-files', 'names files at the top that look like secrets'),
    ],
    'they stay readable; README says so',
  ),
  74: shown(
    'What an agent plants in its own configuration is named at the end.',
    [at(OWN, '%s that plants something is named when its session ends')],
    'what it plants in the project is not looked at; README says so',
  ),
  75: shown(
    'Covered directories need not exist; hooks of a worktree’s repository are read-only.',
    [
      at('unit/mounts/plan-mounts', 'mounts a worktree’s common directory with its hooks and config read-only'),
      at('unit/judge/own-config', 'is pinned below the config directory, and is the caller’s own'),
    ],
    'hooks of an ordinary repository are the project’s, and writable',
  ),
  76: shown(
    'Shared skills are read-write, read-only or off.',
    [at(SESSION, '--skills ro and off')],
    'what a session changed in them is not listed yet',
  ),
  77: shown('A killed launcher leaves nothing that runs; the next launch and prune clear up.', [
    at('e2e/detach', 'ends within its lease when the keeper is killed'),
    at('e2e/killed-launcher', '%s: nothing runs 3 s later, nothing is left after the next launch'),
    at('e2e/sessions', 'prune removes what a killed launcher left, and --dry-run only says so'),
  ]),
  78: shown('Every container is labelled and limited; there are no helper containers.', [
    at('engine/session-mutations.ts', "'28'"),
    at('e2e/sessions', 'containers that are not this user’s sessions on this machine'),
  ]),
  80: shown('No engine, not running, no permission, remote, too old: told apart.', [
    at(
      'e2e/doctor',
      'no permission: an ordinary user outside the group of the socket',
      'no engine: neither a socket nor a program',
      'a stopped engine: a socket on which nothing listens',
    ),
    at(DISCOVERY, 'is told apart: not running, no permission, remote, too old, not answering, nonsense'),
    at(REFUSALS, 'who may not use the engine is told about the docker group'),
  ]),
  81: doesNotApply('No KVM gives an opaque failure.', 'sessions are containers, not virtual machines'),
  82: shown('An upgrade leaves what runs its own version; a failed launch leaves no process.', [
    at('engine/install', 'a version that a process runs from, or has a part of mounted, stays until it ends'),
    at('e2e/hostile', 'be stopped at any moment without something staying behind'),
  ]),
  83: documented('Editor integrations cannot reach in.', README, 'editor integrations'),
  84: doesNotApply(
    'A rename-save breaks binds of single files.',
    'only read-only files of ours and what --mount names are bound as files',
  ),
};
