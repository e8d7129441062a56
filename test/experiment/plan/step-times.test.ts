import { estimateStepTimes, usesBarrier } from '../../../lib/experiment/plan/step-times';
import { buildTiming } from '../../../lib/experiment/plan/timing';
import type { TargetModel } from '../../../lib/targets/model';
import type { StepWork } from '../../../lib/shapes/file-operation';
import { modelLustre } from '../../../lib/targets/fsx-lustre/model';

const makeRate = (baseline: number) => ({ baseline, burst: baseline, burstSeconds: 0 });
const KNOWN: TargetModel = {
  ...modelLustre({ kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200, compression: 'NONE' }),
  write: { baseline: 100, burst: 1000, burstSeconds: 60 },
  metadata: { create: 10, delete: 5, stat: 20, open: 10, mkdir: 2, rmdir: 2, rename: 0.5 },
};
const { writeback: _, ...OPEN } = KNOWN;
/** Clients wait for each operation. */
const SLOW_NFS: TargetModel = { ...OPEN, latencyUs: { read: 1, write: 1e6, metadata: 2e6 } };
/** Its disks do 100 operations a second. */
const SLOW_DISKS: TargetModel = { ...OPEN, write: makeRate(1e9), writeIops: makeRate(100) };
const FEW_IOPS: TargetModel = { ...OPEN, write: KNOWN.read, writeIops: { baseline: 10, burst: 100, burstSeconds: 60 } };
const CACHING: TargetModel = { ...KNOWN, read: makeRate(50), cacheBytes: 100, cacheRead: 500 };
const OF_EACH_HOST: TargetModel = { ...KNOWN, eachHost: true };
const makeLasting = (burstSeconds: number): TargetModel => ({ ...KNOWN, write: { ...KNOWN.write, burstSeconds } });

const BYTES: StepWork = { writtenBytes: 1000, operations: {} };
const makeReads = (workingBytes: number, writtenBytes = 1000): StepWork => ({
  ...BYTES,
  ofAll: true,
  writtenBytes,
  reads: { bytes: 1000, workingBytes },
});
const OPERATIONS: StepWork = { writtenBytes: 0, operations: { stat: 2, create: 1 }, writes: 10 };
/** Of 4 KiB, and of 64 KiB each. */
const SMALL_WRITES: StepWork = { writtenBytes: 1000 * 4096, operations: {}, writes: 1000 };
const LARGER_WRITES: StepWork = { writtenBytes: 64 * 2 ** 20, operations: {}, writes: 1024 };

/** Of instances that are provisioned alike the slow ones are planned with. */
const SLOW = 1.05;
/** What the script takes by itself. */
const SCRIPT = 7;

interface Place {
  readonly hosts?: number;
  readonly idleSeconds?: number;
  readonly network?: number;
  readonly copies?: number;
}

describe('estimateStepTimes', () => {
  const step = { name: 'x', roles: ['client'], barrier: false, expectedSeconds: SCRIPT, timeoutSeconds: 900 };
  const timing = buildTiming(false, 2);

  it.each<[string, number, StepWork | undefined, TargetModel | null, Place?]>([
    ['the script without work', SCRIPT, undefined, KNOWN],
    ['the script when the storage is faster', SCRIPT, { writtenBytes: 100, operations: { create: 1 } }, KNOWN],
    ['the script when the speed of the storage is unknown', SCRIPT, { ...BYTES, writtenBytes: 1e9 }, null],
    ['idle seconds before the storage', 30 + SLOW * 40, BYTES, KNOWN, { idleSeconds: 30 }],
    ['the script, idle or not, when the speed is unknown', SCRIPT, BYTES, null, { idleSeconds: 30 }],
    ['the storage for 4 hosts, at its baseline without bursts', SLOW * 40, BYTES, KNOWN],
    ['the storage for 8 hosts', SLOW * 80, BYTES, KNOWN, { hosts: 8 }],
    ['operations', SLOW * 64, { writtenBytes: 0, operations: { create: 50, delete: 50, mkdir: 2 } }, KNOWN],
    ['reads after writes', SLOW * 30, makeReads(101), CACHING],
    ['reads from a server cache that the working set fits', SLOW * 12, makeReads(100), CACHING],
    ['reads and writes through the network', 350, makeReads(1, 400), CACHING, { network: 1 }],
    ['the script when the disks merge writes', SCRIPT, SMALL_WRITES, SLOW_DISKS, { hosts: 1 }],
    ['each write of a sync mount', SLOW * 10, SMALL_WRITES, { ...SLOW_DISKS, writeback: 'none' }, { hosts: 1 }],
    ['bursts whose credits last 6 hours', SLOW * 40, { ...BYTES, writtenBytes: 10_000 }, makeLasting(6 * 3600)],
    ['the baseline when credits last an hour', SLOW * 400, { ...BYTES, writtenBytes: 10_000 }, makeLasting(3600)],
    ['storage of each host', SLOW * 10, BYTES, OF_EACH_HOST],
    ['storage of each of 8 hosts', SLOW * 10, BYTES, OF_EACH_HOST, { hosts: 8 }],
    ['storage of each host, without network', SLOW * 10, BYTES, OF_EACH_HOST, { hosts: 8, network: 1 }],
    [
      'the script with fast storage of each host',
      SCRIPT,
      BYTES,
      { ...OF_EACH_HOST, write: KNOWN.read },
      { network: 1 },
    ],
    ['operations by latency', SLOW * 15, { ...OPERATIONS, inFlight: 1 }, SLOW_NFS],
    [
      'operations by latency with late writes',
      SLOW * 8,
      { ...OPERATIONS, inFlight: 1 },
      { ...SLOW_NFS, writeback: 'late' },
    ],
    ['operations by latency, 2 in flight', SLOW * 7.5, { ...OPERATIONS, inFlight: 2 }, SLOW_NFS],
    ['the script when the number in flight is unknown', SCRIPT, OPERATIONS, SLOW_NFS],
    ['writes of 64 KiB, as half a disk operation each', (SLOW * 4 * 1024 * 0.5) / 10, LARGER_WRITES, FEW_IOPS],
    ['the script when the host merges these writes', SCRIPT, LARGER_WRITES, { ...FEW_IOPS, writeback: 'late' }],
    ['the network of a host', 20, BYTES, null, { network: 50 }],
    ['the network for 4 instances that a host fills in parallel', 80, BYTES, null, { network: 50, copies: 4 }],
    ['the storage when the network is faster', SLOW * 40, BYTES, KNOWN, { network: 1000, copies: 4 }],
  ])('counts %s: %d s', (_, seconds, work, model, place = {}) => {
    const { hosts = 4, idleSeconds = 0, network = null, copies = 1 } = place;
    const counts = new Map([
      ['client', hosts],
      ['spare', 50],
    ]);
    const own = work === undefined ? step : { ...step, work, idleSeconds };
    const found = estimateStepTimes(own, { counts, model, network, copies }, timing);
    expect(found.expectedSeconds).toBeCloseTo(seconds, 9);
  });

  it.each([
    [800, 800, true],
    [3, 3, true],
    [SCRIPT, 901, true],
    [SCRIPT, 800, undefined],
  ])(
    'expects %d s for a published time of %d s (measuring step: %p), up to its timeout',
    (seconds, published, measures) => {
      const fleet = { counts: new Map([['client', 1]]), model: null, network: null, copies: 1 };
      const own = { ...step, ...(measures && { measures }) };
      const found = estimateStepTimes(own, { ...fleet, publishedSeconds: published }, timing);
      expect(found.expectedSeconds).toBe(seconds);
    },
  );
});

it.each([
  [true, true, 2],
  [false, true, 1],
  [false, false, 2],
])('uses a barrier (%p) only for steps of several hosts: %j, %d hosts', (used, barrier, hosts) => {
  expect(usesBarrier({ barrier, hosts })).toBe(used);
});
