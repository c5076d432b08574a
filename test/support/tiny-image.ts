import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import tarFs from 'tar-fs';
import type { Engine } from '../../src/engine/engine.ts';

const PROGRAMS = ['sh', 'cat', 'head', 'dd', 'sleep', 'stty', 'id', 'wc', 'env', 'true'];
const LABEL = 'dev.sandbox.test';

/**
 * An image of a few programs of this machine and their libraries (4 MB), so that tests of the engine need neither a network
 * nor our own images. Made once per engine. Resolves to its id.
 */
export async function tinyImage(engine: Engine): Promise<string> {
  const [existing] = await engine.listImages(`${LABEL}=tiny-2`);
  if (existing !== undefined) return existing.id;
  const root = await mkdtemp(join(tmpdir(), 'sandbox-tiny-'));
  try {
    for (const program of PROGRAMS) {
      const path = await realpath(`/bin/${program}`);
      await place(path, join(root, 'bin', program));
      for (const library of await libraries(path)) await place(library, join(root, library));
    }
    const tar = Readable.from(tarFs.pack(root) as AsyncIterable<Buffer>);
    return await engine.importImage(tar, { labels: { [LABEL]: 'tiny-2' } });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function place(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}

async function libraries(path: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('ldd', [path]);
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].map((match) => match[1] ?? '');
}
