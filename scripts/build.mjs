#!/usr/bin/env node
/**
 * Bundles the program, so that it starts fast: without arguments src/cli.ts → dist/ (cli.js, main.cjs and V8's code cache of
 * that) and src/model/model-main.ts → dist/model/model.mjs (one file, mounted into sessions).
 *   --entry FILE --outdir DIR   one other entry with its chunks, for tests
 *   --replace FILE=FILE         one module in another's place, for measurements; repeatable
 * What dockerode brings for builds over BuildKit and for ssh is left out: this program speaks to a local socket.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
    // Writes every request out for that printing, its connections included, which takes a millisecond each time.
    build.onResolve({ filter: /^util$/ }, ({ importer }) =>
      /docker-modem\/lib\/modem\.js$/.test(importer) ? { path: 'util', namespace: 'terse' } : null,
    );
    build.onLoad({ filter: /./, namespace: 'terse' }, () => ({
      contents: "module.exports = { ...require('node:util'), inspect: () => '' };",
    }));
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

/** Run once in a child, so that the cache holds the functions a start needs; what it prints and writes goes nowhere. */
const MAKE_CACHE = `
  const { readFileSync, writeFileSync } = require('node:fs');
  const { createRequire } = require('node:module');
  const { Writable, Readable } = require('node:stream');
  const { Script } = require('node:vm');
  const [file] = process.argv.slice(1);
  const script = new Script(readFileSync(file, 'utf8'), { filename: file });
  const program = { exports: {} };
  script.runInThisContext()(program.exports, createRequire(file), program, file);
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const deps = { env: process.env, stdin: Readable.from([]), stdout: nowhere(), stderr: nowhere(), programDir: process.env.PROGRAM, version: '0', hooks: {} };
  (async () => {
    for (const argv of [['battery'], ['plan', 'codex'], ['launch', 'shell', '--', 'true']]) await program.exports.main(argv, deps);
    writeFileSync(file + '.cache', script.createCachedData());
    process.exit(0);
  })();`;

/** The command: a small module at the edge, and the program in one file with its code cache. */
async function bundleCommand(entry, outdir, pairs) {
  rmSync(outdir, { recursive: true, force: true });
  // The edge is CommonJS, like the program: Node's loader of modules would take another 8 ms.
  await build({
    ...common,
    plugins: [...common.plugins, replacements([...pairs, 'src/load-main.ts=src/load-main-cached.ts'])],
    entryPoints: [entry],
    outfile: join(outdir, 'cli.js'),
    format: 'cjs',
    banner: { js: "const __sandboxUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': '__sandboxUrl' },
  });
  writeFileSync(join(outdir, 'package.json'), '{ "type": "commonjs" }\n');
  const file = join(outdir, 'main.cjs');
  await build({
    ...common,
    plugins: [...common.plugins, replacements(pairs)],
    entryPoints: [join(root, 'src/main.ts')],
    outfile: file,
    format: 'cjs',
    // One expression, a function: what compiles it for the cache and what loads it later compile the same text.
    banner: { js: '(function (exports, require, module, __filename) {' },
    footer: { js: '})' },
  });
  const home = mkdtempSync(join(tmpdir(), 'sandbox-build-'));
  try {
    mkdirSync(join(home, '.codex'));
    mkdirSync(join(home, 'project'));
    // No engine is there for it: a launch goes as far as that.
    const env = { PATH: process.env.PATH, HOME: home, PROGRAM: root, DOCKER_HOST: `unix://${home}/no.sock` };
    execFileSync(process.execPath, ['-e', MAKE_CACHE, file], {
      cwd: join(home, 'project'),
      env,
      stdio: 'ignore',
      timeout: 60_000,
    });
  } catch (error) {
    console.warn(`without a code cache, starts take longer: ${error.message}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function bundleModel(entry, outfile) {
  await build({ ...common, entryPoints: [entry], outfile });
}

const { values } = parseArgs({
  options: { entry: { type: 'string' }, outdir: { type: 'string' }, replace: { type: 'string', multiple: true } },
});
if (values.entry !== undefined) {
  const entry = resolve(values.entry);
  const outdir = resolve(values.outdir ?? 'dist-test');
  if (entry === join(root, 'src/cli.ts')) await bundleCommand(entry, outdir, values.replace ?? []);
  else await bundleProgram(entry, outdir, values.replace);
} else {
  await bundleCommand(join(root, 'src/cli.ts'), join(root, 'dist'), []);
  // What `--help` prints, kept beside the program, which then need not load its command line to print it.
  const help = execFileSync(process.execPath, [join(root, 'dist/cli.js'), '--help'], { encoding: 'utf8' });
  writeFileSync(join(root, 'dist/help.txt'), help);
  const model = join(root, 'src/model/model-main.ts');
  if (existsSync(model)) {
    await bundleModel(model, join(root, 'dist/model/model.mjs'));
    // Beside the bundle, because a session sees that one directory.
    cpSync(join(root, 'src/model/scripts'), join(root, 'dist/model'), { recursive: true });
  }
  // What the installer runs, a program of its own.
  await build({ ...common, entryPoints: ['src/share/share-main.ts'], outfile: join(root, 'dist/share.mjs') });
}
