#!/usr/bin/env node
/**
 * Runs every test, the fast ones first, and ends with one line of counts. `CI=true` or `--yes` lets it install and start
 * an engine; a machine that can have one and has none is a failure, never a skip.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const projects = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const wanted = projects.length > 0 ? projects : ['unit', 'contract', 'engine', 'engines', 'e2e'];
const counts = { passed: 0, failed: 0, skipped: 0 };
const skips = [];
let broken = false;

function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) console.error(String(error));
  return status ?? 1;
}

const needsEngine = ['engine', 'engines', 'e2e'].some((project) => wanted.includes(project));
if (needsEngine && run('sh', ['scripts/ensure-engine.sh']) !== 0) {
  console.error('The tests of the engine need one. As root: sh scripts/ensure-engine.sh --yes');
  broken = true;
}
if (!broken && run(process.execPath, ['scripts/build.mjs']) !== 0) broken = true;
// Before the tests, because only root can make the base that ordinary users' tests then share.
if (!broken && needsEngine && run(process.execPath, ['dist/cli.js', 'image', 'build', 'all', '--yes']) !== 0)
  broken = true;

const reports = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
try {
  for (const project of broken ? [] : wanted) {
    const file = join(reports, `${project}.json`);
    const started = Date.now();
    const status = run(process.execPath, [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]);
    broken ||= status !== 0;
    collect(project, file, started);
  }
} finally {
  rmSync(reports, { recursive: true, force: true });
}

function collect(project, file, started) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    broken = true;
    console.error(`${project}: the runner left no report`);
    return;
  }
  counts.passed += report.numPassedTests;
  counts.failed += report.numFailedTests;
  counts.skipped += report.numPendingTests + report.numTodoTests;
  for (const { assertionResults } of report.testResults) {
    for (const test of assertionResults) {
      if (test.status === 'pending' || test.status === 'skipped') skips.push(`${project}: ${test.fullName}`);
    }
  }
  console.log(
    `${project}: ${report.numPassedTests} of ${report.numTotalTests} in ${Math.round((Date.now() - started) / 1000)} s`,
  );
}

for (const skip of skips) console.log(`skipped: ${skip}`);
if (broken && counts.failed === 0) counts.failed = 1;
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = broken || counts.failed > 0 ? 1 : 0;
