/**
 * What a document says of its I/Os against what it says of its disks (`disk_util`). File systems answer reads of holes
 * and of unwritten extents themselves: with fio 3.33 on ext4 a file of holes gave 966,000 reads/s of 4 KiB, its disk
 * none; a written one 33,000, its disk as many.
 */
import { sumAll } from '../../../../shapes/collections';
import { formatBytes } from '../../../../shapes/quantity';
import { resolveDirect } from '../../options/direct';
import { readFlushing } from '../../options/flushes';
import { parseTime } from '../../options/values';
import type { Direction } from '../direction';
import type { FioDocument } from '../document';
import { type Job, listOptions, getOption } from '../job';

/** Of I/Os past the memory of the host, those that its disks made. Chosen: fio counts disks a little early. */
const MIN_MADE = 0.5;
/** Requests of others ÷ own ones, from which the disk was shared: a third of its work. Chosen. */
const SHARED_RATIO = 0.5;
/** Bytes of a request that no disk splits: `max_sectors_kb` of kernels is 128 and more. */
const UNSPLIT_BYTES = 65_536;
/** Bytes of the largest request, where a version counts none: BLK_DEF_MAX_SECTORS of kernels, 2,560 of 512 bytes. */
const MAX_REQUEST = 1_310_720;
/** Requests of a write that is flushed, with those of the journal: 2.6 of ext4 (test/recorded/fio/etcd.json). */
const JOURNAL_FACTOR = 4;

/** Share of the latency, and of the time, below which the disk was not what I/Os waited for. Chosen. */
const [OF_LATENCY, OF_TIME] = [0.2, 0.5];

const CAUSE = {
  read: 'the data were never written, or memory answered',
  write: 'memory, or another storage, took them',
} as const;

/** I/Os that no disk made, one text for each direction; none where no disk is named. */
export function findMissingIos({ jobs, disks }: FioDocument): readonly string[] {
  if (disks === null) return [];
  return (['read', 'write'] as const).flatMap((operation) => {
    const count = sumAll(selectIos(jobs.filter(isDirect), operation).map(({ ios }) => ios));
    const { most, bytes } = disks[operation];
    if (most < MIN_MADE * count) return [`the disk made ${most} of ${count} direct ${operation}s: ${CAUSE[operation]}`];
    // Of buffered I/O kernels choose the size; writes may take the place of others in memory.
    const moved = sumAll(selectIos(jobs, operation).map((one) => one.bytes));
    const read = bytes ?? most * MAX_REQUEST;
    if (operation === 'write' || read >= MIN_MADE * moved) return [];
    const found = `${bytes === null ? 'at most ' : ''}${formatBytes(read)}`;
    return [`the disk read ${found} of the ${formatBytes(moved)} that were read: memory answered the rest`];
  });
}

/** Requests of others to its disk. Of direct I/O alone it is known how many requests it may make. */
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
  if (own === 0 || others <= SHARED_RATIO * own) return [];
  const made = sumAll(jobs.flatMap(({ directions }) => directions.map(({ ios }) => ios)));
  return [`others used its disk: ${Math.round(others)} requests to it were not of its ${made} I/Os`];
}

/** One text where I/Os past the memory of the host waited elsewhere; none where no disk, or several, are named. */
export function findOtherWaits({ jobs, onlyDisk: disk }: FioDocument): readonly string[] {
  const all = jobs.flatMap(({ directions }) => directions);
  const ios = sumAll(all.map((one) => one.ios));
  if (disk === null || disk.requests === 0 || ios === 0 || !jobs.every(isDirect)) return [];
  if (all.some(({ latencyMeanUs }) => latencyMeanUs === null)) return [];
  const latencyUs = sumAll(all.map((one) => one.ios * (one.latencyMeanUs ?? 0))) / ios;
  const diskUs = (1000 * disk.ticksMs) / disk.requests;
  if (diskUs >= OF_LATENCY * latencyUs || disk.busy >= OF_TIME) return [];
  return [
    `its disk took ${toDigits(diskUs / 1000)} of the ${toDigits(latencyUs / 1000)} ms of an I/O, and was busy for ` +
      `${toDigits(100 * disk.busy)} % of the time: the host, or a limit on it, set the pace`,
  ];
}

/** At most: disks count all the time, jobs neither their warm-up nor what they made before `latency_target` was met. */
function countRequests(job: Job, { operation, ios, bytes, runtimeMs }: Direction, elapsed: number | null): number {
  const warmUp = parseTime(getOption(job, 'ramp_time') ?? '') ?? 0;
  const times = Math.max(
    1 + (1000 * warmUp) / Math.max(1, runtimeMs),
    (1000 * (elapsed ?? 0)) / Math.max(1, runtimeMs),
  );
  const journal = operation === 'write' && readFlushing((name) => getOption(job, name)) !== null ? JOURNAL_FACTOR : 1;
  return Math.max(ios, bytes / UNSPLIT_BYTES) * times * journal;
}

function isDirect(job: Job): boolean {
  return resolveDirect(listOptions(job), getOption(job, 'ioengine')).direct;
}

function selectIos(jobs: readonly Job[], operation: Direction['operation']): readonly Direction[] {
  return jobs.flatMap(({ directions }) => directions.filter((one) => one.operation === operation));
}

function toDigits(value: number): string {
  return String(Number(value.toPrecision(2)));
}
