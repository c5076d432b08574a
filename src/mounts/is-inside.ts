/**
 * Whether `path` is `directory` or lies below it, by text alone. Both absolute and normalised (no `..`, no trailing slash).
 * Text decides only what is planned; what an object really is, the judge decides by device and inode.
 */
export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`);
}
