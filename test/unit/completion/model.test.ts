import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/commands/index.ts';
import { completionModel } from '../../../src/completion/model.ts';

const model = completionModel(commands, { agent: ['codex', 'shell'], 'image build agent': ['codex', 'all'] });
const command = (name: string) => model.find((one) => one.name === name);

describe('completionModel', () => {
  it('has every command with every spelling of its flags', () => {
    for (const { name, flags } of commands) {
      const spellings = command(name)?.options.map(({ spelling }) => spelling) ?? [];
      for (const flag of flags) expect(spellings).toContain(`--${flag.long}`);
      for (const { short } of flags) if (short !== undefined) expect(spellings).toContain(`-${short}`);
      expect(spellings).toContain('--help');
    }
  });

  it('knows what a flag takes', () => {
    const takes = Object.fromEntries(command('launch')?.options.map((option) => [option.spelling, option.takes]) ?? []);
    expect(takes).toMatchObject({
      '-w': 'directory',
      '--report': 'file',
      '--mount': 'file',
      '--network': ['internet', 'none'],
      '--memory': 'unknown',
      '--read-only': null,
    });
  });

  it('takes the words of one command’s positional before those of all', () => {
    expect(command('launch')?.positionals).toEqual([['codex', 'shell']]);
    expect(command('image build')?.positionals).toEqual([['codex', 'all']]);
  });

  it('has nothing in names and choices that a shell would read as more than a word', () => {
    const words = model.flatMap(({ name, options, positionals }) => [
      ...name.split(' '),
      ...options.flatMap(({ spelling, takes }) => [spelling, ...(Array.isArray(takes) ? (takes as string[]) : [])]),
      ...positionals.flat(),
    ]);
    for (const word of words) expect(word).toMatch(/^[a-zA-Z0-9_-]+$/);
  });
});
