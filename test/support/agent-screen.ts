import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from './person.ts';
import type { Product } from './product.ts';
import { scriptedModel } from './scripted.ts';
import { Terminal } from './terminal.ts';

/** Patterns are matched against the screen's words without blanks between them. */
interface Manners {
  /** Its prompt is there. */
  readonly ready: RegExp;
  /** It asks whether the folder is to be trusted; null: never, as we start it. */
  readonly trust: RegExp | null;
  /** It asks whether a command may run. */
  readonly question: RegExp;
  /** What ends it from its prompt. */
  readonly quit: string;
}

const manners: Readonly<Record<string, Manners>> = {
  codex: {
    ready: /forshortcuts/,
    trust: /Trustthisfolder|trustthecontents/,
    question: /Wouldyouliketorun|Yes,proceed/,
    quit: '/quit',
  },
  claude: {
    ready: /effort|foragents/,
    trust: null,
    question: /Doyouwanttoproceed|Entertostayinautomode/,
    quit: '/exit',
  },
  pi: { ready: /ctrl\+c|scripted/, trust: null, question: /Allow\?|Doyouwant/, quit: '/quit' },
};

/** The real agent's own screen in a real session in a pseudo-terminal, its model played from a script. */
export class AgentScreen {
  readonly terminal: Terminal;
  readonly #manners: Manners;
  readonly #requests: () => readonly unknown[];
  #from = 0;

  constructor(product: Product, person: Person, agent: string, flags: readonly string[], steps: readonly unknown[]) {
    const found = manners[agent];
    if (found === undefined) throw new Error(`no screen of ${agent} is known`);
    this.#manners = found;
    const model = scriptedModel(product, person, { steps });
    this.#requests = model.requests;
    const command = [process.execPath, product.hookedCli, 'launch', agent, '--network', 'none', ...flags].join(' ');
    this.terminal = new Terminal(person, ['sh', '-c', `stty -g; ${command}; echo "END $?"; stty -g; echo AFTER`], {
      env: model.env,
    });
  }

  /** Waits for its prompt; a question about trust is answered with yes. */
  async start(): Promise<void> {
    const { ready, trust } = this.#manners;
    let asked = false;
    await this.#until(() => {
      const words = this.#squeezed();
      if (!asked && trust?.test(words) === true) {
        asked = true;
        this.#from = this.terminal.output.length;
        setTimeout(() => this.terminal.type('\r'), 300);
        return false;
      }
      return ready.test(words);
    });
    await sleep(1000);
  }

  /** Types it, once in a test, and waits until the model is asked it: keys in quick succession are taken for pasted text, so Enter is repeated. */
  async prompt(text: string): Promise<void> {
    this.#from = this.terminal.output.length;
    const asked = () => this.#requests().some((request) => JSON.stringify(request).includes(text));
    this.terminal.type(text);
    for (let tries = 0; tries < 8 && !asked(); tries += 1) {
      await sleep(500);
      this.terminal.type('\r');
      for (let waits = 0; waits < 20 && !asked(); waits += 1) await sleep(50);
    }
    if (!asked()) throw new Error(`never asked; on screen: ${this.terminal.words().slice(-2500)}`);
  }

  /** Which comes first after the last prompt: the words, or a question. */
  async either(words: string): Promise<'words' | 'question'> {
    let end: 'words' | 'question' | null = null;
    await this.#until(() => {
      const seen = this.#squeezed();
      end = this.#manners.question.test(seen) ? 'question' : seen.includes(words.replaceAll(' ', '')) ? 'words' : null;
      return end !== null;
    });
    return end ?? 'words';
  }

  /** Ends the session, whatever it is waiting for, by closing the terminal. */
  async leave(): Promise<void> {
    this.terminal.kill('SIGHUP');
    await this.terminal.ended;
  }

  /** Ends it as a person would; resolves to the whole output. */
  async quit(): Promise<string> {
    await sleep(1500);
    this.terminal.type(this.#manners.quit);
    for (let tries = 0; tries < 10 && !this.terminal.output.includes('END'); tries += 1) {
      await sleep(700);
      this.terminal.type('\r');
    }
    return this.terminal.until('AFTER', { timeout: 20_000 });
  }

  /** What was written since the last prompt, without blanks: screens leave out those that are there already. */
  #squeezed(): string {
    return this.terminal.words(this.#from).replaceAll(' ', '');
  }

  async #until(holds: () => boolean): Promise<void> {
    const deadline = Date.now() + 30_000;
    while (!holds()) {
      if (Date.now() > deadline) throw new Error(`waited in vain; on screen: ${this.terminal.words().slice(-2500)}`);
      await sleep(50);
    }
  }
}
