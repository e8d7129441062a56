/**
 * What a document says of its I/Os against what it says of its disks (`disk_util`). File systems answer reads of holes
 * and of unwritten extents themselves: with fio 3.33 on ext4 a file of holes gave 966,000 reads/s of 4 KiB, its disk
 * none; a written one 33,000, its disk as many.
 */
import { sumOf } from '../../../../shapes/group';
import { formatBytes } from '../../../../shapes/quantity';
import { directOf } from '../../options/direct';
import { readFlushing } from '../../options/flushes';
import { secondsOf } from '../../options/values';
import type { Direction } from '../direction';
import type { FioDocument } from '../document';
import { type Job, listOptions, optionOf } from '../job';

/** Of I/Os past the memory of the host, those that its disks made. Chosen: fio counts disks a little early. */
const MADE = 0.5;
/** Requests of others ÷ own ones, from which the disk was shared: a third of its work. Chosen. */
const OTHERS = 0.5;
/** Bytes of a request that no disk splits: `max_sectors_kb` of kernels is 128 and more. */
const UNSPLIT = 65_536;
/** Bytes of the largest request, where a version counts none: BLK_DEF_MAX_SECTORS of kernels, 2,560 of 512 bytes. */
const LARGEST = 1_310_720;
/** Requests of a write that is flushed, with those of the journal: 2.6 of ext4 (test/recorded/fio/etcd.json). */
const WITH_JOURNAL = 4;

/** Share of the latency, and of the time, below which the disk was not what I/Os waited for. Chosen. */
const [OF_LATENCY, OF_TIME] = [0.2, 0.5];

const WHY = {
  read: 'the data were never written, or memory answered',
  write: 'memory, or another storage, took them',
} as const;

/** I/Os that no disk made, one text for each direction; none where no disk is named. */
export function findUnmade({ jobs, disks }: FioDocument): readonly string[] {
  if (disks === null) return [];
  return (['read', 'write'] as const).flatMap((operation) => {
    const count = sumOf(selectIos(jobs.filter(isDirect), operation).map(({ ios }) => ios));
    const { most, bytes } = disks[operation];
    if (most < MADE * count) return [`the disk made ${most} of ${count} direct ${operation}s: ${WHY[operation]}`];
    // Of buffered I/O kernels choose the size; writes may take the place of others in memory.
    const moved = sumOf(selectIos(jobs, operation).map((one) => one.bytes));
    const read = bytes ?? most * LARGEST;
    if (operation === 'write' || read >= MADE * moved) return [];
    const found = `${bytes === null ? 'at most ' : ''}${formatBytes(read)}`;
    return [`the disk read ${found} of the ${formatBytes(moved)} that were read: memory answered the rest`];
  });
}

/** Requests of others to its disk. Of direct I/O alone it is known how many requests it may make. */
export function findOthers({ jobs, disks, elapsed }: FioDocument): readonly string[] {
  if (disks === null || !jobs.every(isDirect)) return [];
  let [own, others] = [0, 0];
  for (const operation of ['read', 'write'] as const) {
    const expected = sumOf(
      jobs.flatMap((job) => selectIos([job], operation).map((one) => requestsOf(job, one, elapsed))),
    );
    own += expected;
    others += Math.max(0, disks[operation].least - expected);
  }
  if (own === 0 || others <= OTHERS * own) return [];
  const made = sumOf(jobs.flatMap(({ directions }) => directions.map(({ ios }) => ios)));
  return [`others used its disk: ${Math.round(others)} requests to it were not of its ${made} I/Os`];
}

/** One text where I/Os past the memory of the host waited elsewhere; none where no disk, or several, are named. */
export function findOtherWaits({ jobs, onlyDisk: disk }: FioDocument): readonly string[] {
  const all = jobs.flatMap(({ directions }) => directions);
  const ios = sumOf(all.map((one) => one.ios));
  if (disk === null || disk.requests === 0 || ios === 0 || !jobs.every(isDirect)) return [];
  if (all.some(({ latencyMeanUs }) => latencyMeanUs === null)) return [];
  const latencyUs = sumOf(all.map((one) => one.ios * (one.latencyMeanUs ?? 0))) / ios;
  const diskUs = (1000 * disk.ticksMs) / disk.requests;
  if (diskUs >= OF_LATENCY * latencyUs || disk.busy >= OF_TIME) return [];
  return [
    `its disk took ${twoDigits(diskUs / 1000)} of the ${twoDigits(latencyUs / 1000)} ms of an I/O, and was busy for ` +
      `${twoDigits(100 * disk.busy)} % of the time: the host, or a limit on it, set the pace`,
  ];
}

/** At most: disks count all the time, jobs neither their warm-up nor what they made before `latency_target` was met. */
function requestsOf(job: Job, { operation, ios, bytes, runtimeMs }: Direction, elapsed: number | null): number {
  const warmUp = secondsOf(optionOf(job, 'ramp_time') ?? '') ?? 0;
  const times = Math.max(
    1 + (1000 * warmUp) / Math.max(1, runtimeMs),
    (1000 * (elapsed ?? 0)) / Math.max(1, runtimeMs),
  );
  const journal = operation === 'write' && readFlushing((name) => optionOf(job, name)) !== null ? WITH_JOURNAL : 1;
  return Math.max(ios, bytes / UNSPLIT) * times * journal;
}

function isDirect(job: Job): boolean {
  return directOf(listOptions(job), optionOf(job, 'ioengine')).direct;
}

function selectIos(jobs: readonly Job[], operation: Direction['operation']): readonly Direction[] {
  return jobs.flatMap(({ directions }) => directions.filter((one) => one.operation === operation));
}

function twoDigits(value: number): string {
  return String(Number(value.toPrecision(2)));
}
