import { isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Document, Node } from 'yaml';
import type { ConfigFile } from './config-file.ts';
import { explainIssue } from './explain-issue.ts';
import type { Problem } from './layer.ts';
import { readContents } from './read-contents.ts';
import { schema } from './schema.ts';

type Path = readonly PropertyKey[];

/**
 * Text of a configuration file → its contents, or everything that is wrong with it. This module brings the YAML parser and
 * the schema library: it is loaded only when there is a file.
 */
export function parseConfigFile(
  path: string,
  text: string,
  home: string,
): { readonly file: ConfigFile | null; readonly problems: readonly Problem[] } {
  const lines = new LineCounter();
  const doc = parseDocument(text, {
    lineCounter: lines,
    version: '1.2',
    merge: false,
    prettyErrors: false,
    stringKeys: true,
  });
  const problem = (offset: number, message: string, remedy: string): Problem => ({
    source: { kind: 'file', file: path, line: lines.linePos(offset).line },
    message,
    remedy,
  });
  const problems: Problem[] = [...doc.errors, ...doc.warnings].map(({ pos, message, code }) =>
    problem(pos[0], firstLine(message), code === 'DUPLICATE_KEY' ? 'Leave one of them out.' : 'Mend the YAML here.'),
  );
  const syntax = doc.warnings.length > 0 || doc.errors.some(({ code }) => code !== 'DUPLICATE_KEY');
  visit(doc, {
    Alias: (_, { range, source }) => {
      problems.push(problem(range?.[0] ?? 0, `aliases such as *${source} are not allowed`, 'Write the value out.'));
    },
  });
  if (syntax || problems.some(({ message }) => message.startsWith('aliases'))) return { file: null, problems };
  const line = (at: Path): number => lines.linePos(offsetOf(doc, at)).line;
  const value: unknown = doc.toJS({ maxAliasCount: 0 }) ?? {};
  const parsed = schema.safeParse(value);
  for (const issue of parsed.error?.issues ?? []) {
    for (const { path: at, message, remedy } of explainIssue(issue, (where) => lookUp(value, where)))
      problems.push(problem(offsetOf(doc, at), message, remedy));
  }
  if (!parsed.success) return { file: null, problems: sorted(problems) };
  const file = readContents(path, parsed.data, home, (at) => ({ kind: 'file', file: path, line: line(at) }));
  return { file: problems.length > 0 ? null : file, problems: sorted(problems) };
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/:$/, '');
}

function sorted(problems: readonly Problem[]): readonly Problem[] {
  const line = ({ source }: Problem): number => (source.kind === 'file' ? source.line : 0);
  return [...problems].sort((a, b) => line(a) - line(b));
}

function lookUp(value: unknown, path: Path): unknown {
  let here = value;
  for (const part of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, part)) return undefined;
    here = (here as Record<PropertyKey, unknown>)[part];
  }
  return here;
}

/** Where the key of a path stands, or the item of a list; as far as the path goes. */
function offsetOf(doc: Document.Parsed, path: Path): number {
  let node: Node | null | undefined = doc.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair: (typeof node.items)[number] | undefined = node.items.find(
        ({ key }) => isScalar(key) && String(key.value) === String(part),
      );
      if (pair === undefined) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node)) {
      node = node.items[Number(part)] as Node | undefined;
      offset = node?.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}
