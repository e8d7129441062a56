import { COOL_DOWN_SECONDS, FLOW_BYTES, formatFromTo, toTiB, getWait } from '../../lib/targets/fsx-shared';

describe('constants and helpers for all FSx targets', () => {
  it('converts 2400 GiB to TiB so that 50 MB/s per TiB give 120 MB/s', () => {
    expect(toTiB(2400) * 50).toBeCloseTo(120, 10);
  });

  it('defines a cool-down of six hours and network flows of 5 Gbit/s', () => {
    expect(COOL_DOWN_SECONDS).toBe(21_600);
    expect(FLOW_BYTES * 8).toBe(5e9);
  });

  it('computes waits in whole seconds that grow with capacity', () => {
    const source = 'test';
    expect(getWait({ seconds: 10, settleSeconds: 5, timeoutSeconds: 100, source }, 5000)).toEqual({
      expectedSeconds: 15,
      timeoutSeconds: 100,
    });
    const growing = { seconds: 600, secondsPerTiB: 1.7, timeoutSeconds: 3600, timeoutSecondsPerTiB: 30, source };
    expect(getWait(growing, 1200)).toEqual({ expectedSeconds: 602, timeoutSeconds: 3636 });
    expect(getWait(growing)).toEqual({ expectedSeconds: 600, timeoutSeconds: 3600 });
  });

  it('formats a changed setting as name, value before and value after', () => {
    expect(formatFromTo('storageGiB', 1, 2)).toBe('storageGiB 1 to 2');
  });
});
