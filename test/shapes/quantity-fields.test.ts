import { toJsonSchema } from '../../lib/experiment/language/editor/json-schema';
import {
  bytesSchema,
  bareBytesSchema,
  makeQuantitySchema,
  secondsSchema,
  makeShareSchema,
} from '../../lib/shapes/quantity-fields';

describe('zod schema of a quantity', () => {
  it('refuses a duration longer than 8760h', () => {
    expect(secondsSchema.parse('8760h')).toBe(31_536_000);
    for (const long of [1e308, '8761h', '9'.repeat(400)])
      expect(secondsSchema.safeParse(long).error?.issues[0]?.message).toMatch(
        /^found .{1,60}; allowed: at most 8760h \(a year\)/,
      );
  });

  it('accepts a share as `7%` or 0.07 within its range, and refuses values beyond the range', () => {
    const field = makeShareSchema(0.01, 0.5);
    expect(['7%', ' 7% ', 0.07, '0.07'].map((written) => field.parse(written))).toEqual([0.07, 0.07, 0.07, 0.07]);
    for (const refused of [5, '60%', 0, '-5%', 'much', '', '%'])
      expect(field.safeParse(refused).error?.issues[0]?.message).toMatch(
        /^found .*; allowed: a share from 1 to 50%, written as `5%` or 0.05$/,
      );
  });

  it('returns one message that names the expected unit', () => {
    expect(bytesSchema.safeParse('4 apples').error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^found '4 apples', which is not a quantity; bytes are meant: write 4k/),
    ]);
    expect(secondsSchema.safeParse(true).error?.issues[0]?.message).toMatch(/^a duration is meant: write 100us/);
  });

  it.each([
    ['bytes', bytesSchema, ['4k', '1,024 KiB', ' 1.5 GiB', '512 B'], ['4 apples', '', '4 Mb', 4096, '-4k']],
    ['bareBytesSchema', bareBytesSchema, [4096, '4096', '64k'], ['4 Mb', true, -1]],
    ['seconds', secondsSchema, [4, '4', '2h24m', '100us', '1m 30s'], ['', 'fast', '5 MB', '30s2h']],
    ['bytes/s', makeQuantitySchema('bytes/s'), ['1300 MB/s', '2GiB / s'], ['1300 MB', 1300]],
    ['ops/s', makeQuantitySchema('ops/s'), [8000, '100k ops/s', '100,000'], ['5ms', '5k/s']],
    ['us', makeQuantitySchema('us'), ['5ms'], [250, '250']],
    ['%', makeQuantitySchema('%'), [10, '10', '10%'], ['10% of it']],
  ] as const)(
    'generates a JSON schema for %s that accepts exactly the values that zod accepts',
    (_, field, taken, refused) => {
      const { pattern, type } = toJsonSchema(field) as { pattern: string; type: string | string[] };
      const matchesSchema = (value: unknown): boolean =>
        [type].flat().includes(typeof value) &&
        (typeof value === 'string' ? new RegExp(pattern).test(value) : Number(value) >= 0);
      for (const value of taken)
        expect([value, field.safeParse(value).success, matchesSchema(value)]).toEqual([value, true, true]);
      for (const value of refused)
        expect([value, field.safeParse(value).success, matchesSchema(value)]).toEqual([value, false, false]);
    },
  );
});
