/** Whether a file is one that an agent's data lists: by its path, or by a `*` in the last name that stands for anything. */
export function isListed(pattern: string, file: string): boolean {
  if (!pattern.includes('*')) return pattern === file;
  const [start = '', end = ''] = pattern.split('*');
  return (
    file.length >= pattern.length &&
    file.startsWith(start) &&
    file.endsWith(end) &&
    !file.slice(start.length).includes('/')
  );
}
