import { describe, expect, it } from 'vitest';
import { chooseSession } from '../../../src/session/choose-session.ts';

const session = (id: string) => ({ id, agent: 'codex', workspace: `/w/${id}` });
const three = [session('aa11bb22cc33'), session('aa11dd44ee55'), session('0123456789ab')];

describe('chooseSession', () => {
  it.each(['aa11bb22cc33', 'aa11b', '0'])('takes %s', (name) => {
    expect(chooseSession(name, three).id.startsWith(name)).toBe(true);
  });

  it('names the candidates of a beginning that several have', () => {
    expect(() => chooseSession('aa11', three)).toThrow(
      expect.objectContaining({
        code: 'SESSION_AMBIGUOUS',
        exitCode: 64,
        details: ['aa11bb22cc33  codex  /w/aa11bb22cc33', 'aa11dd44ee55  codex  /w/aa11dd44ee55'],
      }),
    );
  });

  it.each(['', 'ff', 'AA11BB22CC33', '../aa11bb22cc33', 'aa11bb22cc33\n'])('knows no %j, and names all', (name) => {
    expect(() => chooseSession(name, three)).toThrow(
      expect.objectContaining({
        code: 'SESSION_UNKNOWN',
        exitCode: 64,
        details: expect.objectContaining({ length: 3 }),
      }),
    );
  });

  it('names no more than ten', () => {
    const many = Array.from({ length: 12 }, (_, n) => session(`${n}`.padStart(12, 'a')));
    expect(() => chooseSession('a', many)).toThrow(
      expect.objectContaining({ details: expect.arrayContaining(['and 2 more']) }),
    );
  });

  it('takes a whole name that is another one’s beginning', () => {
    expect(chooseSession('aa11bb22', [session('aa11bb22'), session('aa11bb22cc33')]).id).toBe('aa11bb22');
  });

  describe('of containers that claim one name', () => {
    const claim = (container: string, disagreement: string | null) => ({
      ...session('aa11bb22cc33'),
      container,
      disagreement,
    });

    it.each(['aa11bb22cc33', 'aa1'])('takes the only one that is what the journal says, by %s', (name) => {
      const [real, copy] = [claim('c1', null), claim('c2', 'the journal names another plan')];
      expect(chooseSession(name, [copy, real])).toBe(real);
      expect(chooseSession(name, [real, copy, claim('c3', 'x')])).toBe(real);
    });

    it.each([null, 'unknown to this state directory'])('takes none when all are equal (%j), and names them', (same) => {
      expect(() => chooseSession('aa11bb22cc33', [claim('c1', same), claim('c2', same)])).toThrow(
        expect.objectContaining({
          code: 'SESSION_AMBIGUOUS',
          hint: expect.stringContaining('remove the foreign one: docker rm -f'),
          details: ['c1', 'c2'].map((id) => `${id}  ${same ?? 'as the journal says'}`),
        }),
      );
    });

    it('asks for more of a name when it fits another session as well', () => {
      expect(() => chooseSession('aa11', [claim('c1', null), claim('c2', 'x'), session('aa11dd44ee55')])).toThrow(
        expect.objectContaining({ hint: 'Give more of its name.' }),
      );
    });
  });
});
