import { expect, it } from 'vitest';
import { findAgent } from '../../../src/agents/index.ts';
import { isSignedIn } from '../../../src/host/is-signed-in.ts';
import { tempWorld } from '../../support/temp-world.ts';

const cases: [agent: string, file: string | null, text: string, signedIn: boolean][] = [
  ['codex', null, '', false],
  ['codex', 'auth.json', '{"tokens":{"access_token":"x"}}', true],
  ['codex', 'auth.json', '{"OPENAI_API_KEY":null}', false],
  ['codex', 'auth.json', 'not JSON', true],
  ['codex', 'auth.json', '', false],
  ['claude', '.credentials.json', '{"claudeAiOauth":{"accessToken":"x"}}', true],
  ['claude', '.credentials.json', '{}', false],
  ['claude', '.claude.json', '{"oauthAccount":{},"numStartups":3}', false],
  ['claude', '.claude.json', '{"primaryApiKey":"x"}', true],
  ['claude', 'settings.json', '{"apiKeyHelper":"pass show key"}', true],
  ['pi', 'agent/auth.json', '{}', false],
  ['pi', 'agent/auth.json', '{"anthropic":{"type":"oauth"}}', true],
  ['pi', 'agent/models.json', '{"providers":{"local":{"baseUrl":"http://localhost:1"}}}', true],
  ['pi', 'agent/models.json', '{"providers":{}}', false],
];

it.each(cases)('%s with %s %j: %s', (name, file, text, signedIn) => {
  const world = tempWorld();
  const directory = world.directory('.config');
  if (file !== null) world.file(`.config/${file}`, text);
  expect(isSignedIn(directory, findAgent(name).logins)).toBe(signedIn);
});
