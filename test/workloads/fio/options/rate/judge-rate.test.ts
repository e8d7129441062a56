import type { GivenRate } from '../../../../../lib/workloads/fio/options/rate/given-rate';
import { judgeRate } from '../../../../../lib/workloads/fio/options/rate/judge-rate';
import type { HostOutput } from '../../../../../lib/workloads/fio/read-host';
import { hostRaw } from '../../recorded';

const SECONDS = 10;
const reads = (iops: number) =>
  iops === 0 ? [] : [{ operation: 'read', iops, latencyMeanUs: 100, runtimeMs: SECONDS * 1000 }];

/** A host whose jobs made so many reads a second each. */
function host(...jobs: readonly number[]): HostOutput {
  return {
    raw: hostRaw('client-0', ''),
    output: { runs: [{ jobs: jobs.map((iops) => ({ directions: reads(iops) })) }] },
    directions: reads(jobs.reduce((sum, iops) => sum + iops, 0)),
  } as unknown as HostOutput;
}

const given = (rate: number, changes: Partial<GivenRate> = {}): GivenRate => ({
  asked: [{ operation: 'read', rate }],
  byChance: false,
  slots: 64,
  clones: 1,
  pausedBy: null,
  unknown: null,
  over: { step: 1, values: Array.from({ length: SECONDS }, () => rate), rounding: 0, stood: new Map() },
  ...changes,
});
const said = (one: HostOutput, rate: GivenRate): readonly string[] =>
  judgeRate(one, rate).map(({ code, text }) => `${code} ${text}`);

describe('a rate by chance', () => {
  const codes = (made: number, rate: number) =>
    judgeRate(host(made), given(rate, { byChance: true, over: null })).map(({ code }) => code);

  it('scatters by the root of the I/Os that are due', () => {
    // fio 3.33 made 0.87 to 1.19 of 10 a second for 10 s.
    expect([codes(8.7, 10), codes(11.9, 10)]).toEqual([['RateNotKnown'], ['RateNotKnown']]);
    expect([codes(4, 10), codes(16, 10)]).toEqual([['RateNotReached'], ['RateExceeded']]);
    expect([codes(83_000, 100_000), codes(112_000, 100_000)]).toEqual([['RateNotReached'], ['RateExceeded']]);
  });
});

describe('a job that itself pauses', () => {
  it('is no storage that cannot keep up: nothing is said of latencies', () => {
    const [reason, ...others] = judgeRate(host(97.7), given(500, { pausedBy: 'thinktime' }));
    expect(others).toEqual([]);
    expect(reason).toEqual({
      level: 'suspect',
      code: 'RateNotReached',
      text:
        'client-0: 97.7 reads/s of the 500 asked were reached: the job itself pauses (thinktime), and whether the ' +
        'storage can keep up with the rate is not known',
    });
  });

  it('may keep its rate, and catch up', () => {
    const paused = given(20, { pausedBy: 'thinktime' });
    expect(said(host(20), paused)).toEqual([]);
    const values = [1000, 1000, 0, 2000, 1000, 1000];
    const over = { step: 1, values, rounding: 0, stood: new Map() };
    expect(said(host(1000), given(1000, { pausedBy: 'thinktime', over }))).toEqual([
      'RateNotKnown client-0: whether I/Os waited to begin for the storage is not known: the job itself pauses ' +
        '(thinktime)',
    ]);
  });
});

describe('jobs that are alike', () => {
  const twenty = (last: number) => host(...Array.from({ length: 20 }, (_, at) => (at === 6 ? last : 100)));

  it('are each held to their own rate: the sum hides one of twenty', () => {
    expect(judgeRate(twenty(0), given(2000, { clones: 20 }))).toMatchObject([
      {
        code: 'RateNotReached',
        text: expect.stringContaining(
          'client-0: 1 of its 20 jobs (numjobs) did not reach their rate, least of them number 7 with 0 reads/s of ' +
            'the 100 asked: the latency',
        ) as string,
        metrics: expect.arrayContaining(['latency_mean']) as string[],
      },
    ]);
    expect(said(twenty(94), given(2000, { clones: 20 }))).toHaveLength(1);
    expect(said(twenty(100), given(2000, { clones: 20 }))).toEqual([]);
  });

  it('are not known apart where fio added them up', () => {
    expect(said(host(1990), given(2000, { clones: 20 }))).toEqual([]);
  });
});
