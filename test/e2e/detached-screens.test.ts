import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { endWithTest, untilNothingIsLeft } from '../support/detached.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { scriptedModel } from '../support/scripted.ts';
import { Terminal } from '../support/terminal.ts';

const product = installProduct();

/** Of a screen's words without blanks: its prompt is there. */
const prompts = { codex: /forshortcuts/, claude: /effort|foragents/ } as const;

describe.each(['codex', 'claude'] as const)('the screen of a detached %s', (agent) => {
  it('is there on attach, after its first terminal has gone; stop ends it', async () => {
    const person = makePerson('user');
    endWithTest(person);
    const model = scriptedModel(product, person, { steps: [{ say: 'Hello from the script.' }] });
    const launch = `${process.execPath} ${product.hookedCli} launch ${agent} --detach --unattended --network none`;
    const first = new Terminal(person, ['sh', '-c', `${launch}; echo "END $?"; sleep 60`], { env: model.env });
    const id = /\n([0-9a-f]{12})\r/.exec(await first.until('END 0'))?.[1] ?? '';
    first.kill('SIGHUP');
    await first.ended;
    const attach = () =>
      new Terminal(person, ['sh', '-c', `${process.execPath} ${product.cli} attach ${id}; echo "END $?"`]);
    const squeezed = (terminal: Terminal) => terminal.words().replaceAll(' ', '');
    const joined = attach();
    for (let at = 0; at < 400 && !prompts[agent].test(squeezed(joined)); at += 1) {
      if (at % 20 === 0 && /Trustthisfolder|trustthecontents/.test(squeezed(joined))) joined.type('\r');
      await sleep(50);
    }
    expect(squeezed(joined)).toMatch(prompts[agent]);
    await sleep(1000);
    joined.type('say hello');
    for (let at = 0; at < 10 && !squeezed(joined).includes('Hellofromthescript.'); at += 1) {
      await sleep(600);
      joined.type('\r');
    }
    expect(squeezed(joined)).toContain('Hellofromthescript.');
    joined.type('\x1d\x1d');
    await joined.until('END 0');
    const again = attach();
    for (let at = 0; at < 200 && !squeezed(again).includes('Hellofromthescript.'); at += 1) await sleep(50);
    expect(squeezed(again)).toContain('Hellofromthescript.');
    const { code, stderr } = await person.run([process.execPath, product.cli, 'stop', id]);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    await again.until(/END \d+/);
    await untilNothingIsLeft(person, 1000);
  });
});
