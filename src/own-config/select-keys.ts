/** One value of a settings file with the names that lead to it; numbers are places in lists. */
export interface Leaf {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Nested deeper than anybody writes by hand, or more values than anybody reads: the file is then compared as a whole. */
export class TooMuch extends Error {}

const MAX_DEPTH = 100;
const MAX_LEAVES = 20_000;

/**
 * The values below the keys that match one of `patterns`: dotted, `*` for any name and any place in a list. Lists of plain values stay one
 * value. Only the object's own keys count, whatever they are called. Top-level keys in `harmless` are passed over. Throws TooMuch.
 */
export function selectKeys(
  root: unknown,
  patterns: readonly string[],
  harmless: readonly string[] = [],
): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const seen = new Set<string>();
  for (const pattern of patterns) {
    for (const match of matches(root, pattern)) {
      if (harmless.includes(String(match.path[0]))) continue;
      for (const leaf of flatten(match)) {
        const name = JSON.stringify(leaf.path);
        if (seen.has(name)) continue;
        seen.add(name);
        leaves.push(leaf);
        if (leaves.length > MAX_LEAVES) throw new TooMuch(`it has more than ${MAX_LEAVES} values`);
      }
    }
  }
  return leaves;
}

/** The values at exactly the matching keys, whatever they are. */
export function matches(root: unknown, pattern: string): readonly Leaf[] {
  let found: readonly Leaf[] = [{ path: [], value: root }];
  for (const name of pattern.split('.')) {
    found = found.flatMap((leaf) =>
      name === '*' ? children(leaf) : children(leaf).filter(({ path }) => path.at(-1) === name),
    );
  }
  return found;
}

function* flatten(top: Leaf): Generator<Leaf> {
  const stack = [top];
  for (let leaf = stack.pop(); leaf !== undefined; leaf = stack.pop()) {
    if (leaf.path.length > MAX_DEPTH) throw new TooMuch(`it is nested deeper than ${MAX_DEPTH} levels`);
    const inner = isWhole(leaf.value) ? [] : children(leaf);
    if (inner.length === 0) yield leaf;
    for (let at = inner.length - 1; at >= 0; at--) stack.push(inner[at] as Leaf);
  }
}

function isWhole(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
}

function children({ path, value }: Leaf): readonly Leaf[] {
  if (Array.isArray(value)) return value.map((item: unknown, index) => ({ path: [...path, index], value: item }));
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  return Object.entries(value).map(([name, item]) => ({ path: [...path, name], value: item as unknown }));
}

const MAX_NAME = 200;

/** `hooks.Stop[0].command`; a name with other characters stands in quotes, a long one is cut. */
export function keyName(path: Leaf['path']): string {
  const parts = path.map((part) => {
    if (typeof part === 'number') return `[${part}]`;
    if (part.length > MAX_NAME) return `.${JSON.stringify(part.slice(0, MAX_NAME))}…${part.length}`;
    return /^[A-Za-z0-9_@-]+$/.test(part) ? `.${part}` : `.${JSON.stringify(part)}`;
  });
  return parts.join('').replace(/^\./, '');
}
