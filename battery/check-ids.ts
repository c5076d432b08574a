/** Numbers alone, for whoever plans: the checks themselves are loaded when there is something to judge. A contract test compares. */
export const checkIds = {
  session:
    '01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 64'.split(
      ' ',
    ),
  host: '60 61 62 63 65 66 67'.split(' '),
} as const;
