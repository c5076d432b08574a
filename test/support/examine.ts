import type { Person } from './person.ts';
import type { Product } from './product.ts';

/** One line of the report. */
export interface Line {
  readonly id: string;
  readonly state: string;
  readonly found: string;
  readonly why: string;
  readonly mend: string | null;
}

/** `sandbox doctor --json` as that person, with its lines by id. */
export async function examine(product: Product, person: Person, env: Record<string, string> = {}) {
  const { code, stdout } = await person.run([process.execPath, product.cli, 'doctor', '--json'], { env });
  const result = JSON.parse(stdout) as { lines: readonly Line[]; outcome: string; counts: { fail: number } };
  const line = (id: string): Line => {
    const found = result.lines.find((each) => each.id === id);
    if (found === undefined) throw new Error(`no line ${id}`);
    return found;
  };
  const failing = result.lines.filter(({ state }) => state === 'fail').map(({ id }) => id);
  return { code, stdout, result, line, failing };
}
