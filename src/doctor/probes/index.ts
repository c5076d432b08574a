import type { AnyProbe } from '../probe.ts';
import { claudeJson } from './claude-json.ts';
import { clock } from './clock.ts';
import { configuration } from './configuration.ts';
import { disk, inodes } from './disk.ts';
import { cgroup, lsm, seccomp, storage, users } from './engine-security.ts';
import { engine } from './engine.ts';
import { git } from './git.ts';
import { images } from './images.ts';
import { logins } from './logins.ts';
import { node } from './node.ts';
import { program } from './program.ts';
import { containerd, runtime } from './runtime.ts';
import { sessions } from './sessions.ts';
import { share } from './share.ts';
import { sharedPaths } from './shared-paths.ts';
import { skills } from './skills.ts';
import { terminal } from './terminal.ts';
import { tmpfsExec } from './tmpfs-exec.ts';

/** Every line of `sandbox doctor`, in its order. */
export const probes: readonly AnyProbe[] = [
  program,
  node,
  configuration,
  git,
  terminal,
  engine,
  runtime,
  containerd,
  cgroup,
  users,
  lsm,
  seccomp,
  storage,
  clock,
  disk,
  inodes,
  sharedPaths,
  tmpfsExec,
  images,
  share,
  skills,
  ...logins,
  claudeJson,
  sessions,
];
