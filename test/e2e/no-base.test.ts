import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeDaemon } from '../support/fake-daemon.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();

/** An engine without any image of ours and without a registry behind it; the real one has the images. */
describe('an engine that has no base image', () => {
  const person = makePerson('user');

  it('an ordinary user is told the root command that makes it', async () => {
    const daemon = await FakeDaemon.start();
    onTestFinished(() => daemon.close());
    chmodSync(dirname(daemon.socketPath), 0o755);
    chmodSync(daemon.socketPath, 0o666);
    daemon.on('GET /images/json', { body: '[]' });
    daemon.on('POST /images/create', { status: 500, body: '{"message":"lookup registry: no such host"}' });
    // No newuidmap and no sudo on this PATH, so nothing can be made without root.
    const command = ['env', 'PATH=/nonexistent', process.execPath, product.cli, 'launch', 'shell'];
    const { code, stderr, stdout } = await person.run(command, { env: { DOCKER_HOST: `unix://${daemon.socketPath}` } });
    expect({ code, stdout }).toEqual({ code: 69, stdout: '' });
    expect(stderr).toContain('sudo sandbox image build');
    expect(stderr).toContain('[IMAGE_BASE_MISSING]');
    expect(daemon.requests.filter((request) => /containers\/create/.test(request))).toEqual([]);
  });
});
