import { judgeRate, getCellRate } from '../../../../lib/workloads/fio/cell/judge-rate';
import { type HostOutput, parseHost } from '../../../../lib/workloads/fio/cell/read-host';
import { findLateIos } from '../../../../lib/workloads/fio/output/problems/rate';
import type { DataParams } from '../../../../lib/workloads/fio/schema';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { dataParams, hostRaw, readRecorded, recordedJob } from '../recorded-outputs';

/** host-a.json: two jobs, four I/Os in flight each. */
const HOST = hostRaw('client-0', readRecorded('host-a.json'));
const IOPS = recordedJob('host-a.json').read.iops;
const judgeCellRate = (host: HostOutput, asked: DataParams) => {
  const given = getCellRate(host, asked);
  return given === null ? [] : judgeRate(host, given);
};
const listReasons = (changes: Readonly<Record<string, unknown>>) =>
  judgeCellRate(parseHost(HOST), dataParams(changes)).map(({ level, code, text }) => `${level} ${code}: ${text}`);
const computeJobRate = (share: number) => Math.round(IOPS / share / 2);
const formatRate = (value: number) => Number(value.toPrecision(4)).toLocaleString('en-US');

/** Of a host that left no log of its rate. */
const NO_LOG =
  'note RateNotKnown: client-0: it is unknown whether I/Os waited to start in stalls: there is no log of the ' +
  'rate over time';

describe('judge of a fio cell with a fixed rate', () => {
  it('reports RateNotReached when fio reached 90% of the requested rate, but not at 96%', () => {
    const asked = computeJobRate(0.9);
    expect(listReasons({ rate_iops: asked })).toEqual([
      `suspect RateNotReached: client-0: ${formatRate(IOPS)} I/Os/s of the ${formatRate(2 * asked)} requested were ` +
        'reached: the storage or the host cannot keep up with the rate, and the true latency is higher than reported',
    ]);
    expect(listReasons({ rate_iops: computeJobRate(0.96), iodepth: 32 })).toEqual([NO_LOG]);
    expect(listReasons({ rate_iops: asked, iodepth: 32, rate_process: 'poisson' })).toEqual([NO_LOG]);
  });

  it('reports RateExceeded when fio made 120% of the requested rate, but not at 104%', () => {
    const asked = computeJobRate(1.2);
    expect(listReasons({ rate_iops: asked })).toEqual([
      `suspect RateExceeded: client-0: ${formatRate(IOPS)} I/Os/s of the ${formatRate(2 * asked)} requested were made`,
    ]);
    expect(listReasons({ rate_iops: computeJobRate(1.04), iodepth: 32 })).toEqual([NO_LOG]);
  });

  it('reports QueueSaturated when all I/Os of iodepth × numjobs are in flight on average', () => {
    expect(listReasons({ rate_iops: computeJobRate(1), iodepth: 4 })).toEqual([
      'suspect QueueSaturated: client-0: 8.0 of 8 I/Os (iodepth × numjobs) were in flight on average, so ' +
        'other I/Os waited to start, which latencies exclude; increase iodepth',
    ]);
  });

  it('reports RateNotReached when fio reached half of a rate in bytes per second', () => {
    expect(listReasons({ rate: `${computeJobRate(1) * 4096} B/s`, iodepth: 32 })).toEqual([NO_LOG]);
    const [reason] = listReasons({ rate: `${computeJobRate(0.5) * 4096} B/s` });
    expect(reason).toContain('RateNotReached');
  });

  it('reports RateNotKnown instead of DepthNotReached at iodepth 64', () => {
    const codes = (changes: Readonly<Record<string, unknown>>) => {
      const params = dataParams({ iodepth: 64, ...changes });
      const reasons = fio.judge(readHosts(fio, [HOST], params), [HOST], params);
      return reasons.flatMap(({ code }) => (code === 'OptionsMismatch' ? [] : [code]));
    };
    expect(codes({})).toEqual(['DepthNotReached']);
    expect(codes({ rate_iops: computeJobRate(1) })).toEqual(['RateNotKnown']);
  });
});

it('accepts 87% and 119% of a poisson rate of 10/s, but not 83% or 112% of 100,000/s', () => {
  const codes = (made: number, asked: number) => {
    const directions = [{ operation: 'read', iops: made, latencyMeanUs: 100, runtimeMs: 10_000 }];
    const host = { raw: hostRaw('client-0', ''), directions } as unknown as HostOutput;
    const requested = [{ operation: 'read' as const, rate: asked }];
    const given = { requested, byChance: true, slots: 64, jobs: 1, over: null };
    return judgeRate(host, given).map(({ code }) => code);
  };
  // fio 3.33 made 0.87 to 1.19 of 10 a second for 10 s.
  expect([codes(8.7, 10), codes(11.9, 10)]).toEqual([['RateNotKnown'], ['RateNotKnown']]);
  expect([codes(4, 10), codes(16, 10)]).toEqual([['RateNotReached'], ['RateExceeded']]);
  expect([codes(83_000, 100_000), codes(112_000, 100_000)]).toEqual([['RateNotReached'], ['RateExceeded']]);
});

const ASKED = 1000;
const params = (changes: Readonly<Record<string, unknown>> = {}) =>
  dataParams({ rw: 'randread', bs: '4k', iodepth: 32, numjobs: 1, rate_iops: ASKED, runtime: '60s', ...changes });

/** A host that made so many reads of 4 KiB in each second, and took no time for any. */
function makeLoggedHost(made: readonly number[], toSecond = (at: number) => at + 1): HostOutput {
  const log = made.map((count, at) => `${toSecond(at) * 1000}, ${Math.floor(count * 4)}, 0, 0, 0\n`).join('');
  const raw = hostRaw('client-0', '');
  return {
    raw: { ...raw, files: [{ name: 'raw/series_bw.log', text: log, source: '' }] },
    source: '',
    output: { runs: [], findings: [], document: null },
    directions: [{ operation: 'read', iops: ASKED, latencyMeanUs: 1000, runtimeMs: (made.length + 1) * 1000 }],
  } as unknown as HostOutput;
}
const makeCounts = (change: (at: number) => number, n = 59): readonly number[] =>
  Array.from({ length: n }, (_, at) => change(at));
const findLate = (one: HostOutput, changes: Readonly<Record<string, unknown>> = {}): string | null => {
  const rate = getCellRate(one, params(changes));
  if (rate === null) throw new Error('no rate was given');
  return findLateIos(rate);
};
const findLateInLog = (made: readonly number[], changes: Readonly<Record<string, unknown>> = {}): string | null =>
  findLate(makeLoggedHost(made), changes);

it('reports QueueSaturated for stalls of 1 s when fio caught up later and reached the mean rate', () => {
  // A second in ten without any I/O, and what was due in it in the next one.
  const stalls = makeCounts((at) => (at % 10 === 3 ? 32 : at % 10 === 4 ? 1968 : 1000));
  const [reason] = judgeCellRate(makeLoggedHost(stalls), params());
  expect(reason).toMatchObject({
    level: 'suspect',
    code: 'QueueSaturated',
    metrics: ['', 'sync_'].flatMap((of) => ['mean', 'p50', 'p95', 'p99', 'p99_9'].map((one) => `${of}latency_${one}`)),
  });
  // 950 that are sure to have been due, less 32 that were made and 32 that may have been in flight, six times.
  expect(reason?.text).toContain('at least 5,310 I/Os waited to start: in 6 of 58 s the rate fell short by more than');
});

it('counts 1,860 late I/Os for a stall of 2 s at a rate of 1,000/s', () => {
  const stall = makeCounts((at) => (at === 20 || at === 21 ? 0 : at === 22 ? 3000 : 1000));
  expect(findLateInLog(stall)).toContain('at least 1,860 I/Os waited to start: in 2 of 58 s');
});

it('finds no late I/Os at 95.5% of the rate, in the first second, or when the queue depth covers them', () => {
  expect(findLateInLog(makeCounts((at) => (at % 2 === 0 ? 940 : 1060)))).toBeNull();
  expect(findLateInLog(makeCounts(() => 955))).toBeNull();
  expect(findLateInLog(makeCounts((at) => (at === 0 ? 100 : 1000)))).toBeNull();
  const caughtUp = makeCounts((at) => (at === 20 ? 0 : at === 21 ? 2000 : 1000));
  expect(findLateInLog(caughtUp, { iodepth: 1024 })).toBeNull();
});

it('finds no late I/Os in random variation of a poisson rate, but some in a stall of 1 s', () => {
  const chance = makeCounts((at) => 920 + ((at * 37) % 41) * 4 - 80);
  expect(findLateInLog(chance, { rate_process: 'poisson' })).toBeNull();
  const stall = chance.map((count, at) => (at === 30 ? 100 : count));
  expect(findLateInLog(stall, { rate_process: 'poisson' })).toContain('in 1 of 58 s');
});

it('ignores log lines of 0 KiB when a second has less than 1 KiB of I/O', () => {
  const none = makeCounts(() => 0);
  expect(findLateInLog(none, { bs: '512 B', numjobs: 4, rate_iops: 2 })).toBeNull();
});

it('counts late I/Os when fio itself stalled and its next log line covers several seconds', () => {
  // Three seconds after the 20th, of all of which the next line tells.
  const still = makeCounts((at) => (at === 20 ? 100 : at === 21 ? 3000 : 1000), 50);
  const late = makeLoggedHost(still, (at) => at + (at < 20 ? 1 : 3.3));
  expect(findLate(late)).toContain('at least 2,480 I/Os waited to start: in 3 of 49 s the rate fell short');
});

it('finds no late I/Os without a log of the host', () => {
  const { raw, ...rest } = makeLoggedHost(makeCounts(() => 0));
  expect(findLate({ ...rest, raw: { ...raw, files: [] } })).toBeNull();
});
