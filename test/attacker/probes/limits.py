"""Limits that are missing."""

import os
import resource

from .kit import CONFIG, NotApplicable, probe, text

TERABYTE = 1 << 40


def number(*paths):
    """The first of these control group files that there is; infinite when it says so; None when there is none."""
    for path in paths:
        content = text(path).strip()
        if content:
            return float('inf') if content == 'max' else int(content)
    return None


def memory_limit():
    return number('/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes')


@probe('limit-memory', 'use all of the host’s memory', 'docker-bench 5.11')
def memory():
    limit, host = memory_limit(), CONFIG['hostMemory'] or TERABYTE
    return f'limit {limit}' if limit is None or limit >= host else None


@probe('limit-swap', 'use swap beyond the memory limit', 'catalogue 163')
def swap():
    limit = memory_limit()
    if os.path.exists('/sys/fs/cgroup/memory.swap.max'):
        extra = number('/sys/fs/cgroup/memory.swap.max')
        return f'{extra} of swap' if extra else None
    both = number('/sys/fs/cgroup/memory/memory.memsw.limit_in_bytes')
    if both is None:
        raise NotApplicable('this kernel does not account swap')
    return f'{both} with swap, {limit} without' if limit is None or both > limit or limit > TERABYTE else None


@probe('limit-processes', 'start any number of processes', 'docker-bench 5.29')
def pids():
    limit = number('/sys/fs/cgroup/pids.max', '/sys/fs/cgroup/pids/pids.max')
    return f'limit {limit}' if limit is None or limit > 100_000 else None


@probe('limit-files', 'open more files than planned', 'docker-bench 5.19')
def files():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return f'limit {hard}' if hard == resource.RLIM_INFINITY or hard > CONFIG['plannedFiles'] else None


@probe('limit-core', 'leave a core dump', 'catalogue 160')
def core():
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    return f'limit {hard}' if hard != 0 else None


PLACES = [('home', None), ('tmp', '/tmp'), ('var-tmp', '/var/tmp'), ('run', '/run'), ('shm', '/dev/shm')]

for _name, _place in PLACES:

    def _size(place=_place):
        place = place or CONFIG['home']
        facts = os.statvfs(place)
        size = facts.f_blocks * facts.f_frsize
        loose = size == 0 or size > 4 << 30 or facts.f_files == 0 and place != '/dev/shm' or facts.f_files > 20_000_000
        return f'{place}: {size} bytes, {facts.f_files} files' if loose else None

    probe(f'limit-{_name}', f'fill the host’s memory or disk through {_place or "the home directory"}', 'catalogue 126')(_size)
