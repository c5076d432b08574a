/**
 * A field of mountinfo back into bytes: the kernel writes space, tab, newline, backslash and `#` of a path as three octal
 * digits after a backslash.
 *
 * @param field latin1 text, one character per byte
 * @throws Error on an escape of another form: unknown means fail
 */
export function decodeOctal(field: string): Buffer {
  const bytes = field.replace(/\\(.{0,3})/gs, (_, digits: string) => {
    if (!/^[0-3][0-7]{2}$/.test(digits)) throw new Error('a line of mountinfo has a malformed escape');
    return String.fromCharCode(Number.parseInt(digits, 8));
  });
  return Buffer.from(bytes, 'latin1');
}
