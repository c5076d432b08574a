import { LineCounter, isMap, isScalar, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { AppError } from '../errors.ts';
import type { Script, Step } from './script.ts';
import { writeCommand } from './write-command.ts';

const text = z.string().check(z.minLength(1), z.maxLength(100_000));
const stepSchema = z
  .strictObject({
    say: z.optional(text),
    run: z.optional(text),
    write: z.optional(z.strictObject({ path: text, content: z.string() })),
    wait: z.optional(z.number().check(z.nonnegative(), z.maximum(600))),
  })
  .check(
    z.refine((step) => {
      const calls = [step.run, step.write].filter((value) => value !== undefined).length;
      if (step.wait !== undefined) return calls === 0 && step.say === undefined;
      return calls === 1 || (calls === 0 && step.say !== undefined);
    }, 'a step is "wait" alone, or "say", "run" or "write", where "say" may go with one of the other two'),
  );
const scriptSchema = z.strictObject({
  steps: z.array(stepSchema).check(z.minLength(1), z.maxLength(1000)),
  repeat: z._default(z.boolean(), false),
  end: z._default(text, 'The script has ended.'),
});

/**
 * Reads a script:
 *
 *     steps:
 *       - say: I will look around.     # text before the tool call
 *         run: ls -la "$HOME"          # a shell command, through the agent's own tool
 *       - write: { path: notes.txt, content: hello }
 *       - wait: 1.5                    # seconds
 *       - say: Done.                   # ends the turn
 *     repeat: false
 *     end: Nothing more to do.
 *
 * @param name of the file, for messages
 * @throws AppError CONFIG_INVALID naming every problem with its line
 */
export function parseScript(source: string, name: string): Script {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const problems = document.errors.map(
    (error) => `${name}:${String(lines.linePos(error.pos[0]).line)}: ${error.message}`,
  );
  if (problems.length > 0) throw invalid(problems);

  const parsed = scriptSchema.safeParse(toValue(document, name), { error: en().localeError });
  if (!parsed.success) {
    throw invalid(
      parsed.error.issues.map((issue) => {
        const where = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
        return `${name}:${String(lineOf(document, lines, where))}: ${path(issue.path)}${issue.message}`;
      }),
    );
  }
  const { steps, repeat, end } = parsed.data;
  return { steps: steps.map(toStep), repeat, end };
}

function toStep(step: z.infer<typeof stepSchema>): Step {
  if (step.wait !== undefined) return { kind: 'wait', seconds: step.wait };
  const command = step.write ? writeCommand(step.write.path, step.write.content) : (step.run ?? null);
  return { kind: 'answer', text: step.say ?? null, command };
}

function toValue(document: Document.Parsed, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    throw invalid([`${name}: aliases are not allowed`], cause);
  }
}

/** The line of the key or value at that path, or of the nearest node above it that exists. */
function lineOf(document: Document.Parsed, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    const key = isMap(parent) ? parent.items.find((item) => isScalar(item.key) && item.key.value === last)?.key : null;
    const node: unknown = key ?? document.getIn(path.slice(0, length), true);
    const start = (node as { range?: [number, number, number] | null } | undefined)?.range?.[0];
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
}

const path = (parts: readonly PropertyKey[]): string => (parts.length === 0 ? '' : `${parts.map(String).join('.')}: `);

const invalid = (problems: readonly string[], cause?: unknown): AppError =>
  new AppError('CONFIG_INVALID', problems.join('\n'), 'Mend the script of the scripted model.', { cause });
