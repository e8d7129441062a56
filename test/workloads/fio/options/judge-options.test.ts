import { judgeOptions, keepsDepth } from '../../../../lib/workloads/fio/options/judge-options';
import { outputOf } from '../../../../lib/workloads/fio/read-host';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { dataParams, hostRaw, recorded, recordedJob } from '../recorded';

/** host-a.json: two jobs, four I/Os in flight each. */
const HOST = hostRaw('client-0', recorded('host-a.json'));
const IOPS = recordedJob('host-a.json').read.iops;
const texts = (changes: Readonly<Record<string, unknown>>) =>
  judgeOptions(outputOf(HOST), dataParams(changes)).map(({ level, code, text }) => `${level} ${code}: ${text}`);
const rate = (share: number) => Math.round(IOPS / share / 2);
const shown = (value: number) => Number(value.toPrecision(4)).toLocaleString('en-US');

it('notes once a trial that data compress, which makes none of it doubtful', () => {
  const params = dataParams({ buffer_compress_percentage: 50 });
  const note = {
    level: 'note',
    code: 'CompressibleData',
    text:
      '50 % of the data compress away (buffer_compress_percentage), and bytes count as they were before: storage ' +
      'that compresses may give more than its disks can, and than what is paid for',
  };
  const hosts = [HOST, hostRaw('client-1', recorded('host-b.json'))];
  const notes = (asked: typeof params) =>
    fio.judge(readHosts(fio, hosts, asked), hosts, asked).filter(({ code }) => code === note.code);
  expect(notes(params)).toEqual([note]);
  expect(notes(dataParams())).toEqual([]);
});

/** Of a host that left no log of its rate. */
const NO_LOG =
  'note RateNotKnown: client-0: whether I/Os waited to begin in stalls is not known: no log of the rate over time ' +
  'is there';

describe('a rate that was asked', () => {
  it('is doubted where less was reached: the latency is that of a storage that cannot keep up', () => {
    const asked = rate(0.9);
    expect(texts({ rate_iops: asked })).toEqual([
      `suspect RateNotReached: client-0: ${shown(IOPS)} I/Os/s of the ${shown(2 * asked)} asked were reached: the ` +
        'latency is that of a storage, or a host, that cannot keep up with the rate, and is more than it says',
    ]);
    expect(texts({ rate_iops: rate(0.96), iodepth: 32 })).toEqual([NO_LOG]);
    expect(texts({ rate_iops: asked, iodepth: 32, rate_process: 'poisson' })).toEqual([NO_LOG]);
  });

  it('is doubted where more was made', () => {
    const asked = rate(1.2);
    expect(texts({ rate_iops: asked })).toEqual([
      `suspect RateExceeded: client-0: ${shown(IOPS)} I/Os/s of the ${shown(2 * asked)} asked were made`,
    ]);
    expect(texts({ rate_iops: rate(1.04), iodepth: 32 })).toEqual([NO_LOG]);
  });

  it('is doubted where I/Os waited to begin', () => {
    expect(texts({ rate_iops: rate(1), iodepth: 4 })).toEqual([
      'suspect RateWithoutRoom: client-0: 8.0 of 8 I/Os (iodepth × numjobs) were in flight on average, so that ' +
        'others waited to begin, which no latency has; give a larger iodepth',
    ]);
  });

  it('counts in bytes, too', () => {
    expect(texts({ rate: `${rate(1) * 4096} B/s`, iodepth: 32 })).toEqual([NO_LOG]);
    expect(texts({ rate: `${rate(0.5) * 4096} B/s` })).toEqual([expect.stringContaining('RateNotReached')]);
  });

  it('keeps no depth full', () => {
    const codes = (changes: Readonly<Record<string, unknown>>) => {
      const params = dataParams({ iodepth: 64, ...changes });
      const reasons = fio.judge(readHosts(fio, [HOST], params), [HOST], params);
      return reasons.flatMap(({ code }) => (code === 'OtherOptions' ? [] : [code]));
    };
    expect(codes({})).toEqual(['DepthNotReached']);
    expect(codes({ rate_iops: rate(1) })).toEqual(['RateNotKnown']);
    expect(
      [{}, { rw: 'write', fsync: 1 }, { rw: 'write', fdatasync: 1 }, { thinktime: '1ms' }].map((one) =>
        keepsDepth(dataParams(one)),
      ),
    ).toEqual([true, false, false, false]);
    expect([{ rate_iops: 9 }, { rate: '1 MiB/s' }].map((one) => keepsDepth(dataParams(one)))).toEqual([false, false]);
  });
});

describe('a steady state', () => {
  it('is doubted where it was not attained', () => {
    const asked = { steadystate: 'iops:2%', steadystate_duration: '1s' };
    expect(texts(asked)).toEqual([
      'suspect SteadyStateNotAttained: client-0: steadystate iops:2% was not attained within the runtime',
    ]);
    const attained = outputOf(hostRaw('client-0', recorded('steady.json')));
    expect(judgeOptions(attained, dataParams(asked))).toEqual([]);
  });
});
