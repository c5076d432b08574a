import type { ConfigSeed } from './agent.ts';

/** Account, onboarding, theme and user-scope MCP servers; the keys are Claude Code's own (docs/agents.md). */
const KEPT = [
  'oauthAccount',
  'primaryApiKey',
  'customApiKeyResponses',
  'userID',
  'hasAvailableSubscription',
  'hasCompletedOnboarding',
  'lastOnboardingVersion',
  'theme',
  'mcpServers',
];

/**
 * `.claude.json`. Beside `~/.claude` it names every project the user has opened, with their prompts and servers; inside,
 * where a session sees it, there is the user and this one project.
 */
export const claudeSeed: ConfigSeed = {
  file: '.claude.json',
  from: '.claude.json',
  unattended: { hasCompletedOnboarding: true },
  select(source, places) {
    const projects = isObject(source['projects']) ? source['projects'] : {};
    const here = places.filter((place) => Object.hasOwn(projects, place) && isObject(projects[place]));
    return {
      ...pick(source, KEPT),
      ...(here.length === 0 ? {} : { projects: pick(projects, here) }),
    };
  },
};

function pick(source: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(source, name)).map((name) => [name, source[name]]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
