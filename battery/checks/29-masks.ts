import type { SessionCheck } from '../check.ts';
import { readProbes, writeProbes } from '../request.ts';

const emptied = ['/sys/firmware', '/proc/acpi'];

export const check: SessionCheck = {
  id: '29',
  title: '/proc and /sys give nothing away and take nothing',
  threat:
    'The kernel’s own files change the whole machine: core_pattern names a program the kernel runs as root on the host, ' +
    'release_agent likewise (CVE-2022-0492), devices.allow opens disks, kcore and /dev/mem are the memory. The engine masks ' +
    'them or makes them read-only; here they are tried.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation: { probes, listings } }) {
    const problems = [
      ...readProbes.filter((path) => probes[`read:${path}`] === 'data').map((path) => `${path} can be read`),
      ...writeProbes.filter((path) => probes[`open-write:${path}`] === 'yes').map((path) => `${path} can be written`),
      ...emptied.filter((path) => (listings[path] ?? []).length > 0).map((path) => `${path} is not empty`),
      ...readProbes.filter((path) => probes[`read:${path}`] === undefined).map((path) => `${path} was not probed`),
      ...writeProbes
        .filter((path) => probes[`open-write:${path}`] === undefined)
        .map((path) => `${path} was not probed`),
    ];
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: 'masked or read-only, as the engine promises',
      found:
        problems.length === 0
          ? `${readProbes.length + writeProbes.length} files tried, none open`
          : problems.join('; '),
      hint: 'Remove `systempaths=unconfined`, a privileged default or another runtime from the engine’s configuration.',
    };
  },
};
