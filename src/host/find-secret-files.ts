import { readdirSync } from 'node:fs';

/** Names under which projects keep secrets; templates without any are not meant. */
const SECRET =
  /^(\.env(\..+)?|\.envrc|\.netrc|\.npmrc|\.pypirc|\.git-credentials|id_(rsa|dsa|ecdsa|ed25519)|.+\.(pem|key|p12|pfx|keystore|jks)|(credentials|secrets?|service-account.*)\.(json|ya?ml|toml)|terraform\.tfstate|.+\.tfvars)$/i;
const TEMPLATE = /\.(example|sample|template|dist|defaults?|schema)$/i;

/** Files at the top of the workspace whose names look like secrets, sorted; nothing is opened. */
export function findSecretFiles(workspace: string): readonly string[] {
  try {
    return readdirSync(workspace, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && SECRET.test(entry.name) && !TEMPLATE.test(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
