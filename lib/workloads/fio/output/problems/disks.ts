/**
 * Compares the I/Os of a document with its disk statistics (`disk_util`). File systems serve reads of holes and of
 * unwritten extents themselves. With fio 3.33 on ext4, a file of holes reached 966,000 reads/s of 4 KiB without any
 * disk read; a written file reached 33,000, with as many disk reads.
 */
import { sumAll } from '../../../../shapes/collections';
import { formatBytes } from '../../../../shapes/quantity';
import { resolveDirect } from '../../options/direct';
import { readFlushing } from '../../options/flushes';
import { parseTime } from '../../options/values';
import type { Direction } from '../direction';
import type { FioDocument } from '../document';
import { type Job, listOptions, getOption } from '../job';

/** Minimum share of direct I/Os in disk statistics. Chosen, as fio reads the disk counters slightly early. */
const MIN_DISK_SHARE = 0.5;
/** Ratio of foreign to own requests above which a disk counts as shared. Chosen: a third of its work is foreign. */
const MAX_FOREIGN_RATIO = 0.5;
/** Bytes of a request that is never split: kernels set `max_sectors_kb` to at least 128. */
const UNSPLIT_BYTES = 65_536;
/** Largest request, bytes, for versions without bytes: BLK_DEF_MAX_SECTORS of kernels, 2,560 of 512 bytes. */
const MAX_REQUEST_BYTES = 1_310_720;
/** Requests per flushed write, including the journal: 2.6 on ext4 (test/recorded/fio/etcd.json). */
const JOURNAL_FACTOR = 4;

/** Shares of latency and time below which I/Os did not wait for the disk. Chosen. */
const [OF_LATENCY, OF_TIME] = [0.2, 0.5];

const MISSING_IO_CAUSE = {
  read: 'the data was never written, or memory served it',
  write: 'memory or another device absorbed them',
} as const;

/** Reports missing disk I/Os, one text per direction; empty if no disk is named. */
export function findMissingIos({ jobs, disks }: FioDocument): readonly string[] {
  if (disks === null) return [];
  return (['read', 'write'] as const).flatMap((operation) => {
    const count = sumAll(selectIos(jobs.filter(isDirect), operation).map(({ ios }) => ios));
    const { most, bytes } = disks[operation];
    if (most < MIN_DISK_SHARE * count)
      return [`the disk made ${most} of ${count} direct ${operation}s: ${MISSING_IO_CAUSE[operation]}`];
    // The kernel chooses the request size of buffered I/O, and writes may overwrite each other in memory.
    const moved = sumAll(selectIos(jobs, operation).map((one) => one.bytes));
    const read = bytes ?? most * MAX_REQUEST_BYTES;
    if (operation === 'write' || read >= MIN_DISK_SHARE * moved) return [];
    const found = `${bytes === null ? 'at most ' : ''}${formatBytes(read)}`;
    return [`the disk read ${found} of the ${formatBytes(moved)} that fio read: memory served the rest`];
  });
}

/** Reports requests of other processes to the disk. Only for direct I/O, whose number of requests is known. */
export function findSharedDisk({ jobs, disks, elapsed }: FioDocument): readonly string[] {
  if (disks === null || !jobs.every(isDirect)) return [];
  let [own, others] = [0, 0];
  for (const operation of ['read', 'write'] as const) {
    const expected = sumAll(
      jobs.flatMap((job) => selectIos([job], operation).map((one) => countRequests(job, one, elapsed))),
    );
    own += expected;
    others += Math.max(0, disks[operation].least - expected);
  }
  if (own === 0 || others <= MAX_FOREIGN_RATIO * own) return [];
  const made = sumAll(jobs.flatMap(({ directions }) => directions.map(({ ios }) => ios)));
  return [`other processes used the disk: ${Math.round(others)} requests were not from fio's ${made} I/Os`];
}

/** Reports that direct I/Os waited outside the disk; empty unless exactly one disk is named. */
export function findOtherWaits({ jobs, onlyDisk: disk }: FioDocument): readonly string[] {
  const all = jobs.flatMap(({ directions }) => directions);
  const ios = sumAll(all.map((one) => one.ios));
  if (disk === null || disk.requests === 0 || ios === 0 || !jobs.every(isDirect)) return [];
  if (all.some(({ latencyMeanUs }) => latencyMeanUs === null)) return [];
  const latencyUs = sumAll(all.map((one) => one.ios * (one.latencyMeanUs ?? 0))) / ios;
  const diskUs = (1000 * disk.ticksMs) / disk.requests;
  if (diskUs >= OF_LATENCY * latencyUs || disk.busy >= OF_TIME) return [];
  return [
    `the disk took ${formatDigits(diskUs / 1000)} of the ${formatDigits(latencyUs / 1000)} ms per I/O, and was busy ` +
      `for ${formatDigits(100 * disk.busy)}% of the time: the host, or a limit of the disk, took the rest`,
  ];
}

/** Upper bound: disks count the whole time; jobs omit warm-up I/Os and I/Os before `latency_target` was met. */
function countRequests(job: Job, { operation, ios, bytes, runtimeMs }: Direction, elapsed: number | null): number {
  const warmUp = parseTime(getOption(job, 'ramp_time') ?? '') ?? 0;
  const times = Math.max(
    1 + (1000 * warmUp) / Math.max(1, runtimeMs),
    (1000 * (elapsed ?? 0)) / Math.max(1, runtimeMs),
  );
  const journal = operation === 'write' && readFlushing((name) => getOption(job, name)) !== null ? JOURNAL_FACTOR : 1;
  return Math.max(ios, bytes / UNSPLIT_BYTES) * times * journal;
}

const DIRECT = new WeakMap<Job, boolean>();

/** Cached, as several rules ask. */
function isDirect(job: Job): boolean {
  const known = DIRECT.get(job);
  if (known !== undefined) return known;
  const { direct } = resolveDirect(listOptions(job), getOption(job, 'ioengine'));
  DIRECT.set(job, direct);
  return direct;
}

function selectIos(jobs: readonly Job[], operation: Direction['operation']): readonly Direction[] {
  return jobs.flatMap(({ directions }) => directions.filter((one) => one.operation === operation));
}

function formatDigits(value: number): string {
  return String(Number(value.toPrecision(2)));
}
