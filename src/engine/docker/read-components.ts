import { list, object, text } from './fields.ts';

/**
 * `GET /version` → component → version. Distributions tell the package's version where Docker tells the commit: it is taken
 * when it is one, since it shows what was backported. Throws BadAnswer.
 */
export function readComponents(answer: unknown): ReadonlyMap<string, string> {
  const components = list(object(answer, 'the whole')['Components'] ?? [], 'Components', (component) => {
    const { Name, Version, Details } = object(component, 'a component');
    const commit = object(Details ?? {}, 'Details')['GitCommit'];
    const exact = typeof commit === 'string' && /^v?\d+\.\d/.test(commit) ? commit : text(Version, 'Version');
    return [text(Name, 'Name').toLowerCase(), exact] as const;
  });
  return new Map(components);
}
