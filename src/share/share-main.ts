import { findDirectories } from '../host/find-directories.ts';
import { findUser } from '../host/find-user.ts';
import { escapeText } from '../ui/escape.ts';
import { describeJoin } from './describe.ts';
import { joinShare } from './join-share.ts';

/**
 * What install.sh runs once the program is in its place: no command of `sandbox`. Prints its report to stderr. Code 0
 * whatever lies there, because the installation goes on; a report that warns says what to do.
 */
function main(): void {
  const user = findUser(process.env);
  const { share, state } = findDirectories(process.env, user.home, import.meta.dirname);
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const result = joinShare({ home: user.home, share, state, uid: user.uid, time, before: () => undefined });
  for (const { warning, text } of describeJoin(result))
    process.stderr.write(`install: ${warning ? 'warning: ' : ''}${escapeText(text, { max: 4000 })}\n`);
}

main();
