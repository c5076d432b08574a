/** The variable by which the second process of `launch --detach` knows that it is the keeper, and its terms, as JSON. */
export const KEEPER = 'SANDBOX_KEEPER';

/** What the front knows of the terminal it was started in; the keeper has none. */
export interface KeeperTerms {
  /** Whether the session gets a terminal when neither --tty nor --no-tty is given. */
  readonly tty: boolean;
  readonly columns: number;
  readonly rows: number;
}

/** From the keeper to the front, in this order: lines for people until the agent runs, then the session's name. */
export type KeeperWord = { readonly say: string } | { readonly ready: string };

/** null: this process is no keeper. */
export function keeperTerms(env: Readonly<Record<string, string | undefined>>): KeeperTerms | null {
  const text = env[KEEPER];
  if (text === undefined || process.send === undefined) return null;
  try {
    const { tty, columns, rows } = JSON.parse(text) as Partial<KeeperTerms>;
    if (typeof tty !== 'boolean' || !isSize(columns) || !isSize(rows)) return null;
    return { tty, columns, rows };
  } catch {
    return null;
  }
}

function isSize(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 10_000;
}
