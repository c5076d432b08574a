import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Person } from './person.ts';
import type { Product } from './product.ts';

/** One recorded request to the scripted model. */
export interface ModelRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/**
 * An agent's model, played from a script, for `product.hookedCli`: the environment that asks for it, and the requests it
 * got. The record lies in the person's project.
 */
export function scriptedModel(
  product: Product,
  person: Person,
  script: unknown,
): { env: Record<string, string>; requests: () => ModelRequest[] } {
  const bundle = mkdtempSync('/var/tmp/sandbox-script-');
  onTestFinished(() => rmSync(bundle, { recursive: true, force: true }));
  cpSync(join(product.dir, 'dist/model/model.mjs'), join(bundle, 'model.mjs'));
  writeFileSync(join(bundle, 'script.json'), JSON.stringify(script));
  chmodSync(bundle, 0o755);
  const record = join(person.project, `.requests-${Math.random().toString(36).slice(2)}.jsonl`);
  return {
    env: { HOOK_MODEL: JSON.stringify({ bundle, script: 'script.json', record }) },
    requests: () =>
      existsSync(record)
        ? readFileSync(record, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as ModelRequest)
        : [],
  };
}
