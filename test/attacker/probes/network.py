"""What the network reaches.

Addresses that are not the test's own are only looked up in the routing table (connect(2) on a datagram socket sends nothing);
connections go to the bridge's gateway, to loopback and to a container of the test's.
"""

import errno
import socket

from .kit import CONFIG, NotApplicable, probe, text


def routed(address):
    family = socket.AF_INET6 if ':' in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as client:
            client.connect((address, 9))
            return f'{address} has a route, from {client.getsockname()[0]}'
    except OSError as error:
        if error.errno == errno.EAFNOSUPPORT:
            raise NotApplicable('no such address family') from error
        raise


ROUTES = [
    ('metadata', 'the cloud’s metadata address', 'CDK', '169.254.169.254'),
    ('metadata-alibaba', 'Alibaba’s metadata address', 'CDK', '100.100.100.200'),
    ('metadata-volcano', 'Volcano Engine’s metadata address', 'CDK', '100.96.0.96'),
    ('metadata-azure', 'Azure’s wire server', 'catalogue 145', '168.63.129.16'),
    ('metadata-ipv6', 'the cloud’s metadata address in IPv6', 'catalogue 145', 'fd00:ec2::254'),
    ('desktop-engine', 'the engine’s address on Docker Desktop', 'CVE-2025-9074', '192.168.65.7'),
    ('lan-a', 'a private network (10/8)', 'catalogue 147', '10.0.0.1'),
    ('lan-b', 'a private network (172.16/12)', 'catalogue 147', '172.31.0.1'),
    ('lan-c', 'a private network (192.168/16)', 'catalogue 147', '192.168.1.1'),
    ('public', 'a public address', 'codex', '198.51.100.1'),
    ('public-ipv6', 'a public address in IPv6', 'catalogue 147', '2001:db8::1'),
]

for _name, _title, _source, _address in ROUTES:
    probe(f'net-{_name}', f'have a route to {_title} (look-up only)', _source, network=True)(lambda address=_address: routed(address))


def gateway():
    for line in text('/proc/net/route').splitlines()[1:]:
        fields = line.split()
        if len(fields) > 2 and fields[1] == '00000000':
            return socket.inet_ntoa(bytes.fromhex(fields[2])[::-1])
    raise OSError(errno.ENETUNREACH, 'no gateway')


def reaches(host, port):
    with socket.create_connection((host, port), timeout=3):
        return f'{host}:{port}'


@probe('net-gateway-engine', 'connect to an engine’s port on the gateway: 2375, 2376', 'CDK', network=True)
def gateway_engine():
    return first_port(gateway(), (2375, 2376))


@probe('net-gateway-ssh', 'connect to SSH on the gateway', 'deepce', network=True)
def gateway_ssh():
    return first_port(gateway(), (22,))


def first_port(host, ports):
    for port in ports:
        try:
            return reaches(host, port)
        except OSError:
            pass
    return None


@probe('net-gateway-listener', 'connect to a service of the host that listens on the bridge', 'catalogue 146', network=True)
def gateway_listener():
    if not CONFIG['gatewayPort']:
        raise NotApplicable('no listener was opened')
    return reaches(gateway(), CONFIG['gatewayPort'])


@probe('net-loopback-listener', 'connect to a service of the host that listens on its loopback', 'catalogue 146', network=True)
def loopback_listener():
    if not CONFIG['loopbackPort']:
        raise NotApplicable('no listener was opened')
    return reaches('127.0.0.1', CONFIG['loopbackPort'])


@probe('net-host-loopback', 'connect to that service through the gateway', 'catalogue 146', network=True)
def loopback_through_gateway():
    if not CONFIG['loopbackPort']:
        raise NotApplicable('no listener was opened')
    return reaches(gateway(), CONFIG['loopbackPort'])


@probe('net-peer', 'connect to another container', 'catalogue 148', network=True)
def peer():
    if not CONFIG['peer']:
        raise NotApplicable('there is no other container')
    return reaches(*CONFIG['peer'])


@probe('net-host-names', 'find a name of the host in /etc/hosts: host.docker.internal', 'catalogue 146', network=True)
def host_names():
    names = ('host.docker.internal', 'gateway.docker.internal', 'host.containers.internal', 'kubernetes.docker.internal')
    return next((name for name in names if name in text('/etc/hosts').split()), None)


@probe('net-resolver', 'have a route to a name server (look-up only)', 'CVE-2025-55284', network=True)
def resolver():
    servers = [line.split()[1] for line in text('/etc/resolv.conf').splitlines() if line.startswith('nameserver ')]
    for server in servers:
        try:
            return routed(server.partition('%')[0])
        except OSError:
            pass
    return None


@probe('net-interface', 'have an interface beside loopback', 'catalogue 149', network=True)
def interface():
    return next((name for _, name in socket.if_nameindex() if name != 'lo' and not name.startswith(('tunl', 'sit', 'ip6', 'gre', 'erspan', 'ifb'))), None)


@probe('net-neighbours', 'see addresses of neighbours', 'deepce', network=True)
def neighbours():
    rows = text('/proc/net/arp').splitlines()[1:]
    return rows[0].split()[0] if rows else None


@probe('net-published', 'listen on an address beside loopback', 'catalogue 136', network=True)
def listens():
    local = socket.gethostbyname(socket.gethostname())
    if local.startswith('127.'):
        return None
    with socket.socket() as server:
        server.bind((local, 0))
        server.listen()
        return local
