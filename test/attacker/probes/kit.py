"""How a probe is written down and run."""

import ctypes
import errno
import os
import signal
import stat
import time

#: From the command line. Markers and the secret are in hexadecimal, so that no probe finds them in these arguments.
CONFIG = {
    'markers': [],  # planted where no session may look
    'secret': '',  # value of the variable ATTACK_SECRET, given with --env
    'home': os.environ.get('HOME', '/root'),
    'workspace': os.getcwd(),
    'hostNamespaces': {},  # name → text of the host's /proc/self/ns/<name>
    'hostMemory': 0,  # bytes
    'plannedFiles': 100_000,  # open files of a process
    'socketGroup': -1,  # gid of the engine's socket
    'gatewayPort': 0,  # a listener on the bridge's gateway
    'loopbackPort': 0,  # a listener on the host's loopback
    'peer': None,  # [address, port] of a listener in another container
    'only': [],  # ids; empty means all
}

PROBES = []
LONGEST = 120  # seconds for one probe


class NotApplicable(Exception):
    """The kernel or the session has no such thing; the text says what is missing."""


def probe(name, title, source, network=False):
    """Registers a function that returns what it got hold of (text), or nothing when it was stopped.

    An OSError is being stopped. `source` names the tool or the catalogue's case that it follows.
    """

    def register(function):
        family = function.__module__.rsplit('.', 1)[-1]
        PROBES.append({'id': name, 'family': family, 'title': title, 'source': source, 'network': network, 'run': function})
        return function

    return register


def run_all():
    wanted = set(CONFIG['only'])
    return [run_one(each) for each in PROBES if not wanted or each['id'] in wanted]


def run_one(each):
    facts = {key: value for key, value in each.items() if key != 'run'}
    signal.signal(signal.SIGALRM, _late)
    signal.alarm(LONGEST)
    try:
        found = each['run']()
        outcome, detail = ('hit', found) if found else ('blocked', '')
    except NotApplicable as reason:
        outcome, detail = 'not-applicable', str(reason)
    except OSError as error:
        outcome, detail = 'blocked', errno.errorcode.get(error.errno, str(error))
    except Exception as error:  # a mistake in a probe must not look like a defence
        outcome, detail = 'broken', f'{type(error).__name__}: {error}'
    finally:
        signal.alarm(0)
    return {**facts, 'outcome': outcome, 'detail': printable(detail)}


def _late(_signal, _frame):
    raise RuntimeError('took too long')


def printable(text):
    return ''.join(c if c.isprintable() else '?' for c in str(text))[:300]


def opens(path, flags=os.O_RDONLY):
    """True when the path can be opened so. Nothing is read or written, nothing is created, a FIFO is not waited for."""
    try:
        os.close(os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC))
        return True
    except OSError:
        return False


def first_open(paths, flags=os.O_RDONLY):
    return next((path for path in paths if opens(path, flags)), None)


def head(path, size=1):
    """The first bytes; b'' when there are none or they cannot be had."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        try:
            return os.read(descriptor, size)
        finally:
            os.close(descriptor)
    except OSError:
        return b''


def text(path):
    try:
        with open(path, 'rb') as file:
            return file.read(1 << 20).decode('utf-8', 'replace')
    except OSError:
        return ''


def in_child(function, seconds=5):
    """What the function returns (text) in a process that ends with it; an OSError there is raised here."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(seconds)
            answer = 'y' + str(function() or '')
        except NotApplicable as reason:
            answer = 'n' + str(reason)
        except OSError as error:
            answer = f'e{error.errno or 0}'
        except BaseException as error:
            answer = f'b{type(error).__name__}: {error}'
        try:
            os.write(writer, answer.encode()[:4000])
        finally:
            os._exit(0)
    os.close(writer)
    chunks = []
    while chunk := os.read(reader, 4096):
        chunks.append(chunk)
    os.close(reader)
    os.waitpid(pid, 0)
    answer = b''.join(chunks).decode('utf-8', 'replace')
    kind, rest = answer[:1], answer[1:]
    if kind == 'n':
        raise NotApplicable(rest)
    if kind == 'e':
        raise OSError(int(rest), os.strerror(int(rest)))
    if kind != 'y':
        raise RuntimeError(rest or 'the child ended without a word')
    return rest


_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def syscall(number, *arguments):
    """The result, 0 or more; an OSError otherwise."""
    ctypes.set_errno(0)
    converted = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = _libc.syscall(ctypes.c_long(number), *converted)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def walk(root='/', skip=('/proc', '/sys'), budget=100.0):
    """(path, lstat) of everything below root, on every mount, for at most `budget` seconds; links are not followed."""
    end = time.monotonic() + budget
    pending = [root]
    while pending:
        here = pending.pop()
        try:
            entries = list(os.scandir(here))
        except OSError:
            continue
        for entry in entries:
            try:
                facts = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            yield entry.path, facts
            if stat.S_ISDIR(facts.st_mode) and entry.path not in skip:
                pending.append(entry.path)
        if time.monotonic() > end:
            raise RuntimeError('the search did not end within its budget')


def processes():
    return [int(name) for name in os.listdir('/proc') if name.isdigit()]


def status(pid='self'):
    lines = (line.partition(':') for line in text(f'/proc/{pid}/status').splitlines())
    return {name: value.strip() for name, _, value in lines}


def foreign_processes():
    """Processes that are not this container's: of another user, or in another mount namespace."""
    mine, uid, found = os.readlink('/proc/self/ns/mnt'), os.getuid(), []
    for pid in processes():
        facts = status(pid)
        if not facts:
            continue
        try:
            other = os.readlink(f'/proc/{pid}/ns/mnt') != mine
        except OSError:
            other = False
        if other or facts.get('Uid', '').split()[:1] != [str(uid)]:
            found.append(pid)
    return found


def mount_table():
    """Each mount: point, root, kind, options, source."""
    found = []
    for line in text('/proc/self/mountinfo').splitlines():
        before, _, after = line.partition(' - ')
        fields, tail = before.split(' '), after.split(' ')
        decode = lambda word: word.encode().decode('unicode_escape') if '\\' in word else word  # noqa: E731
        found.append({
            'point': decode(fields[4]), 'root': decode(fields[3]), 'kind': tail[0],
            'options': fields[5].split(','), 'source': tail[1], 'super': tail[2].split(','),
        })
    return found


def spellings():
    """Each marker plain, reversed and in base64 at the three alignments; bytes."""
    import base64

    found = []
    for marker in (bytes.fromhex(each) for each in CONFIG['markers']):
        found += [marker, marker[::-1]]
        for shift in range(3):
            encoded = base64.b64encode(b'~' * shift + marker)
            found.append(encoded[0 if shift == 0 else shift + 1 : -4])
    return found


def secret():
    return bytes.fromhex(CONFIG['secret'])
