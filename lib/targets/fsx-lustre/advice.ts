/** What settings of FSx for Lustre do to measurements and to prices. */
import type { Problem } from '../../shapes/problem';
import { finding, trait } from '../fsx-shared';
import { GUIDE, LESSER_BURST, PERFORMANCE, readCacheGiB, TIERED_PERFORMANCE, tierOf } from './limits';
import { type FsxLustre, hasEfa, isHardDisk, isScratch, isTiered, sizeOf, type Tiered } from './settings/config';

const PRICING = 'https://aws.amazon.com/fsx/lustre/pricing/';
/** A storage target of SSD has about this many GiB. */
const TARGET_GIB = 1200;

/** Advice for a configuration that breaks no rule. */
export function advice(config: FsxLustre): Problem[] {
  return [
    ...stripes(config),
    ...bursts(config),
    ...compression(config),
    ...older(config),
    ...driveCache(config),
    ...(isTiered(config) ? tiered(config) : []),
    ...adapter(config),
  ];
}

/** How many targets other storage has is told nowhere. */
function stripes(config: FsxLustre): Problem[] {
  const { stripeCount } = config;
  if (isTiered(config) || isHardDisk(config) || hasEfa(config)) return [];
  const storageGiB = sizeOf(config);
  const targets = Math.ceil(storageGiB / TARGET_GIB);
  if (stripeCount === undefined || stripeCount <= targets) return [];
  const message =
    `found ${stripeCount}; ${storageGiB} GiB are about ${targets} storage ${targets === 1 ? 'target' : 'targets'}, ` +
    'and a file has no more stripes than there are: -1 says all';
  return [finding('advice', 'ManyStripes', 'stripeCount', message, `${GUIDE}/performance.html#striping-data`)];
}

function bursts(config: FsxLustre): Problem[] {
  const { network, read, write } = tierOf(config);
  if (network.burst <= network.baseline) return [];
  const writes = write.burst === read.burst ? '' : ` (writes ${write.burst})`;
  const disk = read.burst > read.baseline ? `, its disks from ${read.baseline} to ${read.burst}${writes}` : '';
  // The footnote of the page stands at the older generation alone.
  const regions =
    config.deploymentType === 'PERSISTENT_1' && network.burst > LESSER_BURST
      ? `; in some Regions the network bursts to ${LESSER_BURST} only`
      : '';
  const message =
    `bursts: from ${network.baseline} to ${network.burst} MB/s for each TiB on the network${disk}, while credits ` +
    `last; short trials on a new file system measure the burst, only long ones what stays${regions}`;
  return [trait('Bursts', isScratch(config) ? 'deploymentType' : 'perUnitMBps', message, PERFORMANCE)];
}

function compression({ compression: how }: FsxLustre): Problem[] {
  if (how === 'NONE') return [];
  const message =
    'data that compresses moves less to the disks than is counted, and data of load generators compresses like no ' +
    "one's own: numbers with LZ4 are true for that data only";
  return [trait('Compression', 'compression', message, `${GUIDE}/data-compression.html`)];
}

function older({ deploymentType }: FsxLustre): Problem[] {
  if (deploymentType !== 'SCRATCH_1') return [];
  const message =
    'SCRATCH_2 costs the same, bursts higher, grows in place and encrypts what is on its way; what SCRATCH_1 bursts ' +
    'to AWS does not say, and rehearsals have it without';
  return [trait('OlderType', 'deploymentType', message, `${GUIDE}/using-fsx-lustre.html`)];
}

function driveCache(config: FsxLustre): Problem[] {
  if (!isHardDisk(config) || config.driveCache === 'NONE') return [];
  const cached = config.storageGiB / 5;
  const message =
    `${cached} GiB of SSD keep what was read: reads of less than that, all hosts together, measure the cache once it ` +
    'is filled, not the disks; writes always measure the disks';
  return [trait('ServerCache', 'driveCache', message, PERFORMANCE)];
}

function tiered(config: Tiered): Problem[] {
  const cache = readCacheGiB(config);
  const reads =
    cache === 0
      ? 'what the memory of its servers does not hold is read from the storage behind, tens of milliseconds until ' +
        'the first byte, and each of these requests is billed'
      : `${cache} GiB of SSD keep what was read: data that fit measure the cache once it is filled; what does not ` +
        'fit is read tens of milliseconds later, and each of these requests is billed';
  const bill =
    'what is stored and each request to the storage behind are billed, beside throughput, cache and metadata: the ' +
    'price of a month is reckoned with `storedGiB`, all of it in use; the estimate, and the bill of a ' +
    'rehearsal, have what trials lay out, and their requests as modelled, in blocks of 1 MiB (assumed, AWS tells no ' +
    'size). All metadata IOPS are billed: no page says that some come with it';
  return [
    trait(cache === 0 ? 'NoCache' : 'ServerCache', 'readCacheGiB', reads, TIERED_PERFORMANCE),
    trait('BilledByUse', 'storedGiB', bill, PRICING),
  ];
}

function adapter(config: FsxLustre): Problem[] {
  if (!hasEfa(config)) return [];
  const message =
    'not every Region offers file systems for EFA, and one takes 1024 adapters of hosts at most: each host has one ' +
    'with one network card, and two with several';
  return [trait('EfaOffered', 'efa', message, `${GUIDE}/configure-efa-clients.html`)];
}
