import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uniteCertificates } from '../../../src/images/certificates.ts';
import { readCertificates } from '../../../src/images/read-certificates.ts';

const program = join(import.meta.dirname, '../../..');
const pem = (body: string): string => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
const [one, two, three] = [pem('AAAA'.repeat(30)), pem('BBBB'), pem('CCCC')];
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sandbox-ca-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('each certificate once, 64 columns, and nothing else', () => {
  const united = uniteCertificates([`# comment\n${one}junk\n${two}`, two, '-----BEGIN PRIVATE KEY-----\nAAAA\n']);
  expect(united.match(/BEGIN/g)).toHaveLength(2);
  expect(united).not.toContain('PRIVATE');
  expect(Math.max(...united.split('\n').map((line) => line.length))).toBe(64);
  expect(uniteCertificates([united])).toBe(united);
  expect(uniteCertificates([])).toBe('');
});

test('read from the files the environment names; what is not there does not matter', () => {
  writeFileSync(join(dir, 'a.pem'), one);
  writeFileSync(join(dir, 'b.pem'), one + two);
  const read = (env: Record<string, string>): string => readCertificates(env, []);
  expect(read({})).toBe('');
  expect(read({ SSL_CERT_FILE: join(dir, 'a.pem'), NODE_EXTRA_CA_CERTS: join(dir, 'b.pem') })).toBe(
    uniteCertificates([one, two]),
  );
  expect(read({ SSL_CERT_FILE: join(dir, 'gone.pem'), NODE_EXTRA_CA_CERTS: dir })).toBe('');
});

test('the machine’s own store counts', () => {
  writeFileSync(join(dir, 'system.pem'), two);
  writeFileSync(join(dir, 'a.pem'), one);
  expect(readCertificates({ SSL_CERT_FILE: join(dir, 'a.pem') }, [join(dir, 'system.pem')])).toBe(
    uniteCertificates([one, two]),
  );
});

test('inside, only those the image does not have become files', () => {
  const [bundle, known, out] = [join(dir, 'bundle'), join(dir, 'known'), join(dir, 'out')];
  mkdirSync(out);
  writeFileSync(bundle, uniteCertificates([one, two, three]));
  writeFileSync(known, two.replace('BBBB', 'BB\nBB'));
  execFileSync('perl', [join(program, 'images/base/trust-host.pl'), bundle, known, out]);
  const texts = readdirSync(out)
    .sort()
    .map((name) => readFileSync(join(out, name), 'utf8'));
  expect(texts).toEqual([uniteCertificates([one]), uniteCertificates([three])]);
  writeFileSync(bundle, '');
  execFileSync('perl', [join(program, 'images/base/trust-host.pl'), bundle, known, out]);
});
