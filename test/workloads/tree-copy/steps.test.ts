import { SLOT_PATTERN } from '../../../lib/shapes/fixture';
import {
  buildTrialSteps,
  estimateDuration,
  listFixtures,
  listStoredData,
} from '../../../lib/workloads/tree-copy/steps';
import { scriptFiles } from '../script-hosts';
import { params } from './tree-hosts';

const FILES = scriptFiles('tree-copy');

describe('tree-copy trial', () => {
  const study = params({ files: 38_000, size: '800 MB', workers: 1 });

  it('creates directories in the layout step, and files in the measured step', () => {
    const [layout, measure, ...others] = buildTrialSteps(study, FILES);
    expect(others).toEqual([]);
    expect(layout).toMatchObject({ name: 'layout', barrier: false, work: { operations: { mkdir: 3800 } } });
    expect(layout?.measures).toBeUndefined();
    const work = { writtenBytes: 800_000_000, operations: { create: 38_000 } };
    expect(measure).toMatchObject({ name: 'measure', barrier: true, measures: true, work });
    // Of 38,000 files: between 34 and 60 minutes.
    expect(measure?.timeoutSeconds).toBeGreaterThan(2 * 17 * 60);
    expect(measure?.timeoutSeconds).toBeLessThan(3600);
  });

  it('estimates less time for more workers, up to 64', () => {
    const estimateMeasured = (workers: number) => estimateDuration({ ...study, workers }).measured;
    expect(estimateMeasured(1)).toBeCloseTo(76, 0);
    expect(estimateMeasured(8)).toBeCloseTo(9.5, 1);
    expect(estimateMeasured(64)).toBe(estimateMeasured(1024));
    expect(estimateDuration(study).total).toBeGreaterThan(estimateMeasured(1));
    expect(estimateDuration(study).warmUp).toBe(0);
  });
});

describe('listFixtures of tree-copy', () => {
  const tree = (changes: object = {}) => {
    const [one, ...others] = listFixtures(params({ ...changes }), { files: FILES });
    if (one === undefined || others.length > 0) throw new Error('not one fixture');
    return one;
  };

  it('creates one tree for any role and any number of workers', () => {
    expect(tree()).toMatchObject({ roles: ['client'], needs: [], stays: true });
    expect(tree().slot).toMatch(SLOT_PATTERN);
    expect(tree({ workers: 9 })).toEqual(tree());
    expect(tree({ role: 'broker' })).toMatchObject({ slot: tree().slot, key: tree().key, roles: ['broker'] });
  });

  it('uses a separate fixture slot for each different tree', () => {
    const slots = [{}, { files: 900 }, { size: '5 MB' }, { dirs: 7 }, { compressible: 0 }, { seed: 2 }].map(
      (changes) => tree(changes).slot,
    );
    expect(new Set(slots).size).toBe(6);
    expect(tree({ files: 900 }).up).toMatch(/TREE_FILES='?900'?\n/);
  });

  it('estimates more time for more files', () => {
    expect(tree({ files: 100_000 }).expectedSeconds).toBeGreaterThan(tree().expectedSeconds + 9);
    expect(tree().timeoutSeconds).toBeGreaterThan(tree().expectedSeconds);
  });
});

describe('listStoredData of tree-copy', () => {
  it('returns the size of the largest tree per role in blocks of 4 KiB', () => {
    const cells = [params(), params({ size: '5 MB', workers: 2 }), params({ role: 'broker' })];
    const names = { count: 660, setting: 'files' };
    expect(listStoredData(cells)).toEqual([
      { role: 'client', parts: [5_000_000 + 660 * 4096], setting: 'size', names },
      { role: 'broker', parts: [3_000_000 + 660 * 4096], setting: 'size', names },
    ]);
  });
});
