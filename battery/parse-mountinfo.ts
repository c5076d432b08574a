import type { MountInfo } from './attestation.ts';
import { decodeOctal } from './decode-octal.ts';

/**
 * /proc/self/mountinfo → one record a mount, in the kernel's order. Format: proc_pid_mountinfo(5):
 *
 *     36 35 98:0 /root /point rw,noatime master:1 - ext3 /dev/root rw,errors=continue
 *     id parent maj:min root point options optional… - type source superOptions
 *
 * @param text latin1 text, one character per byte, as the gate sends it; paths come back as UTF-8
 * @throws Error on any line that is not exactly of this form: unknown means fail
 */
export function parseMountinfo(text: string): readonly MountInfo[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('mountinfo does not end in a newline');
  return lines.map(parseLine);
}

function parseLine(line: string): MountInfo {
  const fields = line.split(' ');
  const separator = fields.indexOf('-', 6);
  const [id, parent, device, root, point, options] = fields;
  const [type, source, superOptions, ...extra] = fields.slice(separator + 1);
  if (
    separator === -1 ||
    extra.length > 0 ||
    !isNumber(id) ||
    !isNumber(parent) ||
    !device?.match(/^\d+:\d+$/) ||
    !root ||
    !point?.startsWith('/') ||
    !options ||
    !type ||
    source === undefined ||
    !superOptions
  ) {
    throw new Error('a line of mountinfo cannot be read');
  }
  return {
    id: Number(id),
    parent: Number(parent),
    device,
    root: decode(root),
    point: decode(point),
    options: options.split(','),
    optional: fields.slice(6, separator),
    type: decode(type),
    source: decode(source),
    superOptions: superOptions.split(','),
  };
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d+$/.test(text);
}

/** Octal escapes to bytes, bytes to UTF-8 text. */
function decode(field: string): string {
  return decodeOctal(field).toString('utf8');
}
