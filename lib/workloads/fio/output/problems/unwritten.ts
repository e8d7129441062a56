/**
 * Reads that no disk made: file systems answer reads of holes and of unwritten extents themselves. With fio 3.33 on
 * ext4 a file of holes gave 966,000 reads/s of 4 KiB, its disk none; a written one 33,000, its disk as many.
 */
import { directOf } from '../../options/direct';
import { isSynchronous } from '../../options/engine';
import type { FioDocument } from '../document';
import { type Job, listOptions, optionOf } from '../job';
import type { Run } from '../runs';

/** Of reads past the memory of the host, those that its disks made. Chosen: fio counts disks a little early. */
const MADE = 0.5;
/** Microseconds in which no device answers. Chosen. */
const AT_ONCE_US = 5;

/** Null where its disks made its reads, or where it does not say what they did. */
export function findUnwritten({ jobs, diskReads }: FioDocument): string | null {
  const direct = jobs.filter(isDirect);
  const reads = direct.flatMap(selectReads);
  const count = reads.reduce((sum, { ios }) => sum + ios, 0);
  const why = 'the data were never written, or memory answered';
  if (diskReads !== null && diskReads < MADE * count)
    return `the disk made ${diskReads} of ${count} direct reads: ${why}`;
  const quick = direct
    .filter((job) => isSynchronous(optionOf(job, 'ioengine')) || Number(optionOf(job, 'iodepth') ?? 1) === 1)
    .flatMap(selectReads)
    .find(({ latencyMeanUs }) => latencyMeanUs !== null && latencyMeanUs < AT_ONCE_US);
  if (quick === undefined) return null;
  return `direct reads took ${(quick.latencyMeanUs ?? 0).toPrecision(3)} us, as no device does: ${why}`;
}

/** Of a device whose reads are all that a run made; null of others. */
export function remarkUnknownData({ jobs: [first], directions }: Run): string | null {
  const name = first === undefined ? null : optionOf(first, 'filename');
  const isRead = directions.length > 0 && directions.every(({ operation }) => operation === 'read');
  if (!name?.startsWith('/dev/') || !isRead) return null;
  return `nothing in it says that ${name} was written before: storage answers reads of unwritten blocks without a disk`;
}

function isDirect(job: Job): boolean {
  return directOf(listOptions(job), optionOf(job, 'ioengine')).direct;
}

function selectReads({ directions }: Job): Job['directions'] {
  return directions.filter(({ operation }) => operation === 'read');
}
