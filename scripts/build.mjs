#!/usr/bin/env node
/**
 * Bundles the program, so that it starts fast: without arguments src/cli.ts → dist/ (every command and the engine are chunks
 * of their own, loaded when needed) and src/model/model-main.ts → dist/model/model.mjs (one file, mounted into sessions).
 *   --entry FILE --outdir DIR   one other entry with its chunks, for tests
 *   --replace FILE=FILE         one module in another's place, for measurements; repeatable
 * What dockerode brings for builds over BuildKit and for ssh is left out: this program speaks to a local socket.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** What dockerode needs for other transports, for BuildKit and for packing files; [module, importer]. */
const UNUSED = [
  [/^(@grpc\/.*|protobufjs.*|ssh2|cpu-features)$/, /./],
  [/^(node:)?https$/, /docker-modem/],
  [/^(node:)?zlib$|^tar-fs$|^@balena\/dockerignore$/, /dockerode/],
];
/** Loading one of them is harmless, calling what it has is a bug of ours. */
const REFUSAL = `
  const refuse = () => { throw new Error(NAME + ' is not part of this bundle'); };
  const refusal = new Proxy(function () {}, { get: (_, key) => (key === 'prototype' ? {} : refusal), apply: refuse, construct: refuse });
  module.exports = refusal;`;

const slimDockerode = {
  name: 'slim-dockerode',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, importer }) =>
      UNUSED.some(([module, from]) => module.test(path) && from.test(importer)) ? { path, namespace: 'unused' } : null,
    );
    build.onLoad({ filter: /./, namespace: 'unused' }, ({ path }) => ({
      contents: `const NAME = ${JSON.stringify(path)};${REFUSAL}`,
    }));
    // The package is Node's own streams, for old versions of Node.
    build.onResolve({ filter: /^readable-stream$/ }, () => ({ path: 'stream', external: true }));
    // Would print requests, with what is in them, when DEBUG is set.
    build.onResolve({ filter: /^debug$/ }, () => ({ path: 'debug', namespace: 'silent' }));
    build.onLoad({ filter: /./, namespace: 'silent' }, () => ({ contents: 'module.exports = () => () => {};' }));
  },
};

/** Modules of ours, by path from the root, that a measurement puts others in place of. */
const replacements = (pairs) => ({
  name: 'replacements',
  setup(build) {
    const places = new Map(pairs.map((pair) => pair.split('=').map((path) => join(root, path))));
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const replacement = places.get(join(resolveDir, path));
      return replacement === undefined ? null : { path: replacement };
    });
  },
});

/** CommonJS packages in a module need a `require` for Node's own modules. */
const REQUIRE =
  "import { createRequire as __sandboxRequire } from 'node:module'; const require = __sandboxRequire(import.meta.url);";

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Names stay, for the stacks of bug reports.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  plugins: [slimDockerode],
  banner: { js: REQUIRE },
  logLevel: 'warning',
};

async function bundleProgram(entry, outdir, pairs = []) {
  rmSync(outdir, { recursive: true, force: true });
  const name = entry.split('/').pop().replace(/\.ts$/, '');
  await build({
    ...common,
    plugins: [...common.plugins, replacements(pairs)],
    entryPoints: { [name]: entry },
    outdir,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
  });
}

async function bundleModel(entry, outfile) {
  await build({ ...common, entryPoints: [entry], outfile });
}

const { values } = parseArgs({
  options: { entry: { type: 'string' }, outdir: { type: 'string' }, replace: { type: 'string', multiple: true } },
});
if (values.entry !== undefined) {
  await bundleProgram(resolve(values.entry), resolve(values.outdir ?? 'dist-test'), values.replace);
} else {
  await bundleProgram(join(root, 'src/cli.ts'), join(root, 'dist'));
  // What `--help` prints, kept beside the program, which then need not load its command line to print it.
  const help = execFileSync(process.execPath, [join(root, 'dist/cli.js'), '--help'], { encoding: 'utf8' });
  writeFileSync(join(root, 'dist/help.txt'), help);
  const model = join(root, 'src/model/model-main.ts');
  if (existsSync(model)) {
    await bundleModel(model, join(root, 'dist/model/model.mjs'));
    // Beside the bundle, because a session sees that one directory.
    cpSync(join(root, 'src/model/scripts'), join(root, 'dist/model'), { recursive: true });
  }
}
