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

function expected(
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

describe('the expected length of a command', () => {
  it('is that of its script where the storage is quick enough, or nothing is known of it', () => {
    expect(expected(undefined, KNOWN)).toBe(7);
    expect(expected({ writtenBytes: 100, operations: { create: 1 } }, KNOWN)).toBe(7);
    expect(expected({ writtenBytes: 1e9, operations: {} }, null)).toBe(7);
  });

  it('is that of the storage after what has nothing to do with it', () => {
    const work = { writtenBytes: 1000, operations: {} };
    expect(expected(work, KNOWN, 4, 30)).toBe(30 + SLOW * 40);
    expect(expected(work, null, 4, 30)).toBe(7);
  });

  it('is the time that the storage needs for all hosts of the role, without its burst', () => {
    expect(expected({ writtenBytes: 1000, operations: {} }, KNOWN)).toBe(SLOW * 40);
    expect(expected({ writtenBytes: 1000, operations: {} }, KNOWN, 8)).toBe(SLOW * 80);
    expect(expected({ writtenBytes: 0, operations: { create: 50, delete: 50, mkdir: 2 } }, KNOWN)).toBe(SLOW * 64);
  });

  it('has what is read after what is written: out of the memory of the servers where that holds it', () => {
    const known = { ...KNOWN, read: { baseline: 50, burst: 50, burstSeconds: 0 }, cacheBytes: 100, cacheRead: 500 };
    const reads = (workingBytes: number) => ({ bytes: 1000, workingBytes });
    expect(expected({ ofAll: true, writtenBytes: 1000, operations: {}, reads: reads(101) }, known)).toBe(SLOW * 30);
    expect(expected({ ofAll: true, writtenBytes: 1000, operations: {}, reads: reads(100) }, known)).toBeCloseTo(
      SLOW * 12,
    );
    const wire = { network: 1 };
    expect(expected({ ofAll: true, writtenBytes: 400, operations: {}, reads: reads(1) }, known, 4, 0, wire)).toBe(350);
  });

  it('waits for the disks at each write of a sync mount: nothing merges them', () => {
    const { writeback: _, ...open } = KNOWN;
    const slow: TargetModel = {
      ...open,
      write: { baseline: 1e9, burst: 1e9, burstSeconds: 0 },
      writeIops: { baseline: 100, burst: 100, burstSeconds: 0 },
    };
    const work = { writtenBytes: 1000 * 4096, operations: {}, writes: 1000 };
    expect(expected(work, slow, 1)).toBe(7);
    expect(expected(work, { ...slow, writeback: 'none' }, 1)).toBe(SLOW * 10);
  });

  it('is the published time of the measuring step, up to its time limit', () => {
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

  it('has the burst where its credits outlast an experiment', () => {
    const lasting = (burstSeconds: number) => ({ ...KNOWN, write: { ...KNOWN.write, burstSeconds } });
    expect(expected({ writtenBytes: 10_000, operations: {} }, lasting(6 * 3600))).toBe(SLOW * 40);
    expect(expected({ writtenBytes: 10_000, operations: {} }, lasting(3600))).toBe(SLOW * 400);
  });

  it('is no longer for many hosts where each has storage of its own, before which there is no network', () => {
    const own: TargetModel = { ...KNOWN, eachHost: true };
    const work = { writtenBytes: 1000, operations: {} };
    expect(expected(work, own)).toBe(SLOW * 10);
    expect(expected(work, own, 8)).toBe(SLOW * 10);
    expect(expected(work, own, 8, 0, { network: 1 })).toBe(SLOW * 10);
    expect(expected(work, { ...own, write: KNOWN.read }, 8, 0, { network: 1 })).toBe(7);
  });

  it('is the time that a host waits for each of its files, with so many at once', () => {
    const latencyUs = { read: 1, write: 1e6, metadata: 2e6 };
    const work = { writtenBytes: 0, operations: { stat: 2, create: 1 }, writes: 10, inFlight: 1 };
    const { writeback: _, ...nfs } = { ...KNOWN, latencyUs };
    const slow: TargetModel = nfs;
    expect(expected(work, slow)).toBe(SLOW * 15);
    expect(expected(work, { ...slow, writeback: 'late' })).toBe(SLOW * 8);
    expect(expected({ ...work, inFlight: 2 }, slow)).toBe(SLOW * 7.5);
    expect(expected({ writtenBytes: 0, operations: work.operations, writes: 10 }, slow)).toBe(7);
  });

  it('is the time that disks need for the writes of small files, which are merged', () => {
    const work = { writtenBytes: 64 * 2 ** 20, operations: {}, writes: 1024 };
    const known = { ...KNOWN, write: KNOWN.read, writeIops: { baseline: 10, burst: 100, burstSeconds: 60 } };
    const { writeback: _, ...nfs } = known;
    // Of 64 KiB each: half an operation of the disks.
    expect(expected(work, nfs)).toBeCloseTo((SLOW * 4 * 1024 * 0.5) / 10);
    expect(expected(work, { ...nfs, writeback: 'late' })).toBe(7);
  });

  it('is the time that the network of one host needs for all copies that it fills at once', () => {
    const work = { writtenBytes: 1000, operations: {} };
    expect(expected(work, null, 4, 0, { network: 50 })).toBe(20);
    expect(expected(work, null, 4, 0, { network: 50, copies: 4 })).toBe(80);
    expect(expected(work, KNOWN, 4, 0, { network: 1000, copies: 4 })).toBe(SLOW * 40);
  });
});

it('only hosts that have others beside them wait for a common instant', () => {
  expect(usesBarrier({ barrier: true, hosts: 2 })).toBe(true);
  expect(usesBarrier({ barrier: true, hosts: 1 })).toBe(false);
  expect(usesBarrier({ barrier: false, hosts: 2 })).toBe(false);
});
