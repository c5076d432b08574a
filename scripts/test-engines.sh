#!/bin/sh
# Further engines for the tests in test/engines, beside the one of this machine, which they never touch. `--help` says the rest.
set -eu

usage() {
  cat <<'TEXT'
Usage: test-engines.sh start|stop|status|remove [--yes] [NAME…]

Engines for the contract tests, each from a Debian release of its own: docker-26 (trixie), podman-4 (bookworm).
  start    makes what is missing and prints a line `NAME unix:///SOCKET` for each that answers
  stop     ends them; their images stay
  status   the same lines, starting nothing
  remove   ends them and deletes everything they had

An engine runs in a mount namespace in which /usr and /etc are those of its release and everything else is this machine's, so
that paths of bind mounts mean the same. It has a data directory, a socket and (Docker) a bridge of its own; it writes no rule
of the firewall, so sessions on docker-26's bridge reach this machine but not the internet.

  --yes    consent to making the releases with mmdebstrap, which is installed when missing; CI=true means the same
  --help   this text

SANDBOX_TEST_ENGINES: where they live, default /var/cache/sandbox-test-engines (1.5 GB each with images).
Exit codes: 0 every named engine answers, 64 wrong usage, 69 at least one does not (the reason is on stderr).
TEXT
}

cache=${SANDBOX_TEST_ENGINES:-/var/cache/sandbox-test-engines}
mirror=${SANDBOX_DEBIAN_MIRROR:-http://deb.debian.org/debian}
all='docker-26 podman-4'
PATH=${PATH:-/usr/bin:/bin}:/usr/local/sbin:/usr/sbin:/sbin

say() { printf 'test engines: %s\n' "$*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }
socket_of() { printf '%s/%s/engine.sock' "$cache" "$1"; }

answers() {
  [ -S "$1" ] && [ "$(curl -fsS --max-time 5 --noproxy '*' --unix-socket "$1" http://localhost/_ping 2>/dev/null)" = OK ]
}

recipe() {
  case $1 in
    docker-26) release=trixie packages=docker.io,iptables,tini,kmod ;;
    podman-4) release=bookworm packages=podman,crun,catatonit,netavark,aardvark-dns,iptables,uidmap,slirp4netns,fuse-overlayfs ;;
    *)
      say "unknown engine: $1 (there are: $all)"
      exit 64
      ;;
  esac
}

# A release counts only when it is whole: it is made under another name.
make_root() {
  [ ! -d "$cache/$1/root" ] || return 0
  case "$yes:${CI:-}" in yes:* | *:true | *:1) ;; *)
    say "$1 is not there yet. Let this make it:  test-engines.sh start --yes"
    return 1
    ;;
  esac
  if ! has mmdebstrap; then
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends mmdebstrap >&2 || return 1
  fi
  rm -rf "$cache/$1/making"
  mkdir -p "$cache/$1"
  say "making $1 from Debian $release"
  mmdebstrap --quiet --variant=minbase "--include=$packages,ca-certificates" "$release" "$cache/$1/making" "$mirror" \
    >"$cache/$1/making.log" 2>&1 || {
    say "$1 could not be made:"
    tail -n 5 "$cache/$1/making.log" >&2
    return 1
  }
  mv "$cache/$1/making" "$cache/$1/root"
}

# The process of an engine of ours, by its pid file and by its command line naming our socket: never another one.
pid_of() {
  pid=$(tr -cd '0-9' <"$cache/$1/pid" 2>/dev/null || true)
  [ -n "$pid" ] && tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$(socket_of "$1")" && printf %s "$pid"
}

bridge=sandbox-test0
make_bridge() {
  ip link show "$bridge" >/dev/null 2>&1 || ip link add "$bridge" type bridge
  ip addr show dev "$bridge" | grep -q 172.31.226.1/ || ip addr add 172.31.226.1/24 dev "$bridge"
  ip link set "$bridge" up
}

# Arguments: NAME. The command line of the engine, after its directories are there.
run_engine() {
  here=$cache/$1
  mkdir -p "$here/data" "$here/run" "$here/tmp"
  rm -f "$here/engine.sock" "$here/docker.pid"
  cp -L /etc/resolv.conf /etc/hosts "$here/root/etc/"
  case $1 in
    docker-*)
      make_bridge
      set -- dockerd --data-root "$here/data" --exec-root "$here/run" --pidfile "$here/docker.pid" \
        --host "unix://$here/engine.sock" --group "$(group)" --bridge "$bridge" --iptables=false --ip-masq=false
      ;;
    podman-*)
      set -- podman --root "$here/data" --runroot "$here/run" --tmpdir "$here/tmp" --cgroup-manager cgroupfs \
        --events-backend file system service --time=0 "unix://$here/engine.sock"
      ;;
  esac
  # The new namespace receives mounts of this machine and gives none back. `$$` stays the engine's: everything is exec.
  # shellcheck disable=SC2016  # expanded by the inner shell
  setsid unshare --mount --propagation slave sh -c 'set -eu
    here=$1; shift
    echo $$ >"$here/pid"
    mount --bind "$here/root/usr" /usr
    mount --bind "$here/root/etc" /etc
    exec "$@"' sh "$here" "$@" </dev/null >"$here/log" 2>&1 &
}

# Whoever may use the machine's engine may use these.
group() { stat -c %g /var/run/docker.sock 2>/dev/null || echo 0; }

start_engine() {
  socket=$(socket_of "$1")
  if ! answers "$socket"; then
    recipe "$1"
    make_root "$1" || return 1
    run_engine "$1"
    tries=0
    until answers "$socket"; do
      tries=$((tries + 1))
      if [ $tries -gt 300 ] || { [ $tries -gt 30 ] && ! pid_of "$1" >/dev/null; }; then
        say "$1 does not answer; its last words:"
        tail -n 5 "$cache/$1/log" >&2
        return 1
      fi
      sleep 0.2
    done
    chgrp "$(group)" "$socket"
    chmod 0660 "$socket"
    chmod 0755 "$cache" "$cache/$1"
  fi
  printf '%s unix://%s\n' "$1" "$socket"
}

stop_engine() {
  pid=$(pid_of "$1") || return 0
  kill -TERM "$pid"
  tries=0
  while [ -e "/proc/$pid" ]; do
    tries=$((tries + 1))
    [ $tries -lt 150 ] || {
      say "$1 (pid $pid) does not end"
      return 1
    }
    sleep 0.1
  done
  rm -f "$cache/$1/pid" "$(socket_of "$1")"
}

# Engines leave mounts of theirs behind in this machine's namespace only when they are killed; they are taken away first.
remove_engine() {
  stop_engine "$1" || return 1
  rm -rf --one-file-system "${cache:?}/$1"
}

command=
names=
yes=no
for word in "$@"; do
  case $word in
    --yes) yes=yes ;;
    --help | -h)
      usage
      exit 0
      ;;
    start | stop | status | remove) if [ -z "$command" ]; then command=$word; fi ;;
    *)
      recipe "$word"
      names="$names $word"
      ;;
  esac
done
if [ -z "$command" ]; then
  usage >&2
  exit 64
fi
if [ "$(id -u)" != 0 ] && [ "$command" != status ]; then
  say 'only root can start engines.'
  exit 69
fi

failed=0
for name in ${names:-$all}; do
  case $command in
    start) start_engine "$name" || failed=69 ;;
    stop) stop_engine "$name" || failed=69 ;;
    remove) remove_engine "$name" || failed=69 ;;
    status)
      if answers "$(socket_of "$name")"; then printf '%s unix://%s\n' "$name" "$(socket_of "$name")"; else failed=69; fi
      ;;
  esac
done
if [ "$command" = remove ] && ip link show "$bridge" >/dev/null 2>&1; then ip link del "$bridge"; fi
exit $failed
