import * as z from 'zod';
import { schema } from './schema.ts';

/** The JSON Schema of a configuration file, for editors; committed as docs/config.schema.json. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
}
