import type { FlagValues } from '../flags/flag.ts';
import type { Loudness } from '../ui/messages.ts';

export function loudness(flags: FlagValues): Loudness {
  if (flags['quiet'] === true) return 'quiet';
  return flags['verbose'] === true ? 'verbose' : 'normal';
}
