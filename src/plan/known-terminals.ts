/**
 * Terminal types whose descriptions are in the image (Debian's ncurses-base and ncurses-term); a test asks the image.
 * Anything else becomes xterm-256color, which every emulator in use understands.
 */
export const knownTerminals: ReadonlySet<string> = new Set([
  'alacritty',
  'ansi',
  'dumb',
  'foot',
  'gnome-256color',
  'konsole-256color',
  'linux',
  'putty-256color',
  'rxvt-unicode-256color',
  'screen',
  'screen-256color',
  'tmux',
  'tmux-256color',
  'vt100',
  'vt220',
  'vte-256color',
  'xterm',
  'xterm-256color',
]);
