#!/usr/bin/env python3
"""Makes a container weak, then becomes the attacker in it: plant.py CONFIG. Only the blindness test runs it; what it makes ends
with the container."""

import ctypes
import os
import shutil
import socket
import stat
import struct
import sys
import json

sys.dont_write_bytecode = True

CONFIG = json.loads(sys.argv[1])
HOME, WORKSPACE = CONFIG['home'], CONFIG['workspace']
MARKER = bytes.fromhex(CONFIG['markers'][0]).decode()


def file(path, text='x\n', mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as out:
        out.write(text)
    os.chmod(path, mode)


def node(path, kind, major, minor):
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.mknod(path, kind | 0o600, os.makedev(major, minor))


libc = ctypes.CDLL(None, use_errno=True)


def mount(source, target, kind, flags=0):
    os.makedirs(target, exist_ok=True)
    done = libc.mount(source.encode(), target.encode(), kind and kind.encode(), ctypes.c_ulong(flags), None)
    if done != 0:
        print(f'plant: mount {target}: {os.strerror(ctypes.get_errno())}', file=sys.stderr)


def listen(path):
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    if path[0] != '\0':
        os.makedirs(os.path.dirname(path), exist_ok=True)
    server.bind(path)
    server.listen()
    return server


for name in ('.codex/auth.json', '.claude/.credentials.json', '.pi/agent/auth.json', '.ssh/id_rsa', '.aws/credentials', '.azure/token',
             '.kube/config', '.docker/config.json', '.gnupg/secring.gpg', '.netrc', '.bash_history', '.mozilla/profiles.ini',
             '.local/state/sandbox/state.json', '.agents/skills/one/SKILL.md'):
    file(f'{HOME}/{name}')
file(f'{HOME}/notes', f'token {MARKER}\n')
file(f'{HOME}/{MARKER}')
file(f'{WORKSPACE}/README')
file(f'{os.path.dirname(WORKSPACE)}/another-project/README')
file('/root/secret')
file('/home/somebody/file')
file('/host/etc/hostname')
file('/var/lib/lxcfs/proc/cpuinfo')
file('/var/lib/docker/volumes/metadata.db')
file('/run/secrets/token')
file('/run/sandbox/gate.sh')
os.mkfifo('/run/sandbox/lease', 0o600)
file('/dev/shm/others')
file('/usr/local/bin/docker', '#!/bin/sh\n', 0o755)
file('/usr/local/bin/sudo', '#!/bin/sh\n', 0o755)
with open('/etc/shadow', 'a') as shadow:
    shadow.write('somebody:$6$salt$hash:1::::::\n')
shutil.copy('/bin/true', '/usr/local/bin/raised')
os.chmod('/usr/local/bin/raised', 0o6755)
shutil.copy('/bin/true', '/usr/local/bin/capable')
os.setxattr('/usr/local/bin/capable', 'security.capability', struct.pack('<IIIII', 0x02000000, 1 << 13, 0, 0, 0))

node('/dev/loop0', stat.S_IFBLK, 7, 0)
node('/dev/kmsg', stat.S_IFCHR, 1, 11)
node('/dev/fuse', stat.S_IFCHR, 10, 229)
node('/dev/loop-control', stat.S_IFCHR, 10, 237)
node('/dev/tty0', stat.S_IFCHR, 4, 0)

REMOUNT, BIND, SHARED = 0x20, 0x1000, 1 << 20
mount('loose', '/mnt/loose', 'tmpfs')
mount('stacked', '/mnt/loose', 'tmpfs')
mount('', '/mnt/loose', None, SHARED)
mount('securityfs', '/mnt/securityfs', 'securityfs')
mount('devpts', '/mnt/devpts', 'devpts')
mount('', '/sys', None, REMOUNT)
mount('', '/sys/fs/cgroup', None, REMOUNT | BIND)
with open('/proc/self/mountinfo') as table:
    for point in [line.split()[4] for line in table if ' - cgroup' in line]:
        mount('', point, None, REMOUNT | BIND)

SOCKETS = [
    '/run/user/0/docker.sock', '/run/containerd/containerd.sock', '/run/podman/podman.sock', '/run/crio/crio.sock',
    '/run/buildkit/buildkitd.sock', f'{HOME}/.gnupg/S.gpg-agent', '/run/dbus/system_bus_socket', '/tmp/.X11-unix/X0',
    '/run/user/0/wayland-0', '/run/user/0/pulse/native', '/tmp/vscode-ipc.sock', '/run/systemd/private', '/run/snapd.socket',
    '/tmp/ssh-1/agent.1', f'{HOME}/.agents/skills/service.sock',
]
servers = [listen(path) for path in SOCKETS]
if os.fork() == 0:
    http = listen('/tmp/http.sock')
    while True:
        client, _ = http.accept()
        client.recv(100)
        client.sendall(b'HTTP/1.0 200 OK\r\n\r\n')
        client.close()

os.environ['HOME'] = HOME
os.chdir(WORKSPACE)
# As CVE-2024-21626 did: a directory is left open, and a file is standard input.
os.dup2(os.open('/etc/hostname', os.O_RDONLY), 0)
os.dup2(os.open('/', os.O_RDONLY), 7)
for server in servers:
    os.set_inheritable(server.fileno(), True)
raise_capability = ['setpriv', '--inh-caps=+net_raw', '--ambient-caps=+net_raw']
os.execvp('setpriv', [*raise_capability, 'python3', os.path.join(os.path.dirname(os.path.abspath(__file__)), 'attacker.py'), sys.argv[1]])
