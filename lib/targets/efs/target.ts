/** Amazon EFS, in all zones of a Region or in one. */
import texts from '../messages.json';
import * as z from 'zod';
import type { Fixture } from '../../shapes/fixture';
import { type TransferBytes, type PricedAmount, makeStorageItems } from '../../shapes/price';
import type { MountContext, Target, MountRefusal, FoundTarget } from '../contract';
import type { KernelMount } from '../kernel-mount';
import { mountFixture } from '../mount-fixture';
import { diffNfsMount as byNfs, mountOptions, mountVariables } from '../nfs-mount';
import { change, DURATIONS, requests } from './requests';
import { check, quotas } from './check';
import { GIB, STORED_GIB_PER_MIB } from './limits';
import { getProvisioned, model, modelFastest } from './model';
import { type Efs, type EfsMount, mountSchema, schema } from './schema';

/** With elastic throughput, the monthly price depends on the moved bytes. */
const BILLED_BY_BYTES = 'AWS bills each GiB read and written: the price assumes the measured rate for every hour';

/** `prepare.sh` installs it from the repositories of the image, which only Amazon Linux has. */
const AMAZON_LINUX_ONLY: MountRefusal = {
  sure: true,
  why: texts.onlyAmazon,
  source: 'https://docs.aws.amazon.com/efs/latest/ug/installing-amazon-efs-utils.html',
};

/** https://aws.amazon.com/efs/pricing/ */
const storage = makeStorageItems('efs');

/** Monthly, provisioned throughput. */
export function lineItems({ zone, provisionedMiBps = 0 }: Efs): readonly PricedAmount[] {
  const item = `EFS ${zone}, ${provisionedMiBps} MiB/s provisioned`;
  return [storage(item, 'throughput.provisioned', provisionedMiBps)];
}

/** Monthly, stored data in the standard class. */
export function storedItems({ zone }: Efs, bytes: number): readonly PricedAmount[] {
  const amount = bytes / GIB;
  const item = `EFS ${zone}, ${Number(amount.toFixed(2))} GiB stored`;
  return [storage(item, `storage.standard.${zone === 'one-zone' ? 'one_zone' : 'regional'}`, amount)];
}

/** Monthly with the stored data of the spec: throughput included with it is not billed. */
export function monthItems(config: Efs): readonly PricedAmount[] {
  const { provisionedMiBps = 0, storedGiB } = config;
  const billed = Math.max(0, provisionedMiBps - storedGiB / STORED_GIB_PER_MIB);
  return [...storedItems(config, storedGiB * GIB), ...lineItems({ ...config, provisionedMiBps: billed })];
}

/** Once for each GiB: moved bytes with elastic throughput, in one zone as in all. */
export function transferItems(
  { throughputMode, zone }: Efs,
  { read, written }: TransferBytes,
): readonly PricedAmount[] {
  if (throughputMode !== 'elastic') return [];
  const item = (what: string): string => `EFS ${zone}, elastic, GiB ${what} (simulated)`;
  return [
    storage(item('read'), 'throughput.elastic.read', read / GIB),
    storage(item('written'), 'throughput.elastic.write', written / GIB),
  ];
}

/** Address of the mount helper, from which the kernel mounts. */
const TUNNEL = '127.0.0.1:';

/** Differences between the spec and the kernel. */
function diffMount(mount: EfsMount, kernel: KernelMount): readonly string[] {
  const wrong = byNfs(mount, kernel);
  if (kernel.type === '' || kernel.source.startsWith(TUNNEL) === mount.tls) return wrong;
  const found = mount.tls
    ? `requested tls, but the kernel mounts ${kernel.source}, which is not a tunnel`
    : `the kernel mounts the tunnel ${kernel.source} without \`tls: true\``;
  return [...wrong, found];
}

const SHELL = ['clock', 'host', 'status', 'package', 'volume', 'nfs'];

/** Assumed: the client is part of the system or installed in seconds, and mounts in seconds. */
const SECONDS = { expectedSeconds: 15, timeoutSeconds: 1500 };

/** As in the EFS guide, in addition to common options: reconnects use another port. */
const EFS_OPTIONS = ['noresvport', 'retrans=2'];

function mount(options: EfsMount, place: MountContext): Fixture {
  const variables = { ...mountVariables(options, formatOptions(options)), ...(options.tls ? { EFS_TLS: 'yes' } : {}) };
  return mountFixture(place, {
    shell: SHELL,
    up: { comment: 'Mounts EFS, and creates the folder of the host.', variables, files: ['prepare.sh'] },
    down: { comment: 'Unmounts EFS.', files: ['down.sh'] },
    ...SECONDS,
  });
}

/** For `mount -o`: EFS rejects `nconnect` with any value. */
function formatOptions(mount: EfsMount): string {
  const all = mountOptions(mount).split(',');
  return [...all.filter((option) => !option.startsWith('nconnect=')), ...EFS_OPTIONS].join(',');
}

export const efs: Target<Efs, EfsMount> = {
  kind: 'efs',
  summary: 'Amazon EFS with elastic, bursting or provisioned throughput, in all zones of a Region or in one.',
  local: false,
  schema,
  mountSchema,
  check,
  requests,
  toConfig,
  change,
  userData: () => '',
  mount: (_config, options, place) => mount(mountSchema.parse(options), place),
  diffMount: (_config, options, kernel) => diffMount(options, kernel),
  checkImage: (image, _config, options) =>
    options?.tls === true && image !== 'al2023' ? AMAZON_LINUX_ONLY : undefined,
  getProvisioned,
  // Stored data is not a setting of the created file system.
  identity: ({ storedGiB: _, ...own }) => own,
  remarks: ({ throughputMode }) => (throughputMode === 'elastic' ? [BILLED_BY_BYTES] : []),
  quotas,
  lineItems,
  usage: { stored: storedItems, moved: transferItems, mostMoving: modelFastest, perMonth: monthItems },
  model,
  durations: DURATIONS,
  teardownSeconds: () => DURATIONS.mountTargets.delete.seconds + DURATIONS.delete.seconds,
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
 * Stored data is the current size in whole GiB. Without `kmsKeyId`: EFS reports a key for every encrypted file system,
 * requested or not.
 */
export function toConfig({ fileSystem }: FoundTarget): Efs | null {
  const read = responseSchema.safeParse(fileSystem);
  if (!read.success) return null;
  const { ThroughputMode, ProvisionedThroughputInMibps: provisioned, ...its } = read.data;
  const settings = schema.safeParse({
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
