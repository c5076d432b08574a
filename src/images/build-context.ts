import { Readable } from 'node:stream';
import tarFs from 'tar-fs';

/**
 * A tar of texts, all root's and 0644 with a fixed time: the builder's cache sees equal contents as equal. tar-fs gives its
 * tar writer to `finish`, which is its documented way of adding entries that are not files.
 */
export function buildContext(files: Readonly<Record<string, string>>): Readable {
  const pack = tarFs.pack('/', {
    entries: [],
    finalize: false,
    finish: (tar) => {
      for (const name of Object.keys(files).sort()) {
        tar.entry({ name, mode: 0o644, uid: 0, gid: 0, mtime: new Date(0) }, files[name] ?? '');
      }
      tar.finalize();
    },
  });
  return Readable.from(pack as AsyncIterable<Buffer>);
}
