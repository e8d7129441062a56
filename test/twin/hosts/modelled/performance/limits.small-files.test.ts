import { simulateFleet, makeFullBalance } from '../../../../../lib/twin/hosts/modelled/performance/fleet-work';
import { getHardware } from '../../../../../lib/targets/instance-types';
import type { Demand } from '../../../../../lib/workloads/demand';
import type { TargetModel } from '../../../../../lib/targets/model';
import { findTarget } from '../../../../../lib/targets/registry';
import { treeCopy } from '../../../../../lib/workloads/tree-copy/workload';

/** Modelled seconds of copying 38,000 files of 800 MB, one after the other. */
function computeCopySeconds(kind: string, settings: object, change: Partial<TargetModel> = {}, mount?: object): number {
  const target = findTarget(kind)!;
  const model = target.performance.model(target.schema.parse({ kind, ...settings }), mount, ['c5n.large'])!;
  const params = treeCopy.schema.parse({ kind: 'tree-copy', files: 38_000, size: '800 MB', workers: 1 });
  const full = { bandwidth: makeFullBalance(0), iops: makeFullBalance(0), network: makeFullBalance(0) };
  const fleet = { hosts: 1, machine: getHardware('c5n.large') };
  const demand = treeCopy.demand(params)['measure'] as Demand;
  const { phases } = simulateFleet({ ...model, ...change }, demand, fleet, full, 0);
  return phases.reduce((sum, { seconds }) => sum + seconds, 0);
}

const NFS = { deploymentType: 'MULTI_AZ_1', storageGiB: 64, throughputMBps: 160 };

describe('tree-copy workload with 38,000 small files on simulated targets', () => {
  it('takes 4 to 9 s on gp3, and less than 9 s on instance store', () => {
    const seconds = computeCopySeconds('ebs', { volumeType: 'gp3', sizeGiB: 64 });
    expect(seconds).toBeGreaterThan(4);
    expect(seconds).toBeLessThan(9);
    expect(computeCopySeconds('instance-store', {})).toBeLessThan(9);
  });

  it('takes longer over NFS, which flushes at each close, than with late writeback', () => {
    const early = computeCopySeconds('fsx-openzfs', NFS);
    expect(early).toBeGreaterThan(60);
    expect(computeCopySeconds('fsx-openzfs', NFS, { writeback: 'late' })).toBeLessThan(early / 1.5);
  });

  it('takes longest with a sync mount, and least with an async NFS export', () => {
    const seconds = (sync: boolean, nfsExport: string, more: object = {}): number =>
      computeCopySeconds('fsx-openzfs', { ...NFS, nfsExport, ...more }, {}, { sync });
    const [early, usual, synced] = [seconds(false, 'async'), seconds(false, 'sync'), seconds(true, 'async')];
    expect(usual / early).toBeGreaterThan(3);
    expect(synced / early).toBeGreaterThan(5);
    expect(seconds(true, 'sync')).toBeGreaterThan(synced);
    // Each write is a disk operation, of which five times as many shorten the copy.
    expect(synced / seconds(true, 'async', { diskIops: 960 })).toBeGreaterThan(1.5);
    expect(early / seconds(false, 'async', { diskIops: 960 })).toBeCloseTo(1, 1);
  });

  it.each([
    ['efs', { throughputMode: 'elastic', storedGiB: 1 }],
    ['external-nfs', { address: '10.0.0.9', export: '/data', folder: 'bench' }],
    ['fsx-ontap', { deploymentType: 'SINGLE_AZ_1', storageGiB: 1024, throughputMBps: 128, diskIops: 3072 }],
  ])('takes longer with a sync mount of %s', (kind, settings) => {
    expect(computeCopySeconds(kind, settings, {}, { nconnect: 1, sync: true })).toBeGreaterThan(
      computeCopySeconds(kind, settings, {}, { nconnect: 1 }),
    );
  });
});
