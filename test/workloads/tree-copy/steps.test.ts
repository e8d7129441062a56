import { SLOT_PATTERN } from '../../../lib/shapes/fixture';
import {
  estimateDuration,
  listFixtures,
  listStoredData,
  buildTrialSteps,
} from '../../../lib/workloads/tree-copy/steps';
import { scriptFiles } from '../script-hosts';
import { params } from './tree-hosts';

const FILES = scriptFiles('tree-copy');

describe('trialSteps', () => {
  const study = params({ files: 38_000, size: '800 MB', workers: 1 });

  it('makes the directories first, and measures at the agreed instant', () => {
    const [layout, measure, ...others] = buildTrialSteps(study, FILES);
    expect(others).toEqual([]);
    expect(layout).toMatchObject({ name: 'layout', barrier: false, work: { operations: { mkdir: 3800 } } });
    expect(layout?.measures).toBeUndefined();
    const work = { writtenBytes: 800_000_000, operations: { create: 38_000 } };
    expect(measure).toMatchObject({ name: 'measure', barrier: true, measures: true, work });
  });

  it('waits for a copy as slow as the slowest that was published, and no longer than an hour', () => {
    const [, measure] = buildTrialSteps(study, FILES);
    expect(measure?.timeoutSeconds).toBeGreaterThan(2 * 17 * 60);
    expect(measure?.timeoutSeconds).toBeLessThan(3600);
  });

  it('plans less time for more workers, to a limit', () => {
    const measured = (workers: number) => estimateDuration({ ...study, workers }).measured;
    expect(measured(1)).toBeCloseTo(76, 0);
    expect(measured(8)).toBeCloseTo(9.5, 1);
    expect(measured(64)).toBe(measured(1024));
    expect(estimateDuration(study).total).toBeGreaterThan(measured(1));
    expect(estimateDuration(study).warmUp).toBe(0);
  });
});

describe('fixtures of tree-copy', () => {
  const tree = (changes: object = {}) => {
    const [one, ...others] = listFixtures(params({ ...changes }), { files: FILES });
    if (one === undefined || others.length > 0) throw new Error('not one fixture');
    return one;
  };

  it('are one tree, whoever copies it with how many workers, whatever the copy of the target', () => {
    expect(tree()).toMatchObject({ roles: ['client'], needs: [], stays: true });
    expect(tree().slot).toMatch(SLOT_PATTERN);
    expect(tree({ workers: 9 })).toEqual(tree());
    expect(tree({ role: 'broker' })).toMatchObject({ slot: tree().slot, key: tree().key, roles: ['broker'] });
  });

  it('stand beside each other where trees differ: none is made twice', () => {
    const slots = [{}, { files: 900 }, { size: '5 MB' }, { dirs: 7 }, { compressible: 0 }, { seed: 2 }].map(
      (changes) => tree(changes).slot,
    );
    expect(new Set(slots).size).toBe(6);
    expect(tree({ files: 900 }).up).toMatch(/TREE_FILES='?900'?\n/);
  });

  it('need more time for more files', () => {
    expect(tree({ files: 100_000 }).expectedSeconds).toBeGreaterThan(tree().expectedSeconds + 9);
    expect(tree().timeoutSeconds).toBeGreaterThan(tree().expectedSeconds);
  });
});

describe('laidOut', () => {
  it('is one copy of the largest tree, in blocks', () => {
    const cells = [params(), params({ size: '5 MB', workers: 2 }), params({ role: 'broker' })];
    const names = { count: 660, setting: 'files' };
    expect(listStoredData(cells)).toEqual([
      { role: 'client', parts: [5_000_000 + 660 * 4096], setting: 'size', names },
      { role: 'broker', parts: [3_000_000 + 660 * 4096], setting: 'size', names },
    ]);
  });
});
