/** Rules of FSx for Lustre beyond single settings, and what its settings do to measurements. */
import type { Problem } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { finding, trait } from '../fsx-shared';
import { automaticMetadataIops, GUIDE, METADATA, PERFORMANCE, tierOf } from './limits';
import type { FsxLustre, Persistent } from './schema';

const API = 'https://docs.aws.amazon.com/fsx/latest/APIReference';
const CREATE = `${API}/API_CreateFileSystem.html`;
const METADATA_API = `${API}/API_CreateFileSystemLustreMetadataConfiguration.html`;
const QUOTAS = `${GUIDE}/limits.html`;

/** GiB of all file systems of a deployment type together that an account may have at first. */
const QUOTA_GIB = 100_800;
const METADATA_STEPS: readonly number[] = [1500, 3000, 6000];
const METADATA_STEP = 12_000;
const METADATA_MOST = 192_000;
/** A storage target of SSD has about this many GiB. */
const TARGET_GIB = 1200;

/** All file systems of a deployment type count together, whichever throughput they have. */
export function quotas({ deploymentType, storageGiB }: FsxLustre): readonly QuotaUse[] {
  return [{ of: `GiB of ${deploymentType}`, amount: storageGiB, most: QUOTA_GIB, source: QUOTAS }];
}

/** Findings with paths relative to the target's entry. */
export function check(config: FsxLustre): readonly Problem[] {
  return [
    ...storage(config),
    ...(config.deploymentType === 'PERSISTENT_2' ? metadata(config) : []),
    ...stripes(config),
    ...advice(config),
  ];
}

function storage({ storageGiB, deploymentType }: FsxLustre): Problem[] {
  const fits = storageGiB === 1200 || storageGiB % 2400 === 0;
  if (!fits) {
    const near = [
      storageGiB <= 1200 ? 1200 : Math.floor(storageGiB / 2400) * 2400,
      Math.ceil(storageGiB / 2400) * 2400,
    ];
    const message =
      `found ${storageGiB}; ${deploymentType} has 1200 GiB, 2400 GiB or a multiple of 2400 GiB: ` +
      `write ${[...new Set(near.map((size) => Math.max(size, 1200)))].join(' or ')}`;
    return [finding('error', 'BadStorage', 'storageGiB', message, CREATE)];
  }
  if (storageGiB <= QUOTA_GIB) return [];
  const message =
    `found ${storageGiB}; an account may have ${QUOTA_GIB} GiB of ${deploymentType} at first, all file systems ` +
    'together: ask for a higher quota before';
  return [finding('warning', 'OverQuota', 'storageGiB', message, QUOTAS)];
}

function metadata({ metadataIops, storageGiB }: Persistent): Problem[] {
  if (typeof metadataIops !== 'number') return [];
  const fits =
    METADATA_STEPS.includes(metadataIops) || (metadataIops % METADATA_STEP === 0 && metadataIops <= METADATA_MOST);
  if (!fits) {
    const message =
      `found ${metadataIops}; allowed: 1500, 3000, 6000, or a multiple of ${METADATA_STEP} up to ${METADATA_MOST}, ` +
      'or automatic';
    return [finding('error', 'BadMetadataIops', 'metadataIops', message, METADATA_API)];
  }
  const automatic = automaticMetadataIops(storageGiB);
  if (metadataIops < automatic) {
    const message =
      `found ${metadataIops}, less than the ${automatic} that \`automatic\` gives ${storageGiB} GiB for nothing; ` +
      'AWS does not say whether it takes that';
    return [finding('warning', 'LittleMetadataIops', 'metadataIops', message, METADATA)];
  }
  return [];
}

function stripes({ stripeCount, storageGiB }: FsxLustre): Problem[] {
  const targets = Math.ceil(storageGiB / TARGET_GIB);
  if (stripeCount === undefined || stripeCount <= targets) return [];
  const message =
    `found ${stripeCount}; ${storageGiB} GiB are about ${targets} storage ${targets === 1 ? 'target' : 'targets'}, ` +
    'and a file has no more stripes than there are: -1 says all';
  return [finding('advice', 'ManyStripes', 'stripeCount', message, `${GUIDE}/performance.html#striping-data`)];
}

function advice(config: FsxLustre): Problem[] {
  const found: Problem[] = [];
  const { network, read } = tierOf(config);
  const setting = config.deploymentType === 'SCRATCH_2' ? 'deploymentType' : 'perUnitMBps';
  if (network.burst > network.baseline) {
    const disk = read.burst > read.baseline ? `, its disks from ${read.baseline} to ${read.burst}` : '';
    const message =
      `bursts: from ${network.baseline} to ${network.burst} MB/s for each TiB on the network${disk}, while credits ` +
      'last; short trials on a new file system measure the burst, only long ones what stays';
    found.push(trait('Bursts', setting, message, PERFORMANCE));
  }
  if (config.compression === 'LZ4') {
    const message =
      'data that compresses moves less to the disks than is counted, and data of load generators compresses like no ' +
      "one's own: numbers with LZ4 are true for that data only";
    found.push(trait('Compression', 'compression', message, `${GUIDE}/data-compression.html`));
  }
  return found;
}
