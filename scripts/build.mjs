#!/usr/bin/env node
/**
 * Bundles the command: dist/cli.js and lazily loaded chunks, and dist/model/ (the scripted model as one file, its scripts
 * beside it). `--entry FILE --outdir DIR` bundles another entry the same way, for tests.
 */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({ options: { entry: { type: 'string' }, outdir: { type: 'string' } } });

/** The client library loads these for remote engines and BuildKit sessions; a local socket never needs them. */
const unused = /^(@grpc\/.*|protobufjs(\/.*)?|ssh2|cpu-features|@balena\/dockerignore)$/;
const withoutUnused = {
  name: 'without-unused',
  setup(bundle) {
    bundle.onResolve({ filter: unused }, ({ path }) => ({ path, namespace: 'unused' }));
    bundle.onLoad({ filter: /.*/, namespace: 'unused' }, ({ path }) => ({
      contents: `module.exports = new Proxy(function () {}, {
        get: (_, name) => { if (typeof name === 'symbol' || name === '__esModule') return undefined; throw new Error(${JSON.stringify(`${path} is not part of this program`)}); },
      });`,
    }));
  },
};

const shared = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [withoutUnused],
};
/** CommonJS packages inside an ES module need the names that CommonJS gives them. */
const commonjs = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { fileURLToPath as __toPath } from 'node:url';",
  "import { dirname as __toDirectory } from 'node:path';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __toPath(import.meta.url);',
  'const __dirname = __toDirectory(__filename);',
].join('');

async function bundleCommand(entry, outdir) {
  await build({
    ...shared,
    entryPoints: [entry],
    outdir,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    banner: { js: commonjs },
  });
}

if (values.entry !== undefined) {
  await bundleCommand(values.entry, values.outdir ?? join(root, 'dist-test'));
} else {
  const dist = join(root, 'dist');
  rmSync(dist, { recursive: true, force: true });
  await bundleCommand(join(root, 'src/cli.ts'), dist);
  const model = join(root, 'src/model');
  if (existsSync(join(model, 'model-main.ts'))) {
    await build({
      ...shared,
      entryPoints: [join(model, 'model-main.ts')],
      outfile: join(dist, 'model/model.mjs'),
      banner: { js: commonjs },
    });
    cpSync(join(model, 'scripts'), join(dist, 'model'), { recursive: true });
  }
}
