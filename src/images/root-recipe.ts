/** The Debian every image begins with. */
export const rootRecipe = {
  suite: 'bookworm',
  /** The same system from an image registry; by digest, so that nobody can put another one in its place. */
  pullRef: 'debian:bookworm-slim@sha256:40b107342c492725bc7aacbe93a49945445191ae364184a6d24fedb28172f6f7',
  /** Options of dpkg, kept in the image: no manuals or translations, but licences. As in debian:bookworm-slim. */
  dpkgOptions: [
    'path-exclude=/usr/share/man/*',
    'path-exclude=/usr/share/locale/*',
    'path-exclude=/usr/share/info/*',
    'path-exclude=/usr/share/doc/*',
    'path-include=/usr/share/doc/*/copyright',
  ],
} as const;
