import { isClocked, pausedBy, pauses } from '../../../../lib/workloads/fio/options/paces';

const option = (options: Readonly<Record<string, string>>) => (name: string) => options[name];

it.each(['fsync', 'fdatasync', 'thinktime', 'rate_min', 'latency_target', 'iodepth_low'])(
  '%s lets few be in flight',
  (name) => {
    expect([pauses(option({ [name]: '1' })), isClocked(option({ [name]: '1' }))]).toEqual([true, false]);
    expect(pauses(option({ [name]: '0' }))).toBe(false);
  },
);

it('tells what is the wait of the job itself from what the storage does', () => {
  expect(pausedBy(option({ fsync: '1', rate_iops: '9', thinktime: '10ms' }))).toBe('thinktime');
  expect([{ fsync: '1' }, { rate: '1m' }, { thinktime: '0' }].map((one) => pausedBy(option(one)))).toEqual([
    null,
    null,
    null,
  ]);
});

it.each(['rate', 'rate_iops'])('%s is a clock', (name) => {
  expect([pauses(option({ [name]: '9' })), isClocked(option({ [name]: '9' }))]).toEqual([true, true]);
});

it('is no clock to say only how a rate is kept: fio 3.33 then makes as many as are answered', () => {
  expect(pauses(option({ rate_process: 'poisson' }))).toBe(false);
});

it('is neither where depth is all that is said', () => {
  expect([pauses(option({ iodepth: '4' })), isClocked(option({}))]).toEqual([false, false]);
});
