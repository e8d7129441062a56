import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { dataParams, hostRaw, parsed, recorded, recordedDocument, type RecordedJob } from '../recorded';

type Params = ReturnType<typeof dataParams>;

function judged(text: string, params: Params = dataParams()): readonly { readonly code: string; text: string }[] {
  const host = hostRaw('client-0', text);
  const reading = readHosts(fio, [host], params);
  const all = [...reading.reasons, ...fio.judge(reading, [host], params)];
  return all.filter(({ level }) => level === 'invalid');
}
const codes = (...given: Parameters<typeof judged>) => judged(...given).map(({ code }) => code);

function changed(name: string, change: (job: RecordedJob) => void): string {
  const document = recordedDocument(name);
  for (const job of document.jobs) change(job);
  return JSON.stringify(document);
}

describe('figures of a trial', () => {
  it('are its own where nothing was changed', () => expect(codes(recorded('host-a.json'))).toEqual([]));

  it('are refused where the file holds two runs: they are not added up', () => {
    const two = judged(recorded('appended.json'), dataParams({ iodepth: 1, numjobs: 1, runtime: '1s' }));
    expect(two.map(({ code }) => code)).toEqual(['SeveralRuns']);
    expect(two[0]?.text).toBe('client-0: the file holds 2 runs (again/0, again/0), and one was asked');
  });

  it.each([
    ['iops', 1.03, ['FiguresDisagree', 'OtherBlockSize']],
    ['iops', 1.01, []],
    ['iops', 10, ['Contradiction', 'OtherBlockSize']],
    ['bw_bytes', 0.97, ['FiguresDisagree', 'OtherBlockSize']],
    ['bw_bytes', 1.01, []],
    ['io_bytes', 1.03, ['FiguresDisagree']],
    ['total_ios', 0.97, ['FiguresDisagree']],
    ['runtime', 1.03, ['FiguresDisagree', 'FiguresDisagree']],
  ] as const)('are held against each other: %s × %d', (key, times, expected) => {
    const text = changed('host-a.json', ({ read }) => {
      read[key] *= times;
    });
    expect(codes(text)).toEqual(expected);
  });

  it('say what does not agree', () => {
    const text = changed('host-a.json', ({ read }) => {
      read.iops *= 1.5;
    });
    expect(judged(text)[0]?.text).toMatch(/^client-0: read iops [\d.e+]+ by 1\.5\d* s, and [\d.]+ I\/Os do not agree$/);
  });

  it.each([Number.NaN, 1e300, -1])('are refused where iops is %d', (iops) => {
    expect(codes(changed('host-a.json', ({ read }) => Object.assign(read, { iops })))).not.toEqual([]);
  });

  it('are refused where the histogram holds 1 % of the I/Os', () => {
    const text = changed('host-a.json', ({ read: { clat_ns: clat } }) => {
      const bins = Object.entries(clat.bins ?? {});
      clat.bins = Object.fromEntries(bins.map(([value, count]) => [value, Math.ceil(count / 100)]));
    });
    expect(judged(text)[0]).toMatchObject({ code: 'Contradiction' });
    expect(judged(text)[0]?.text).toMatch(/the histogram of read clat_ns holds \d+ I\/Os, but \d+ were measured/);
  });

  it('are refused where the mean lies outside of minimum and maximum', () => {
    const without = ({ read: { lat_ns: lat } }: RecordedJob) => Object.assign(lat, { max: lat.mean / 1.5 });
    expect(judged(changed('host-a.json', without))[0]?.text).toMatch(/mean of read lat_ns is .* above its maximum/);
    const below = ({ read: { lat_ns: lat } }: RecordedJob) => Object.assign(lat, { min: lat.mean * 1.5 });
    expect(judged(changed('host-a.json', below))[0]?.text).toMatch(/mean of read lat_ns is .* below its minimum/);
  });

  it('are of blocks of the size that was asked', () => {
    expect(codes(recorded('host-a.json'), dataParams({ bs: '8k' }))).toEqual(['OtherBlockSize']);
    expect(judged(recorded('host-a.json'), dataParams({ bs: '8k' }))[0]?.text).toBe(
      'client-0: read bandwidth ÷ iops is 4 KiB, but blocks of 8 KiB were asked',
    );
  });

  it('are of the mix that was asked', () => {
    const mix = (rwmixread: number | undefined, text = recorded('randrw.json')) =>
      codes(
        text,
        dataParams({ rw: 'randrw', ...(rwmixread === undefined ? {} : { rwmixread }), numjobs: 1, runtime: '1s' }),
      );
    expect(mix(70)).toEqual([]);
    expect(mix(67)).toEqual([]);
    expect(mix(60)).toEqual(['OtherMix']);
    expect(mix(undefined)).toEqual(['OtherMix']);
  });

  it('of operations on files have no block, no mix, and the same times', () => {
    const create = parsed({ kind: 'fio', ioengine: 'filecreate', nrfiles: 20_000 }) as Params;
    expect(codes(recorded('filecreate.json'), create)).toEqual([]);
  });
});
