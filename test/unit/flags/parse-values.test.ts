import { describe, expect, it } from 'vitest';
import { parseEnv } from '../../../src/flags/parse-env.ts';
import { parseMount } from '../../../src/flags/parse-mount.ts';
import { parseSize } from '../../../src/flags/parse-size.ts';

describe('parseMount', () => {
  it.each([
    ['/a', { source: '/a', target: '/a', mode: 'ro' }],
    ['/a:rw', { source: '/a', target: '/a', mode: 'rw' }],
    ['/a:/b', { source: '/a', target: '/b', mode: 'ro' }],
    ['/a:/b:rw', { source: '/a', target: '/b', mode: 'rw' }],
    ['rel:/b', { source: '/cwd/rel', target: '/b', mode: 'ro' }],
    ['/a\\:b:/c', { source: '/a:b', target: '/c', mode: 'ro' }],
    ['/a\\\\b', { source: '/a\\b', target: '/a\\b', mode: 'ro' }],
    ['/a\\b', { source: '/a\\b', target: '/a\\b', mode: 'ro' }],
    ['/w,source=/evil', { source: '/w,source=/evil', target: '/w,source=/evil', mode: 'ro' }],
    ['/a:/b/../c/', { source: '/a', target: '/c', mode: 'ro' }],
  ])('%s', (text, mount) => {
    expect(parseMount(text, '/cwd')).toEqual(mount);
  });

  it.each([':/b', '/a::rw', '/a:b', '/a:/b:xx', '/a:/b:/c', '', '/a\0'])('refuses %j', (text) => {
    expect(() => parseMount(text, '/cwd')).toThrow(expect.objectContaining({ code: 'BAD_VALUE' }));
  });
});

describe('parseEnv', () => {
  it.each([
    ['A', { name: 'A' }],
    ['A=', { name: 'A', value: '' }],
    ['A=b=c', { name: 'A', value: 'b=c' }],
    ['A=line\nline', { name: 'A', value: 'line\nline' }],
    ['LD_PRELOAD=/x.so', { name: 'LD_PRELOAD', value: '/x.so' }],
  ])('%j', (text, variable) => {
    expect(parseEnv(text)).toEqual(variable);
  });

  it.each(['', '=x', '1A=x', 'A B', 'A\nB=x', 'A\0=x', 'A=x\0', 'LD_PRELOAD', 'BASH_ENV', 'NODE_OPTIONS', 'PERL5LIB'])(
    'refuses %j',
    (text) => {
      expect(() => parseEnv(text)).toThrow(expect.objectContaining({ code: 'BAD_VALUE' }));
    },
  );
});

describe('parseSize', () => {
  it.each([
    ['1', 1],
    ['512m', 512 * 1024 ** 2],
    ['4g', 4 * 1024 ** 3],
    ['4GiB', 4 * 1024 ** 3],
    ['1.5G', 1.5 * 1024 ** 3],
    ['10kb', 10240],
  ])('%s', (text, bytes) => {
    expect(parseSize(text, '--memory')).toBe(bytes);
  });

  it.each(['', '0', '-1g', 'g', '1x', '1e3', '99999999999999', 'NaN'])('refuses %j', (text) => {
    expect(() => parseSize(text, '--memory')).toThrow(expect.objectContaining({ code: 'BAD_VALUE' }));
  });
});
