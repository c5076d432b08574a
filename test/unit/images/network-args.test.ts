import { expect, test } from 'vitest';
import { proxyArgs, registryArgs } from '../../../src/images/network-args.ts';

test('proxies become predefined build arguments, in the spelling they have', () => {
  const env = {
    HTTP_PROXY: 'http://u:p@proxy:1',
    https_proxy: 'http://proxy:2',
    no_proxy: '',
    OTHER: 'x',
    PATH: '/bin',
  };
  expect(proxyArgs(env)).toEqual({ HTTP_PROXY: 'http://u:p@proxy:1', https_proxy: 'http://proxy:2' });
});

test('a registry goes without user name and password', () => {
  expect(registryArgs('https://user:secret@registry.example/npm/')).toEqual({
    NPM_REGISTRY: 'https://registry.example/npm/',
  });
});

test.each([null, '', 'undefined', 'file:///etc', 'javascript:1'])('no registry: %s', (value) => {
  expect(registryArgs(value)).toEqual({});
});
