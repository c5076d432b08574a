"""Sockets of the host’s services."""

import glob
import os
import re
import socket
import stat

from .kit import CONFIG, probe, text, walk

USER = '/run/user/*'


def connects(path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(2)
        client.connect(path)
    return path


def reachable(patterns):
    """The first socket that is there; whether it answers does not matter."""
    for pattern in patterns:
        for path in glob.glob(os.path.expanduser(pattern)):
            if stat.S_ISSOCK(os.stat(path).st_mode):
                return path
    return None


KNOWN = [
    ('docker', 'Docker’s', 'CDK', ['/var/run/docker.sock', '/run/docker.sock', '/host/run/docker.sock', f'{USER}/docker.sock']),
    ('containerd', 'containerd’s', 'CDK', ['/run/containerd/containerd.sock*', '/run/docker/containerd/*.sock', '/run/k3s/containerd/*.sock']),
    ('podman', 'Podman’s', 'CDK', ['/run/podman/podman.sock', f'{USER}/podman/podman.sock']),
    ('crio', 'CRI-O’s', 'CDK', ['/run/crio/crio.sock', '/var/run/crio/crio.sock', '/run/cri-dockerd.sock']),
    ('buildkit', 'BuildKit’s', 'CDK', ['/run/buildkit/buildkitd.sock', f'{USER}/buildkit/buildkitd.sock']),
    ('gpg-agent', 'GnuPG agent’s', 'BOtB', ['~/.gnupg/S.gpg-agent*', f'{USER}/gnupg/S.gpg-agent*', f'{USER}/keyring/*']),
    ('dbus', 'message bus’s', 'BOtB', ['/run/dbus/system_bus_socket', f'{USER}/bus', '/tmp/dbus-*']),
    ('x11', 'X server’s', 'catalogue 130', ['/tmp/.X11-unix/X*']),
    ('wayland', 'Wayland compositor’s', 'catalogue 130', [f'{USER}/wayland-*', '/tmp/wayland-*']),
    ('sound', 'sound server’s', 'catalogue 130', [f'{USER}/pulse/native', f'{USER}/pipewire-*', '/tmp/pulse-*/native']),
    ('editor', 'editor’s', 'catalogue 130', ['/tmp/vscode-*.sock', f'{USER}/vscode-*.sock', '/tmp/vscode-ssh-auth-*.sock', '/tmp/cursor-*.sock']),
    ('systemd', 'service manager’s', 'BOtB', ['/run/systemd/private', '/run/systemd/notify', '/run/systemd/journal/socket', f'{USER}/systemd/private']),
    ('snapd', 'package service’s', 'deepce', ['/run/snapd.socket', '/run/packagekit*', '/run/lxd.socket', '/var/lib/lxd/unix.socket']),
]

for _name, _title, _source, _patterns in KNOWN:
    probe(f'socket-{_name}', f'find the {_title} socket', _source)(lambda patterns=_patterns: reachable(patterns))


@probe('socket-ssh-agent', 'find an SSH agent’s socket', 'BOtB')
def ssh_agent():
    named = os.environ.get('SSH_AUTH_SOCK', '')
    return reachable(['/tmp/ssh-*/agent.*', f'{USER}/ssh-agent*', f'{USER}/openssh_agent', '~/.ssh/agent*', *([named] if named else [])])


@probe('socket-search', 'search the whole container for a socket with any name', 'CDK')
def search():
    return next((path for path, facts in walk() if stat.S_ISSOCK(facts.st_mode)), None)


@probe('socket-http', 'find a socket that speaks HTTP', 'BOtB')
def http():
    for path, facts in walk():
        if not stat.S_ISSOCK(facts.st_mode):
            continue
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
                client.settimeout(0.5)
                client.connect(path)
                client.sendall(b'GET /_ping HTTP/1.0\r\n\r\n')
                if client.recv(5) == b'HTTP/':
                    return path
        except OSError:
            pass
    return None


def abstract():
    return [line.split()[-1] for line in text('/proc/net/unix').splitlines()[1:] if line.split()[-1].startswith('@')]


@probe('socket-shim-abstract', 'find a containerd shim’s abstract socket', 'CVE-2020-15257')
def shim():
    return next((name for name in abstract() if 'containerd-shim' in name), None)


@probe('socket-x11-abstract', 'find an X server’s abstract socket', 'catalogue 130')
def x11():
    return next((name for name in abstract() if re.search(r'X11-unix|ICE-unix|dbus', name)), None)


@probe('socket-abstract', 'find any abstract socket', 'catalogue 149')
def any_abstract():
    return next(iter(abstract()), None)


@probe('socket-served', 'find a named socket that a process of this network namespace serves', 'BOtB')
def bound():
    names = [line.split()[-1] for line in text('/proc/net/unix').splitlines()[1:] if line.split()[-1].startswith('/')]
    return next(iter(names), None)


@probe('socket-skills', 'connect to a socket beside the shared skills', 'catalogue 130')
def skills():
    place = os.path.join(CONFIG['home'], '.agents')
    return next((connects(path) for path, facts in walk(place) if stat.S_ISSOCK(facts.st_mode)), None)
