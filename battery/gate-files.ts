/** Files of the gate, as they lie in `battery/` and, read-only, in /run/sandbox. */
export const gateFiles = ['gate.sh', 'attest.pl', 'look.pl', 'probes.pl', 'filter.pl', 'enter.pl'] as const;
