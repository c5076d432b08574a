"""Namespaces shared with the host or with another container."""

import os
import socket

from .kit import CONFIG, NotApplicable, foreign_processes, probe, processes, text

INITS = {'docker-init', 'tini', 'catatonit', 'dumb-init', 'podman-init'}

for _name, _title in [('pid', 'process'), ('net', 'network'), ('ipc', 'IPC'), ('uts', 'host name')]:

    def _same(name=_name):
        host = CONFIG['hostNamespaces'].get(name)
        if host is None:
            raise NotApplicable('the host’s namespaces are not known')
        return host if os.readlink(f'/proc/self/ns/{name}') == host else None

    probe(f'ns-{_name}', f'live in the host’s {_title} namespace', 'docker-bench 5')(_same)


@probe('ns-kernel-threads', 'see the kernel’s threads, which only the host has', 'CDK')
def kernel_threads():
    return 'kthreadd' if text('/proc/2/comm').strip() == 'kthreadd' else None


@probe('ns-init', 'find that process 1 is no container’s init', 'amicontained')
def init():
    name = text('/proc/1/comm').strip()
    return name if name and name not in INITS else None


@probe('ns-foreign-processes', 'see a process that is not this container’s', 'srt')
def foreign():
    found = foreign_processes()
    return f'{len(found)} processes' if found else None


@probe('ns-ipc-objects', 'see shared memory, semaphores or queues of others', 'CDK')
def ipc_objects():
    for name in ('shm', 'sem', 'msg'):
        rows = text(f'/proc/sysvipc/{name}').splitlines()[1:]
        if rows:
            return f'{len(rows)} of {name}'
    return None


@probe('ns-shared-memory', 'see files of others in /dev/shm or /dev/mqueue', 'CDK')
def shared_memory():
    for place in ('/dev/shm', '/dev/mqueue'):
        names = os.listdir(place) if os.path.isdir(place) else []
        if names:
            return f'{place}: {len(names)}'
    return None


@probe('ns-host-name', 'learn the host’s name', 'catalogue 128')
def host_name():
    host = CONFIG['hostNamespaces'].get('name')
    if not host:
        raise NotApplicable('the host’s name is not known')
    return host if socket.gethostname() == host or host in text('/etc/hosts').split() else None


@probe('ns-interfaces', 'see the host’s network interfaces', 'CDK')
def interfaces():
    names = [name for _, name in socket.if_nameindex()]
    return next((name for name in names if name.startswith(('docker', 'br-', 'veth', 'virbr', 'wlan', 'en'))), None)


@probe('ns-services', 'see a service of the host among the processes', 'srt')
def services():
    names = (text(f'/proc/{pid}/comm').strip() for pid in processes())
    return next((name for name in names if name in ('dockerd', 'containerd', 'systemd', 'sshd')), None)
