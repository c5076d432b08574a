#!/bin/sh
# Prints what this session can see, write and reach. Reads only; creates, changes and sends nothing.
title() { printf '\n## %s\n' "$1"; }

title 'session'
printf 'IS_SANDBOX=%s SANDBOX_AGENT=%s SANDBOX_SESSION=%s\n' "${IS_SANDBOX:-}" "${SANDBOX_AGENT:-}" "${SANDBOX_SESSION:-}"
printf 'user %s:%s, directory %s\n' "$(id -u)" "$(id -g)" "$PWD"
[ -d /run/sandbox ] && echo '/run/sandbox is there' || echo '/run/sandbox is not there: this is no session of `sandbox launch`'

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
