#!/usr/bin/env node
/**
 * Speed as ratios against a baseline measured in the same run, alternating; medians. Options: --pairs N (default 15),
 * --only launch|battery|start-up. Absolute numbers are for orientation only.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, 'dist/cli.js');
const { values } = parseArgs({ options: { pairs: { type: 'string', default: '15' }, only: { type: 'string' } } });
const pairs = Math.max(3, Number(values.pairs));

const place = mkdtempSync('/var/tmp/sandbox-bench-');
const home = join(place, 'home');
const project = join(place, 'project');
const env = { PATH: process.env.PATH, HOME: home, TERM: 'xterm-256color' };

function timed(command, options = {}) {
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(command[0], command.slice(1), {
    cwd: project,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...options,
  });
  const took = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
  return { took, stderr: String(stderr) };
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function compare(name, ours, baselineName, baseline, goal, count = pairs) {
  for (const command of [ours, baseline]) timed(command);
  const a = [];
  const b = [];
  const phases = [];
  for (let at = 0; at < count; at += 1) {
    const order =
      at % 2 === 0
        ? [
            [ours, a],
            [baseline, b],
          ]
        : [
            [baseline, b],
            [ours, a],
          ];
    for (const [command, times] of order) {
      const { took, stderr } = timed(command);
      times.push(took);
      if (times === a) phases.push(stderr);
    }
  }
  const ratio = median(a) / median(b);
  console.log(
    `${name}: ${median(a).toFixed(0)} ms · ${baselineName}: ${median(b).toFixed(0)} ms · ratio ${ratio.toFixed(2)} (goal ≤ ${goal}) · ${count} pairs`,
  );
  return phases;
}

function makeSkills() {
  const skills = join(home, '.agents/skills');
  for (let at = 0; at < 31; at += 1) {
    const skill = join(skills, `skill-${at}`);
    mkdirSync(join(skill, 'references'), { recursive: true });
    writeFileSync(
      join(skill, 'SKILL.md'),
      `---\nname: skill-${at}\ndescription: number ${at}\n---\n${'text '.repeat(500)}\n`,
    );
    for (let file = 0; file < 57; file += 1) writeFileSync(join(skill, 'references', `${file}.md`), 'x'.repeat(10_000));
  }
  spawnSync('chmod', ['700', join(home, '.agents'), skills]);
}

/** `docker run` of the same image with the same mounts and flags, from the plan itself. */
function dockerRun() {
  const { stdout } = spawnSync(process.execPath, [cli, 'plan', 'shell', '--json', '--', 'true'], { cwd: project, env });
  const { plan } = JSON.parse(String(stdout));
  const session = join(place, 'session');
  mkdirSync(join(session, 'run'), { recursive: true });
  for (const file of ['passwd', 'group', 'run/gitconfig']) writeFileSync(join(session, file), '');
  const memory = String(plan.limits.memory.share ? 8 * 1024 ** 3 : plan.limits.memory);
  return [
    ...[
      'docker',
      'run',
      '--rm',
      '--user',
      `${plan.user.uid}:${plan.user.gid}`,
      '--cap-drop',
      'ALL',
      '--security-opt',
      'no-new-privileges',
    ],
    ...[
      '--read-only',
      '--init',
      '--log-driver',
      'none',
      '--network',
      plan.network === 'none' ? 'none' : 'bridge',
      '--hostname',
      'sandbox',
    ],
    ...[
      '--memory',
      memory,
      '--memory-swap',
      memory,
      '--pids-limit',
      String(plan.limits.pids),
      '--shm-size',
      String(plan.limits.shmSize),
    ],
    ...['--ulimit', `nofile=${plan.limits.nofile}`, '--ulimit', 'core=0'],
    ...plan.tmpfs.flatMap((tmpfs) => [
      '--tmpfs',
      `${tmpfs.target}:${tmpfs.mode},${tmpfs.exec ? 'exec' : 'noexec'},nosuid,nodev,uid=${tmpfs.uid},gid=${tmpfs.gid},mode=${tmpfs.permissions},size=${tmpfs.size},nr_inodes=${tmpfs.inodes}`,
    ]),
    ...plan.mounts.flatMap(({ source, target, mode }) => [
      '--mount',
      `type=bind,source=${source.replace('@session', session)},target=${target}${mode === 'ro' ? ',readonly' : ''}`,
    ]),
    ...plan.env.filter(({ value }) => value !== undefined).flatMap(({ name, value }) => ['--env', `${name}=${value}`]),
    plan.image.ref,
    'true',
  ];
}

/** An own configuration such as people have after some weeks: settings, some skills, many transcripts. */
function makeOwnConfig() {
  const config = join(home, '.codex');
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, 'config.toml'), '[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs"]\n');
  writeFileSync(join(config, 'auth.json'), '{}', { mode: 0o600 });
  for (let day = 0; day < 40; day += 1) {
    const directory = join(config, 'sessions/2026', String(day));
    mkdirSync(directory, { recursive: true });
    for (let file = 0; file < 10; file += 1) writeFileSync(join(directory, `${file}.jsonl`), 'x'.repeat(1000));
  }
  for (let at = 0; at < 10; at += 1) {
    mkdirSync(join(config, 'skills', String(at)), { recursive: true });
    writeFileSync(join(config, 'skills', String(at), 'SKILL.md'), 'x'.repeat(3000));
  }
  spawnSync('chmod', ['-R', 'go-rwx', config]);
}

/** This program with nothing of the battery in it: no probes, no look at the own configuration, no checks. */
function buildWithout() {
  const outdir = join(root, 'dist-bench');
  const replaced = {
    'battery/run.ts': 'no-checks',
    'battery/request.ts': 'no-request',
    'src/session/session-facts.ts': 'no-facts',
    'src/session/own-config-watch.ts': 'no-watch',
  };
  const pairs = Object.entries(replaced).flatMap(([from, to]) => ['--replace', `${from}=scripts/bench/${to}.ts`]);
  const built = spawnSync(
    process.execPath,
    [join(root, 'scripts/build.mjs'), '--entry', join(root, 'src/cli.ts'), '--outdir', outdir, ...pairs],
    { stdio: 'inherit' },
  );
  if (built.status !== 0) throw new Error('the program without battery could not be built');
  return join(outdir, 'cli.js');
}

/** Medians of the steps that --timings printed. */
function printPhases(texts) {
  const steps = new Map();
  for (const text of texts) {
    for (const [, step, took] of text.matchAll(/(?:^sandbox: | · )([a-z ]+?) (\d+) ms/gm)) {
      steps.set(step, [...(steps.get(step) ?? []), Number(took)]);
    }
  }
  console.log(`  steps: ${[...steps].map(([step, times]) => `${step} ${median(times)} ms`).join(' · ')}`);
}

try {
  mkdirSync(project, { recursive: true });
  mkdirSync(home, { recursive: true });
  makeSkills();
  makeOwnConfig();
  const node = [process.execPath, '-e', '0'];
  const wanted = (part) => values.only === undefined || values.only === part;
  if (wanted('launch')) {
    timed([process.execPath, cli, 'launch', 'shell', '--', 'true']);
    const launch = [process.execPath, cli, 'launch', 'shell', '--timings', '--', 'true'];
    printPhases(compare('launch shell -- true (31 skills, 1,800 files)', launch, 'docker run', dockerRun(), '1.4'));
  }
  if (wanted('battery')) {
    const without = buildWithout();
    try {
      for (const [what, ...args] of [
        ['check codex', 'check', 'codex', '-q', '--network', 'none'],
        ['launch shell -- true', 'launch', 'shell', '-q', '--', 'true'],
      ])
        compare(
          `${what}`,
          [process.execPath, cli, ...args],
          'without the battery',
          [process.execPath, without, ...args],
          '1.2',
        );
      compare('battery', [process.execPath, cli, 'battery'], 'node -e 0', node, '3', pairs * 2);
    } finally {
      rmSync(dirname(without), { recursive: true, force: true });
    }
  }
  if (wanted('start-up')) {
    compare('--version', [process.execPath, cli, '--version'], 'node -e 0', node, '1.6 now, 1.5', pairs * 2);
    compare('--help', [process.execPath, cli, '--help'], 'node -e 0', node, '1.5', pairs * 2);
    compare('plan', [process.execPath, cli, 'plan', 'shell'], 'node -e 0', node, '3', pairs * 2);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
