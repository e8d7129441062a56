import { entitlementOf, heldMeasures } from '../../lib/results/entitled';
import type { Measure } from '../../lib/results/measures';
import type { Unit } from '../../lib/shapes/observation';
import { statisticsOf } from '../../lib/results/statistics/statistics';

const MB = 1e6;
const LUSTRE = { kind: 'fsx-lustre', deploymentType: 'PERSISTENT_2', storageGiB: 1200, perUnitMBps: 125 };

function measure(metric: string, value: number, operation = 'read', statistic = 'value'): Measure {
  const unit: Unit = metric === 'iops' ? 'ops/s' : metric === 'bandwidth' ? 'bytes/s' : 'us';
  const values = [{ trial: 't1', value, counted: true }];
  return { metric, operation, statistic, unit, values, statistics: statisticsOf([{ value, block: 1 }]) };
}

const RANDOM = { engine: 'auto', operation: 'randread' };
const held = (measures: readonly Measure[], entitlement: Record<string, number>, params: Record<string, unknown>) =>
  heldMeasures(measures, entitlement, params).map(({ provisioned, ofProvisioned }) => [provisioned, ofProvisioned]);

describe('entitlementOf', () => {
  const rigs = [{ target: 'fs', kind: 'fsx-lustre' }] as never;

  it('is what the kind of the target promises for the settings of the cell', () => {
    const of = (targetConfig: Record<string, unknown>) => entitlementOf({ rigs }, { target: 'fs', targetConfig });
    expect(of(LUSTRE)['bandwidth']).toBe(150 * MB);
    expect(of({ ...LUSTRE, perUnitMBps: 500 })['bandwidth']).toBe(600 * MB);
  });

  it('is nothing for targets, kinds and settings that are not known', () => {
    const cell = { target: 'fs', targetConfig: LUSTRE };
    expect(entitlementOf({ rigs }, { ...cell, target: 'other' })).toEqual({});
    expect(entitlementOf({ rigs: [{ target: 'fs', kind: 'tape' }] as never }, cell)).toEqual({});
    expect(entitlementOf({ rigs }, { ...cell, targetConfig: { kind: 'fsx-lustre', storageGiB: 'much' } })).toEqual({});
  });
});

describe('heldMeasures', () => {
  it('holds bytes and operations against what is provisioned of each', () => {
    const found = held(
      [measure('bandwidth', 600 * MB), measure('iops', 9000), measure('latency_p99', 800)],
      { bandwidth: 150 * MB, iops: 1000 },
      { operation: 'randread' },
    );
    // An I/O has 66,667 bytes: 1000 of them are 66.7 MB/s, and less than 150 MB/s.
    expect(found[0]).toEqual([expect.closeTo((1000 * 600 * MB) / 9000, 0), expect.closeTo(9, 9)]);
    expect(found[1]).toEqual([1000, 9]);
    expect(found[2]).toEqual([null, null]);
  });

  it('holds operations by the bytes that they move, where only bytes are promised', () => {
    const found = held([measure('iops', 140_000), measure('bandwidth', 600 * MB)], { bandwidth: 150 * MB }, RANDOM);
    expect(found).toEqual([
      [35_000, 4],
      [150 * MB, 4],
    ]);
  });

  it('does not count operations that follow each other: they reach the disks joined', () => {
    const measures = [measure('iops', 90_000), measure('bandwidth', 360 * MB)];
    const entitlement = { bandwidth: 720 * MB, iops: 3000 };
    expect(held(measures, entitlement, { operation: 'read' })).toEqual([
      [180_000, 0.5],
      [720 * MB, 0.5],
    ]);
    expect(held(measures, entitlement, RANDOM)[0]).toEqual([3000, 30]);
  });

  it('shares what is provisioned among the operations of a mix', () => {
    const measures = [measure('bandwidth', 300 * MB, 'read'), measure('bandwidth', 100 * MB, 'write')];
    expect(held(measures, { bandwidth: 200 * MB }, { operation: 'randrw' })).toEqual([
      [150 * MB, 2],
      [50 * MB, 2],
    ]);
  });

  it('holds operations on files against those of their kind, and look-ups against nothing', () => {
    const entitlement = { bandwidth: 1, iops: 1, metadataCreates: 12_000, metadataDeletes: 6000 };
    const of = (engine: string) => held([measure('iops', 12_600, 'write')], entitlement, { engine });
    expect(of('filecreate')).toEqual([[12_000, 1.05]]);
    expect(of('filedelete')).toEqual([[6000, 2.1]]);
    expect(of('filestat')).toEqual([[null, null]]);
  });

  it('knows nothing where nothing is promised or nothing counts', () => {
    const nothing = { ...measure('bandwidth', 1), statistics: null };
    expect(held([measure('bandwidth', 1)], {}, RANDOM)).toEqual([[null, null]]);
    expect(held([nothing], { bandwidth: 1 }, RANDOM)).toEqual([[null, null]]);
    // The spread of a rate is no rate.
    const spread = [measure('bandwidth', 10), measure('bandwidth', 3, 'read', 'stddev')];
    expect(held(spread, { bandwidth: 5 }, RANDOM)).toEqual([
      [5, 2],
      [null, null],
    ]);
  });
});
