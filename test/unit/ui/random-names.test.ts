import { Writable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { Finding, Verdict } from '../../../battery/check.ts';
import { AppError } from '../../../src/errors.ts';
import { writeJsonResult } from '../../../src/ui/json-result.ts';
import { junitReport } from '../../../src/ui/junit.ts';
import { Messages } from '../../../src/ui/messages.ts';
import { printFindings } from '../../../src/ui/print-findings.ts';
import { quote } from '../../../src/ui/quote.ts';
import { fromBytes, toBytes } from '../../../src/ui/raw-text.ts';
import { randomName, randomSource } from '../../support/random-names.ts';

const COUNT = 10_000;
const MAX = 4096;
const verdicts: readonly Verdict[] = ['pass', 'warn', 'fail', 'not-available'];
const random = randomSource(106);
const names = Array.from({ length: COUNT }, () => randomName(random, MAX));

function finding(name: Buffer, index: number): Finding {
  const text = fromBytes(name);
  const verdict = verdicts[index % verdicts.length] ?? 'fail';
  return {
    id: '60',
    title: 'a title',
    stage: 'host',
    level: 'fail',
    verdict,
    expected: 'none',
    found: text,
    why: 'w',
    hint: text,
  };
}

function collect(write: (stream: Writable) => void): string {
  const chunks: Buffer[] = [];
  write(
    new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
    }),
  );
  return Buffer.concat(chunks).toString('utf8');
}

/** Whatever could move a cursor, hide or reorder text; our own line feed and the plain space are not among it. */
const unprintable = /[\p{C}\p{Z}\p{DI}\u2800]/u;
const visible = (text: string): string => text.replace(/[\n ]/g, '');

describe(`${COUNT} random names`, { timeout: 120_000 }, () => {
  it('reach a person as printable lines of ours only', () => {
    const text = collect((stream) => printFindings(stream, names.map(finding)));
    expect(visible(text)).not.toMatch(unprintable);
    const strange = text
      .split('\n')
      .filter((line) => !/^((pass|WARN|FAIL|n\/a ) {2}60 {2}a title| {10}(expected|found|why|do) .*|)$/.test(line));
    expect(strange).toEqual([]);
    const errors = collect((stream) => {
      const messages = new Messages(stream, 'verbose');
      for (const name of names) {
        const raw = fromBytes(name);
        messages.error(new AppError('SOURCE_LINK', raw, raw, { details: [raw] }), '1.0.0');
        messages.note(raw);
      }
    });
    expect(visible(errors)).not.toMatch(unprintable);
    expect(errors.split('\n').filter((line) => !/^(sandbox: .*| {2}.*|)$/.test(line))).toEqual([]);
  });

  it('stand in quotes where they are named, so that none looks like a result', () => {
    for (const name of names) expect(quote(name)).toMatch(/^"([^"\\]|\\.)*"(\.\.\.\(\+\d+\))?$|^".*"$/u);
  });

  it('come back from JSON byte for byte', () => {
    const text = collect((stream) => writeJsonResult(stream, 'check', { findings: names.map(finding) }));
    expect(visible(text)).not.toMatch(unprintable);
    expect(text.split('\n')).toHaveLength(2);
    const { findings } = JSON.parse(text) as { findings: { found: string; foundBase64?: string }[] };
    const back = findings.map(({ found, foundBase64 }) =>
      foundBase64 === undefined ? Buffer.from(found) : Buffer.from(foundBase64, 'base64'),
    );
    expect(back.every((bytes, index) => bytes.equals(names[index] ?? Buffer.alloc(0)))).toBe(true);
    expect(findings.filter(({ foundBase64 }) => foundBase64 !== undefined).length).toBeGreaterThan(COUNT / 4);
  });

  it('leave JUnit XML that a strict parser reads', () => {
    const cases = names.map((name, index) => ({ ...finding(name, index), group: fromBytes(name) }));
    const text = junitReport('sandbox check', cases, 1.5);
    expect(visible(text)).not.toMatch(unprintable);
    const parser = new SaxesParser();
    const seen: Record<string, number> = {};
    parser.on('opentag', ({ name }) => void (seen[name] = (seen[name] ?? 0) + 1));
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(text).close();
    expect(seen).toEqual({
      testsuites: 1,
      testsuite: 1,
      testcase: COUNT,
      failure: COUNT / 4,
      skipped: COUNT / 4,
      'system-out': COUNT / 4,
    });
  });

  it('are told apart: no two different names look the same', () => {
    const distinct = new Set(names.map((name) => name.toString('latin1')));
    const shown = new Set([...distinct].map((name) => quote(Buffer.from(name, 'latin1'), { max: 100_000 })));
    expect(shown.size).toBe(distinct.size);
    expect(names.every((name) => toBytes(fromBytes(name)).equals(name))).toBe(true);
  });
});
