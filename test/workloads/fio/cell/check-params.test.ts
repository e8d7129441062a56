import { checkParams, hasFixedRate } from '../../../../lib/workloads/fio/cell/check-params';
import { dataParams, parseParams } from '../recorded-outputs';
import cases from './check-params.cases.json';

const codes = (changes: Readonly<Record<string, unknown>>) =>
  checkParams(dataParams(changes)).map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`);

describe('checkParams of a fio cell', () => {
  it('returns no problems for valid random reads or filecreate', () => {
    expect(codes({})).toEqual([]);
    expect(checkParams(parseParams({ kind: 'fio', ioengine: 'filecreate', nrfiles: 10 }))).toEqual([]);
  });

  it.each(cases.says as [Record<string, unknown>, string][])('reports for %j: %s', (changes, expected) =>
    expect(codes(changes)).toEqual([expected]),
  );

  it('returns no advice for buffered writes with frequent fsync, fdatasync or O_DSYNC', () => {
    for (const flush of [{ fdatasync: 1 }, { fsync: 100 }, { sync: 'dsync' }])
      expect(codes({ direct: false, rw: 'write', bs: '2300 B', size: '22 MiB', iodepth: 1, ...flush })).toEqual([]);
  });

  it('accepts block sizes that are no multiple of 512 B for buffered I/O', () => {
    expect(codes({ bs: '1000 B', size: '1m', direct: false })).toEqual(['advice BufferedIo direct']);
  });

  it('returns messages with the found value, the allowed values and a source URL', () => {
    const [problem] = checkParams(dataParams({ ioengine: 'psync', iodepth: 8 }));
    expect(problem?.message).toMatch(/allowed: iodepth: 1 \(and numjobs: 8\), or ioengine libaio or io_uring/);
    expect(problem?.source).toMatch(/^https:/);
    expect(checkParams(dataParams({ size: '1k', bs: '4k' }))[0]?.message).toMatch(/1 KiB cannot hold .* 4 KiB/);
  });
});

const listProblems = (changes: Readonly<Record<string, unknown>>) =>
  checkParams(dataParams(changes)).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
  );

type Changes = Readonly<Record<string, unknown>>;

it.each(cases.refuses as [Changes, Changes, string][])('refuses %j, and accepts %j', (wrong, right, message) => {
  expect(listProblems(wrong)).toEqual([message]);
  expect(listProblems(right)).toEqual([]);
});

it.each(cases.advises as [Record<string, unknown>, string][])('returns advice for %j', (changes, message) =>
  expect(listProblems(changes)).toEqual([message]),
);

it('refuses refill_buffers or buffer_compress_percentage together with another option that refills buffers', () => {
  const both = { rw: 'write', refill_buffers: true, buffer_compress_percentage: 50 };
  expect(listProblems(both)[0]).toBe(
    'error ContentTwice refill_buffers: buffer_compress_percentage already refills each write buffer; leave ' +
      'refill_buffers out',
  );
  expect(listProblems({ ...both, refill_buffers: false })).toEqual([
    expect.stringMatching(/^advice CompressibleData /),
  ]);
  expect(listProblems({ ...both, buffer_compress_percentage: undefined })).toEqual([]);
  for (const name of ['refill_buffers', 'buffer_compress_percentage'])
    expect(listProblems({ rw: 'write', verify: 'crc32c', [name]: name === 'refill_buffers' ? true : 50 })[0]).toBe(
      `error ContentTwice ${name}: verify already refills each write buffer; leave ${name} out`,
    );
});

describe('checkParams of the option verify', () => {
  const write = { rw: 'write', verify: 'crc32c' };
  it.each(cases.verify as [Changes, string][])('refuses verify with %j', (changes, message) => {
    const [first] = listProblems({ ...write, ...changes }).filter((text) => text.includes(' verify: '));
    expect(first).toContain(`error ${message}`);
  });

  it('advises on the time to read back, the CPU cost of checksums, and undetected lost writes', () => {
    for (const rw of ['write', 'randwrite', 'rw', 'randrw'])
      expect(listProblems({ ...write, rw, size: '1 GiB', numjobs: 4 })).toEqual([
        'advice VerifyAfter verify: after each trial each host reads back 4 GiB (about 24s). The checksums ' +
          'cost CPU time, which may limit the write rate. Lost writes over older valid blocks go unnoticed',
      ]);
  });
});

it('refuses bssplit sizes that are no multiple of a sector or exceed the file size', () => {
  const codes = (changes: object) =>
    checkParams(dataParams({ bs: undefined, ...changes })).map(({ code, path }) => [code, path]);
  expect(codes({ bssplit: '4k/50:1000/50' })).toEqual([['BlockNotAligned', ['bssplit']]]);
  expect(codes({ bssplit: '4k/50:1m/50', size: '512 KiB' })).toEqual([['SizeBelowBlock', ['size']]]);
  expect(codes({ bssplit: '4k/50:1m/50' })).toEqual([]);
});

it('returns true from hasFixedRate only with rate or rate_iops', () => {
  expect([
    hasFixedRate(dataParams({})),
    hasFixedRate(dataParams({ rate: '1 MB/s' })),
    hasFixedRate(dataParams({ rate_iops: 1 })),
  ]).toEqual([false, true, true]);
});
