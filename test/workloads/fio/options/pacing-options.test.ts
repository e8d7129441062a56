import { isOpenLoop, canPause, findRateConflict } from '../../../../lib/workloads/fio/options/pacing-options';

const option = (options: Readonly<Record<string, string>>) => (name: string) => options[name];

it.each(['fsync', 'fdatasync', 'thinktime', 'rate_min', 'latency_target', 'iodepth_low'])(
  '%s lets few be in flight',
  (name) => {
    expect([canPause(option({ [name]: '1' })), isOpenLoop(option({ [name]: '1' }))]).toEqual([true, false]);
    expect(canPause(option({ [name]: '0' }))).toBe(false);
  },
);

it.each<readonly [Readonly<Record<string, string>>, string | undefined]>([
  [{ rate: '1m', rate_iops: '9' }, 'RateTwice rate'],
  [{ rate_process: 'poisson' }, 'RateNeeded rate_process'],
  [{ rate_iops: '9', bsrange: '4k-8k' }, 'RateOfOneSize bsrange'],
  [{ rate_iops: '9', latency_target: '3ms' }, 'TwoPaces latency_target'],
  [{ rate_iops: '9', fsync: '1', rate_process: 'poisson', thinktime: '0' }, undefined],
  [{ thinktime: '10ms', bssplit: '4k/100' }, undefined],
])('finds what a rate does not go with: %j', (options, expected) => {
  const found = findRateConflict(option(options));
  expect(found === null ? undefined : `${found.code} ${found.option}`).toBe(expected);
});

it.each(['rate', 'rate_iops'])('%s is a clock', (name) => {
  expect([canPause(option({ [name]: '9' })), isOpenLoop(option({ [name]: '9' }))]).toEqual([true, true]);
});

it('is no clock to say only how a rate is kept: fio 3.33 then makes as many as are answered', () => {
  expect(canPause(option({ rate_process: 'poisson' }))).toBe(false);
});

it('is neither where depth is all that is said', () => {
  expect([canPause(option({ iodepth: '4' })), isOpenLoop(option({}))]).toEqual([false, false]);
});
