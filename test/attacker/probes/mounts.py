"""Tricks with the session’s own mounts."""

import os
import stat

from .kit import CONFIG, NotApplicable, mount_table, probe


def skills():
    place = os.path.join(CONFIG['home'], '.agents/skills')
    if not os.path.isdir(place):
        raise NotApplicable('this session has no shared skills')
    return place


def renames(path):
    """True when it can be moved away; it is moved back at once."""
    away = f'{path}.attacker-{os.getpid()}'
    os.rename(path, away)
    os.rename(away, path)
    return f'{path} was moved'


@probe('mount-rename-workspace', 'move the workspace away and put another in its place', 'srt')
def rename_workspace():
    return renames(CONFIG['workspace'])


@probe('mount-rename-skills', 'move the shared skills away', 'srt')
def rename_skills():
    return renames(skills())


@probe('mount-rename-agents', 'move ~/.agents away', 'srt')
def rename_agents():
    skills()
    return renames(os.path.join(CONFIG['home'], '.agents'))


@probe('mount-rename-home', 'move the home directory away', 'srt')
def rename_home():
    return renames(CONFIG['home'])


@probe('mount-rename-identity', 'put another /etc/passwd in the place of the mounted one', 'catalogue 91')
def rename_identity():
    return renames('/etc/passwd')


@probe('mount-remove', 'remove a mount point', 'srt')
def remove():
    place = os.path.join(CONFIG['home'], '.agents', 'skills')
    skills()
    if os.listdir(place) and not os.path.ismount(place):
        return f'{place} is no mount'
    os.rmdir(place)
    os.mkdir(place)
    return f'{place} was removed'


def links(place):
    source, target = os.path.join(place, f'.attacker-{os.getpid()}'), f'/tmp/.attacker-link-{os.getpid()}'
    os.close(os.open(source, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        os.link(source, target)
        os.unlink(target)
        return f'a file of {place} has a name in /tmp'
    finally:
        os.unlink(source)


@probe('mount-link-workspace', 'link a file out of the workspace', 'catalogue 104')
def link_workspace():
    return links(CONFIG['workspace'])


@probe('mount-link-skills', 'link a file out of the shared skills', 'catalogue 104')
def link_skills():
    return links(skills())


@probe('mount-link-gate', 'link a file of the gate to a writable place', 'design 3')
def link_gate():
    target = f'/run/.attacker-link-{os.getpid()}'
    os.link('/run/sandbox/gate.sh', target)
    os.unlink(target)
    return 'gate.sh has another name'


@probe('mount-parent', 'climb above a mount with ..', 'CVE-2017-1002101')
def parent():
    """The parent of a mount point is the container’s own directory, never the source’s parent on the host."""
    for place in (CONFIG['workspace'], os.path.join(CONFIG['home'], '.agents/skills')):
        if os.path.isdir(place):
            above = os.open(os.path.join(place, '..'), os.O_RDONLY | os.O_DIRECTORY)
            try:
                here = [os.path.basename(each['point']) for each in mount_table()]
                extra = [name for name in os.listdir(above) if name not in here and not name.startswith('.')]
                if extra and os.fstat(above).st_dev == os.stat(place).st_dev:
                    return f'{place}/..: {len(extra)}'
            finally:
                os.close(above)
    return None


@probe('mount-alias', 'find a second mount of the same directory, with other rights', 'codex')
def alias():
    """The same object at two points; an engine’s own masks over /proc and /dev do not count."""
    seen, shared = {}, {'proc', 'sysfs', 'tmpfs', 'cgroup', 'cgroup2', 'mqueue', 'devpts', 'overlay'}
    for each in mount_table():
        if each['kind'] in shared:
            continue
        facts = os.lstat(each['point'])
        key = (facts.st_dev, facts.st_ino, stat.S_IFMT(facts.st_mode))
        if key in seen:
            return f'{seen[key]} and {each["point"]}'
        seen[key] = each['point']
    return None


@probe('mount-stacked', 'find a mount under another one at the same point', 'codex')
def stacked():
    points = [each['point'] for each in mount_table()]
    return next((point for point in points if points.count(point) > 1), None)


@probe('mount-shared', 'find a mount that passes new mounts on to the host', 'docker-bench 5.20')
def propagation():
    with open('/proc/self/mountinfo', encoding='utf-8', errors='replace') as table:
        for line in table:
            if ' shared:' in line.partition(' - ')[0]:
                return line.split(' ')[4]
    return None


@probe('mount-extra', 'find a directory of the host that the session was not meant to have', 'CVE-2026-6406')
def extra():
    home, workspace = CONFIG['home'], CONFIG['workspace']
    known = {workspace, f'{home}/.agents/skills', '/run/sandbox', '/etc/passwd', '/etc/group', '/etc/hosts', '/etc/hostname', '/etc/resolv.conf', '/sbin/docker-init', '/usr/sbin/docker-init'}
    apart = {'proc', 'sysfs', 'tmpfs', 'cgroup', 'cgroup2', 'mqueue', 'devpts', 'overlay'}
    return next((each['point'] for each in mount_table() if each['kind'] not in apart and each['point'] not in known), None)
