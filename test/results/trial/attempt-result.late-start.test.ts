import type { HostRaw } from '../../../lib/workloads/contract';
import { makeStatus, T0 } from '../raw-objects';
import { checkLateStart } from '../../../lib/results/trial/attempt-result';

const makeHost = (name: string, startAt: number | null): HostRaw => {
  return { host: name, command: 'measure', status: makeStatus(name, { startAt }), files: [] };
};
const checkHosts = (seconds: readonly number[], length = 60, startAt: number | null = T0) =>
  checkLateStart(
    seconds.map((_, index) => makeHost(`client-${index}`, startAt)),
    seconds.map((own, index) => ({ host: `client-${index}`, from: T0 + 10 + own, to: T0 + 10 + own + length })),
    10,
  );

describe('checkLateStart', () => {
  it('is SUSPECT (StartedLate) when all hosts began 20 s late', () => {
    expect(checkHosts([20.4, 20, 20.2])).toEqual({
      level: 'suspect',
      code: 'StartedLate',
      text: 'all 3 hosts began 20.0 s or more after the agreed time',
    });
    expect(checkHosts([20])?.text).toBe('the host began 20.0 s or more after the agreed time');
  });

  it.each([
    ['hosts on time', [0, 0.2], 60],
    ['one of two hosts that is 20 s late', [0, 20], 60],
    ['hosts late by less than a second', [0.9, 0.9], 4],
    ['hosts late by less than 5% of the window', [25, 25], 600],
  ])('returns null for %s', (_, seconds, length) => expect(checkHosts(seconds, length)).toBeNull());

  it('returns null when hosts agreed on no start time, or when windows are missing', () => {
    expect(checkHosts([20], 60, null)).toBeNull();
    expect(checkLateStart([makeHost('client-0', T0)], [], 0)).toBeNull();
  });
});
