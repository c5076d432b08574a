import { probe } from '../probe.ts';

/** Seconds; check 33 refuses a session beyond it. */
const LIMIT = 5;

export const clock = probe({
  id: 'clock',
  title: 'clock',
  why: 'with two times logins expire at once and builds go wrong; check 33 refuses such a session',
  mend: 'set both clocks: sudo timedatectl set-ntp true; for an engine in a virtual machine restart that machine',
  async gather(context) {
    const { info, askedAt, answeredAt } = await context.engine();
    return { engine: Date.parse(info.systemTime), askedAt, answeredAt };
  },
  judge({ engine, askedAt, answeredAt }) {
    if (Number.isNaN(engine)) return { state: 'not-available', found: 'the engine does not say its time' };
    const skew = engine < askedAt ? engine - askedAt : Math.max(0, engine - answeredAt);
    const seconds = skew / 1000;
    return Math.abs(seconds) > LIMIT
      ? { state: 'fail', found: `the engine is ${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'behind' : 'ahead'}` }
      : { state: 'ok', found: 'this machine and the engine agree' };
  },
});
