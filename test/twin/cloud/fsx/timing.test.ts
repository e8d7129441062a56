import { FSX_TIMING, fsxTiming, stepMs } from '../../../../lib/twin/cloud/fsx/timing';

describe('stepMs', () => {
  it('grows with the capacity and varies by the noise', () => {
    const timing = fsxTiming({ noise: 0.5, steps: { backup: { seconds: 10, secondsPerTiB: 5 } } });
    expect(stepMs(timing, 'backup', 2048, 0.5)).toBe(20_000);
    expect(stepMs(timing, 'backup', 2048, 0)).toBe(10_000);
    expect(stepMs(timing, 'backup', 0, 0.75)).toBe(12_500);
  });
});

describe('fsxTiming', () => {
  it('changes single steps of the table', () => {
    const timing = fsxTiming({ pendingMs: 1, steps: { settings: { seconds: 1, secondsPerTiB: 0 } } });
    expect(timing).toEqual({
      ...FSX_TIMING,
      pendingMs: 1,
      steps: { ...FSX_TIMING.steps, settings: { seconds: 1, secondsPerTiB: 0 } },
    });
  });
});
