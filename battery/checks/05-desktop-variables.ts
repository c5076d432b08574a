import type { SessionCheck } from '../check.ts';

const pattern =
  /^(DISPLAY|WAYLAND_DISPLAY|WAYLAND_SOCKET|XAUTHORITY|ICEAUTHORITY|SESSION_MANAGER|DESKTOP_SESSION|XDG_RUNTIME_DIR|XDG_SESSION_.*|SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_CONNECTION|DBUS_.*|GPG_AGENT_INFO|GPG_TTY|GNOME_KEYRING_.*|KRB5CCNAME|PULSE_.*|PIPEWIRE_.*|VSCODE_.*|REMOTE_CONTAINERS.*|TMUX|STY|WSL_INTEROP|WSLENV|DOCKER_HOST|DOCKER_CONTEXT|CONTAINER_HOST|BUILDKIT_HOST|KUBERNETES_.*)$/;

export const check: SessionCheck = {
  id: '05',
  title: 'no variable leads to the desktop, a key agent, an editor or an engine',
  threat:
    'DISPLAY, SSH_AUTH_SOCK, DBUS_*, GPG_*, VSCODE_* and the like are the addresses of programs that act for the user: they ' +
    'sign, type, open windows and start commands on the host. An address in the session is half of a way to them.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation }, plan) {
    const planned = new Set(plan.env.map(({ name }) => name));
    const found = attestation.envNames.filter((name) => pattern.test(name) && !planned.has(name));
    return {
      verdict: found.length === 0 ? 'pass' : 'fail',
      expected: 'no address of a program of the host',
      found: found.length === 0 ? 'none' : found.join(', '),
      hint: 'Remove the variable from the image or the engine’s settings.',
    };
  },
};
