#!/bin/sh
# Runs every test on a clean clone: dependencies, an engine, the build, the tests. As root or with CI=true what is missing
# is installed. Ends with one line of counts. Node: the one on PATH when new enough, else the one install.sh brought.
set -eu
cd "$(dirname "$0")/.."

good_node() {
  command -v "$1" >/dev/null 2>&1 && "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exitCode = a > 20 || (a === 20 && b >= 19) ? 0 : 1' 2>/dev/null
}
if ! good_node node; then
  for own in /usr/local/lib/sandbox-node/bin "$HOME/.local/lib/sandbox-node/bin"; do
    good_node "$own/node" || continue
    PATH=$own:$PATH
    export PATH
    break
  done
fi
good_node node || {
  echo 'Node 20.19 or newer is needed: ./install.sh --yes brings it.' >&2
  exit 69
}

if [ "$(id -u)" = 0 ]; then consent=--yes; else consent=; fi
# What is installed already and fits the lock file stays.
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --ignore-scripts --no-audit --no-fund
sh scripts/ensure-engine.sh $consent
# Shells whose completion is tested.
if [ -n "$consent" ] && command -v apt-get >/dev/null 2>&1 && ! { command -v zsh && command -v fish; } >/dev/null 2>&1; then
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends zsh fish >&2 ||
    { apt-get update -q >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends zsh fish >&2; }
fi
exec node scripts/test.mjs "$@"
