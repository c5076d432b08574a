import type { SessionCheck } from '../check.ts';

export const check: SessionCheck = {
  id: '31',
  title: 'no descriptor was inherited; the working directory is the container’s',
  threat:
    'A descriptor that leaks into a container is an open door to whatever it holds: through one to a directory of the host ' +
    'the whole host was reached (CVE-2024-21626), with a working directory that leads there it was done by starting.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation: { fds, cwd } }, plan) {
    const kind = plan.tty ? /^\/dev\/(pts\/\d+|console)$/ : /^(pipe:\[\d+\]|socket:\[\d+\]|\/dev\/null)$/;
    // perl holds its own program open while it runs.
    const foreign = Object.entries(fds).filter(
      ([number, link]) => Number(number) > 2 && !/^\/run\/sandbox\/[a-z]+\.pl$/.test(link),
    );
    const problems = foreign.map(([number, link]) => `${number} is ${link}`);
    for (const number of ['0', '1', '2'])
      if (!kind.test(fds[number] ?? '')) problems.push(`${number} is ${fds[number] ?? 'closed'}`);
    if (cwd !== '/') problems.push(`the working directory is ${cwd}`);
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: `input, output and errors as ${plan.tty ? 'the terminal' : 'pipes'}, nothing else; started in /`,
      found: problems.length === 0 ? 'exactly that' : problems.join('; '),
      hint: 'Update the engine’s runtime: `docker info` names it; runc below 1.1.12 leaks descriptors.',
    };
  },
};
