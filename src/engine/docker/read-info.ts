import type { EngineInfo } from '../engine.ts';
import { list, object, text, wholeNumber } from './fields.ts';

/**
 * `GET /info` → EngineInfo. Engines that only resemble Docker leave fields out; one that is there must have its type.
 * Throws BadAnswer.
 */
export function readInfo(info: unknown): EngineInfo {
  const fields = object(info, 'the whole');
  const optional = (name: string): string => (fields[name] === undefined ? '' : text(fields[name], name));
  const security = list(fields['SecurityOptions'] ?? [], 'SecurityOptions', (option) => text(option, 'an option'));
  const has = (name: string): boolean => security.some((option) => option.split(',').includes(`name=${name}`));
  return {
    serverVersion: optional('ServerVersion'),
    memory: wholeNumber(fields['MemTotal'] ?? 0, 'MemTotal', 0),
    cgroupVersion: optional('CgroupVersion') || '1',
    securityOptions: security,
    rootless: has('rootless'),
    usernsRemap: has('userns'),
    operatingSystem: optional('OperatingSystem'),
    initBinary: optional('InitBinary'),
    systemTime: hint(fields['SystemTime']),
    storageDriver: hint(fields['Driver']),
    dataRoot: hint(fields['DockerRootDir']),
  };
}

/** What is only told to people: no launch depends on it, so another type than expected is nothing. */
function hint(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
