#!/bin/sh
# Prints what this session can see, write and reach. Reads only; creates, changes and sends nothing.
title() { printf '\n## %s\n' "$1"; }

title 'session'
printf 'IS_SANDBOX=%s SANDBOX_AGENT=%s SANDBOX_SESSION=%s\n' "${IS_SANDBOX:-}" "${SANDBOX_AGENT:-}" "${SANDBOX_SESSION:-}"
printf 'user %s:%s, directory %s\n' "$(id -u)" "$(id -g)" "$PWD"
[ -d /run/sandbox ] && echo '/run/sandbox is there' || echo '/run/sandbox is not there: this is no session of `sandbox launch`'

result=/run/sandbox/checks.json
title 'checked from outside, before this session began'
if [ -r "$result" ]; then
  sed -n 's/^{"id":"\([0-9]*\)","title":"\([^"]*\)".*"verdict":"\([a-z-]*\)".*/\3  \1  \2/p' "$result"
else
  echo "there is no $result: nothing is known of this session's checks"
fi

title 'the same looked at again, now'
again() { # NUMBER, WHAT, then a command: it holds when the command succeeds
  number=$1 what=$2
  shift 2
  if "$@" >/dev/null 2>&1; then printf 'holds    %s  %s\n' "$number" "$what"; else printf 'DIFFERS  %s  %s\n' "$number" "$what"; fi
}
status() { grep -Eq "^$1:[[:space:]]*$2\$" /proc/self/status; }
only_skills() { [ ! -e "$HOME/.agents" ] || [ "$(ls -A "$HOME/.agents")" = skills ]; }
no_capabilities() { [ "$(grep -Ec '^Cap(Inh|Prm|Eff|Bnd|Amb):[[:space:]]*0+$' /proc/self/status)" = 5 ]; }
cannot_write() { for place; do [ ! -w "$place" ] || return 1; done; }
no_sockets() { [ -z "$(find /run /var/tmp /dev/shm -xdev -maxdepth 3 -type s 2>/dev/null)" ]; }
# Lines of a list in the result, without quotes and commas.
listed() { sed -n "/^\"$1\":\[/,/^\]/p" "$result" | sed -n 's/^"\(.*\)",*$/\1/p' | sed 's/\\\\/\\/g; s/\\"/"/g'; }
same_mounts() { [ "$(cut -d' ' -f5 /proc/self/mountinfo | sort)" = "$(listed mounts | sort)" ]; }
same_namespaces() {
  for name in pid ipc uts net mnt; do listed namespaces | grep -Fqx "$(readlink "/proc/self/ns/$name")" || return 1; done
}
again 02 'no program can gain privileges' status NoNewPrivs 1
again 03 '~/.agents holds only skills' only_skills
again 06 'all capability sets are empty' no_capabilities
again 21 '/run/sandbox cannot be written' cannot_write /run/sandbox /run/sandbox/gate.sh
again 25 'the system cannot be written' cannot_write / /etc /usr
again 26 'a system call filter is active' status Seccomp 2
again 30 'no socket was left in /run, /var/tmp, /dev/shm' no_sockets
if [ -r "$result" ]; then
  again 07 'namespaces are those that were checked' same_namespaces
  again 23 'mount points are those that were checked' same_mounts
fi

title 'privileges'
grep -E '^(NoNewPrivs|Seccomp|Cap(Inh|Prm|Eff|Bnd|Amb)):' /proc/self/status

title 'home'
ls -A "$HOME"
[ -d "$HOME/.agents" ] && { printf '~/.agents: '; ls -A "$HOME/.agents" | tr '\n' ' '; echo; }

title 'what should not be here'
for place in .codex .claude .claude.json .pi .gemini .ssh .aws .azure .kube .gnupg .docker .netrc .git-credentials .npmrc .config/gh .config/gcloud; do
  [ -e "$HOME/$place" ] && printf 'present  ~/%s\n' "$place" || printf 'absent   ~/%s\n' "$place"
done
for place in /var/run/docker.sock /run/podman /run/containerd /run/user /run/dbus /tmp/.X11-unix /run/secrets; do
  [ -e "$place" ] && printf 'present  %s\n' "$place" || printf 'absent   %s\n' "$place"
done

title 'what can be written'
for place in / /etc /usr /run/sandbox "$HOME" "$HOME/.agents" "$HOME/.agents/skills" "$PWD" /tmp; do
  [ -e "$place" ] || continue
  [ -w "$place" ] && printf 'writable   %s\n' "$place" || printf 'read-only  %s\n' "$place"
done

title 'names of variables that look like credentials (never their values)'
env | sed 's/=.*//' | grep -E '(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|_AUTH|AUTH_SOCK)' || echo none

title 'network'
ls /sys/class/net 2>/dev/null | tr '\n' ' '
echo
awk 'NR > 1 && $2 == "00000000" { found = 1 } END { print found ? "there is a default route" : "no default route" }' /proc/net/route 2>/dev/null

title 'limits'
for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/pids.max /sys/fs/cgroup/pids/pids.max /sys/fs/cgroup/cpu.max; do
  [ -r "$file" ] && printf '%s %s\n' "$file" "$(cat "$file")"
done
df -P "$HOME" /tmp 2>/dev/null
