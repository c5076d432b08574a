import { AppError } from '../errors.ts';

const units: Readonly<Record<string, number>> = { '': 1, b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 };

/** `512m`, `4g`, `4GiB`, `1.5g` → bytes. A bare number is bytes. Throws BAD_VALUE. */
export function parseSize(text: string, flag: string): number {
  const match = /^(\d{1,12}(?:\.\d{1,3})?)\s*([bkmgt]?)(?:i?b)?$/i.exec(text.trim());
  const factor = match?.[2] === undefined ? undefined : units[match[2].toLowerCase()];
  const bytes = match?.[1] === undefined || factor === undefined ? NaN : Math.floor(Number(match[1]) * factor);
  if (!Number.isSafeInteger(bytes) || bytes <= 0) {
    throw new AppError('BAD_VALUE', `${flag} does not understand “${text}”`, 'Give a size such as 512m or 4g.');
  }
  return bytes;
}
