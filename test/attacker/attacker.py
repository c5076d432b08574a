#!/usr/bin/env python3
"""What a hostile program in a session tries, and what it got: one JSON object on standard output.

    python3 attacker.py CONFIG        CONFIG is JSON; every key is optional (kit.CONFIG says which there are)

Harmless by construction, because the same program also runs in deliberately weak containers: what belongs to the host is
opened and never written, system calls get arguments that cannot take effect, what would stay is done in a child that ends.
"""

import json
import sys

sys.dont_write_bytecode = True

from probes import environment, filesystem, kit, limits, mounts, namespaces, network, privileges, sockets, syscalls, writes  # noqa: E402,F401

if __name__ == '__main__':
    kit.CONFIG.update(json.loads(sys.argv[1]) if len(sys.argv) > 1 else {})
    json.dump({'uid': __import__('os').getuid(), 'probes': kit.run_all()}, sys.stdout)
