/** `npm run test:long`: the races and floods in full; `npm test` runs a short form of each. */
export const long = process.env['SANDBOX_TEST_LONG'] === '1';
