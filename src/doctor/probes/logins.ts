import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { agents } from '../../agents/index.ts';
import { isSignedIn } from '../../host/is-signed-in.ts';
import { probe } from '../probe.ts';

/** Agents whose stored login wins over a key of the environment (user report 13). */
const STORED_WINS: ReadonlySet<string> = new Set(['pi']);

/** One line for each agent that has a configuration: is it signed in, and which source a session takes. Names, no values. */
export const logins = agents.flatMap(({ name, config, logins: files, ownKeys }) => {
  if (config === null) return [];
  return probe({
    id: `login-${name}`,
    title: `${name}’s login`,
    why: 'without one its first screen in a session asks for it; a key of the environment is passed only when named',
    mend: `sandbox login ${name}; or sandbox launch ${name} -e ${ownKeys[0] ?? 'KEY'}`,
    gather({ user, env }) {
      const directory = join(user.home, config.dir);
      return {
        there: existsSync(directory),
        stored: files.filter((login) => isSignedIn(directory, [login])).map(({ file }) => file),
        keys: ownKeys.filter((key) => (env[key] ?? '') !== ''),
      };
    },
    judge({ there, stored, keys }) {
      const wins = stored.length > 0 && STORED_WINS.has(name) ? ', and then the stored login wins' : '';
      const set =
        keys.length === 0 ? '' : `; ${keys.join(', ')} is set here and not passed unless you name it with -e${wins}`;
      if (stored.length > 0) return { state: 'ok', found: `stored in ~/${config.dir}/${stored.join(' and ')}${set}` };
      if (!there && keys.length === 0) return { state: 'not-available', found: `no ~/${config.dir}: not used here` };
      return { state: 'warn', found: `not signed in${set}` };
    },
  });
});
