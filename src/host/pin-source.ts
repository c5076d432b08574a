import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '../errors.ts';
import { isSameObject } from '../judge/same-object.ts';
import type { ChainLink, Pin } from './pin.ts';

/** O_PATH of open(2) on Linux; Node does not name it. */
const O_PATH = 0o10000000;
const MAX_LINKS = 40;
/** PATH_MAX without the final NUL: what the engine can be given. */
const MAX_PATH = 4095;

/** A link met on the way, before it is followed. */
export interface MetLink extends ChainLink {
  readonly link: string;
  /** Where its text leads, absolute and normalised, the text's own links not followed. */
  readonly target: string;
}

export interface PinRules {
  /** The caller's uid. */
  readonly uid: number;
  readonly expect: 'directory' | 'file' | 'plain' | 'any';
  /** Asked for each link that is not the system's own. */
  readonly allowLink: (link: MetLink) => boolean;
}

/**
 * Walks an absolute path component by component from `/`, each opened from its parent's descriptor without following
 * links, and keeps the last descriptor open: the caller closes `pin.fd`. Nothing that is swapped meanwhile can redirect
 * it, and names may hold any byte but `/` and NUL. Links are followed when the system made them or the rules allow it.
 * Throws SOURCE_LINK, PATH_NOT_FOUND, NOT_A_DIRECTORY, SOURCE_REFUSED (no permission, too long, a file of another type).
 */
export function pinSource(source: string, rules: PinRules): Pin {
  const chain: ChainLink[] = [];
  const names = source.split('/').filter((name) => name !== '');
  let links = 0;
  let path = '/';
  let fd = openSync('/', O_PATH | constants.O_DIRECTORY);
  try {
    let here = look(fd, path, null);
    chain.push(here);
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      if (name === '.') continue;
      const nextPath = name === '..' ? dirname(path) : join(path, name);
      const next = openBelow(fd, name, nextPath, here, source);
      const met = look(next, nextPath, null);
      if (isType(met, constants.S_IFLNK)) {
        links += 1;
        const link = readLink(fd, name, next, met);
        closeSync(next);
        if (links > MAX_LINKS) throw notFound(source, 'its links lead in a circle');
        if (!isSystemLink(link, here, rules.uid) && !rules.allowLink(link)) throw refusedLink(source, link, names);
        chain.push(toChain(link));
        names.unshift(...link.link.split('/').filter((part) => part !== ''));
        if (!link.link.startsWith('/')) continue;
        closeSync(fd);
        path = '/';
        fd = openSync('/', O_PATH | constants.O_DIRECTORY);
        here = look(fd, path, null);
      } else {
        closeSync(fd);
        fd = next;
        path = nextPath;
        here = met;
      }
      chain.push(here);
    }
    checkType(here, rules.expect, source);
    if (Buffer.byteLength(path) > MAX_PATH) throw refused(source, `its path is longer than ${MAX_PATH} bytes`);
    const { dev, ino, uid, gid, mode } = here;
    return { source, resolved: path, fd, dev, ino, uid, gid, mode, chain };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function openBelow(fd: number, name: string, path: string, parent: ChainLink, source: string): number {
  try {
    return openSync(`/proc/self/fd/${fd}/${name}`, O_PATH | constants.O_NOFOLLOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw notFound(source, `there is no ${path}`);
    if (code === 'ENAMETOOLONG') throw notFound(source, 'a name in its path is longer than 255 bytes');
    if (code === 'ENOTDIR') throw notDirectory(parent.path);
    if (code === 'EACCES') throw refused(source, `you may not enter ${parent.path}`);
    throw refused(source, `${path} cannot be opened (${code ?? 'unknown error'})`);
  }
}

function look(fd: number, path: string, link: string | null): ChainLink {
  const { dev, ino, uid, gid, mode } = fstatSync(fd, { bigint: true });
  return { path, dev, ino, uid: Number(uid), gid: Number(gid), mode: Number(mode), link };
}

/** The text of the link that `linkFd` holds: read by name, then proved to be that link's still. */
function readLink(parentFd: number, name: string, linkFd: number, met: ChainLink): MetLink {
  const path = `/proc/self/fd/${parentFd}/${name}`;
  let bytes: Buffer | null = null;
  try {
    bytes = readlinkSync(path, { encoding: 'buffer' });
    if (!isSameObject(lstatSync(path, { bigint: true }), met)) bytes = null;
  } catch {
    bytes = null;
  }
  const link = bytes?.toString('utf8');
  if (link === undefined || bytes?.equals(Buffer.from(link)) !== true) {
    closeSync(linkFd);
    throw refused(met.path, 'it is a link that changed while it was read, or whose text is not UTF-8');
  }
  return { ...met, link, target: resolve(dirname(met.path), link) };
}

function toChain({ path, dev, ino, uid, gid, mode, link }: MetLink): ChainLink {
  return { path, dev, ino, uid, gid, mode, link };
}

/**
 * Made by the system's administrator: root's, in a directory only root can write. When the caller is root, what an agent
 * plants is root's too; then only links directly in `/` count (`/home`, `/bin`).
 */
function isSystemLink(link: ChainLink, parent: ChainLink, caller: number): boolean {
  return link.uid === 0 && parent.uid === 0 && (parent.mode & 0o022) === 0 && (caller !== 0 || parent.path === '/');
}

function isType({ mode }: ChainLink, type: number): boolean {
  return (mode & constants.S_IFMT) === type;
}

function checkType(object: ChainLink, expect: PinRules['expect'], source: string): void {
  if (expect === 'directory' && !isType(object, constants.S_IFDIR)) throw notDirectory(source);
  if (expect === 'file' && !isType(object, constants.S_IFREG)) throw refused(source, 'it is not a regular file');
  if (expect === 'plain' && !isType(object, constants.S_IFREG) && !isType(object, constants.S_IFDIR)) {
    throw refused(source, 'it is neither a directory nor a regular file');
  }
}

function refusedLink(source: string, link: MetLink, rest: readonly string[]): AppError {
  const where = link.path === source ? link.path : `${link.path} (in ${source})`;
  return new AppError(
    'SOURCE_LINK',
    `${where} is a link to ${link.link}, and links are not followed`,
    `Use the real path, ${join(link.target, ...rest)}; or approve this link, with its target, in your own configuration.`,
  );
}

function notFound(source: string, reason: string): AppError {
  return new AppError('PATH_NOT_FOUND', `${source} cannot be used: ${reason}`, 'Check the path.');
}

function notDirectory(path: string): AppError {
  return new AppError('NOT_A_DIRECTORY', `${path} is not a directory`, 'Name the directory that holds it.');
}

function refused(source: string, reason: string): AppError {
  return new AppError('SOURCE_REFUSED', `${source} cannot be used: ${reason}`, 'Choose a directory of yours.');
}
