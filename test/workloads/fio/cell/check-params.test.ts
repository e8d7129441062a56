import { checkParams, hasFixedRate } from '../../../../lib/workloads/fio/cell/check-params';
import { dataParams, parseParams } from '../recorded-outputs';
import cases from './check-params.cases.json';

const codes = (changes: Readonly<Record<string, unknown>>) =>
  checkParams(dataParams(changes)).map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`);

describe('check', () => {
  it('has nothing against plain settings', () => {
    expect(codes({})).toEqual([]);
    expect(checkParams(parseParams({ kind: 'fio', ioengine: 'filecreate', nrfiles: 10 }))).toEqual([]);
  });

  it.each(cases.says as [Record<string, unknown>, string][])('says of %j: %s', (changes, expected) =>
    expect(codes(changes)).toEqual([expected]),
  );

  it('advises nothing where each few buffered writes wait for the storage', () => {
    for (const flush of [{ fdatasync: 1 }, { fsync: 100 }, { sync: 'dsync' }])
      expect(codes({ direct: false, rw: 'write', bs: '2300 B', size: '22 MiB', iodepth: 1, ...flush })).toEqual([]);
  });

  it('allows odd blocks where they are buffered', () => {
    expect(codes({ bs: '1000 B', size: '1m', direct: false })).toEqual(['advice BufferedIo direct']);
  });

  it('says what was found, what is allowed, and where the rule comes from', () => {
    const [problem] = checkParams(dataParams({ ioengine: 'psync', iodepth: 8 }));
    expect(problem?.message).toMatch(/allowed: iodepth: 1 \(and numjobs: 8\), or ioengine libaio or io_uring/);
    expect(problem?.source).toMatch(/^https:/);
    expect(checkParams(dataParams({ size: '1k', bs: '4k' }))[0]?.message).toMatch(/1 KiB cannot hold .* 4 KiB/);
  });
});

const found = (changes: Readonly<Record<string, unknown>>) =>
  checkParams(dataParams(changes)).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
  );

type Changes = Readonly<Record<string, unknown>>;

it.each(cases.refuses as [Changes, Changes, string][])('refuses %j, and not %j', (wrong, right, message) => {
  expect(found(wrong)).toEqual([message]);
  expect(found(right)).toEqual([]);
});

it.each(cases.advises as [Record<string, unknown>, string][])('advises on %j', (changes, message) =>
  expect(found(changes)).toEqual([message]),
);

it('refuses two words for what buffers hold', () => {
  const both = { rw: 'write', refill_buffers: true, buffer_compress_percentage: 50 };
  expect(found(both)[0]).toBe(
    'error ContentTwice refill_buffers: buffer_compress_percentage already refills each write buffer; leave ' +
      'refill_buffers out',
  );
  expect(found({ ...both, refill_buffers: false })).toEqual([expect.stringMatching(/^advice CompressibleData /)]);
  expect(found({ ...both, buffer_compress_percentage: undefined })).toEqual([]);
  for (const name of ['refill_buffers', 'buffer_compress_percentage'])
    expect(found({ rw: 'write', verify: 'crc32c', [name]: name === 'refill_buffers' ? true : 50 })[0]).toBe(
      `error ContentTwice ${name}: verify already refills each write buffer; leave ${name} out`,
    );
});

describe('verify', () => {
  const write = { rw: 'write', verify: 'crc32c' };
  it.each(cases.verify as [Changes, string][])('is refused with %j', (changes, message) => {
    const [first] = found({ ...write, ...changes }).filter((text) => text.includes(' verify: '));
    expect(first).toContain(`error ${message}`);
  });

  it('says what it takes, and what it does not find', () => {
    for (const rw of ['write', 'randwrite', 'rw', 'randrw'])
      expect(found({ ...write, rw, size: '1 GiB', numjobs: 4 })).toEqual([
        'advice VerifyAfter verify: after each trial each host reads back 4 GiB (about 24s). The checksums ' +
          'cost CPU time, which may limit the write rate. Lost writes over older valid blocks go unnoticed',
      ]);
  });
});

it('finds sizes of a split that no sector or file holds, as it does of bs', () => {
  const codes = (changes: object) =>
    checkParams(dataParams({ bs: undefined, ...changes })).map(({ code, path }) => [code, path]);
  expect(codes({ bssplit: '4k/50:1000/50' })).toEqual([['BlockNotAligned', ['bssplit']]]);
  expect(codes({ bssplit: '4k/50:1m/50', size: '512 KiB' })).toEqual([['SizeBelowBlock', ['size']]]);
  expect(codes({ bssplit: '4k/50:1m/50' })).toEqual([]);
});

it('knows what is paced', () => {
  expect([
    hasFixedRate(dataParams({})),
    hasFixedRate(dataParams({ rate: '1 MB/s' })),
    hasFixedRate(dataParams({ rate_iops: 1 })),
  ]).toEqual([false, true, true]);
});
