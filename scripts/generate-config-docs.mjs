#!/usr/bin/env node
/** Writes docs/config.schema.json and the table in docs/configuration.md from the settings. A contract test notices drift. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const place = mkdtempSync(join(root, '.generate-'));
try {
  const outfile = join(place, 'documents.mjs');
  const entryPoints = [join(root, 'src/config/documents.ts')];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20' });
  const { schemaDocument, configurationDocument } = await import(pathToFileURL(outfile).href);
  writeFileSync(join(root, 'docs/config.schema.json'), schemaDocument());
  const page = join(root, 'docs/configuration.md');
  writeFileSync(page, configurationDocument(readFileSync(page, 'utf8')));
} finally {
  rmSync(place, { recursive: true, force: true });
}
