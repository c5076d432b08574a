import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { agents } from '../../agents/index.ts';
import { isSignedIn } from '../../host/is-signed-in.ts';
import { probe } from '../probe.ts';

/** One line for each agent that has a configuration: is it there, is it signed in, which keys are set. Names, no values. */
export const logins = agents.flatMap(({ name, config, logins: files, ownKeys }) => {
  if (config === null) return [];
  return probe({
    id: `login-${name}`,
    title: `${name}’s login`,
    why: 'without one its first screen in a session asks for it; a key of the environment is passed only when named',
    mend: `sandbox launch ${name}, and sign in; or sandbox launch ${name} -e ${ownKeys[0] ?? 'KEY'}`,
    gather({ user, env }) {
      const directory = join(user.home, config.dir);
      return {
        there: existsSync(directory),
        signedIn: isSignedIn(directory, files),
        keys: ownKeys.filter((key) => (env[key] ?? '') !== ''),
      };
    },
    judge({ there, signedIn, keys }) {
      const set = keys.length === 0 ? '' : `; ${keys.join(', ')} is set here and not passed unless you name it with -e`;
      if (signedIn) return { state: 'ok', found: `a stored login${set}` };
      if (!there && keys.length === 0) return { state: 'not-available', found: `no ~/${config.dir}: not used here` };
      return { state: 'warn', found: `not signed in${set}` };
    },
  });
});
