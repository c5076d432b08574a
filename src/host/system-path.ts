/**
 * Where programs that we run ourselves are looked for. Never the caller's PATH: an entry of it may lie in the workspace
 * (`node_modules/.bin` under npm, direnv), where an agent can put a program of that name.
 */
export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
