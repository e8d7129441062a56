import { estimateStepTimes, usesBarrier } from '../../../lib/experiment/plan/step-times';
import { buildTiming } from '../../../lib/experiment/plan/timing';
import type { TargetModel } from '../../../lib/targets/model';
import type { StepWork } from '../../../lib/shapes/file-operation';
import { modelLustre } from '../../../lib/targets/fsx-lustre/model';

const KNOWN: TargetModel = {
  ...modelLustre({ kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200, compression: 'NONE' }),
  write: { baseline: 100, burst: 1000, burstSeconds: 60 },
  metadata: { create: 10, delete: 5, stat: 20, open: 10, mkdir: 2, rmdir: 2, rename: 0.5 },
};

/** Of instances that are provisioned alike the slow ones are planned with. */
const SLOW = 1.05;

function computeExpected(
  work: StepWork | undefined,
  known: TargetModel | null,
  hosts = 4,
  idleSeconds = 0,
  { network = null, copies = 1 }: { network?: number | null; copies?: number } = {},
): number {
  const plain = { name: 'x', roles: ['client'], barrier: false, expectedSeconds: 7, timeoutSeconds: 900 };
  const counts = new Map([
    ['client', hosts],
    ['spare', 50],
  ]);
  const step = work === undefined ? plain : { ...plain, work, idleSeconds };
  return estimateStepTimes(step, { counts, model: known, network, copies }, buildTiming(false, 8, 2)).expectedSeconds;
}

describe('estimateStepTimes', () => {
  it('returns the time of the script when storage is faster, or its speed is unknown', () => {
    expect(computeExpected(undefined, KNOWN)).toBe(7);
    expect(computeExpected({ writtenBytes: 100, operations: { create: 1 } }, KNOWN)).toBe(7);
    expect(computeExpected({ writtenBytes: 1e9, operations: {} }, null)).toBe(7);
  });

  it('adds the idle seconds of the step before the time of the storage', () => {
    const work = { writtenBytes: 1000, operations: {} };
    expect(computeExpected(work, KNOWN, 4, 30)).toBe(30 + SLOW * 40);
    expect(computeExpected(work, null, 4, 30)).toBe(7);
  });

  it('returns the time of the storage for all hosts of the role, at its baseline without bursts', () => {
    expect(computeExpected({ writtenBytes: 1000, operations: {} }, KNOWN)).toBe(SLOW * 40);
    expect(computeExpected({ writtenBytes: 1000, operations: {} }, KNOWN, 8)).toBe(SLOW * 80);
    expect(computeExpected({ writtenBytes: 0, operations: { create: 50, delete: 50, mkdir: 2 } }, KNOWN)).toBe(
      SLOW * 64,
    );
  });

  it('adds reads after writes, from server cache when the working set fits', () => {
    const known = { ...KNOWN, read: { baseline: 50, burst: 50, burstSeconds: 0 }, cacheBytes: 100, cacheRead: 500 };
    const reads = (workingBytes: number) => ({ bytes: 1000, workingBytes });
    expect(computeExpected({ ofAll: true, writtenBytes: 1000, operations: {}, reads: reads(101) }, known)).toBe(
      SLOW * 30,
    );
    expect(computeExpected({ ofAll: true, writtenBytes: 1000, operations: {}, reads: reads(100) }, known)).toBeCloseTo(
      SLOW * 12,
    );
    const wire = { network: 1 };
    expect(
      computeExpected({ ofAll: true, writtenBytes: 400, operations: {}, reads: reads(1) }, known, 4, 0, wire),
    ).toBe(350);
  });

  it('counts each write of a sync mount as a disk operation, without merging', () => {
    const { writeback: _, ...open } = KNOWN;
    const slow: TargetModel = {
      ...open,
      write: { baseline: 1e9, burst: 1e9, burstSeconds: 0 },
      writeIops: { baseline: 100, burst: 100, burstSeconds: 0 },
    };
    const work = { writtenBytes: 1000 * 4096, operations: {}, writes: 1000 };
    expect(computeExpected(work, slow, 1)).toBe(7);
    expect(computeExpected(work, { ...slow, writeback: 'none' }, 1)).toBe(SLOW * 10);
  });

  it('uses the published time for the measuring step, up to its timeout', () => {
    const fleet = { counts: new Map([['client', 1]]), model: null, network: null, copies: 1 };
    const step = { name: 'x', roles: ['client'], barrier: false, expectedSeconds: 7, timeoutSeconds: 900 };
    const seconds = (publishedSeconds: number, measures?: true) =>
      estimateStepTimes(
        { ...step, ...(measures && { measures }) },
        { ...fleet, publishedSeconds },
        buildTiming(false, 8, 2),
      ).expectedSeconds;
    expect([seconds(800, true), seconds(3, true), seconds(901, true), seconds(800)]).toEqual([800, 3, 7, 7]);
  });

  it('uses the burst throughput when burst credits last 6 hours', () => {
    const lasting = (burstSeconds: number) => ({ ...KNOWN, write: { ...KNOWN.write, burstSeconds } });
    expect(computeExpected({ writtenBytes: 10_000, operations: {} }, lasting(6 * 3600))).toBe(SLOW * 40);
    expect(computeExpected({ writtenBytes: 10_000, operations: {} }, lasting(3600))).toBe(SLOW * 400);
  });

  it('keeps the time constant for more hosts when each host has its own storage, ignoring the network', () => {
    const own: TargetModel = { ...KNOWN, eachHost: true };
    const work = { writtenBytes: 1000, operations: {} };
    expect(computeExpected(work, own)).toBe(SLOW * 10);
    expect(computeExpected(work, own, 8)).toBe(SLOW * 10);
    expect(computeExpected(work, own, 8, 0, { network: 1 })).toBe(SLOW * 10);
    expect(computeExpected(work, { ...own, write: KNOWN.read }, 8, 0, { network: 1 })).toBe(7);
  });

  it('multiplies operations by latency, divided by the number in flight', () => {
    const latencyUs = { read: 1, write: 1e6, metadata: 2e6 };
    const work = { writtenBytes: 0, operations: { stat: 2, create: 1 }, writes: 10, inFlight: 1 };
    const { writeback: _, ...nfs } = { ...KNOWN, latencyUs };
    const slow: TargetModel = nfs;
    expect(computeExpected(work, slow)).toBe(SLOW * 15);
    expect(computeExpected(work, { ...slow, writeback: 'late' })).toBe(SLOW * 8);
    expect(computeExpected({ ...work, inFlight: 2 }, slow)).toBe(SLOW * 7.5);
    expect(computeExpected({ writtenBytes: 0, operations: work.operations, writes: 10 }, slow)).toBe(7);
  });

  it('computes the disk time of small-file writes, merged to half an operation each', () => {
    const work = { writtenBytes: 64 * 2 ** 20, operations: {}, writes: 1024 };
    const known = { ...KNOWN, write: KNOWN.read, writeIops: { baseline: 10, burst: 100, burstSeconds: 60 } };
    const { writeback: _, ...nfs } = known;
    // Of 64 KiB each: half an operation of the disks.
    expect(computeExpected(work, nfs)).toBeCloseTo((SLOW * 4 * 1024 * 0.5) / 10);
    expect(computeExpected(work, { ...nfs, writeback: 'late' })).toBe(7);
  });

  it('computes the network time of a host for all target instances that it fills in parallel', () => {
    const work = { writtenBytes: 1000, operations: {} };
    expect(computeExpected(work, null, 4, 0, { network: 50 })).toBe(20);
    expect(computeExpected(work, null, 4, 0, { network: 50, copies: 4 })).toBe(80);
    expect(computeExpected(work, KNOWN, 4, 0, { network: 1000, copies: 4 })).toBe(SLOW * 40);
  });
});

it('uses a barrier only for steps of several hosts', () => {
  expect(usesBarrier({ barrier: true, hosts: 2 })).toBe(true);
  expect(usesBarrier({ barrier: true, hosts: 1 })).toBe(false);
  expect(usesBarrier({ barrier: false, hosts: 2 })).toBe(false);
});
