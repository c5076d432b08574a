import type { EngineInfo } from '../engine.ts';

/** `GET /info` → EngineInfo. Engines that only resemble Docker leave fields out. */
export function readInfo(info: unknown): EngineInfo {
  const fields = (info ?? {}) as Record<string, unknown>;
  const security = Array.isArray(fields['SecurityOptions']) ? fields['SecurityOptions'].map(String) : [];
  const has = (name: string): boolean => security.some((option) => option.split(',').includes(`name=${name}`));
  return {
    serverVersion: text(fields['ServerVersion']),
    memory: typeof fields['MemTotal'] === 'number' ? fields['MemTotal'] : 0,
    cgroupVersion: text(fields['CgroupVersion']) || '1',
    securityOptions: security,
    rootless: has('rootless'),
    usernsRemap: has('userns'),
    operatingSystem: text(fields['OperatingSystem']),
    initBinary: text(fields['InitBinary']),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
