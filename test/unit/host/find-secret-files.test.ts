import { expect, it } from 'vitest';
import { findSecretFiles } from '../../../src/host/find-secret-files.ts';
import { tempWorld } from '../../support/temp-world.ts';

it('names files at the top that look like secrets, and neither templates, directories nor what lies deeper', () => {
  const world = tempWorld();
  const secrets = ['.env', '.env.local', '.npmrc', 'id_ed25519', 'prod.tfvars', 'server.key'];
  for (const name of [
    ...secrets,
    '.env.example',
    '.envelope',
    'keyboard.ts',
    'public.md',
    'deep/.env',
    '.envrc/inside',
  ])
    world.file(`project/${name}`);
  expect(findSecretFiles(`${world.home}/project`)).toEqual(secrets);
  expect(findSecretFiles(`${world.home}/absent`)).toEqual([]);
});
