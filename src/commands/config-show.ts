import { findAgent } from '../agents/index.ts';
import { describeSource } from '../config/layer.ts';
import type { Config, Resolved } from '../config/resolve.ts';
import { settingKeys, settings } from '../config/settings.ts';
import { escapeText } from '../ui/escape.ts';
import { writeJsonResult } from '../ui/json-result.ts';
import type { Deps, Invocation } from './command.ts';
import { configured } from './configured.ts';

/** Prints every value with where it comes from. Values of variables stay out: people paste this into reports. */
export async function configShow({ positionals, flags }: Invocation, deps: Deps): Promise<number> {
  const agent = positionals[0] === undefined ? null : findAgent(positionals[0]);
  const place = configured(flags, deps);
  const config = await place.config(agent);
  const rows = describe(config);
  if (flags['json'] === true) {
    const shown = rows.map(({ key, value, sources }) => ({ key, value, sources: sources.map(describeSource) }));
    writeJsonResult(deps.stdout, 'config show', {
      agent: agent?.name ?? null,
      workspace: place.workspace,
      project: config.project,
      settings: shown,
    });
    return 0;
  }
  const width = Math.max(...rows.map(({ key }) => key.length));
  const lines = rows.flatMap(({ key, value, sources }) => {
    const from = sources.map(describeSource).join(', ');
    const items = Array.isArray(value) ? value : [value];
    if (items.length === 0) return [`${key.padEnd(width)}  -  (${from})`];
    return items.map(
      (item, at) => `${(at === 0 ? key : '').padEnd(width)}  ${text(item)}${at === 0 ? `  (${from})` : ''}`,
    );
  });
  for (const line of [
    `for ${agent?.name ?? 'every agent'} in ${place.workspace}`,
    ...projectLine(config),
    '',
    ...lines,
  ])
    deps.stdout.write(`${escapeText(line, { max: 5000 })}\n`);
  return 0;
}

interface Row {
  readonly key: string;
  readonly value: unknown;
  readonly sources: Resolved<unknown>['sources'];
}

function describe({ settings: values, approvals }: Config): readonly Row[] {
  const plain = settingKeys.map((key): Row => {
    const { value, sources } = values[key];
    return { key: settings[key].path, value: key === 'env' ? values.env.value.map(withoutValue) : value, sources };
  });
  return [
    ...plain,
    { key: 'approvals.links', ...approvals.links },
    { key: 'approvals.ancestors', ...approvals.ancestors },
  ];
}

function withoutValue({ name, value }: Config['settings']['env']['value'][number]) {
  return { name, from: value === undefined ? 'environment' : 'value' };
}

function projectLine({ project }: Config): readonly string[] {
  return project === null ? [] : [`project ${project}`];
}

function text(value: unknown): string {
  if (value === null) return '-';
  if (typeof value !== 'object') return String(value);
  if ('share' in value) return `${Number(value.share) * 100} % of the engine’s, at least 2 GiB`;
  if ('from' in value && 'name' in value) return `${String(value.name)}${value.from === 'value' ? '=…' : ''}`;
  if ('mode' in value && 'source' in value && 'target' in value)
    return `${String(value.source)} at ${String(value.target)} (${String(value.mode)})`;
  if ('path' in value && 'target' in value) return `${String(value.path)} → ${String(value.target)}`;
  return JSON.stringify(value);
}
