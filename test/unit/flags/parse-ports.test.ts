import { describe, expect, it } from 'vitest';
import { parsePorts } from '../../../src/flags/parse-ports.ts';

describe('parsePorts', () => {
  it('sorts, and takes a repeated port once', () => {
    expect(parsePorts(['8080', '80', '65535', '80'])).toEqual([80, 8080, 65_535]);
    expect(parsePorts(undefined)).toEqual([]);
  });

  it.each(['', '0', '080', '65536', '123456', '-1', '80/tcp', '80:80', '0.0.0.0:80', ' 80', '1e3', '80-90'])(
    'refuses %j',
    (text) => {
      expect(() => parsePorts([text])).toThrow(expect.objectContaining({ code: 'BAD_VALUE' }));
    },
  );
});
