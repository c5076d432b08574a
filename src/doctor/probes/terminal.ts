import { knownTerminals } from '../../plan/known-terminals.ts';
import { probe } from '../probe.ts';

export const terminal = probe({
  id: 'terminal',
  title: 'terminal',
  why: 'an agent’s screen needs a terminal type the image knows, UTF-8 and room',
  mend: 'export TERM=xterm-256color LANG=C.UTF-8, and widen the window to 80 columns',
  gather: ({ env, terminal: size }) => ({
    term: env['TERM'] ?? '',
    colours: env['COLORTERM'] ?? '',
    // An empty variable counts as unset (POSIX, locale).
    locale: env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '',
    size,
  }),
  judge({ term, colours, locale, size }) {
    if (size === null) return { state: 'ok', found: 'none here: sessions without -t need none' };
    const wrong = [
      ...(knownTerminals.has(term) ? [] : [`TERM=${term} is not known in the image; sessions get xterm-256color`]),
      ...(/utf-?8/i.test(locale) ? [] : [`the locale ${locale || '(none)'} is not UTF-8`]),
      ...(size.columns > 0 && size.columns < 80 ? [`only ${size.columns} columns`] : []),
    ];
    const found = `${term}${colours === '' ? '' : `, ${colours}`}, ${size.columns}×${size.rows}`;
    return wrong.length === 0 ? { state: 'ok', found } : { state: 'warn', found: wrong.join('; ') };
  },
});
