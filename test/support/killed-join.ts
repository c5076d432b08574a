import { findDirectories } from '../../src/host/find-directories.ts';
import { findUser } from '../../src/host/find-user.ts';
import { describeJoin } from '../../src/share/describe.ts';
import { joinShare } from '../../src/share/join-share.ts';

/** joinShare as the installer calls it, which kills itself before its KILL_AT-th change (from 1; none: 0), and prints the rest as JSON. */
const { KILL_AT = '0', USUAL: usual, JOIN_TIME: time = '20260131T235959Z' } = process.env;
let left = Number(KILL_AT);
const user = findUser(process.env);
const { share, state } = findDirectories(process.env, user.home, '/');
const operations: string[] = [];
const before = (operation: string): void => {
  operations.push(operation);
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
const result = joinShare({ home: user.home, share, usual, state, uid: user.uid, time, before });
const { situation, applied } = result;
process.stdout.write(JSON.stringify({ situation, applied, operations, lines: describeJoin(result) }));
