import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AgentScreen } from '../support/agent-screen.ts';
import { leftovers } from '../support/engine.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();

describe.each(['codex', 'claude', 'pi'])('the screen of %s', (agent) => {
  it('starts, takes a prompt, resizes and quits; the terminal is as it was', async () => {
    const person = makePerson('user');
    const steps = [{ say: 'Hello from the script.' }, { say: 'Another answer.' }];
    const screen = new AgentScreen(product, person, agent, ['--unattended'], steps);
    await screen.start();
    // Nobody is there to answer: claude's questions are answered for it.
    if (agent === 'claude')
      expect(screen.terminal.words().replaceAll(' ', '')).not.toMatch(/trustthisfolder|Yes,Iaccept|Choosethe/);
    await screen.prompt('say hello');
    expect(await screen.either('Hello from the script.')).toBe('words');
    const before = screen.terminal.output.length;
    screen.terminal.resize(70, 20);
    await screen.terminal.until(/\S/, { from: before });
    await screen.prompt('and again');
    const output = await screen.quit();
    expect(output).toMatch(/END (0|130)/);
    const saved = output.split('\n').filter((line) => /^[0-9a-f]+(:[0-9a-f]+){3,}\s*$/.test(line.trim()));
    expect(saved.length).toBe(2);
    expect(new Set(saved.map((line) => line.trim())).size).toBe(1);
    if (agent === 'claude') {
      // Nothing that would hold for the host's program was recorded.
      expect(existsSync(join(person.home, '.claude/settings.json'))).toBe(false);
    }
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});
