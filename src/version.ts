import manifest from '../package.json' with { type: 'json' };

/** This program's version, from its manifest. */
export const version: string = manifest.version;
