import { cachePlace } from './cache-place.ts';
import type { MountContext } from './mount.ts';

/**
 * Where package managers keep downloads, all below the kept cache; none without one. Sources: npm-config(7), pnpm.io/settings
 * (pnpm 11 reads only its own prefix), pip "Caching", docs.astral.sh/uv "Caching", the Cargo book "Cargo Home",
 * `go help environment`.
 */
export function cacheVariables(context: MountContext): Readonly<Record<string, string>> {
  const place = cachePlace(context);
  if (place === null || place.conflict !== null) return {};
  const { target } = place;
  return {
    npm_config_cache: `${target}/npm`,
    npm_config_store_dir: `${target}/pnpm/store`,
    pnpm_config_store_dir: `${target}/pnpm/store`,
    PIP_CACHE_DIR: `${target}/pip`,
    UV_CACHE_DIR: `${target}/uv`,
    CARGO_HOME: `${target}/cargo`,
    GOMODCACHE: `${target}/go/mod`,
    GOCACHE: `${target}/go/build`,
  };
}
