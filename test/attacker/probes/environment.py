"""Secrets in variables, arguments and memory."""

import os
import re

from .kit import CONFIG, NotApplicable, head, probe, processes, secret, spellings

NAMES = [
    ('cloud', 'cloud credentials', r'^(AWS_|AZURE_|GOOGLE_|GCP_|GCLOUD_|ALIBABA|TENCENT|DIGITALOCEAN|DO_)', 'CDK'),
    ('forge', 'a code forge’s or package registry’s token', r'^(GITHUB|GH|GITLAB|BITBUCKET|NPM|PYPI|CARGO|HF|HUGGING)_?.*(TOKEN|PASSWORD|KEY)', 'gh-aw-firewall'),
    ('model', 'a model provider’s key', r'^(OPENAI|ANTHROPIC|GEMINI|MISTRAL|GROQ|OPENROUTER|CLAUDE|CODEX)_.*(KEY|TOKEN)', 'catalogue 154'),
    ('agent-socket', 'an agent’s socket', r'^(SSH_AUTH_SOCK|SSH_AGENT_PID|GPG_AGENT_INFO|VSCODE_.*|GIT_ASKPASS)$', 'catalogue 154'),
    ('desktop', 'the desktop’s addresses', r'^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_.*|XDG_RUNTIME_DIR|PULSE_.*)$', 'catalogue 154'),
    ('engine', 'the engine’s address', r'^(DOCKER_|CONTAINER_HOST|KUBECONFIG|KUBERNETES_|BUILDKIT_|PODMAN_)', 'CDK'),
    ('loader', 'hooks of the loader and of interpreters', r'^(LD_|BASH_ENV$|ENV$|NODE_OPTIONS$|PYTHONSTARTUP$|PERL5OPT$|RUBYOPT$|PROMPT_COMMAND$)', 'srt'),
    ('other', 'anything that is named like a secret', r'(SECRET|PASSWD|PASSWORD|CREDENTIAL|PRIVATE_KEY|API_?KEY|_TOKEN$)', 'CDK'),
]

for _name, _title, _pattern, _source in NAMES:

    def _names(pattern=_pattern):
        # The test gives this one itself.
        return next((name for name in os.environ if re.search(pattern, name) and name != 'ATTACK_SECRET'), None)

    probe(f'env-{_name}', f'find {_title} in the environment', _source)(_names)


@probe('env-proxy', 'find a proxy’s password in the environment', 'catalogue 155')
def proxy():
    found = (name for name, value in os.environ.items() if re.search(r'_proxy$', name, re.I) and re.search(r'//[^/]*:[^/]*@', value))
    return next(found, None)


@probe('env-path', 'find a directory in PATH that is relative or the workspace', 'catalogue 98')
def path():
    parts = os.environ.get('PATH', '').split(':')
    return next((f'“{each}”' for each in parts if not each.startswith('/') or each.startswith(CONFIG['workspace'])), None)


def holding(name, words):
    for pid in processes():
        content = head(f'/proc/{pid}/{name}', 1 << 20)
        if any(word in content for word in words):
            return f'/proc/{pid}/{name}'
    return None


@probe('env-markers', 'find a planted credential in any process’s environment', 'deepce')
def markers():
    return holding('environ', planted())


@probe('env-arguments', 'find a planted credential in any process’s arguments', 'catalogue 156')
def arguments():
    return holding('cmdline', [*planted(), *given()])


@probe('env-first-process', 'read a variable given with --env in process 1', 'gh-aw-firewall')
def first_process():
    return '/proc/1/environ' if any(word in head('/proc/1/environ', 1 << 20) for word in given()) else None


def planted():
    words = spellings()
    if not words:
        raise NotApplicable('no marker was planted')
    return words


def given():
    if not CONFIG['secret']:
        raise NotApplicable('no variable was given with --env')
    return [secret()]


@probe('env-memory', 'read a variable given with --env in the memory of process 1 or the lease’s watcher', 'catalogue 156')
def memory():
    words, family = given(), {os.getpid()}
    ancestor = os.getppid()
    while ancestor > 1:  # those between the init and this program were given it for themselves
        family.add(ancestor)
        ancestor = int(open(f'/proc/{ancestor}/stat').read().rpartition(') ')[2].split()[1])
    for pid in processes():
        if pid not in family and any(word in part for part in writable_memory(pid) for word in words):
            return f'/proc/{pid}/mem'
    return None


def writable_memory(pid, most=64 << 20):
    try:
        with open(f'/proc/{pid}/maps') as maps, open(f'/proc/{pid}/mem', 'rb', buffering=0) as memory_file:
            for line in maps:
                if line.split()[1].startswith('rw') and most > 0:
                    first, last = (int(each, 16) for each in line.split()[0].split('-'))
                    most -= last - first
                    try:
                        memory_file.seek(first)
                        yield memory_file.read(last - first)
                    except OSError:
                        pass
    except OSError:
        return
