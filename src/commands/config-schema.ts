import { configJsonSchema } from '../config/json-schema.ts';
import type { Deps } from './command.ts';

/** Prints the JSON Schema of a configuration file. */
export function configSchema(deps: Deps): number {
  deps.stdout.write(`${JSON.stringify(configJsonSchema(), null, 2)}\n`);
  return 0;
}
