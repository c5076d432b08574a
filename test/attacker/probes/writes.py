"""Places that decide what runs next, opened for writing. Nothing is written."""

import glob
import os
import stat

from .kit import CONFIG, NotApplicable, first_open, mount_table, opens, probe, processes

NAME = '.attacker-probe'


def creates(folder):
    """True when a file can be made there; it is gone again at once."""
    path = os.path.join(folder, f'{NAME}-{os.getpid()}')
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError:
        return False
    os.unlink(path)
    return True


FOLDERS = [
    ('root', '/', ['/'], 'srt'),
    ('usr', '/usr and what is below', ['/usr', '/usr/bin', '/usr/lib', '/usr/local', '/usr/share'], 'srt'),
    ('etc', '/etc and what is below', ['/etc', '/etc/cron.d', '/etc/profile.d', '/etc/ld.so.conf.d', '/etc/ssl'], 'codex'),
    ('bin', '/bin, /sbin and /lib', ['/bin', '/sbin', '/lib', '/lib64'], 'srt'),
    ('var', '/var, /opt, /srv, /boot and /home', ['/var', '/var/lib', '/opt', '/srv', '/boot', '/home'], 'catalogue 124'),
    ('kernel', '/proc, /sys or /sys/fs/cgroup', ['/proc', '/sys', '/sys/kernel', '/sys/fs/cgroup'], 'CDK'),
]

for _name, _title, _folders, _source in FOLDERS:
    probe(f'write-{_name}', f'create a file in {_title}', _source)(
        lambda folders=_folders: next((folder for folder in folders if creates(folder)), None)
    )


@probe('write-path', 'create a program in a directory of PATH', 'BOtB')
def path_directories():
    return next((each for each in os.environ.get('PATH', '').split(':') if each.startswith('/') and creates(each)), None)


@probe('write-path-program', 'overwrite a program found through PATH', 'BOtB')
def path_programs():
    for folder in os.environ.get('PATH', '').split(':'):
        for path in glob.glob(os.path.join(folder, '*')):
            if os.path.isfile(path) and opens(path, os.O_WRONLY):
                return path
    return None


@probe('write-preload', 'create or open /etc/ld.so.preload and the loader’s cache', 'catalogue 124')
def preload():
    return first_open(['/etc/ld.so.preload', '/etc/ld.so.cache', '/etc/ld.so.conf'], os.O_WRONLY)


@probe('write-identity', 'change passwd, group, shadow or sudoers', 'deepce')
def identity():
    return first_open(['/etc/passwd', '/etc/group', '/etc/shadow', '/etc/sudoers'], os.O_WRONLY)


@probe('write-name-resolution', 'change who a name means: nsswitch.conf, certificates', 'catalogue 124')
def resolution():
    return first_open(['/etc/nsswitch.conf', '/etc/ssl/certs/ca-certificates.crt', '/etc/gai.conf'], os.O_WRONLY)


@probe('write-shell-start', 'change what every shell reads first', 'srt')
def shell_start():
    return first_open(['/etc/profile', '/etc/bash.bashrc', '/etc/environment'], os.O_WRONLY)


@probe('write-init', 'overwrite the container’s init or gate interpreter', 'CVE-2019-5736')
def init():
    return first_open(['/sbin/docker-init', '/proc/1/exe', '/usr/bin/perl', '/bin/sh'], os.O_WRONLY)


@probe('write-core-pattern', 'open the kernel’s core_pattern and modprobe path for writing', 'CDK')
def core_pattern():
    names = ('core_pattern', 'modprobe', 'hotplug', 'usermodehelper/bset', 'poweroff_cmd')
    return first_open([f'/proc/sys/kernel/{name}' for name in names], os.O_WRONLY)


@probe('write-proc-sys', 'open a system setting in /proc/sys for writing', 'CDK')
def proc_sys():
    names = ('vm/panic_on_oom', 'vm/drop_caches', 'fs/binfmt_misc/register', 'kernel/panic', 'kernel/sysrq', 'fs/file-max')
    return first_open([f'/proc/sys/{name}' for name in names], os.O_WRONLY)


@probe('write-route-localnet', 'open route_localnet and forwarding for writing', 'CDK')
def route_localnet():
    names = ('ip_forward', 'conf/all/route_localnet', 'conf/lo/route_localnet', 'conf/default/route_localnet')
    return first_open([f'/proc/sys/net/ipv4/{name}' for name in names], os.O_WRONLY)


@probe('write-sysrq', 'open sysrq-trigger or interrupt routing for writing', 'CDK')
def sysrq():
    paths = ['/proc/sysrq-trigger', *glob.glob('/proc/irq/default_smp_affinity'), *glob.glob('/proc/irq/*/smp_affinity')]
    return first_open(paths, os.O_WRONLY)


@probe('write-uevent-helper', 'open uevent_helper and other kernel settings in /sys for writing', 'CDK')
def uevent_helper():
    paths = ['/sys/kernel/uevent_helper', '/sys/kernel/mm/transparent_hugepage/enabled', '/sys/kernel/profiling', '/sys/power/state']
    return first_open(paths, os.O_WRONLY)


@probe('write-sys-devices', 'open a device’s setting in /sys for writing', 'CDK')
def sys_devices():
    return first_open(glob.glob('/sys/block/*/queue/read_ahead_kb') + glob.glob('/sys/class/net/*/mtu'), os.O_WRONLY)


def control_groups(name):
    points = [each['point'] for each in mount_table() if each['kind'] in ('cgroup', 'cgroup2')]
    found = [path for point in points for path in (os.path.join(point, name), *glob.glob(f'{point}/*/{name}'))]
    return first_open(found, os.O_WRONLY)


def v1():
    if not any(each['kind'] == 'cgroup' for each in mount_table()):
        raise NotApplicable('no control groups of version 1')


@probe('write-release-agent', 'open a control group’s release_agent for writing', 'CVE-2022-0492')
def release_agent():
    v1()
    return control_groups('release_agent')


@probe('write-notify-on-release', 'open notify_on_release for writing', 'CDK')
def notify_on_release():
    v1()
    return control_groups('notify_on_release')


@probe('write-devices-allow', 'open devices.allow for writing', 'CDK')
def devices_allow():
    v1()
    return control_groups('devices.allow')


@probe('write-cgroup-limits', 'raise the session’s own limits', 'catalogue 127')
def cgroup_limits():
    names = ('memory.limit_in_bytes', 'memory.max', 'pids.max', 'cpu.cfs_quota_us', 'cpu.max')
    return next((found for name in names if (found := control_groups(name))), None)


@probe('write-cgroup-move', 'move into another control group', 'CDK')
def cgroup_move():
    return control_groups('cgroup.procs')


@probe('write-gate', 'change the gate’s own files', 'design 3')
def gate():
    paths = sorted(glob.glob('/run/sandbox/*'))
    return first_open([each for each in paths if stat.S_ISREG(os.lstat(each).st_mode)], os.O_WRONLY) or (
        '/run/sandbox' if creates('/run/sandbox') else None
    )


@probe('write-gate-mode', 'change mode or times of the gate’s own files', 'design 3')
def gate_mode():
    for path in ['/run/sandbox', *sorted(glob.glob('/run/sandbox/*'))]:
        facts = os.lstat(path)
        for change in (lambda: os.chmod(path, stat.S_IMODE(facts.st_mode)), lambda: os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))):
            try:
                change()
                return path
            except OSError:
                pass
    return None


@probe('write-gate-replace', 'put another directory where the gate’s is', 'design 3')
def gate_replace():
    os.rename('/run/sandbox', '/run/sandbox-moved')
    os.rename('/run/sandbox-moved', '/run/sandbox')
    return '/run/sandbox was renamed'


@probe('write-lease', 'open the lease for writing, which would keep the session alive', 'design 3')
def lease():
    held = []
    for pid in processes():
        try:
            held += [path for path in glob.glob(f'/proc/{pid}/fd/*') if os.readlink(path).endswith('/run/sandbox/lease')]
        except OSError:
            pass
    return first_open(['/run/sandbox/lease', *held], os.O_RDWR) or first_open(['/run/sandbox/lease', *held], os.O_WRONLY)


@probe('write-agents-directory', 'put something beside the shared skills', 'design 3')
def agents_directory():
    folder = os.path.join(CONFIG['home'], '.agents')
    if not os.path.isdir(folder):
        raise NotApplicable('this session has no ~/.agents')
    return folder if creates(folder) else None


@probe('write-mount-flags', 'find a writable place where a device node or setuid file would count', 'catalogue 125')
def mount_flags():
    apart = {'proc', 'sysfs', 'devpts', 'cgroup', 'cgroup2', 'mqueue'}
    for each in mount_table():
        loose = each['kind'] == 'tmpfs' and not {'nosuid', 'nodev'} <= set(each['options'])
        if loose and each['kind'] not in apart and each['point'] != '/dev' and creates(each['point']):
            return each['point']
    return None
