import type { JoinResult } from './join-share.ts';
import { situations } from './situation.ts';

/** One line of the report; `warning`: something is for the person to do or to know. */
export interface ReportLine {
  readonly warning: boolean;
  readonly text: string;
}

const NAMES = 20;
const warn = (text: string): ReportLine => ({ warning: true, text });
const note = (text: string): ReportLine => ({ warning: false, text });

/** What was found and done, for a person. Untrusted names are in it: print it through the escaper. */
export function describeJoin(result: JoinResult): readonly ReportLine[] {
  const { situation, state, applied, verdicts, waitsFor, failure, backups } = result;
  const { skills, shared, share } = state.paths;
  if (waitsFor.length > 0)
    return [
      warn(`${skills} stays as it is: session ${waitsFor.join(', ')} has it mounted`),
      warn(`end it and install again: then the skills move to ${shared}`),
    ];
  const lines: ReportLine[] = [];
  if (failure !== null) {
    const why =
      failure.code === 'ENOSPC' || failure.code === 'EDQUOT' ? 'it is full' : (failure.code ?? failure.message);
    lines.push(warn(`${share} could not be used: ${why}; nothing of yours was moved. Mend that and install again`));
  }
  for (const path of applied.made) lines.push(note(`made ${path}`));
  if (failure === null) lines.push(describeSituation(result));
  const of = (verdict: string): readonly string[] =>
    verdicts.filter((each) => each.verdict === verdict).map(({ name }) => name);
  if (failure === null && situation === 'populated') {
    lines.push(note(`copied to the share: ${some(applied.copied)}`));
    if (of('equal').length > 0) lines.push(note(`the share has the same already: ${some(of('equal'))}`));
    if (of('different').length > 0)
      lines.push(
        warn(`the share has another of that name, which stays; yours is in the backup: ${some(of('different'))}`),
      );
    if (of('case').length > 0)
      lines.push(warn(`differs from another one in case alone; in the backup only: ${some(of('case'))}`));
    for (const { name, reason } of applied.kept.slice(0, NAMES))
      lines.push(warn(`in the backup only: ${name} (${reason})`));
    if (applied.kept.length > NAMES) lines.push(warn(`… and ${applied.kept.length - NAMES} more`));
  }
  for (const path of backups) lines.push(note(`kept: ${path}${path === applied.backup ? ', all you had there' : ''}`));
  return lines;
}

function describeSituation({ situation, state, applied }: JoinResult): ReportLine {
  const { agents, skills, share, shared } = state.paths;
  switch (situation) {
    case 'linked':
    case 'linked-bare':
    case 'adopt':
    case 'empty':
    case 'populated':
      return note(`${skills} links to ${shared}`);
    case 'repoint':
      return note(`${skills} links to ${shared}; before, to ${applied.oldTarget ?? '?'}, where nothing was changed`);
    case 'private':
      return note(`${skills} is there; left alone`);
    case 'nothing-yet':
      return note(`${skills} is what every agent shares`);
    case 'other-link': {
      const link = state.skills.kind === 'link' ? state.skills.text : '?';
      return note(`${skills} is a link to ${link}; left alone`);
    }
    case 'share-gone':
      return warn(`${skills} links to ${shared}, and ${share} is not there: mount it, or remove the link`);
    case 'share-not-mounted':
      return warn(`nothing is mounted at ${share}; mount it and install again, and the skills go there`);
    case 'share-read-only':
      return warn(`${share} cannot be written; the skills there are not used`);
    case 'home-foreign':
      return warn(`the home directory belongs to someone else; ${skills} is made at the first launch`);
    case 'agents-in-the-way':
      return warn(`${agents} is not a plain directory of yours; left alone, make the directory skills in it yourself`);
    case 'skills-in-the-way':
      return warn(`${skills} is not a directory of yours; left alone, but sessions will refuse it`);
    case 'share-unusable':
    case 'shared-in-the-way':
    case 'skills-mounted':
    case 'skills-unknown':
      return warn(`${skills}, ${shared}: ${situations[situation].replaceAll('`', '')}`);
  }
}

function some(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  return `${names.slice(0, NAMES).join(', ')}${names.length > NAMES ? ` and ${names.length - NAMES} more` : ''}`;
}
