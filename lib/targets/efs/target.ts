/** Amazon EFS, in all zones of a Region or in one. */
import texts from '../messages.json';
import * as z from 'zod';
import type { Fixture } from '../../shapes/fixture';
import { isAmazonLinux } from '../../shapes/images';
import { type TransferBytes, type PricedAmount, makeStorageItems } from '../../shapes/price';
import type { MountContext, Target, MountRefusal, FoundTarget } from '../contract';
import type { KernelMount } from '../kernel-mount';
import { makeMountFixture } from '../mount-fixture';
import { diffNfsMount as byNfs, formatNfsOptions, toMountValues } from '../nfs-mount';
import { planEfsChange, makeEfsRequests } from './requests';
import { DURATIONS } from './durations';
import { checkEfs, listEfsQuotas } from './check';
import { GIB, STORED_GIB_PER_MIB } from './limits';
import { getEfsProvisioned, modelEfs, modelFastestEfs } from './model';
import { type Efs, type EfsMount, efsMountSchema, efsSchema } from './schema';

/** Caveat: with elastic throughput, the monthly price depends on the transferred bytes. */
const BILLED_BY_BYTES =
  'AWS bills each GiB moved: the price is for the rate of the threshold, else the measured rate, in every hour';

/** `prepare.sh` installs the mount helper from package repositories that only Amazon Linux has. */
const AMAZON_LINUX_ONLY: MountRefusal = {
  sure: true,
  why: texts.onlyAmazon,
  source: 'https://docs.aws.amazon.com/efs/latest/ug/installing-amazon-efs-utils.html',
};

/** https://aws.amazon.com/efs/pricing/ */
const toItem = makeStorageItems('efs');

/** Monthly, provisioned throughput. */
export function listEfsLineItems({ zone, provisionedMiBps = 0 }: Efs): readonly PricedAmount[] {
  const item = `EFS ${zone}, ${provisionedMiBps} MiB/s provisioned`;
  return [toItem(item, 'throughput.provisioned', provisionedMiBps)];
}

/** Monthly, stored data in the standard class. */
export function listStoredItems({ zone }: Efs, bytes: number): readonly PricedAmount[] {
  const amount = bytes / GIB;
  const item = `EFS ${zone}, ${Number(amount.toFixed(2))} GiB stored`;
  return [toItem(item, `storage.standard.${zone === 'one-zone' ? 'one_zone' : 'regional'}`, amount)];
}

/** Monthly items with the stored data of the spec, without the throughput that stored data includes. */
export function listMonthItems(config: Efs): readonly PricedAmount[] {
  const { provisionedMiBps = 0, storedGiB } = config;
  const billed = Math.max(0, provisionedMiBps - storedGiB / STORED_GIB_PER_MIB);
  return [...listStoredItems(config, storedGiB * GIB), ...listEfsLineItems({ ...config, provisionedMiBps: billed })];
}

/** One-time items for each GiB transferred with elastic throughput. The price is equal in one zone and in all zones. */
export function listTransferItems(
  { throughputMode, zone }: Efs,
  { read, written }: TransferBytes,
): readonly PricedAmount[] {
  if (throughputMode !== 'elastic') return [];
  const item = (what: string): string => `EFS ${zone}, elastic, GiB ${what} (simulated)`;
  return [
    toItem(item('read'), 'throughput.elastic.read', read / GIB),
    toItem(item('written'), 'throughput.elastic.write', written / GIB),
  ];
}

/** Address of the mount helper, from which the kernel mounts. */
const TUNNEL_ADDRESS = '127.0.0.1:';

function diffEfsMount(mount: EfsMount, kernel: KernelMount): readonly string[] {
  const wrong = byNfs(mount, kernel);
  if (kernel.type === '' || kernel.source.startsWith(TUNNEL_ADDRESS) === mount.tls) return wrong;
  const found = mount.tls
    ? `requested tls, but the kernel mounts ${kernel.source}, which is not a tunnel`
    : `the kernel mounts the tunnel ${kernel.source} without \`tls: true\``;
  return [...wrong, found];
}

const SHELL_FILES = ['clock', 'host', 'status', 'package', 'volume', 'nfs'];

/** Assumed: the client is part of the system or installed in seconds, and mounts in seconds. */
const MOUNT_SECONDS = { expectedSeconds: 15, timeoutSeconds: 1500 };

/** As in the EFS guide, in addition to common options: reconnects use another port. */
const EFS_MOUNT_OPTIONS = ['noresvport', 'retrans=2'];

function mountEfs(options: EfsMount, place: MountContext): Fixture {
  const variables = { ...toMountValues(options, formatOptions(options)), ...(options.tls ? { EFS_TLS: 'yes' } : {}) };
  return makeMountFixture(place, {
    shell: SHELL_FILES,
    up: { comment: 'Mounts EFS, and creates the folder of the host.', variables, files: ['prepare.sh'] },
    down: { comment: 'Unmounts EFS.', files: ['down.sh'] },
    ...MOUNT_SECONDS,
  });
}

/** For `mount -o`: EFS rejects `nconnect` with any value. */
function formatOptions(mount: EfsMount): string {
  const all = formatNfsOptions(mount).split(',');
  return [...all.filter((option) => !option.startsWith('nconnect=')), ...EFS_MOUNT_OPTIONS].join(',');
}

export const efs: Target<Efs, EfsMount> = {
  kind: 'efs',
  summary: 'Amazon EFS with elastic, bursting or provisioned throughput, in all zones of a Region or in one.',
  local: false,
  schema: efsSchema,
  check: checkEfs,
  change: planEfsChange,
  // Stored data is not a setting of the created file system.
  identity: ({ storedGiB: _, ...own }) => own,
  mounting: {
    schema: efsMountSchema,
    mount: (_config, options, place) => mountEfs(efsMountSchema.parse(options), place),
    diffMount: (_config, options, kernel) => diffEfsMount(options, kernel),
    checkImage: (image, _config, options) =>
      options?.tls === true && !isAmazonLinux(image) ? AMAZON_LINUX_ONLY : undefined,
  },
  performance: {
    getProvisioned: getEfsProvisioned,
    model: modelEfs,
    remarks: ({ throughputMode }) => (throughputMode === 'elastic' ? [BILLED_BY_BYTES] : []),
  },
  prices: {
    lineItems: listEfsLineItems,
    usage: { stored: listStoredItems, moved: listTransferItems, mostMoving: modelFastestEfs, perMonth: listMonthItems },
  },
  resources: {
    requests: makeEfsRequests,
    toConfig: toEfsConfig,
    quotas: listEfsQuotas,
    durations: DURATIONS,
    teardownSeconds: () => DURATIONS.mountTargets.delete.seconds + DURATIONS.delete.seconds,
  },
};

/** Settings in DescribeFileSystems; FSx has no throughput mode. */
const responseSchema = z.object({
  ThroughputMode: z.string(),
  PerformanceMode: z.string(),
  ProvisionedThroughputInMibps: z.number().optional(),
  AvailabilityZoneName: z.string().optional(),
  Encrypted: z.boolean().default(false),
  SizeInBytes: z.object({ Value: z.number() }),
});

/**
 * Settings of a created file system. `storedGiB` is the current size in whole GiB. Omits `kmsKeyId`, because EFS
 * reports a key for every encrypted file system, requested or not.
 */
export function toEfsConfig({ fileSystem }: FoundTarget): Efs | null {
  const read = responseSchema.safeParse(fileSystem);
  if (!read.success) return null;
  const { ThroughputMode, ProvisionedThroughputInMibps: provisioned, ...its } = read.data;
  const settings = efsSchema.safeParse({
    kind: 'efs',
    zone: its.AvailabilityZoneName === undefined ? 'regional' : 'one-zone',
    throughputMode: ThroughputMode,
    ...(provisioned === undefined ? {} : { provisionedMiBps: provisioned }),
    performanceMode: its.PerformanceMode,
    encrypted: its.Encrypted,
    storedGiB: Math.round(its.SizeInBytes.Value / GIB),
  });
  return settings.success ? settings.data : null;
}
