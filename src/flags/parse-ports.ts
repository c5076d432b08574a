import { AppError } from '../errors.ts';
import type { FlagValues } from './flag.ts';

/** The values of `--publish` → ports, ascending, none twice. Throws BAD_VALUE: an address cannot be chosen, it is 127.0.0.1. */
export function parsePorts(values: FlagValues[string]): readonly number[] {
  const ports = Array.isArray(values) ? values.map((text: string) => parsePort(text)) : [];
  return [...new Set(ports)].sort((a, b) => a - b);
}

function parsePort(text: string): number {
  const port = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : NaN;
  if (port <= 65_535) return port;
  throw new AppError(
    'BAD_VALUE',
    `--publish does not understand “${text}”`,
    'Give one port from 1 to 65535; it is the same inside and at 127.0.0.1 of this machine. Repeat the option for more.',
  );
}
