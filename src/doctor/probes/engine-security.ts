import type { EngineInfo } from '../../engine/engine.ts';
import { probe } from '../probe.ts';
import type { DoctorContext } from '../probe.ts';

const info = async (context: DoctorContext): Promise<EngineInfo> => (await context.engine()).info;
const names = ({ securityOptions }: EngineInfo): readonly string[] =>
  securityOptions.flatMap((option) => /(?:^|,)name=([^,]*)/.exec(option)?.[1] ?? []);

export const cgroup = probe({
  id: 'cgroup',
  title: 'control groups',
  why: 'memory and process limits of a session are made with them',
  mend: 'boot with systemd.unified_cgroup_hierarchy=1, or see that memory and pids are delegated to you',
  gather: info,
  judge: ({ cgroupVersion }) => ({
    state: /^[12]$/.test(cgroupVersion) ? 'ok' : 'fail',
    found: `version ${cgroupVersion}`,
  }),
});

export const users = probe({
  id: 'engine-users',
  title: 'engine’s users',
  why: 'with other user ids inside than outside, files of a session may belong to somebody else',
  mend: 'take userns-remap out of /etc/docker/daemon.json, or use rootless Docker',
  gather: info,
  judge: ({ rootless, usernsRemap }) =>
    usernsRemap
      ? { state: 'warn', found: 'userns-remap is on' }
      : { state: 'ok', found: rootless ? 'rootless' : 'the same ids as here' },
});

export const lsm = probe({
  id: 'lsm',
  title: 'AppArmor or SELinux',
  why: 'a second wall when the first has a hole; a session works without it',
  mend: 'sudo apt-get install apparmor, then restart the engine (the kernel must have it)',
  gather: info,
  judge(facts) {
    const found = names(facts).filter((name) => name === 'apparmor' || name === 'selinux');
    return found.length > 0 ? { state: 'ok', found: found.join(', ') } : { state: 'warn', found: 'neither' };
  },
});

export const seccomp = probe({
  id: 'seccomp',
  title: 'seccomp',
  why: 'check 26 refuses a session whose system calls are not filtered',
  mend: 'take seccomp-profile out of /etc/docker/daemon.json and restart the engine',
  gather: info,
  judge(facts) {
    const option = facts.securityOptions.find((each) => each.split(',').includes('name=seccomp'));
    if (option === undefined) return { state: 'fail', found: 'the engine has none' };
    return { state: option.includes('profile=unconfined') ? 'fail' : 'ok', found: option };
  },
});

export const storage = probe({
  id: 'storage',
  title: 'storage driver',
  why: 'vfs copies every layer for every container: slow, and the disk fills',
  mend: 'set "storage-driver": "overlay2" in /etc/docker/daemon.json',
  gather: info,
  judge: ({ storageDriver }) =>
    storageDriver === ''
      ? { state: 'not-available', found: 'the engine does not say' }
      : { state: storageDriver === 'vfs' ? 'warn' : 'ok', found: storageDriver },
});
