"""Files that belong to somebody else."""

import os
import re
import stat

from .kit import CONFIG, NotApplicable, first_open, foreign_processes, head, mount_table, opens, probe, processes, spellings, text, walk

EVERY_DEVICE = {'null', 'zero', 'full', 'random', 'urandom', 'tty', 'ptmx', 'console'}


def below_home(*names):
    """The first that can be looked into, in the caller's own home."""
    for name in names:
        path = os.path.join(CONFIG['home'], name)
        try:
            if os.listdir(path) if os.path.isdir(path) else head(path):
                return path
        except OSError:
            pass
    return None


PLACES = [
    ('codex', 'the codex agent’s configuration and login', 'catalogue 76', ['.codex']),
    ('claude', 'the claude agent’s configuration and login', 'catalogue 76', ['.claude', '.claude.json']),
    ('pi', 'the pi agent’s configuration and login', 'catalogue 76', ['.pi']),
    ('ssh', 'SSH keys', 'deepce', ['.ssh']),
    ('aws', 'AWS credentials', 'CDK', ['.aws']),
    ('cloud', 'Google and Azure credentials', 'CDK', ['.config/gcloud', '.azure']),
    ('kube', 'Kubernetes credentials', 'CDK', ['.kube']),
    ('docker-config', 'registry logins of the Docker client', 'deepce', ['.docker']),
    ('gnupg', 'GnuPG keys', 'deepce', ['.gnupg']),
    ('netrc', '.netrc, .git-credentials and .npmrc', 'gh-aw-firewall', ['.netrc', '.git-credentials', '.npmrc']),
    ('history', 'shell histories', 'deepce', ['.bash_history', '.zsh_history', '.python_history']),
    ('browser', 'browser profiles and key rings', 'CDK', ['.mozilla', '.config/google-chrome', '.local/share/keyrings']),
    ('state', 'the launcher’s own state', 'catalogue 161', ['.local/state/sandbox', '.config/sandbox']),
]

for _name, _title, _source, _paths in PLACES:
    probe(f'fs-{_name}', f'read {_title} in the home directory', _source)(lambda paths=_paths: below_home(*paths))


@probe('fs-markers', 'search every file for other agents’ credentials: plain, reversed, base64', 'catalogue 78')
def markers():
    words = spellings()
    if not words:
        raise NotApplicable('no marker was planted')
    for path, facts in walk():
        if not stat.S_ISREG(facts.st_mode) or facts.st_size == 0:
            continue
        content = head(path, min(facts.st_size, 32 << 20))
        if any(word in content for word in words):
            return path
    return None


@probe('fs-marker-names', 'search every name and link target for other agents’ credentials', 'catalogue 76')
def marker_names():
    words = [word.decode() for word in spellings()]
    if not words:
        raise NotApplicable('no marker was planted')
    for path, facts in walk():
        target = os.readlink(path) if stat.S_ISLNK(facts.st_mode) else ''
        if any(word in path or word in target for word in words):
            return path
    return None


@probe('fs-root-home', 'list files of /root that no image brings', 'catalogue 77')
def root_home():
    usual = {'.bashrc', '.profile', '.cache', '.npm', '.config'}
    if CONFIG['home'] == '/root':
        return None
    extra = sorted(set(os.listdir('/root')) - usual)
    return f'/root/{extra[0]}' if extra else None


@probe('fs-other-homes', 'list home directories of other people', 'catalogue 77')
def other_homes():
    own = CONFIG['home']
    for root in ('/home', '/Users'):
        for name in os.listdir(root) if os.path.isdir(root) else []:
            path = os.path.join(root, name)
            if not own.startswith(path) and not CONFIG['workspace'].startswith(path):
                return path
    return None


@probe('fs-host-root', 'find the host’s root below /host, /hostfs, /rootfs or /mnt', 'CDK')
def host_root():
    for place in ('/host', '/hostfs', '/rootfs', '/mnt', '/media'):
        if os.path.isdir(place) and os.listdir(place):
            return place
    return None


@probe('fs-host-mount', 'find the host’s root, or a directory of it, mounted anywhere', 'docker-bench 5.6')
def host_mount():
    top = re.compile(r'^/(etc|boot|dev|lib|proc|sys|usr|var|root|home)?$')
    apart = {'tmpfs', 'devtmpfs', 'proc', 'sysfs', 'overlay', 'cgroup', 'cgroup2', 'mqueue', 'devpts', 'securityfs'}
    found = (each['point'] for each in mount_table() if each['kind'] not in apart and top.match(each['root']))
    return next(found, None)


@probe('fs-shadow', 'read a password hash in /etc/shadow', 'deepce')
def shadow():
    for line in text('/etc/shadow').splitlines():
        fields = line.split(':')
        if len(fields) > 1 and len(fields[1]) > 3 and not fields[1].startswith(('!', '*')):
            return f'a hash of {fields[0]}'
    return None


@probe('fs-proc-root', 'enter /proc/*/root of a process outside this container', 'catalogue 77')
def proc_root():
    mine = os.stat('/')
    for pid in processes():
        try:
            theirs = os.stat(f'/proc/{pid}/root/')
        except OSError:
            continue
        if (theirs.st_dev, theirs.st_ino) != (mine.st_dev, mine.st_ino):
            return f'/proc/{pid}/root'
    return None


@probe('fs-proc-fd', 'list open files of a process outside this container', 'catalogue 77')
def proc_fd():
    for pid in foreign_processes():
        try:
            return f'/proc/{pid}/fd: {len(os.listdir(f"/proc/{pid}/fd"))}'
        except OSError:
            pass
    return None


@probe('fs-proc-cwd', 'follow /proc/*/cwd of a process outside this container', 'catalogue 104')
def proc_cwd():
    for pid in foreign_processes():
        try:
            os.stat(f'/proc/{pid}/cwd/.')
            return f'/proc/{pid}/cwd'
        except OSError:
            pass
    return None


@probe('fs-inherited-fd', 'use an open descriptor that was left from before the start', 'CVE-2024-21626')
def inherited():
    own = os.open('/proc/self/fd', os.O_RDONLY)
    try:
        extra = sorted(int(name) for name in os.listdir(own) if int(name) > 2 and int(name) != own)
    finally:
        os.close(own)
    alive = [number for number in extra if os.path.exists(f'/proc/self/fd/{number}')]
    return ', '.join(f'{number} -> {os.readlink(f"/proc/self/fd/{number}")}' for number in alive)


@probe('fs-standard-streams', 'find a standard stream that is a file, a directory or a disk', 'CVE-2024-21626')
def streams():
    kinds = [(number, os.fstat(number).st_mode) for number in (0, 1, 2)]
    leads_out = (stat.S_ISDIR, stat.S_ISBLK, stat.S_ISREG)
    return next((f'descriptor {number}' for number, mode in kinds if any(is_kind(mode) for is_kind in leads_out)), None)


@probe('fs-device-nodes', 'find a device node that no container needs', 'CDK')
def device_nodes():
    for path, facts in walk():
        if stat.S_ISBLK(facts.st_mode):
            return path
        if stat.S_ISCHR(facts.st_mode) and os.path.basename(path) not in EVERY_DEVICE and not path.startswith('/dev/pts/'):
            return path
    return None


@probe('fs-block-device', 'open a block device of the host for reading', 'CDK')
def block_device():
    return first_open([f'/dev/{name}' for name in os.listdir('/sys/block')])


@probe('fs-kernel-memory', 'open /dev/mem, /dev/kmem, /dev/port or the kernel’s log', 'deepce')
def kernel_memory():
    return first_open(['/dev/mem', '/dev/kmem', '/dev/port', '/dev/kmsg'])


@probe('fs-device-control', 'open the control of fuse, kvm, loop devices, tunnels or the device mapper', 'CDK')
def device_control():
    names = ['fuse', 'kvm', 'loop-control', 'net/tun', 'mapper/control', 'vhost-net', 'vhost-vsock', 'btrfs-control']
    return first_open([f'/dev/{name}' for name in names], os.O_RDWR)


@probe('fs-terminal', 'open a terminal of the host', 'CVE-2017-5226')
def terminal():
    return first_open(['/dev/tty0', '/dev/vcs', '/dev/vcsa'])


@probe('fs-foreign-terminal', 'find a pseudo-terminal of another devpts', 'CVE-2017-5226')
def foreign_terminal():
    instances = [each for each in mount_table() if each['kind'] == 'devpts']
    return instances[1]['point'] if len({each['point'] for each in instances} - {'/dev/pts', '/dev/console'}) else None


@probe('fs-kcore', 'read what is masked in /proc: kcore, keys, timer_list, sched_debug', 'catalogue 131')
def masked_proc():
    names = ('kcore', 'keys', 'timer_list', 'sched_debug', 'latency_stats', 'timer_stats')
    return next((f'/proc/{name}' for name in names if head(f'/proc/{name}')), None)


@probe('fs-firmware', 'look into what is masked: firmware, power metering, acpi, scsi, asound', 'catalogue 131')
def masked_directories():
    for place in ('/sys/firmware', '/sys/devices/virtual/powercap', '/proc/acpi', '/proc/scsi', '/proc/asound'):
        if os.path.isdir(place) and os.listdir(place):
            return place
    return None


@probe('fs-debugfs', 'look into debugfs, tracefs, securityfs or configfs', 'CDK')
def debugfs():
    kinds = {'debugfs', 'tracefs', 'securityfs', 'configfs', 'pstore', 'bpf', 'binfmt_misc', 'efivarfs', 'fusectl'}
    return next((each['point'] for each in mount_table() if each['kind'] in kinds), None)


@probe('fs-lxcfs', 'find a mount of lxcfs', 'CDK')
def lxcfs():
    known = next((path for path in ('/var/lib/lxcfs', '/var/lib/lxc/lxcfs') if os.path.isdir(path)), None)
    return known or next((each['point'] for each in mount_table() if 'lxcfs' in each['source'] + each['kind']), None)


@probe('fs-service-account', 'read a Kubernetes service account or an engine’s secrets', 'CDK')
def service_account():
    for place in ('/var/run/secrets', '/run/secrets'):
        for path, facts in walk(place) if os.path.isdir(place) else []:
            if stat.S_ISREG(facts.st_mode) and opens(path):
                return path
    return None


@probe('fs-engine-directory', 'look into the engine’s own directories', 'CDK')
def engine_directory():
    for place in ('/var/lib/docker', '/var/lib/containerd', '/run/containerd', '/var/lib/kubelet', '/etc/docker'):
        if os.path.isdir(place) and os.listdir(place):
            return place
    return None


@probe('fs-runtime-binary', 'find the runtime’s binary to overwrite it', 'BOtB')
def runtime_binary():
    names = ('docker', 'dockerd', 'containerd', 'runc', 'crun', 'podman', 'nerdctl', 'ctr', 'kubectl')
    folders = os.environ.get('PATH', '').split(':') + ['/usr/bin', '/usr/sbin', '/usr/local/bin']
    return next((path for folder in folders for name in names if os.path.exists(path := os.path.join(folder, name))), None)
