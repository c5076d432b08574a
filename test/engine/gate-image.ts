import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type Docker from 'dockerode';
import tarFs from 'tar-fs';

const LABEL = 'dev.sandbox.test';
const NAME = 'gate-2';
const PROGRAMS = ['/bin/sh', '/bin/cat', '/bin/stty', '/bin/sleep', '/bin/true', '/usr/bin/env', '/usr/bin/perl'];
const AGENT = 'codex';

/**
 * An image of a few programs of this Debian machine, perl-base's `strict` and an agent that is a copy of `sh`: enough for
 * the gate, without network or our own images. Made once per engine; resolves to its id.
 */
export async function gateImage(docker: Docker): Promise<string> {
  const [existing] = await docker.listImages({ filters: { label: [`${LABEL}=${NAME}`] } });
  if (existing !== undefined) return existing.Id;
  const folder = mkdtempSync('/var/tmp/sandbox-gate-image-');
  try {
    const strict = execFileSync('perl', ['-e', 'use strict; print $INC{"strict.pm"}'], { encoding: 'utf8' });
    for (const file of new Set([strict, ...PROGRAMS, ...PROGRAMS.flatMap(libraries)])) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      copyFileSync(file, join(folder, file));
    }
    for (const name of ['usr/local/bin', 'tmp', 'etc', 'sbin']) mkdirSync(join(folder, name), { recursive: true });
    symlinkSync('/bin/sh', join(folder, 'usr/local/bin', AGENT));
    return await importImage(docker, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function importImage(docker: Docker, folder: string): Promise<string> {
  const tar = tarFs.pack(folder);
  const stream = await docker.importImage(tar as never, { changes: [`LABEL ${LABEL}=${NAME}`] });
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  const id = /sha256:[0-9a-f]{64}/.exec(text)?.[0];
  if (id === undefined) throw new Error(`no image: ${text}`);
  return id;
}

function libraries(path: string): readonly string[] {
  const output = execFileSync('ldd', [path], { encoding: 'utf8' });
  return [...output.matchAll(/(\/\S+) \(0x/g)].map((match) => match[1] ?? '');
}
