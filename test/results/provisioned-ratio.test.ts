import { addProvisioned, addRatios } from '../../lib/results/provisioned-ratio';
import type { Measure } from '../../lib/results/measures';
import type { Unit } from '../../lib/shapes/observation';
import { type ProvisionedRates, type LimitedRates, type LimitName, READ_AND_WRITE } from '../../lib/shapes/metric';
import { IOR_TOOL } from '../../lib/workloads/mpi/ior/ior';
import { MDTEST_TOOL } from '../../lib/workloads/mpi/mdtest/mdtest';
import { listLimits } from '../../lib/workloads/mpi/tool';
import { computeStatistics } from '../../lib/results/statistics/statistics';

const MB = 1e6;

function makeMeasure(metric: string, value: number, operation = 'read', statistic = 'value'): Measure {
  const unit: Unit = metric === 'iops' ? 'ops/s' : metric === 'bandwidth' ? 'bytes/s' : 'us';
  const values = [{ trial: 't1', value, counted: true }];
  return { metric, operation, statistic, unit, values, statistics: computeStatistics([{ value, block: 1 }]) };
}

const RANDOM: LimitedRates = {
  of: null,
  bytes: { metric: 'bandwidth', limit: 'bandwidth', moves: READ_AND_WRITE },
  operations: { metric: 'iops', limit: 'iops' },
};
const IN_ORDER: LimitedRates = { ...RANDOM, operations: { metric: 'iops', limit: null } };
const computeShares = (measures: readonly Measure[], entitlement: ProvisionedRates, ...rates: LimitedRates[]) =>
  addProvisioned(measures, entitlement, rates).map(({ provisioned, ofProvisioned }) => [provisioned, ofProvisioned]);

describe('addProvisioned', () => {
  it('compares bandwidth and IOPS with their provisioned rates, and latency with none', () => {
    const found = computeShares(
      [makeMeasure('bandwidth', 600 * MB), makeMeasure('iops', 9000), makeMeasure('latency_p99', 800)],
      { bandwidth: 150 * MB, iops: 1000 },
      RANDOM,
    );
    // An I/O has 66,667 bytes: 1000 of them are 66.7 MB/s, and less than 150 MB/s.
    expect(found[0]).toEqual([expect.closeTo((1000 * 600 * MB) / 9000, 0), expect.closeTo(9, 9)]);
    expect(found[1]).toEqual([1000, 9]);
    expect(found[2]).toEqual([null, null]);
  });

  it('derives provisioned IOPS from bandwidth and I/O size when only bandwidth is provisioned', () => {
    const found = computeShares(
      [makeMeasure('iops', 140_000), makeMeasure('bandwidth', 600 * MB)],
      { bandwidth: 150 * MB },
      RANDOM,
    );
    expect(found).toEqual([
      [35_000, 4],
      [150 * MB, 4],
    ]);
  });

  it('ignores the IOPS limit for sequential I/O, which disks receive merged', () => {
    const measures = [makeMeasure('iops', 90_000), makeMeasure('bandwidth', 360 * MB)];
    const entitlement = { bandwidth: 720 * MB, iops: 3000 };
    expect(computeShares(measures, entitlement, IN_ORDER)).toEqual([
      [180_000, 0.5],
      [720 * MB, 0.5],
    ]);
    expect(computeShares(measures, entitlement, RANDOM)[0]).toEqual([3000, 30]);
  });

  it('compares writes with their own lower limit, and a mix with the shares of both', () => {
    const entitlement = { bandwidth: 150 * MB, written: 50 * MB };
    expect(computeShares([makeMeasure('bandwidth', 100 * MB, 'write')], entitlement, RANDOM)).toEqual([[50 * MB, 2]]);
    expect(computeShares([makeMeasure('bandwidth', 150 * MB, 'read')], entitlement, RANDOM)).toEqual([[150 * MB, 1]]);
    const mix = [makeMeasure('bandwidth', 75 * MB, 'read'), makeMeasure('bandwidth', 25 * MB, 'write')];
    expect(computeShares(mix, entitlement, RANDOM).map(([, share]) => share)).toEqual([1, 1]);
  });

  it('divides the provisioned rate among the operations of a mix', () => {
    const measures = [makeMeasure('bandwidth', 300 * MB, 'read'), makeMeasure('bandwidth', 100 * MB, 'write')];
    expect(computeShares(measures, { bandwidth: 200 * MB }, RANDOM)).toEqual([
      [150 * MB, 2],
      [50 * MB, 2],
    ]);
  });

  it('compares work with the tighter limit, whatever its metrics are called', () => {
    const files: LimitedRates = {
      of: null,
      bytes: { metric: 'copied', limit: 'bandwidth', moves: 'both' },
      operations: { metric: 'files', limit: 'metadataCreates' },
    };
    const measures = [makeMeasure('files', 1000), makeMeasure('copied', 20 * MB)];
    expect(computeShares(measures, { bandwidth: 100 * MB, metadataCreates: 2000 }, files)).toEqual([
      [2000, 0.5],
      [40 * MB, 0.5],
    ]);
  });

  it('compares successive operations separately, and skips those without a limit', () => {
    const makeLimit = (operation: string, limit: LimitName): LimitedRates => ({
      of: [operation],
      bytes: null,
      operations: { metric: 'iops', limit },
    });
    const measures = ['copy', 'delete', 'stat'].map((operation) => makeMeasure('iops', 1000, operation));
    const entitlement = { metadataCreates: 2000, metadataDeletes: 500 };
    expect(
      computeShares(
        measures,
        entitlement,
        makeLimit('copy', 'metadataCreates'),
        makeLimit('delete', 'metadataDeletes'),
      ),
    ).toEqual([
      [2000, 0.5],
      [500, 2],
      [null, null],
    ]);
  });

  it('compares each phase of mdtest and IOR with its own limit', () => {
    const makePhase = (metric: string, value: number): Measure => ({ ...makeMeasure(metric, value), operation: null });
    const files = [makePhase('file_create', 3000), makePhase('file_stat', 9000), makePhase('file_read', 2400)];
    const paid = { metadataCreates: 3000, metadataOpens: 3000, metadataDeletes: 1500 };
    expect(computeShares([...files, makePhase('file_remove', 1500)], paid, ...listLimits(MDTEST_TOOL))).toEqual([
      [3000, 1],
      [null, null],
      [3000, 0.8],
      [1500, 1],
    ]);
    const data = [makePhase('write_bandwidth', 600 * MB), makePhase('read_bandwidth', 450 * MB)];
    expect(computeShares(data, { bandwidth: 300 * MB }, ...listLimits(IOR_TOOL))).toEqual([
      [300 * MB, 2],
      [300 * MB, 1.5],
    ]);
  });

  it('returns null when a rate is unprovisioned, every trial is excluded, or the statistic is a spread', () => {
    const nothing = { ...makeMeasure('bandwidth', 1), statistics: null };
    expect(computeShares([makeMeasure('bandwidth', 1)], {}, RANDOM)).toEqual([[null, null]]);
    expect(computeShares([nothing], { bandwidth: 1 }, RANDOM)).toEqual([[null, null]]);
    // The spread of a rate is no rate.
    const spread = [makeMeasure('bandwidth', 10), makeMeasure('bandwidth', 3, 'read', 'stddev')];
    expect(computeShares(spread, { bandwidth: 5 }, RANDOM)).toEqual([
      [5, 2],
      [null, null],
    ]);
  });
});

describe('addRatios', () => {
  const rates = [makeMeasure('bandwidth', 162 * MB), makeMeasure('iops', 9000), makeMeasure('latency_p99', 800)];
  const findRatios = (entitlement: ProvisionedRates) =>
    addRatios(rates, entitlement, [RANDOM]).map(({ ofEbsBaseline }) => ofEbsBaseline);

  it('adds the ratio to the EBS baseline of hosts when volumes are faster', () => {
    const entitlement = { bandwidth: 81 * MB, iops: 3000, ofHost: ['bandwidth'] as const };
    expect(findRatios(entitlement)).toEqual([2, expect.closeTo(2, 9), undefined]);
    // It is no provisioned rate of the storage.
    expect(addRatios(rates, entitlement, [RANDOM])[1]).toMatchObject({ provisioned: 3000, ofProvisioned: 3 });
  });

  it('adds no such ratio when volumes are the limit', () => {
    expect(findRatios({ bandwidth: 81 * MB, iops: 3000 })).toEqual([undefined, undefined, undefined]);
  });
});
