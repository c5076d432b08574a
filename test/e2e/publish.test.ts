import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { finish, makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const answer = (url: string): Promise<string> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.text(),
    (error: Error) => `no answer: ${error.name}`,
  );

describe.each([makePerson('root'), makePerson('user')])('--publish of $label', (person) => {
  const launch = (port: number | string, ...rest: string[]) => [
    ...[process.execPath, product.cli, 'launch', 'shell', '--publish', String(port), ...rest],
  ];
  const serve = (port: number): string[] => {
    const text = `require('http').createServer((q, r) => r.end('of the session')).listen(${port}, '0.0.0.0', () => console.log('ready'));
      process.stdin.resume().on('end', () => process.exit(0))`;
    return ['--', 'node', '-e', text];
  };

  it('is reached at 127.0.0.1, at no other address, and is gone afterwards', async () => {
    const port = await freePort();
    const child = person.start([...launch(port), ...serve(port)]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const result = finish(child, undefined, true);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    expect(await answer(`http://127.0.0.1:${port}/`)).toBe('of the session');
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    for (const { address } of others) expect(await answer(`http://${address}:${port}/`)).toMatch(/^no answer/);
    child.stdin?.end();
    const { code, stderr } = await result;
    expect(code).toBe(0);
    expect(stderr).toContain(
      `published for every program of this machine: 127.0.0.1:${port}; inside, listen on 0.0.0.0`,
    );
    expect(await answer(`http://127.0.0.1:${port}/`)).toMatch(/^no answer/);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('a port that is taken refuses with its number, and leaves nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stderr, stdout } = await person.run([...launch(port), '--', 'echo', 'ran']);
    expect([code, stdout]).toEqual([69, '']);
    expect(stderr).toContain(`port ${port} of 127.0.0.1 is taken`);
    expect(stderr).toContain('[PORT_BUSY]');
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('of another session as well', async () => {
    const port = await freePort();
    const child = person.start([...launch(port), ...serve(port)]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const result = finish(child, undefined, true);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    const second = await person.run([...launch(port), '--', 'true']);
    expect([second.code, second.stderr]).toEqual([69, expect.stringContaining('[PORT_BUSY]')]);
    expect(await answer(`http://127.0.0.1:${port}/`)).toBe('of the session');
    child.stdin?.end();
    expect((await result).code).toBe(0);
  });

  it('is in the plan; without a network, or as no port, it refuses', async () => {
    const plan = (...flags: string[]) => person.run([process.execPath, product.cli, 'plan', 'shell', ...flags]);
    const shown = await plan('--publish', '8081', '--publish', '8080', '--json');
    expect((JSON.parse(shown.stdout) as { plan: { publish: unknown } }).plan.publish).toEqual([8080, 8081]);
    expect((await plan('--publish', '8080')).stdout).toContain('published  127.0.0.1:8080\n');
    for (const flags of [
      ['--publish', '8080', '--network', 'none'],
      ['--publish', '0.0.0.0:8080'],
      ['--publish', '0'],
    ]) {
      const { code, stderr } = await plan(...flags);
      expect([code, stderr]).toEqual([64, expect.stringContaining('[BAD_VALUE]')]);
    }
  });
});
