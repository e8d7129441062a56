import * as z from 'zod';
import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { about } from '../../../lib/shapes/setting';
import cases from './schema-problems.cases.json';

const schema = z.strictObject({
  count: z.int().min(1).max(5),
  mode: z.enum(['read', 'write']).optional(),
  own: z.string({ error: 'a word of your own' }).optional(),
  rule: z
    .string()
    .refine((text) => text !== 'bad', { error: "'bad' is not good" })
    .optional(),
  either: z.union([z.string(), z.number()]).optional(),
  list: z
    .array(z.strictObject({ a: z.number() }))
    .min(1)
    .optional(),
});

function listProblems(value: unknown): string[] {
  return checkSchema(schema, value, ['top']).problems.map(
    ({ code, path, message }) => `${path.join('.')} ${code}: ${message}`,
  );
}

describe('checkSchema', () => {
  it('returns the value without problems when it is valid', () => {
    expect(checkSchema(schema, { count: 2 }, [])).toEqual({ value: { count: 2 }, problems: [] });
  });

  it('reports a misspelt key as UnknownKey only, without MissingKey for the key that it replaces', () => {
    expect(listProblems({ cuont: 1 })).toEqual([expect.stringMatching(/^top\.cuont UnknownKey/)]);
    expect(listProblems({ count: 1, list: [{ A: 1 }] })).toEqual([
      expect.stringMatching(/^top\.list\.0\.A UnknownKey/),
    ]);
    expect(listProblems({ cuont: 1, list: [{}] })).toEqual([
      expect.stringMatching(/^top\.list\.0\.a MissingKey/),
      expect.stringMatching(/^top\.cuont UnknownKey/),
    ]);
  });

  it('recognises a number that YAML split at its separator of thousands', () => {
    expect(listProblems({ count: 1, '000 ops/s': null })).toEqual([
      expect.stringMatching(/^top\.000 ops\/s UnknownKey: found the key `000 ops\/s`, the rest of a number .* 20000$/),
    ]);
  });

  it.each([
    [{ sizeGiB: '1 TiB' }, 'a number, without a unit: write 1024'],
    [{ sizeGiB: '1.5 GiB' }, 'a number, without a unit'],
    [{ throughputMBps: '512 MB/s' }, 'a number, without a unit: write 512'],
    [{ sizeGiB: 'large' }, 'a number'],
    [{ share: '1 TiB' }, 'a number'],
  ])('says which number to write in place of a quantity: %j', (value, expected) => {
    const number = z.number().optional();
    const found = checkSchema(z.strictObject({ sizeGiB: number, throughputMBps: number, share: number }), value, []);
    expect(found.problems.map(({ message }) => message.replace(/^.*needed here: /, ''))).toEqual([expected]);
  });

  it('reports all problems in one pass, each with its path', () => {
    expect(listProblems({ count: 9, mode: 'raed', cuont: 1, either: true })).toEqual([
      'top.count OutOfRange: found 9; allowed: at most 5',
      "top.mode BadValue: found 'raed'; did you mean `read`? Allowed: `read`, `write`",
      'top.either BadValue: found true; needed here: a text, or a number',
      expect.stringMatching(/^top\.cuont UnknownKey: unknown key `cuont`; did you mean `count`\? Allowed: `count`/),
    ]);
  });

  it.each(
    cases.findings as [
      number | { count?: string | number; own?: number; rule?: string; list?: { a: number; b: number }[] },
      string,
    ][],
  )('reports for %j what was found and what is allowed', (value, expected) => {
    expect(listProblems(value)).toEqual([expected]);
  });

  it('suggests the allowed key for a misspelt one when the schema has a transform and an error text', () => {
    const wrapped = z.strictObject({ size: z.number() }, { error: 'own words' }).transform((given) => given.size);
    expect(checkSchema(wrapped, { size: 1, siez: 2 }, []).problems[0]?.message).toContain('did you mean `size`?');
  });
});

it('links a problem to the documentation page of its setting, or of the enclosing setting', () => {
  const paged = z.strictObject({
    size: z
      .int()
      .min(1)
      .meta(about('Size.', { source: 'https://a/' })),
    volumes: z
      .strictObject({ count: z.int() })
      .optional()
      .meta(about('Volumes.', { source: 'https://b/' })),
    plain: z.boolean().optional(),
  });
  const { problems } = checkSchema(paged, { size: 0, volumes: { count: 'many' }, plain: 'yes' }, []);
  expect(problems.map(({ path, source }) => [path.join('.'), source])).toEqual([
    ['size', 'https://a/'],
    ['volumes.count', 'https://b/'],
    ['plain', undefined],
  ]);
});
