import { defineConfig } from 'vitest/config';

/** The long form of a soak test (test/support/long.ts) takes as long as it takes. */
const patience = process.env['SANDBOX_TEST_LONG'] === '1' ? 20 : 1;

/**
 * On a busy CI machine a real terminal, process or agent can be late once: such a test runs a second time, and the reporter
 * says so (`retry x1`). Elsewhere the first failure counts.
 */
const retry = process.env['CI'] === 'true' ? 1 : 0;

const project = (name: string, include: string[], timeout: number, parallel: boolean) => ({
  test: {
    name,
    include,
    testTimeout: timeout * patience,
    hookTimeout: Math.max(timeout, 600_000),
    fileParallelism: parallel,
    retry,
  },
});

/** Fast ones first; those that need the engine run one file at a time, because they look at what is left behind. */
export default defineConfig({
  test: {
    projects: [
      project('unit', ['test/unit/**/*.test.ts'], 20_000, true),
      project('contract', ['test/contract/**/*.test.ts', 'test/golden/**/*.test.ts'], 20_000, true),
      project('engine', ['test/engine/**/*.test.ts'], 120_000, false),
      project('engines', ['test/engines/**/*.test.ts'], 180_000, false),
      project('e2e', ['test/e2e/**/*.test.ts'], 180_000, false),
    ],
  },
});
