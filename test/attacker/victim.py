#!/usr/bin/env python3
"""Another container’s service, which the weak containers share namespaces with: victim.py PORT ARGUMENT…"""

import ctypes
import os
import signal
import socket
import sys

with open('/proc/self/comm', 'w') as name:
    name.write('dockerd')
for path in ('\0/containerd-shim/attacker.sock', '\0/tmp/.X11-unix/X9'):
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(path)
    server.listen()
    os.dup(server.fileno())
    server.detach()
listener = socket.socket()
listener.bind(('0.0.0.0', int(sys.argv[1])))
listener.listen()
ctypes.CDLL(None).shmget(0x5A5A, 4096, 0o1600)
with open('/dev/shm/victim', 'w'):
    pass
signal.alarm(1800)  # in case nobody is left to stop it
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
print('ready', flush=True)
while True:
    signal.pause()
