"""Being, or becoming, more than an ordinary process."""

import os
import shutil
import stat
import struct
import subprocess

from .kit import CONFIG, NotApplicable, foreign_processes, in_child, probe, status, walk

SETS = [('CapEff', 'effective'), ('CapPrm', 'permitted'), ('CapInh', 'inheritable'), ('CapBnd', 'bounding'), ('CapAmb', 'ambient')]

for _field, _name in SETS:
    probe(f'cap-{_name}', f'hold a capability in the {_name} set', 'amicontained')(
        lambda field=_field: (mask := status()[field]).strip('0') and f'{field} {mask}'
    )


@probe('priv-no-new-privileges', 'gain privileges through exec: no_new_privs is off', 'codex')
def no_new_privileges():
    return None if status()['NoNewPrivs'] == '1' else 'NoNewPrivs 0'


@probe('priv-seccomp', 'make system calls without a filter', 'amicontained')
def seccomp():
    return None if status()['Seccomp'] == '2' else f'Seccomp {status()["Seccomp"]}'


@probe('priv-setuid-files', 'find a setuid or setgid program', 'deepce')
def setuid_files():
    return next((path for path, facts in walk() if stat.S_ISREG(facts.st_mode) and facts.st_mode & 0o6000), None)


@probe('priv-file-capabilities', 'find a program with file capabilities', 'deepce')
def file_capabilities():
    for path, facts in walk():
        if stat.S_ISREG(facts.st_mode) and facts.st_mode & 0o111:
            try:
                os.getxattr(path, 'security.capability', follow_symlinks=False)
                return path
            except OSError:
                pass
    return None


@probe('priv-set-file-capabilities', 'give a file of one’s own a capability', 'CDK')
def set_file_capabilities():
    path = f'/tmp/.attacker-capability-{os.getpid()}'
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        os.setxattr(path, 'security.capability', struct.pack('<IIIII', 0x02000000, 1 << 13, 0, 0, 0))
        return path
    finally:
        os.unlink(path)


@probe('priv-sudo', 'run a command with sudo', 'deepce')
def sudo():
    program = shutil.which('sudo') or shutil.which('doas')
    if program is None:
        return None
    done = subprocess.run([program, '-n', 'id', '-u'], capture_output=True, text=True, timeout=10, stdin=subprocess.DEVNULL)
    return f'{program} works' if done.returncode == 0 else None


@probe('priv-su', 'become another user with su', 'deepce')
def su():
    other = 'root' if os.getuid() != 0 else 'daemon'
    command = ['su', '-s', '/bin/sh', '-c', 'id -u', other]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10, stdin=subprocess.DEVNULL)
    return f'uid {done.stdout.strip()}' if done.returncode == 0 and done.stdout.strip() != str(os.getuid()) else None


@probe('priv-groups', 'belong to a group that opens the host: docker, disk, shadow, kmem, root', 'deepce')
def groups():
    strong = {0: 'root', 6: 'disk', 15: 'kmem', 42: 'shadow', 4: 'adm', 27: 'sudo'}
    held = set(os.getgroups()) - ({0} if os.getuid() == 0 else set())
    return ', '.join(strong[each] for each in sorted(held) if each in strong)


@probe('priv-engine-group', 'belong to the group of the engine’s socket', 'deepce')
def engine_group():
    group = CONFIG['socketGroup']
    if group < 0:
        raise NotApplicable('the group of the engine’s socket is not known')
    if group == 0 and os.getuid() == 0:
        raise NotApplicable('the engine’s socket belongs to root’s own group')
    return f'gid {group}' if group in os.getgroups() + [os.getgid()] else None


def other_id():
    return 0 if os.getuid() != 0 else 12345


@probe('priv-setuid', 'change to another user id', 'catalogue 123')
def setuid():
    def child():
        os.setresuid(other_id(), other_id(), other_id())
        return f'uid {os.getuid()}'

    return in_child(child)


@probe('priv-setgid', 'change to another group id', 'catalogue 123')
def setgid():
    def child():
        os.setresgid(other_id(), other_id(), other_id())
        return f'gid {os.getgid()}'

    return in_child(child)


@probe('priv-setgroups', 'change the supplementary groups', 'CVE-2022-36109')
def setgroups():
    return in_child(lambda: os.setgroups([6, 42, 998]) or f'groups {os.getgroups()}')


def with_file(change):
    path = f'/tmp/.attacker-file-{os.getpid()}'
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        return change(path)
    finally:
        os.unlink(path)


@probe('priv-chown', 'give a file to another user', 'amicontained')
def chown():
    return with_file(lambda path: os.chown(path, 12345, -1) or f'owner {os.stat(path).st_uid}')


@probe('priv-read-closed-file', 'read a file whose mode lets nobody', 'CDK')
def read_closed():
    def change(path):
        os.chmod(path, 0)
        os.close(os.open(path, os.O_RDONLY))
        return 'CAP_DAC_OVERRIDE'

    return with_file(change)


@probe('priv-kill', 'send a signal to a process that is not this container’s', 'srt')
def kill():
    for pid in foreign_processes():
        try:
            os.kill(pid, 0)
            return f'process {pid}'
        except OSError:
            pass
    return None


@probe('priv-nice', 'take the processor before others: a negative nice value, or real time', 'amicontained')
def nice():
    def child():
        try:
            os.setpriority(os.PRIO_PROCESS, 0, -20)
        except OSError:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        return f'nice {os.getpriority(os.PRIO_PROCESS, 0)}'

    return in_child(child)
