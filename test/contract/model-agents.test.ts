import { expect, test } from 'vitest';
import { agents } from '../../src/agents/index.ts';
import { modelAgents } from '../../src/model/agents/index.ts';
import { dialects } from '../../src/model/dialects/index.ts';

test('the scripted model knows every agent that talks to a model', () => {
  expect(modelAgents.map(({ name }) => name)).toEqual(
    agents.filter(({ install }) => install !== null).map(({ command }) => command),
  );
});

test('the complete list of dialects, each with its own path', () => {
  expect(dialects.map(({ name, path }) => [name, path])).toEqual([
    ['responses', '/responses'],
    ['messages', '/messages'],
    ['chat', '/chat/completions'],
  ]);
});

test.each(modelAgents.map((agent) => [agent.name, agent] as const))(
  "%s: the command line keeps the program first and the user's arguments last",
  (name, agent) => {
    const args = ['--', '-x', '', '$(id)', 'ü'];
    const { argv, env, files } = agent.connect([`/usr/bin/${name}`, ...args], {
      url: 'http://127.0.0.1:4711',
      directory: '/tmp/d',
    });
    expect(argv[0]).toBe(`/usr/bin/${name}`);
    expect(argv.slice(-args.length)).toEqual(args);
    expect(JSON.stringify([argv, env, files])).toContain('127.0.0.1:4711');
    for (const file of Object.keys(files)) expect(file).toMatch(/^[a-z.]+$/);
    expect(agent.shellTool.arguments('ls')).toSatisfy((value) => Object.values(value as object).includes('ls'));
  },
);
