import { describe, expect, it } from 'vitest';
import { knownFlaws } from '../../../src/doctor/known-flaws.ts';

const leak = 'CVE-2024-21626';
const proc = 'CVE-2025-31133, CVE-2025-52565, CVE-2025-52881';

describe('knownFlaws of runc', () => {
  it.each([
    ['1.1.5+ds1-1', [leak, proc]],
    ['1.1.5+ds1-1+deb12u1', [proc]],
    ['1.1.5+ds1-1+deb11u9', [leak, proc]],
    ['v1.1.12-0-g51d5e946', [proc]],
    ['v1.2.7', [proc]],
    ['1.2.8', []],
    ['1.3.2', [proc]],
    ['v1.3.3-0-gd842d771', []],
    ['1.4.0-rc.2', [proc]],
    ['1.4.0-rc.3', []],
    ['1.4.0', []],
    ['1.5.0', []],
    ['1.0.3', [leak, proc]],
  ])('%s', (version, flaws) => {
    expect(knownFlaws('runc', version)).toEqual(flaws);
  });

  it.each(['', 'b9ee9c63', 'crun 1.8'])('knows nothing about %j', (version) => {
    expect(knownFlaws('runc', version)).toBeNull();
  });
});

describe('knownFlaws of containerd', () => {
  it.each([
    ['1.6.20~ds1-1+deb12u3', 0],
    ['1.6.20~ds1-1+deb12u1', 1],
    ['1.6.20~ds1-1+b1', 1],
    ['1.6.38', 0],
    ['1.7.26', 1],
    ['v1.7.27', 0],
    ['2.0.3', 1],
    ['2.1.0', 0],
  ])('%s', (version, count) => {
    expect(knownFlaws('containerd', version)).toHaveLength(count);
  });
});
