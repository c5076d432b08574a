import { openEngine } from '../engine/open.ts';
import type { ListedImage } from '../images/image-status.ts';
import { escapeText } from '../ui/escape.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import { writeJsonResult } from '../ui/json-result.ts';
import { table } from '../ui/table.ts';
import type { Deps, Invocation } from './command.ts';
import { configured } from './configured.ts';
import { surveyImages } from './image-survey.ts';

/** Prints the images of ours: what each is, how old, and whether a launch would still take it. */
export async function imageList({ flags }: Invocation, deps: Deps): Promise<number> {
  const place = configured({}, deps);
  const engine = await openEngine({ env: deps.env, home: place.user.home, deadlines: deps.deadlines });
  const images = (await surveyImages(engine, place, deps)).filter(({ kind }) => kind !== 'stage');
  if (flags['json'] === true) {
    writeJsonResult(deps.stdout, 'image list', { images });
    return 0;
  }
  const rows = images.map((image) => [
    image.ref ?? '',
    image.id.replace(/^sha256:/, '').slice(0, 12),
    image.agent ?? image.kind,
    image.version ?? '-',
    formatBytes(image.size),
    `${image.age} d`,
    status(image),
  ]);
  for (const line of table(['image', 'id', 'agent', 'version', 'size', 'age', 'status'], rows))
    deps.stdout.write(`${escapeText(line, { max: 1000 })}\n`);
  return 0;
}

function status({ inUse, status: state, reason }: ListedImage): string {
  return `${state}${reason === null ? '' : ` (${reason})`}${inUse ? ', in use' : ''}`;
}
