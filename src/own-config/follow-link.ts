import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ConfigLink } from '../../battery/config-facts.ts';
import type { ChainLink } from '../host/pin.ts';
import { isInside } from '../mounts/is-inside.ts';
import { fromBytes, toBytes } from '../ui/raw-text.ts';

const MAX_LINKS = 40;
/** What an image has of its own: whether a file is there, only the session knows. */
const IMAGE = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/etc', '/proc', '/dev', '/sys'];

/** What a session sees under the same path as the host. */
export interface SessionView {
  readonly roots: readonly string[];
  readonly masks: readonly string[];
}

/** Follows links as the host would and as a session would, without opening anything; remembers what it has looked at. */
export class LinkFollower {
  readonly #seen = new Map<string, ChainLink | string>();
  readonly #view: SessionView;

  constructor(view: SessionView) {
    this.#view = view;
  }

  /** `path`: absolute, of the link; `text`: what it says. Texts of raw-text.ts. */
  follow(path: string, text: string): Omit<ConfigLink, 'path' | 'text'> {
    const target = resolve(dirname(path), text);
    return { ...this.#onHost(dirname(path), text), inSession: this.#inSession(target, 0) };
  }

  /** Component by component, as the kernel does: `..` after a link leads to the parent of its target. */
  #onHost(from: string, text: string): Pick<ConfigLink, 'hops' | 'chain' | 'onHost'> {
    const hops = [resolve(from, text)];
    const chain: ChainLink[] = [];
    const enter = (path: string): void => {
      const found = this.#look(path);
      if (typeof found !== 'string') chain.push(found);
    };
    const names = [...split(from), ...split(text)];
    if (text.startsWith('/')) names.splice(0, split(from).length);
    let at = '/';
    enter(at);
    for (let links = 0, name = names.shift(); name !== undefined; name = names.shift()) {
      const next = name === '..' ? dirname(at) : join(at, name);
      const found = this.#look(next);
      if (typeof found === 'string') {
        hops.push(resolve(next, ...names));
        return { hops, chain, onHost: found === 'ENOENT' || found === 'ENOTDIR' ? 'missing' : 'unknown' };
      }
      chain.push(found);
      if (found.link === null) {
        at = next;
        continue;
      }
      if (++links > MAX_LINKS) return { hops, chain, onHost: 'loop' };
      names.unshift(...split(found.link));
      if (found.link.startsWith('/')) at = '/';
      // From here it goes on, and here it ends when its text is `.` or `/`.
      enter(at);
      hops.push(resolve(at, ...names));
    }
    return { hops, chain, onHost: 'there' };
  }

  /** What is mounted lies at the same path; above it there is nothing of the host. */
  #inSession(target: string, links: number): ConfigLink['inSession'] {
    if (links > MAX_LINKS) return 'loop';
    const { roots, masks } = this.#view;
    const root = roots.find((one) => isInside(target, one));
    if (root === undefined) return IMAGE.some((one) => isInside(target, one)) ? 'image' : 'outside';
    const names = split(target.slice(root.length));
    for (let at = root, name = names.shift(); name !== undefined; name = names.shift()) {
      at = join(at, name);
      if (masks.some((mask) => isInside(at, mask))) return 'masked';
      const found = this.#look(at);
      if (typeof found === 'string') return 'missing';
      if (found.link !== null) return this.#inSession(resolve(dirname(at), found.link, ...names), links + 1);
    }
    return 'there';
  }

  /** The object, or the system's error. */
  #look(path: string): ChainLink | string {
    const known = this.#seen.get(path);
    if (known !== undefined) return known;
    const found = look(path);
    this.#seen.set(path, found);
    return found;
  }
}

function look(path: string): ChainLink | string {
  try {
    const bytes = toBytes(path);
    const { dev, ino, uid, gid, mode } = lstatSync(bytes, { bigint: true });
    const isLink = (Number(mode) & 0o170000) === 0o120000;
    const link = isLink ? fromBytes(readlinkSync(bytes, { encoding: 'buffer' })) : null;
    return { path, dev, ino, uid: Number(uid), gid: Number(gid), mode: Number(mode), link };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

function split(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}
