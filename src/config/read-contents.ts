import type { ConfigFile, Scope } from './config-file.ts';
import { expandPath } from './expand-path.ts';
import type { Entry, Layer, Source } from './layer.ts';
import type { FileContents, ScopeContents, SessionContents } from './schema.ts';
import type { SettingKey } from './setting.ts';
import { settings } from './settings.ts';

type Path = readonly PropertyKey[];

/** Valid contents of a file → layers with final values; `source` says where a path stands. */
export function readContents(
  path: string,
  contents: FileContents,
  home: string,
  source: (at: Path) => Source,
): ConfigFile {
  const expand = (text: string): string => expandPath(text, home) ?? text;
  const scope = (from: ScopeContents, at: Path): Scope => ({
    layer: [...sessionLayer(from, at), ...imageLayer(from, at)],
    agents: Object.fromEntries(
      Object.entries(from.agents ?? {}).map(([name, one]) => [name, sessionLayer(one ?? {}, [...at, 'agents', name])]),
    ),
  });
  const entry = (key: SettingKey, raw: unknown, at: Path, append = false): Entry => {
    const value = settings[key].parse(raw, { name: settings[key].path, home, cwd: null });
    return { key, value, append, source: source(at) };
  };
  const sessionLayer = (from: SessionContents, at: Path): Layer =>
    Object.entries(from).flatMap(([name, raw]) => {
      const key = name === 'version' ? 'agentVersion' : (name.replace(/\+$/, '') as SettingKey);
      if (raw === undefined || !Object.hasOwn(settings, key)) return [];
      return [entry(key, raw, [...at, name], name.endsWith('+'))];
    });
  const imageLayer = ({ image }: ScopeContents, at: Path): Layer => {
    if (image === undefined) return [];
    const where = [...at, 'image'];
    if (typeof image === 'string') return [entry('imageBase', image, where)];
    return [
      ...(image.base === undefined ? [] : [entry('imageBase', image.base, [...where, 'base'])]),
      ...(image.apt === undefined ? [] : [entry('imageApt', image.apt, [...where, 'apt'])]),
      ...(image.run === undefined ? [] : [entry('imageRun', image.run, [...where, 'run'])]),
    ];
  };
  const { links, ancestors } = contents.approvals ?? {};
  return {
    path,
    scope: scope(contents, []),
    projects: Object.entries(contents.projects ?? {}).map(([name, one]) => ({
      path: expand(name),
      scope: scope(one, ['projects', name]),
    })),
    links:
      links === undefined
        ? null
        : {
            value: links.map((link) => ({ path: expand(link.path), target: link.target.replace(/^~(?=\/)/, home) })),
            source: source(['approvals', 'links']),
          },
    ancestors:
      ancestors === undefined ? null : { value: ancestors.map(expand), source: source(['approvals', 'ancestors']) },
  };
}
