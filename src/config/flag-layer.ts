import type { FlagValues } from '../flags/flag.ts';
import { planFlags } from '../flags/launch-flags.ts';
import type { Entry, Layer } from './layer.ts';
import { settingKeys, settings } from './settings.ts';

/** The settings given as flags, the strongest layer. `cwd` makes relative paths absolute. Throws BAD_VALUE. */
export function flagLayer(flags: FlagValues, cwd: string): Layer {
  return settingKeys.flatMap((key): readonly Entry[] => {
    const setting = settings[key];
    const raw = setting.flag === null ? undefined : flags[setting.flag];
    if (raw === undefined || raw === false) return [];
    const name = `--${planFlags.find((flag) => flag.key === setting.flag)?.long ?? key}`;
    const value = setting.parse(raw, { name, home: null, cwd });
    return [{ key, value, append: false, source: { kind: 'flag', name } }];
  });
}
