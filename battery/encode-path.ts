/** A path as the gate reads it: bytes other than `A–Z a–z 0–9 / . _ -` written `%XX`. */
export function encodePath(path: string): string {
  return Array.from(Buffer.from(path), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9/._-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}
