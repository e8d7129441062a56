import { duration, trialSteps } from '../../../lib/workloads/tree-copy/steps';
import { params, scriptFiles } from './tree-world';

const FILES = scriptFiles();

describe('trialSteps', () => {
  const study = params({ files: 38_000, size: '800 MB', workers: 1 });

  it('makes the directories first, and measures at the agreed instant', () => {
    const [layout, measure, ...others] = trialSteps(study, FILES);
    expect(others).toEqual([]);
    expect(layout).toMatchObject({ name: 'layout', barrier: false, work: { operations: { mkdir: 3800 } } });
    expect(layout?.measures).toBeUndefined();
    const work = { writtenBytes: 800_000_000, operations: { create: 38_000 } };
    expect(measure).toMatchObject({ name: 'measure', barrier: true, measures: true, work });
  });

  it('waits for a copy as slow as the slowest that was published, and no longer than an hour', () => {
    const [, measure] = trialSteps(study, FILES);
    expect(measure?.timeoutSeconds).toBeGreaterThan(2 * 17 * 60);
    expect(measure?.timeoutSeconds).toBeLessThan(3600);
  });

  it('plans less time for more workers, to a limit', () => {
    const measured = (workers: number) => duration({ ...study, workers }).measured;
    expect(measured(1)).toBeCloseTo(76, 0);
    expect(measured(8)).toBeCloseTo(9.5, 1);
    expect(measured(64)).toBe(measured(1024));
    expect(duration(study).total).toBeGreaterThan(measured(1));
    expect(duration(study).warmUp).toBe(0);
  });
});
