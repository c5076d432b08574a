"""System calls that open the kernel. Arguments are chosen so that an allowed call changes nothing that outlasts its process."""

import ctypes
import errno
import os
import platform
import socket
import stat

from .kit import CONFIG, NotApplicable, foreign_processes, in_child, probe, syscall

X86 = platform.machine() == 'x86_64'
#: Name → number on x86-64 and on arm64; None where there is none.
NUMBERS = {
    'acct': (163, 89), 'add_key': (248, 217), 'adjtimex': (159, 171), 'bpf': (321, 280), 'chroot': (161, 51), 'clone': (56, 220),
    'clone3': (435, 435), 'delete_module': (176, 106), 'fanotify_init': (300, 262), 'finit_module': (313, 273), 'fsopen': (430, 430),
    'init_module': (175, 105), 'io_uring_setup': (425, 425), 'iopl': (172, None), 'kcmp': (312, 272), 'kexec_load': (246, 104),
    'keyctl': (250, 219), 'mount': (165, 40), 'mount_setattr': (442, 442), 'move_mount': (429, 429),
    'name_to_handle_at': (303, 264), 'open_by_handle_at': (304, 265), 'open_tree': (428, 428), 'perf_event_open': (298, 241),
    'personality': (135, 92), 'pidfd_getfd': (438, 438), 'pidfd_open': (434, 434), 'pivot_root': (155, 41),
    'process_vm_readv': (310, 270), 'ptrace': (101, 117), 'quotactl': (179, 60), 'reboot': (169, 142), 'request_key': (249, 218),
    'setdomainname': (171, 162), 'sethostname': (170, 161), 'setns': (308, 268), 'settimeofday': (164, 170), 'swapoff': (168, 225),
    'swapon': (167, 224), 'syslog': (103, 116), 'umount2': (166, 39), 'unshare': (272, 97), 'userfaultfd': (323, 282),
}
ABSENT = b'/attacker-absent'


def call(name, *arguments):
    number = NUMBERS[name][0 if X86 else 1]
    if number is None or platform.machine() not in ('x86_64', 'aarch64'):
        raise NotApplicable(f'no {name} on this architecture')
    return syscall(number, *arguments)


def reaches(name, *arguments, past=()):
    """Text when the call was let through: it succeeded, or failed for a reason that comes after the permission."""

    def child():
        try:
            call(name, *arguments)
            return f'{name} succeeded'
        except OSError as error:
            word = errno.errorcode.get(error.errno, str(error.errno))
            if word in past:
                return f'{name} was let through ({word})'
            raise

    return in_child(child)


def plain(name, title, source, number, *arguments, past=()):
    probe(f'sys-{name}', title, source)(lambda: reaches(number, *arguments, past=past))


for _name, _flag, _title in [
    ('user', 0x10000000, 'user'), ('mount', 0x00020000, 'mount'), ('pid', 0x20000000, 'process'), ('net', 0x40000000, 'network'),
    ('ipc', 0x08000000, 'IPC'), ('uts', 0x04000000, 'host name'), ('cgroup', 0x02000000, 'control group'), ('time', 0x00000080, 'time'),
]:
    plain(f'unshare-{_name}', f'make a {_title} namespace with unshare', 'catalogue 133', 'unshare', _flag)

# An unknown file system fails only after the permission, and mounts nothing.
plain('mount', 'mount a file system', 'CDK', 'mount', b'none', b'/tmp', b'attacker-fs', 0, None, past=('ENODEV',))
plain('remount', 'remount the root writable', 'CDK', 'mount', None, b'/usr', None, 0x20, None, past=('EINVAL',))
plain('umount', 'take a mount away', 'CDK', 'umount2', b'/usr', 0, past=('EINVAL',))
plain('fsopen', 'use the new mount interface', 'CDK', 'fsopen', b'tmpfs', 1)
plain('open-tree', 'copy a mount', 'runc CVEs', 'open_tree', -100, b'/', 1)
plain('mount-setattr', 'change the flags of a mount', 'runc CVEs', 'mount_setattr', -100, b'/', 0, bytes(32), 32)
plain('pivot-root', 'exchange the root', 'srt', 'pivot_root', ABSENT, ABSENT, past=('ENOENT',))
plain('chroot', 'chroot', 'amicontained', 'chroot', b'/')
plain('add-key', 'put a key into a kernel keyring', 'BOtB', 'add_key', b'user', b'attacker', b'x', 1, -2)
plain('request-key', 'ask for a kernel key', 'BOtB', 'request_key', b'user', b'attacker-absent', None, 0, past=('ENOKEY',))
plain('keyctl', 'read the session keyring', 'BOtB', 'keyctl', 0, -3, 0)
plain('syslog', 'read the kernel’s log', 'amicontained', 'syslog', 10, None, 0)
plain('time', 'set the clock', 'amicontained', 'settimeofday', None, None)
plain('swapon', 'switch swap on', 'amicontained', 'swapon', ABSENT, 0, past=('ENOENT',))
plain('swapoff', 'switch swap off', 'amicontained', 'swapoff', ABSENT, past=('ENOENT',))
plain('acct', 'switch process accounting on', 'amicontained', 'acct', ABSENT, past=('ENOENT',))
plain('quotactl', 'change disk quotas', 'amicontained', 'quotactl', 0x80000200, ABSENT, 0, None, past=('ENOENT', 'ENODEV'))
plain('reboot', 'reboot (with a wrong number, so that it cannot)', 'amicontained', 'reboot', 1, 2, 3, None, past=('EINVAL',))
plain('sethostname', 'change the host name', 'amicontained', 'sethostname', b'', -1, past=('EINVAL',))
plain('setdomainname', 'change the domain name', 'amicontained', 'setdomainname', b'', -1, past=('EINVAL',))
plain('personality', 'switch address randomisation off', 'moby profile', 'personality', 0x0040000)
plain('userfaultfd', 'handle page faults in user space', 'moby profile', 'userfaultfd', 1)
plain('fanotify', 'watch a file system', 'moby profile', 'fanotify_init', 0x200, 0)


@probe('sys-modules', 'load or remove a kernel module', 'CDK')
def modules():
    calls = [('init_module', (None, 0, b''), ('ENOEXEC', 'EFAULT')), ('finit_module', (-1, b'', 0), ('EBADF',)), ('delete_module', (b'attacker_absent', 0o4000), ('ENOENT',))]
    return first_reached(calls)


@probe('sys-kexec', 'load another kernel (with too many segments, so that it cannot)', 'amicontained')
def kexec():
    return first_reached([('kexec_load', (0, 9999, None, 0xFFFF), ('EINVAL',))])


@probe('sys-io-ports', 'reach the processor’s input and output ports', 'amicontained')
def ports():
    return first_reached([('iopl', (3,), ())])


def first_reached(calls):
    """The first that was let through. Where a filter answers EPERM it is blocked; a kernel without any of them has nothing to show."""
    missing = True
    for name, arguments, past in calls:
        try:
            return reaches(name, *arguments, past=past)
        except OSError as error:
            missing = missing and error.errno == errno.ENOSYS
    if missing:
        raise NotApplicable('this kernel has none of ' + ', '.join(name for name, _, _ in calls))
    return None


@probe('sys-clone-user', 'make a user namespace with clone', 'CVE-2022-0492')
def clone_user():
    def child():
        if call('clone', 0x10000000 | 17, 0, 0, 0, 0) == 0:
            os._exit(0)
        return 'clone(CLONE_NEWUSER)'

    return in_child(child)


@probe('sys-clone3-user', 'make a user namespace with clone3, whose flags no filter sees', 'moby profile')
def clone3_user():
    def child():
        arguments = (ctypes.c_uint64 * 8)(0x10000000, 0, 0, 0, 17, 0, 0, 0)
        if call('clone3', arguments, 64) == 0:
            os._exit(0)
        return 'clone3(CLONE_NEWUSER)'

    return in_child(child)


@probe('sys-setns', 'enter a namespace again through its file', 'CDK')
def setns():
    def child():
        for name, flag in (('uts', 0x04000000), ('ipc', 0x08000000), ('net', 0x40000000)):
            descriptor = os.open(f'/proc/self/ns/{name}', os.O_RDONLY)
            call('setns', descriptor, flag)
        return 'setns'

    return in_child(child)


@probe('sys-bpf', 'make a map of the kernel’s virtual machine', 'amicontained')
def bpf():
    attributes = (ctypes.c_uint32 * 32)(2, 4, 8, 1)  # array, key 4, value 8, one entry
    return reaches('bpf', 0, attributes, 72)


@probe('sys-perf', 'open a performance counter', 'amicontained')
def perf():
    attributes = (ctypes.c_uint32 * 32)(1, 112)  # software event, size
    attributes[10] = 0b1100011  # disabled; inherit no; exclude kernel and hypervisor
    return reaches('perf_event_open', attributes, 0, -1, -1, 0)


@probe('sys-io-uring', 'set up an io_uring', 'moby profile')
def io_uring():
    return reaches('io_uring_setup', 1, ctypes.create_string_buffer(256))


@probe('sys-file-handle', 'open a file by handle, past every mount (shocker)', 'CDK')
def file_handle():
    def child():
        buffer = (ctypes.c_uint32 * 40)(128)
        mount = ctypes.c_int()
        for path in ('/etc/hostname', '/etc/resolv.conf', '/tmp', CONFIG['workspace'], '/'):
            try:
                call('name_to_handle_at', -100, path.encode(), buffer, ctypes.byref(mount), 0)
                break
            except OSError as error:
                if error.errno != errno.EOPNOTSUPP:
                    raise
        directory = os.open(path, os.O_RDONLY)
        call('open_by_handle_at', directory, buffer, os.O_RDONLY)
        return f'open_by_handle_at on {path}'

    return in_child(child)


@probe('sys-ptrace', 'trace a process outside this container', 'CDK')
def ptrace():
    def child():
        for pid in foreign_processes():
            try:
                call('ptrace', 0x4206, pid, None, None)  # PTRACE_SEIZE does not stop it
                return f'process {pid}'
            except OSError:
                pass
        return ''

    return in_child(child)


@probe('sys-process-memory', 'read the memory of a process outside this container', 'catalogue 133')
def process_memory():
    for pid in foreign_processes():
        try:
            os.close(os.open(f'/proc/{pid}/mem', os.O_RDONLY))
            return f'/proc/{pid}/mem'
        except OSError:
            pass
    return None


@probe('sys-process-vm-readv', 'read the memory of a process outside this container with process_vm_readv', 'catalogue 133')
def process_vm_readv():
    buffer = ctypes.create_string_buffer(1)
    local = (ctypes.c_uint64 * 2)(ctypes.addressof(buffer), 1)
    remote = (ctypes.c_uint64 * 2)(0, 1)  # nothing is mapped there: EFAULT comes after the permission
    for pid in foreign_processes():
        try:
            return reaches('process_vm_readv', pid, local, 1, remote, 1, 0, past=('EFAULT',))
        except OSError:
            pass
    return None


@probe('sys-pidfd', 'take a descriptor out of a process outside this container', 'moby profile')
def pidfd():
    def child():
        for pid in foreign_processes():
            try:
                call('pidfd_getfd', call('pidfd_open', pid, 0), 0, 0)
                return f'descriptor 0 of process {pid}'
            except OSError:
                pass
        return ''

    return in_child(child)


@probe('sys-kcmp', 'compare kernel objects of a process outside this container', 'moby profile')
def kcmp():
    for pid in foreign_processes():
        try:
            return reaches('kcmp', os.getpid(), pid, 1, 0, 0)
        except OSError:
            pass
    return None


@probe('sys-mknod', 'make the node of a real device', 'catalogue 134')
def mknod():
    path = f'/tmp/.attacker-node-{os.getpid()}'
    os.mknod(path, stat.S_IFBLK | 0o600, os.makedev(7, 0))
    os.unlink(path)
    return 'a block device'


def makes_socket(family, kind, protocol):
    try:
        socket.socket(family, kind, protocol).close()
        return f'a socket of family {family}'
    except OSError as error:
        if error.errno == errno.EAFNOSUPPORT:
            raise NotApplicable('this kernel, or the filter, knows no such address family') from error
        raise


@probe('sys-raw-socket', 'open a raw socket', 'catalogue 133')
def raw_socket():
    return makes_socket(socket.AF_INET, socket.SOCK_RAW, 1)


@probe('sys-packet-socket', 'open a packet socket', 'amicontained')
def packet_socket():
    return makes_socket(17, socket.SOCK_RAW, 0)


@probe('sys-vsock', 'open a socket to the hypervisor (AF_VSOCK)', 'moby profile')
def vsock():
    return makes_socket(40, socket.SOCK_STREAM, 0)


@probe('sys-alg-socket', 'open a socket to the kernel’s cryptography (AF_ALG)', 'moby profile')
def alg_socket():
    return makes_socket(38, socket.SOCK_SEQPACKET, 0)


@probe('sys-interface-flags', 'change the flags of a network interface', 'amicontained')
def network_admin():
    import fcntl
    import struct

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack('16sH14s', b'lo', 0x49, b'')  # the flags lo has already: up, loopback, running
        fcntl.ioctl(control, 0x8914, request)
    return 'SIOCSIFFLAGS'
