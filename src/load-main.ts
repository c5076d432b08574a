import type { main } from './main.ts';

/** Loads the program. The build puts load-main-cached.ts in this module's place: the same, faster. */
export const loadMain = (): Promise<{ readonly main: typeof main }> => import('./main.ts');
