import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';

/** A program in a pseudo-terminal that answers what terminal programs ask. */
export interface PseudoTerminal {
  /** What it wrote, without control sequences and with runs of blanks squeezed. */
  text(): string;
  write(text: string): void;
  /** Waits until the text written since the last call of `until` matches. Throws after 30 s, showing the text. */
  until(pattern: RegExp): Promise<void>;
  readonly exit: Promise<{ readonly exitCode: number; readonly signal?: number }>;
  kill(): void;
}

export function openTerminal(
  argv: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env: Record<string, string> },
): PseudoTerminal {
  const [program, ...args] = argv;
  const pty = spawn(program, args, { cols: 100, rows: 30, name: 'xterm-256color', ...options });
  let output = '';
  let seen = 0;
  pty.onData((data) => {
    output += data;
    for (const [question, answer] of questions) if (data.includes(question)) pty.write(answer);
  });
  const exit = new Promise<{ exitCode: number; signal?: number }>((resolve) => {
    pty.onExit(resolve);
  });
  return {
    text: () => plain(output),
    write: (text) => {
      pty.write(text);
    },
    async until(pattern) {
      for (let tries = 0; tries < 600; tries += 1) {
        if (pattern.test(plain(output.slice(seen)))) {
          seen = output.length;
          return;
        }
        await sleep(50);
      }
      throw new Error(`waited in vain for ${String(pattern)} in: ${plain(output.slice(seen))}`);
    },
    exit,
    kill: () => {
      pty.kill('SIGKILL');
    },
  };
}

/** Cursor position, device attributes, colours. */
const questions: readonly (readonly [string, string])[] = [
  ['\x1b[6n', '\x1b[1;1R'],
  ['\x1b[c', '\x1b[?62c'],
  ['\x1b]10;?', '\x1b]10;rgb:ffff/ffff/ffff\x1b\\'],
  ['\x1b]11;?', '\x1b]11;rgb:0000/0000/0000\x1b\\'],
];

const plain = (text: string): string =>
  text
    .replace(/\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b\[[0-9;?<>=$]*[a-zA-Z~]|\x1b[=>78()]|.\x08|\x07/g, '')
    .replace(/[ \r]+/g, ' ');
