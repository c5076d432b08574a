import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configurationDocument, schemaDocument } from '../../src/config/documents.ts';
import { defaults } from '../../src/config/defaults.ts';
import { configJsonSchema } from '../../src/config/json-schema.ts';
import { settingKeys, settings } from '../../src/config/settings.ts';
import { planFlags } from '../../src/flags/launch-flags.ts';

const docs = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

/** Flags that are about one session's place and terminal: nothing that could hold at every launch. */
const sessionOnly = ['workspace', 'publish', 'tty', 'noTty', 'gitDir', 'allowNested'];

describe('all settings', () => {
  it('are the known ones', () => {
    expect(settingKeys).toEqual([
      'skills',
      'network',
      'readOnly',
      'memory',
      'cpus',
      'pids',
      'homeSize',
      'imageBase',
      'imageApt',
      'imageRun',
      'mount',
      'env',
      'unattended',
      'cache',
      'agentVersion',
      'review',
    ]);
    expect(Object.keys(defaults)).toEqual([...settingKeys]);
  });

  it('and the flags of the plan belong together', () => {
    const named = settingKeys.flatMap((key) => settings[key].flag ?? []);
    expect([...named, ...sessionOnly].sort()).toEqual(planFlags.map(({ key }) => key).sort());
  });

  it('have variables of their own, all SANDBOX_…, none that sessions are given', () => {
    const variables = settingKeys.map((key) => settings[key].variable);
    expect(new Set(variables).size).toBe(variables.length);
    for (const name of variables) expect(name).toMatch(/^SANDBOX_[A-Z_]+$/);
    for (const taken of ['SANDBOX_AGENT', 'SANDBOX_SESSION', 'SANDBOX_SHARE']) expect(variables).not.toContain(taken);
  });

  it('say the same default in the flag’s help', () => {
    for (const key of settingKeys) {
      const flag = planFlags.find((candidate) => candidate.key === settings[key].flag);
      if (flag?.value === undefined || flag.fallback === undefined) continue;
      const words: Readonly<Record<string, string>> = {
        'no limit': 'none',
        'the version this program was tested with': 'the one this program was tested with',
      };
      expect(flag.fallback).toBe(words[settings[key].fallback] ?? settings[key].fallback);
    }
  });
});

describe('the schema', () => {
  interface Node {
    readonly properties?: Readonly<Record<string, Node>>;
    readonly anyOf?: readonly Node[];
    readonly items?: Node;
    readonly description?: string;
    readonly type?: unknown;
    readonly additionalProperties?: unknown;
  }
  const top = configJsonSchema() as Node;

  it('has every setting, and a description on every key', () => {
    const keys = Object.keys(top.properties ?? {});
    const paths = settingKeys.map((key) => settings[key].path.split('.')[0]);
    expect([...new Set([...paths, 'mount+', 'env+', 'approvals', 'projects'])].sort()).toEqual(keys.sort());
    const walk = (node: Node, path: string): void => {
      for (const [name, child] of Object.entries(node.properties ?? {})) {
        expect(child.description, `${path}.${name}`).toMatch(/\.$/);
        walk(child, `${path}.${name}`);
      }
      for (const child of [...(node.anyOf ?? []), ...(node.items === undefined ? [] : [node.items])]) walk(child, path);
      if (typeof node.additionalProperties === 'object') walk(node.additionalProperties as Node, `${path}.*`);
    };
    walk(top, '');
  });

  it('is strict everywhere', () => {
    const open = JSON.stringify(top).match(/"properties":/g)?.length;
    const closed = JSON.stringify(top).match(/"additionalProperties":false/g)?.length;
    expect(closed).toBe(open);
  });

  it('and the table are the committed ones: node scripts/generate-config-docs.mjs', () => {
    expect(docs('config.schema.json')).toBe(schemaDocument());
    expect(docs('configuration.md')).toBe(configurationDocument(docs('configuration.md')));
  });
});
