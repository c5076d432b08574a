import type { SessionCheck } from '../check.ts';

/** Whole names that hold a login or key of a model vendor, a forge, a registry or a cloud. */
const names = new Set(
  (
    'ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN CLAUDE_CODE_OAUTH_TOKEN OPENAI_API_KEY CODEX_API_KEY CODEX_ACCESS_TOKEN ' +
    'GEMINI_API_KEY GOOGLE_API_KEY OPENROUTER_API_KEY MISTRAL_API_KEY GROQ_API_KEY DEEPSEEK_API_KEY XAI_API_KEY ' +
    'HF_TOKEN HUGGING_FACE_HUB_TOKEN GITHUB_TOKEN GH_TOKEN GITHUB_PAT GITLAB_TOKEN CI_JOB_TOKEN BITBUCKET_TOKEN ' +
    'NPM_TOKEN NODE_AUTH_TOKEN NPM_CONFIG__AUTH PYPI_TOKEN TWINE_PASSWORD CARGO_REGISTRY_TOKEN DOCKER_AUTH_CONFIG ' +
    'AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_WEB_IDENTITY_TOKEN_FILE AZURE_CLIENT_SECRET ' +
    'AZURE_CLIENT_CERTIFICATE_PATH GOOGLE_APPLICATION_CREDENTIALS CLOUDSDK_AUTH_ACCESS_TOKEN KUBECONFIG VAULT_TOKEN ' +
    'DATABASE_URL PGPASSWORD MYSQL_PWD SLACK_TOKEN STRIPE_SECRET_KEY SENTRY_AUTH_TOKEN SSHPASS SUDO_PASSWORD'
  ).split(' '),
);
/** What such names look like elsewhere. `GPG_KEY` of Python's images is a fingerprint: a name must say more than KEY. */
const pattern =
  /(^|_)(API_?KEY|ACCESS_?KEY(_ID)?|PRIVATE_?KEY|SECRET(_?KEY)?|(ACCESS|AUTH|BEARER|REFRESH|SESSION|ID)_?TOKEN|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)$/i;

export const check: SessionCheck = {
  id: '04',
  title: 'no credential is in the environment that was not named',
  threat:
    'What stands in the environment is read by every program the agent starts, and goes wherever it sends its output. A key ' +
    'of a vendor, a forge or a cloud gets in from the image, the engine’s own settings or a wrapper; only those the user ' +
    'names for this session may be there.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation }, plan) {
    const planned = new Set(plan.env.map(({ name }) => name));
    const found = attestation.envNames.filter((name) => !planned.has(name) && (names.has(name) || pattern.test(name)));
    return {
      verdict: found.length === 0 ? 'pass' : 'fail',
      expected: 'no credential but those named with --env or in the configuration',
      found: found.length === 0 ? `none among ${attestation.envNames.length} variables` : found.join(', '),
      hint: 'Remove the variable from the image (`--image`, `image:`) or the engine’s settings; name it with --env if it is wanted.',
    };
  },
};
