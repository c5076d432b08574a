import type { SettingKey, Settings } from './setting.ts';

/** Where a value comes from. */
export type Source =
  | { readonly kind: 'default' }
  | { readonly kind: 'file'; readonly file: string; readonly line: number }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'flag'; readonly name: string };

/** One value of one setting; `append`: added to the list of the layers below instead of replacing it (`mount+`, `env+`). */
export interface Entry<K extends SettingKey = SettingKey> {
  readonly key: K;
  readonly value: Settings[K];
  readonly append: boolean;
  readonly source: Source;
}

/** Values of one place, later layers over earlier ones. */
export type Layer = readonly Entry[];

/** Something wrong with a value, told together with all others. */
export interface Problem {
  readonly source: Source;
  readonly message: string;
  readonly remedy: string;
}

/** `file:line`, `SANDBOX_MEMORY`, `--memory`, `default`. */
export function describeSource(source: Source): string {
  switch (source.kind) {
    case 'default':
      return 'default';
    case 'file':
      return `${source.file}:${source.line}`;
    case 'variable':
    case 'flag':
      return source.name;
  }
}
