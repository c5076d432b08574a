#!/bin/sh
# Finds a container engine on this machine, starts an installed one, or installs the distribution's.
# POSIX sh; safe to run again at any time. `--help` says the rest.
set -eu

usage() {
  cat <<'TEXT'
Usage: ensure-engine.sh [--yes]

Makes sure that a local engine answers, and prints its endpoint (unix:///…) to stdout.
  1. An engine that answers on one of the usual sockets is taken as it is.
  2. Else an installed one is started (as root, or through sudo).
  3. Else, with consent, the distribution's docker.io and iptables are installed and started.

  --yes    consent to installing; CI=true means the same; in a terminal you are asked
  --help   this text

Exit codes: 0 an engine answers, 64 wrong usage, 69 no engine (the reason is on stderr).
SANDBOX_ENGINE_WAIT: seconds to wait for a started engine, default 60.
TEXT
}

wait_seconds=${SANDBOX_ENGINE_WAIT:-60}
default_socket=/var/run/docker.sock
pid_file=/var/run/docker.pid
own_containerd=/var/run/docker/containerd
log=/var/log/dockerd.log
PATH=${PATH:-/usr/bin:/bin}:/usr/local/sbin:/usr/sbin:/sbin

say() { printf 'engine: %s\n' "$*" >&2; }
fail() {
  say "$1"
  shift
  for line in "$@"; do printf '        %s\n' "$line" >&2; done
  exit 69
}
has() { command -v "$1" >/dev/null 2>&1; }

# --- asking a socket ---------------------------------------------------------------------------------------------------

# Does an engine answer on this socket? Through whatever can speak to a unix socket here.
answers() {
  if has curl; then
    [ "$(curl -fsS --max-time 5 --noproxy '*' --unix-socket "$1" http://localhost/_ping 2>/dev/null)" = OK ]
  elif has node; then
    node -e 'const r = require("node:http").get({ socketPath: process.argv[1], path: "/_ping", timeout: 5000 }, (a) => {
      process.exitCode = a.statusCode === 200 ? 0 : 1; a.resume(); });
      r.on("timeout", () => r.destroy()); r.on("error", () => { process.exitCode = 1; });' "$1"
  elif has perl; then
    perl -MIO::Socket::UNIX -e 'alarm 5; my $s = IO::Socket::UNIX->new(Peer => shift) or exit 1;
      print $s "GET /_ping HTTP/1.0\r\n\r\n"; $s->flush; exit((<$s> // "") =~ m{^HTTP/1\.\d 200} ? 0 : 1);' "$1"
  elif has docker; then
    docker -H "unix://$1" version >/dev/null 2>&1
  else
    fail 'nothing here can ask an engine: no curl, node, perl or docker.' 'Install one of them and run this again.'
  fi
}

# Prints the first answering socket. Leaves the first one that exists but may not be opened in $denied.
denied=
look() {
  denied=
  for socket in "$@"; do
    [ -S "$socket" ] || continue
    if [ ! -w "$socket" ]; then
      [ -n "$denied" ] || denied=$socket
    elif answers "$socket"; then
      found=$socket
      return 0
    fi
  done
  return 1
}

explain_denied() {
  fail "there is an engine socket, $denied, but you may not open it." \
    "Add yourself to its group:  sudo usermod -aG $(group_of "$denied") \"\$(id -un)\"" \
    'then log out and in again (or run: newgrp docker). Members of that group are as powerful as root.'
}

group_of() {
  group=$(stat -c %G "$1" 2>/dev/null || echo docker)
  case $group in root | UNKNOWN | '') echo docker ;; *) echo "$group" ;; esac
}

finish() {
  printf 'unix://%s\n' "$found"
  exit 0
}

# --- becoming root -----------------------------------------------------------------------------------------------------

interactive() { [ -t 0 ] && [ -t 2 ]; }
is_root() { [ "$(id -u)" = 0 ]; }
# Through sudo only when it will not ask, or can ask on a terminal.
can_be_root() { is_root || { has sudo && { sudo -n true 2>/dev/null || interactive; }; }; }
as_root() { if is_root; then "$@"; else sudo "$@"; fi; }

# --- starting ----------------------------------------------------------------------------------------------------------

process_name() { as_root cat "/proc/$1/comm" 2>/dev/null || true; }
read_pid() { as_root cat "$1" 2>/dev/null | tr -cd '0-9' || true; }

# A killed dockerd leaves its pid file, and a containerd that the next one would wait for in vain.
clear_leftovers() {
  pid=$(read_pid "$pid_file")
  if [ -n "$pid" ]; then
    say "removing $pid_file, left by an engine that is gone"
    as_root rm -f "$pid_file"
  fi
  pid=$(read_pid "$own_containerd/containerd.pid")
  [ -n "$pid" ] || return 0
  if [ "$(process_name "$pid")" = containerd ] &&
    as_root grep -q "$own_containerd/" "/proc/$pid/cmdline" 2>/dev/null; then
    say "ending containerd $pid, left by an engine that is gone"
    as_root kill -TERM "$pid" 2>/dev/null || true
    tries=0
    while [ -e "/proc/$pid" ] && [ $tries -lt 5 ]; do
      sleep 1
      tries=$((tries + 1))
    done
    [ ! -e "/proc/$pid" ] || as_root kill -KILL "$pid" 2>/dev/null || true
  fi
  as_root rm -f "$own_containerd/containerd.pid"
}

engine_process() {
  pid=$(read_pid "$pid_file")
  [ -n "$pid" ] && [ "$(process_name "$pid")" = dockerd ]
}

systemd_runs() { [ -d /run/systemd/system ] && has systemctl; }

start() {
  if ! has dockerd && ! { systemd_runs && systemctl cat docker.service >/dev/null 2>&1; }; then return 1; fi
  can_be_root || fail 'an engine is installed but not running, and starting it needs root.' \
    'Start it:  sudo systemctl start docker   (or: sudo service docker start)'
  if systemd_runs && systemctl cat docker.service >/dev/null 2>&1; then
    say 'starting docker.service'
    as_root systemctl start docker.service ||
      fail 'docker.service did not start.' 'See why:  journalctl -u docker.service -n 50'
    await_engine 'journalctl -u docker.service'
  fi
  if engine_process; then
    say "dockerd $pid is there but does not answer yet; waiting up to $wait_seconds s"
    await_engine "$log"
  fi
  has iptables || fail 'dockerd needs iptables, which is not installed.' 'Install your distribution'\''s iptables package.'
  clear_leftovers
  say "starting dockerd, log in $log"
  # Its own session, nothing inherited: it must outlive whoever ran this.
  # shellcheck disable=SC2016  # expanded by the inner shell
  started=$(as_root sh -c 'umask 077; if command -v setsid >/dev/null; then set -- setsid dockerd; else set -- nohup dockerd; fi
    "$@" </dev/null >"$0" 2>&1 & echo $!' "$log")
  await_engine "$log"
}

# Ends the script one way or the other. $started: the process we started, if we did.
started=
await_engine() {
  waited=0
  while [ "$waited" -lt "$wait_seconds" ]; do
    if look "$default_socket"; then finish; fi
    # A socket of ours to start but not to open: no use waiting any longer than it takes to appear.
    [ -z "$denied" ] || explain_denied
    if [ -n "$started" ] && [ "$waited" -ge 3 ] && ! [ -e "/proc/$started" ] && ! engine_process; then break; fi
    sleep 1
    waited=$((waited + 1))
  done
  tail=$(as_root tail -n 5 "$log" 2>/dev/null || true)
  case $waited in "$wait_seconds") what="it did not answer within $wait_seconds s." ;; *) what='it ended again.' ;; esac
  fail "the engine was started, but $what" "Its messages: $1" "$tail" \
    'In a container without privileges no engine can run: mount the socket of the outer one instead.'
}

# --- installing --------------------------------------------------------------------------------------------------------

consent() {
  [ "$yes" = no ] || return 0
  case ${CI:-} in true | 1) return 0 ;; esac
  interactive || return 1
  printf 'engine: none is installed. Install docker.io and iptables with apt-get now? [y/N] ' >&2
  read -r reply || reply=
  case $reply in y | Y | yes | Yes) return 0 ;; *) return 1 ;; esac
}

install_engine() {
  has apt-get || fail 'no engine is installed, and this is not a Debian or Ubuntu system.' \
    'Install Docker with your own package manager, then run this again.'
  can_be_root || fail 'no engine is installed, and installing one needs root.' \
    'Ask for:  sudo apt-get install --no-install-recommends docker.io iptables'
  consent || fail 'no engine is installed.' \
    'Install one:  sudo apt-get install --no-install-recommends docker.io iptables' \
    'or let this do it:  ensure-engine.sh --yes'
  say 'installing docker.io and iptables'
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends docker.io iptables >&2 ||
    { as_root apt-get update >&2 &&
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends docker.io iptables >&2; } ||
    fail 'the engine could not be installed: apt-get failed.' 'Its messages are above. Is a package mirror reachable?'
}

# --- the order of things -----------------------------------------------------------------------------------------------

yes=no
while [ $# -gt 0 ]; do
  case $1 in
    --yes) yes=yes ;;
    --help | -h)
      usage
      exit 0
      ;;
    *)
      say "unknown argument: $1"
      usage >&2
      exit 64
      ;;
  esac
  shift
done

case ${DOCKER_HOST:-} in
  '' | "unix://$default_socket" | unix:///run/docker.sock) ;;
  unix://*)
    if look "${DOCKER_HOST#unix://}"; then finish; fi
    [ -z "$denied" ] || explain_denied
    fail "DOCKER_HOST names $DOCKER_HOST, where no engine answers." 'Start that one, or unset DOCKER_HOST.'
    ;;
  *)
    fail "DOCKER_HOST names an engine that is not a local socket ($DOCKER_HOST); it is left alone." \
      'Directories of this machine cannot be given to an engine on another one. Unset DOCKER_HOST to use a local engine.'
    ;;
esac

home=${HOME:-/nonexistent}
runtime=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}
if look "$default_socket" "$runtime/docker.sock" "$home/.docker/run/docker.sock" "$home/.docker/desktop/docker.sock" \
  "$home/.colima/default/docker.sock" "$home/.orbstack/run/docker.sock"; then
  finish
fi
[ -z "$denied" ] || explain_denied
case $(uname -s) in
  Linux) ;;
  *) fail 'no engine answers.' 'Start Docker Desktop, Colima or OrbStack, then run this again.' ;;
esac
start || install_engine
start || fail 'the engine was installed, but there is no dockerd.' 'Is docker.io a transitional package here?'
