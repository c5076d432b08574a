import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the scripted model into one file, as the release build does.
 * `yaml` is CommonJS and asks for built-in modules by `require`, which an ES module does not have by itself.
 * @param directory is made when absent
 * @returns path of the bundle
 */
export async function bundleModel(directory: string): Promise<string> {
  mkdirSync(directory, { recursive: true });
  const outfile = join(directory, 'model.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, '..', '..', 'src', 'model', 'model-main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return outfile;
}
