import type { SessionCheck } from '../check.ts';
import { nameSome } from '../name-some.ts';

export const check: SessionCheck = {
  id: '30',
  title: 'no socket of an engine, a key agent or the desktop is in reach',
  threat:
    'The engine’s socket is root on the host; those of SSH and GnuPG agents sign in the user’s name; D-Bus, X11 and Wayland ' +
    'start programs and read the keyboard; abstract sockets such as containerd’s are reached without any file. A session ' +
    'that has just begun has no socket at all.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation: { probes } }) {
    const names = Object.keys(probes);
    const files = names.filter((name) => name.startsWith('socket:/')).map((name) => name.slice('socket:'.length));
    const open = names
      .filter((name) => /^unix:[^c]|^unix:c(?!ount$)/.test(name))
      .map((name) => name.slice('unix:'.length));
    const problems: string[] = [];
    if (probes['sockets'] !== undefined) problems.push(`not looked through: ${probes['sockets']}`);
    if (probes['unix:count'] === undefined) problems.push('/proc/net/unix could not be read');
    if (files.length > 0) problems.push(`socket files ${nameSome(files)}`);
    if (open.length > 0) problems.push(`open sockets ${nameSome(open)}`);
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: 'none',
      found: problems.length === 0 ? 'none' : problems.join('; '),
      hint: 'Leave out the mount that holds the socket, or the setting of the engine that adds it.',
    };
  },
};
