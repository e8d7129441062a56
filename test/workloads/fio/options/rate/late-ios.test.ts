import { judgeOptions } from '../../../../../lib/workloads/fio/options/judge-options';
import { rateOfCell } from '../../../../../lib/workloads/fio/options/rate/given-rate';
import { lateText } from '../../../../../lib/workloads/fio/options/rate/late-ios';
import type { HostOutput } from '../../../../../lib/workloads/fio/read-host';
import { dataParams, hostRaw } from '../../recorded';

const ASKED = 1000;
const params = (changes: Readonly<Record<string, unknown>> = {}) =>
  dataParams({ rw: 'randread', bs: '4k', iodepth: 32, numjobs: 1, rate_iops: ASKED, runtime: '60s', ...changes });

/** A host that made so many reads of 4 KiB in each second, and took no time for any. */
function host(made: readonly number[]): HostOutput {
  const log = made.map((count, at) => `${(at + 1) * 1000}, ${Math.floor(count * 4)}, 0, 0, 0\n`).join('');
  const raw = hostRaw('client-0', '');
  return {
    raw: { ...raw, files: [{ name: 'raw/series_bw.log', text: log, source: '' }] },
    source: '',
    output: { runs: [], findings: [], document: null },
    directions: [{ operation: 'read', iops: ASKED, latencyMeanUs: 1000, runtimeMs: (made.length + 1) * 1000 }],
  } as unknown as HostOutput;
}
const seconds = (change: (at: number) => number, n = 59): readonly number[] =>
  Array.from({ length: n }, (_, at) => change(at));
const lateOf = (one: HostOutput, changes: Readonly<Record<string, unknown>> = {}): string | null => {
  const rate = rateOfCell(one, params(changes));
  if (rate === null) throw new Error('no rate was given');
  return lateText('client-0', rate);
};
const late = (made: readonly number[], changes: Readonly<Record<string, unknown>> = {}): string | null =>
  lateOf(host(made), changes);

it('finds stalls that fio made up for: the mean rate is kept, and so is the mean in flight', () => {
  // A second in ten without any I/O, and what was due in it in the next one.
  const stalls = seconds((at) => (at % 10 === 3 ? 32 : at % 10 === 4 ? 1968 : 1000));
  const [reason] = judgeOptions(host(stalls), params());
  expect(reason).toMatchObject({
    level: 'suspect',
    code: 'RateWithoutRoom',
    metrics: ['latency_mean', 'latency_p50', 'latency_p95', 'latency_p99', 'latency_p99_9'],
  });
  // 950 that are sure to have been due, less 32 that were made and 32 that may have been in flight, six times.
  expect(reason?.text).toContain('at least 5,310 I/Os waited to begin: in 6 of 58 s less than the rate was made');
});

it('counts a stall of several seconds once, with all that was due in it', () => {
  const stall = seconds((at) => (at === 20 || at === 21 ? 0 : at === 22 ? 3000 : 1000));
  expect(late(stall)).toContain('at least 1,860 I/Os waited to begin: in 2 of 58 s');
});

it('is silent about what may be in flight, of a rate that is kept to, and of a second with warm-up in it', () => {
  expect(late(seconds((at) => (at % 2 === 0 ? 940 : 1060)))).toBeNull();
  expect(late(seconds(() => 955))).toBeNull();
  expect(late(seconds((at) => (at === 0 ? 100 : 1000)))).toBeNull();
  const room = { iodepth: 1024 };
  expect(
    late(
      seconds((at) => (at === 20 ? 0 : at === 21 ? 2000 : 1000)),
      room,
    ),
  ).toBeNull();
});

it('allows for chance, where I/Os come by chance', () => {
  const chance = seconds((at) => 920 + ((at * 37) % 41) * 4 - 80);
  expect(late(chance, { rate_process: 'poisson' })).toBeNull();
  const stall = chance.map((count, at) => (at === 30 ? 100 : count));
  expect(late(stall, { rate_process: 'poisson' })).toContain('in 1 of 58 s');
});

it('takes lines of whole KiB for no delay', () => {
  expect(
    late(
      seconds(() => 0),
      { bs: '512 B', numjobs: 4, rate_iops: 2 },
    ),
  ).toBeNull();
});

/** fio stood still for three seconds after the 20th, whose next line comes late and tells of all that time. */
function stopped(counts: readonly number[]): HostOutput {
  const lines = counts.map((count, at) => `${(at + (at < 20 ? 1 : 3.3)) * 1000}, ${count * 4}, 0, 0, 0\n`);
  const one = host(counts);
  const [log] = one.raw.files;
  if (log === undefined) throw new Error('no log');
  return { ...one, raw: { ...one.raw, files: [{ ...log, text: lines.join('') }] } };
}

const lateStopped = (counts: readonly number[], changes: Readonly<Record<string, unknown>> = {}): string | null =>
  lateOf(stopped(counts), changes);

it('gives no I/Os in flight room for a time in which fio itself stood still', () => {
  const still = seconds((at) => (at === 20 ? 100 : at === 21 ? 3000 : 1000), 50);
  // Three steps with 949.75 that were due (a line is whole KiB) and 100 that were made, whatever may be in flight.
  const text =
    'client-0: at least 2,540 I/Os waited to begin: fio itself stood still for 3s, and no latency has that wait';
  expect([lateStopped(still), lateStopped(still, { iodepth: 4096 })]).toEqual([text, text]);
  const both = seconds((at) => (at === 20 ? 100 : at === 21 ? 3000 : at === 40 ? 0 : at === 41 ? 2000 : 1000), 50);
  expect(lateStopped(both)).toContain(
    'fio itself stood still for 3s; in 1 of 49 s less than the rate was made, by more than the 32',
  );
  expect(lateStopped(both)).toContain('; give a larger iodepth');
});

it('needs the log', () => {
  const { raw, ...rest } = host(seconds(() => 0));
  expect(lateOf({ ...rest, raw: { ...raw, files: [] } })).toBeNull();
});
