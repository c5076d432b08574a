import * as z from 'zod';
import { agents } from '../agents/index.ts';
import { AppError } from '../errors.ts';
import { expandPath } from './expand-path.ts';
import type { SettingKey } from './setting.ts';
import { settings } from './settings.ts';

/** The home used to try values out; what `~/` means is known when a file is read. */
const ANY_HOME = '/home/you';

const size = z.union([z.string(), z.number()]);
const list = (key: SettingKey) => z.array(checked(key, z.string()));

/** Settings that hold for a session, in every scope. */
const session = {
  skills: described('skills', z.enum(['rw', 'ro', 'off'])),
  network: described('network', z.enum(['internet', 'none'])),
  readOnly: described('readOnly', z.boolean()),
  memory: described('memory', checked('memory', size)),
  cpus: described('cpus', checked('cpus', z.number())),
  pids: described('pids', checked('pids', z.number())),
  homeSize: described('homeSize', checked('homeSize', size)),
  mount: described('mount', list('mount')),
  'mount+': list('mount').optional().describe('As mount, but added to what wider layers mount.'),
  env: described('env', list('env')),
  'env+': list('env').optional().describe('As env, but added to what wider layers pass.'),
  unattended: described('unattended', z.boolean()),
  cache: described('cache', z.boolean()),
  review: described('review', z.enum(['warn', 'fail', 'off'])),
};

const base = checked('imageBase', z.string());
const imageParts = z.strictObject({
  base: described('imageBase', base),
  apt: described('imageApt', list('imageApt')),
  run: described('imageRun', list('imageRun')),
});

const version = { version: described('agentVersion', checked('agentVersion', z.string())) };

const shared = {
  ...session,
  image: z
    .union([base, imageParts])
    .optional()
    .describe('What the images of all agents are built on and from: the base, or an object.'),
  agents: z
    .strictObject(
      Object.fromEntries(
        agents.map(({ name, displayName, install }) => [
          name,
          z
            .strictObject(install === null ? session : { ...session, ...version })
            .optional()
            .describe(`Settings for ${displayName} only, over the ones beside “agents”.`),
        ]),
      ),
    )
    .optional()
    .describe('Settings for single agents.'),
};

const absolutePath = z.string().superRefine((text, context) => {
  if (expandPath(text, ANY_HOME) === null)
    context.addIssue({ code: 'custom', message: `“${text}” is not an absolute path`, params: { remedy: PATH_REMEDY } });
});
const PATH_REMEDY = 'Give an absolute path, or one that begins with ~/.';

/** The whole file. Strict everywhere: an unknown key is an error. */
export const schema = z
  .strictObject({
    ...shared,
    approvals: z
      .strictObject({
        links: z
          .array(
            z.strictObject({
              path: absolutePath.describe('The link.'),
              target: z.string().min(1).describe('Its text, exactly; approved only while it says this.'),
            }),
          )
          .optional()
          .describe('Links in the path of something mounted that may be followed.'),
        ancestors: z
          .array(absolutePath)
          .optional()
          .describe('Directories above something mounted that others than you may write.'),
      })
      .optional()
      .describe('What would be refused otherwise.'),
    projects: z
      .record(absolutePath, z.strictObject(shared))
      .optional()
      .describe('Settings for workspaces in and below a directory; the nearest one counts.'),
  })
  .meta({ title: 'Configuration of sandbox', description: 'A configuration file of sandbox.' });

export type FileContents = z.infer<typeof schema>;
export type ScopeContents = NonNullable<FileContents['projects']>[string];
export type SessionContents = NonNullable<NonNullable<ScopeContents['agents']>[string]>;

function described<T extends z.ZodType>(key: SettingKey, type: T) {
  const { description, variable, fallback } = settings[key];
  return type.optional().meta({ description, 'x-variable': variable, 'x-default': fallback });
}

/** The same rules as for flags and variables. */
function checked<T extends z.ZodType>(key: SettingKey, type: T): T {
  return type.superRefine((value, context) => {
    try {
      settings[key].parse(value, { name: settings[key].path, home: ANY_HOME, cwd: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      context.addIssue({ code: 'custom', message: error.message, params: { remedy: error.hint } });
    }
  });
}
