import { isOpenLoop, canPause, findRateConflict } from '../../../../lib/workloads/fio/options/pacing-options';

const option = (options: Readonly<Record<string, string>>) => (name: string) => options[name];

it.each(['fsync', 'fdatasync', 'thinktime', 'rate_min', 'latency_target', 'iodepth_low'])(
  'returns true from canPause for %s, and false from isOpenLoop',
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
])('returns the option that conflicts with a rate: %j', (options, expected) => {
  const found = findRateConflict(option(options));
  expect(found === null ? undefined : `${found.code} ${found.option}`).toBe(expected);
});

it.each([
  [{ rate: '9' }, true, true],
  [{ rate_iops: '9' }, true, true],
  [{ rate_process: 'poisson' }, false, false],
  [{ iodepth: '4' }, false, false],
])('returns for %j from canPause %j and from isOpenLoop %j', (options, pauses, isOpen) =>
  expect([canPause(option(options)), isOpenLoop(option(options))]).toEqual([pauses, isOpen]),
);
