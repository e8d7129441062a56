import { listSideDifferences } from '../../../lib/experiment/reading/side-differences';
import { renderReport } from '../../../lib/report/render';
import { summarize } from '../../../lib/results/summary';
import { execution } from '../../results/fixture';

const TARGETS = {
  zfs: { kind: 'fsx-openzfs', throughputMBps: 320, storageGiB: 64 },
  'zfs-before': { kind: 'fsx-openzfs', throughputMBps: 160, storageGiB: 64 },
};

describe('listSideDifferences', () => {
  it('names the settings that differ, with both values', () => {
    expect(listSideDifferences({ workloads: {}, targets: TARGETS })).toEqual([
      'target zfs: throughputMBps 320 (before: 160)',
    ]);
    expect(listSideDifferences({ workloads: { load: {} }, targets: { zfs: {} } })).toEqual([]);
  });

  it('is below the headline of a comparison', () => {
    const factors = { target: ['zfs', 'zfs-before'] };
    const input = execution({ factors, reference: 1, replicates: 6, decide: { noWorse: 0.1 } });
    const spec = { ...input.plan.spec, targets: TARGETS } as typeof input.plan.spec;
    const text = renderReport(summarize({ ...input, plan: { ...input.plan, spec } }));
    expect(text).toMatch(/<p class="also">Compared: target zfs: throughputMBps 320 \(before: 160\)\.<\/p>/);
  });
});
