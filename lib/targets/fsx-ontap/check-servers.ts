/** What the file servers of ONTAP carry, keep in their caches and want beside themselves. */
import type { Problem } from '../../shapes/problem';
import { bursts, finding, serverCache, trait } from '../fsx-shared';
import { diskIops } from '../fsx-volumes';
import { diskMBps, isSecond, pairsInUse, PERFORMANCE, serverOf, throughputSetting } from './limits';
import type { FsxOntap } from './schema';

const THROUGHPUT = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/managing-throughput-capacity.html';
/** Of the largest throughput: what it wants beside itself. {@link THROUGHPUT} */
const LARGEST = { first: 4096, second: 6144, storageGiB: 5120, iops: 160_000 };

/** Findings about servers of a throughput that is on offer, MB/s of each pair. */
export function checkServers(config: FsxOntap, each: number): Problem[] {
  return [...reach(config, each), ...largest(config, each), ...cached(config, each)];
}

/** What the file servers carry of the disk operations, and of what the disks move. */
function reach(config: FsxOntap, each: number): Problem[] {
  const { diskIops: asked, haPairs } = config;
  const { iops } = serverOf(config, each);
  const [carried, burst] = [haPairs * iops.baseline, haPairs * iops.burst];
  const found: Problem[] = [];
  // Those that come with the storage cost nothing, reached or not.
  if (asked !== 'automatic' && asked > carried && asked <= burst) {
    const message =
      `${asked} disk operations a second are provisioned, and file servers of ${each} MB/s carry ${carried} of them ` +
      'at all times: more only while credits last';
    found.push(trait('IopsBurst', 'diskIops', message, PERFORMANCE));
  } else if (asked !== 'automatic' && asked > carried) {
    const doubt = isSecond(config) ? ' (by the largest, in proportion: no page says it)' : '';
    const more = burst > carried ? ` and burst to ${burst}` : '';
    const servers = `file servers of ${haPairs * each} MB/s carry ${carried}${more}${doubt}`;
    const message = `found ${asked}; ${servers}: more is never reached`;
    found.push(finding('warning', 'IopsOutOfReach', 'diskIops', message, PERFORMANCE));
  }
  const disks = Math.floor(diskMBps(config));
  if (disks < haPairs * each) {
    const message =
      `${config.storageGiB} GiB of SSD move about ${disks} MB/s (768 for each TiB), file servers ${haPairs * each}: ` +
      'more is only reached from their caches';
    found.push(finding('advice', 'DisksLimit', 'storageGiB', message, PERFORMANCE));
  }
  return found;
}

/** What short trials and small data measure in place of the disks. */
function cached(config: FsxOntap, each: number): Problem[] {
  const setting = throughputSetting(config);
  const { disk, memoryGB, nvmeGB } = serverOf(config, each);
  const pairs = pairsInUse(config);
  const doubt = isSecond(config) ? ' about (by the first generation: no page says it)' : '';
  const all = { memoryGB: pairs * memoryGB, nvmeGB: pairs * nvmeGB };
  return [
    ...(disk.burst > disk.baseline ? [bursts(setting, disk, PERFORMANCE)] : []),
    serverCache(setting, `file servers of ${pairs * each} MB/s have${doubt}`, all, PERFORMANCE),
  ];
}

/** What the largest throughput wants beside itself: whether AWS refuses less, no page says. */
function largest(config: FsxOntap, each: number): Problem[] {
  const setting = throughputSetting(config);
  const { storageGiB, haPairs } = config;
  if (isSecond(config)) {
    if (each < LARGEST.second || storageGiB >= LARGEST.storageGiB * haPairs) return [];
    const message =
      `${each} MB/s of a pair may want ${LARGEST.storageGiB} GiB of SSD for each, as the largest of the first ` +
      `generation does; found ${storageGiB} for ${haPairs}`;
    return [finding('warning', 'LargestThroughput', setting, message, THROUGHPUT)];
  }
  if (each < LARGEST.first || (storageGiB >= LARGEST.storageGiB && diskIops(config) >= LARGEST.iops)) return [];
  const message =
    `${each} MB/s want ${LARGEST.storageGiB} GiB of SSD and ${LARGEST.iops} disk operations a second at least; found ` +
    `${storageGiB} and ${diskIops(config)}: AWS may refuse it, or it is not reached`;
  return [finding('warning', 'LargestThroughput', setting, message, THROUGHPUT)];
}
