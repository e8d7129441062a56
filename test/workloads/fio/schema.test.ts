import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { isMetadata, fioSchema } from '../../../lib/workloads/fio/schema';
import { withoutNull } from '../../without-null';
import { dataParams, parseParams } from './recorded-outputs';
import cases from './schema.cases.json';

const problems = (changes: Readonly<Record<string, unknown>>) => {
  const base = { kind: 'fio', rw: 'randread', bs: '4k', size: '1m' };
  const issues = fioSchema.safeParse(withoutNull({ ...base, ...changes })).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('fioSchema', () => {
  it('parses quantities and sets defaults', () => {
    expect(parseParams({ kind: 'fio', rw: 'randread', bs: '4k', size: '256 MiB' })).toEqual({
      kind: 'fio',
      role: 'client',
      rw: 'randread',
      bs: 4096,
      iodepth: 1,
      numjobs: 1,
      ioengine: 'auto',
      size: 256 * 1024 ** 2,
      ramp_time: 10,
      runtime: 60,
      direct: 'auto',
    });
  });

  it('accepts its own output again, with units for sizes', () => {
    const data = dataParams({ rw: 'rw', rwmixread: 70, randseed: 3, direct: false });
    expect(parseParams({ ...data, bs: `${data.bs} B`, size: `${data.size} B` })).toEqual(data);
    const metadata = parseParams({ kind: 'fio', ioengine: 'filestat', nrfiles: 100 });
    expect(parseParams({ ...metadata })).toEqual(metadata);
    expect(isMetadata(metadata)).toBe(true);
    expect(isMetadata(data)).toBe(false);
  });

  it('accepts seconds without unit, 0 and 1 for direct, and readwrite for rw', () => {
    const written = { ramp_time: 5, runtime: '90', direct: 1, rw: 'readwrite', bs: '4k', size: '1g' };
    expect(parseParams({ kind: 'fio', ...written })).toMatchObject({
      ramp_time: 5,
      runtime: 90,
      direct: true,
      rw: 'rw',
      bs: 4096,
      size: 1024 ** 3,
    });
    expect(dataParams({ direct: 0 })).toEqual(dataParams({ direct: false }));
  });

  it.each(cases.refused as [Record<string, unknown>, string][])('refuses %j with one message', (changes, message) => {
    expect(problems(changes)).toEqual([expect.stringContaining(message)]);
  });

  it('reports all invalid or missing parameters together', () => {
    expect(problems({ rw: 'x', iodepth: -1, size: 'big', ioengine: 'y' })).toHaveLength(4);
    expect(problems({ rw: undefined, bs: undefined, size: undefined })).toHaveLength(3);
  });

  it('refuses bs and size for filecreate, and requires nrfiles', () => {
    expect(problems({ ioengine: 'filecreate' })).toEqual([
      'nrfiles: is missing; how many files each job of filecreate works on, e.g. 20000',
      expect.stringContaining('bs: does not apply to ioengine filecreate'),
      expect.stringContaining('size: does not apply to ioengine filecreate'),
      expect.stringContaining('rw: ioengine filecreate supports only rw: write'),
    ]);
    const metadata = { kind: 'fio', ioengine: 'filestat', nrfiles: 10, rw: 'randread' };
    expect(fioSchema.safeParse(metadata).success).toBe(true);
  });
});

describe('checkSchema of a fio parameter with another name', () => {
  const base = { kind: 'fio', rw: 'randread', bs: '4k', size: '1m', iodepth: 4, runtime: '5s' };
  it.each(cases.meantByName)('suggests instead of `%s`: `%s`', (written, meant) => {
    const { [meant as keyof typeof base]: value = 1, ...rest } = base;
    const { problems } = checkSchema(fioSchema, { ...rest, [written]: value }, ['w']);
    const message: unknown = expect.stringContaining(`; write \`${meant}\`. Allowed: `);
    expect(problems).toMatchObject([{ code: 'UnknownKey', path: ['w', written], message }]);
  });

  it.each(cases.wordsOfFio)('explains the refused fio option `%s`: %s', (written, why) => {
    const { problems } = checkSchema(fioSchema, { ...base, [written]: 1 }, ['w']);
    const text = `^\`${written}\` is not allowed here: ${why}. Allowed: \`kind\`, \`role\`, `;
    const message: unknown = expect.stringMatching(text);
    expect(problems).toMatchObject([{ code: 'UnknownKey', path: ['w', written], message }]);
  });
});
