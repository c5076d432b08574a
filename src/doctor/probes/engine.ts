import { AppError } from '../../errors.ts';
import type { AskedEngine } from '../probe.ts';
import { probe } from '../probe.ts';

/** Tells apart: not installed, not running, no permission, remote, too old, no answer. */
export const engine = probe<
  AppError | (Pick<AskedEngine, 'info'> & { readonly endpoint: string; readonly api: string })
>({
  id: 'engine',
  title: 'engine',
  why: 'every session is a container of it',
  mend: 'sudo systemctl start docker',
  async gather(context) {
    try {
      const { engine: found, info } = await context.engine();
      return { info, endpoint: found.endpoint, api: found.apiVersion };
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  },
  judge: (facts) =>
    facts instanceof AppError
      ? { state: 'fail', found: `${facts.message} [${facts.code}]`, mend: facts.hint }
      : {
          state: 'ok',
          found: `${facts.info.serverVersion || 'version unknown'}, API ${facts.api}, ${facts.endpoint}, ${facts.info.operatingSystem}`,
        },
});
