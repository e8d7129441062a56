/** Amazon EFS, in all zones of a Region or in one. */
import texts from '../messages.json';
import * as z from 'zod';
import type { Fixture } from '../../shapes/fixture';
import { type TransferBytes, type PricedAmount, storageItems } from '../../shapes/price';
import type { MountContext, Target, MountRefusal, FoundTarget } from '../contract';
import type { KernelMount } from '../kernel-mount';
import { mountFixture } from '../mount-fixture';
import { diffNfsMount as byNfs, mountOptions, mountVariables } from '../nfs-mount';
import { change, DURATIONS, requests } from './requests';
import { check, quotas } from './check';
import { GIB, STORED_GIB_PER_MIB } from './limits';
import { getProvisioned, model, modelFastest } from './model';
import { type Efs, type EfsMount, mountSchema, schema } from './schema';

/** Of elastic: no price of a month knows what will be moved in it. */
const BILLED_BY_BYTES =
  'each GiB that is read and written is billed: its price is that of an hour at the rate that was measured';

/** `prepare.sh` installs it from the repositories of the image, which others do not have it in. */
const AMAZON_LINUX_ONLY: MountRefusal = {
  sure: true,
  why: texts.onlyAmazon,
  source: 'https://docs.aws.amazon.com/efs/latest/ug/installing-amazon-efs-utils.html',
};

/** https://aws.amazon.com/efs/pricing/ */
const storage = storageItems('efs');

/** By the month: all that is provisioned. */
export function lineItems({ zone, provisionedMiBps = 0 }: Efs): readonly PricedAmount[] {
  const item = `EFS ${zone}, ${provisionedMiBps} MiB/s provisioned`;
  return [storage(item, 'throughput.provisioned', provisionedMiBps)];
}

/** By the month: what is stored, in the class of what is in use. */
export function storedItems({ zone }: Efs, bytes: number): readonly PricedAmount[] {
  const amount = bytes / GIB;
  const item = `EFS ${zone}, ${Number(amount.toFixed(2))} GiB stored`;
  return [storage(item, `storage.standard.${zone === 'one-zone' ? 'one_zone' : 'regional'}`, amount)];
}

/** Of a system that holds what a spec says: what comes with stored data is not billed as provisioned. */
export function monthItems(config: Efs): readonly PricedAmount[] {
  const { provisionedMiBps = 0, storedGiB } = config;
  const billed = Math.max(0, provisionedMiBps - storedGiB / STORED_GIB_PER_MIB);
  return [...storedItems(config, storedGiB * GIB), ...lineItems({ ...config, provisionedMiBps: billed })];
}

/** By the GiB, once: what was moved where throughput is elastic, in one zone as in all. */
export function transferItems(
  { throughputMode, zone }: Efs,
  { read, written }: TransferBytes,
): readonly PricedAmount[] {
  if (throughputMode !== 'elastic') return [];
  const item = (what: string): string => `EFS ${zone}, elastic, GiB ${what} (modelled)`;
  return [
    storage(item('read'), 'throughput.elastic.read', read / GIB),
    storage(item('written'), 'throughput.elastic.write', written / GIB),
  ];
}

/** Where the mount helper listens: the kernel mounts from there, and knows nothing of what is behind. */
const TUNNEL = '127.0.0.1:';

/** What is not as it was asked for. */
function diffMount(mount: EfsMount, kernel: KernelMount): readonly string[] {
  const wrong = byNfs(mount, kernel);
  if (kernel.type === '' || kernel.source.startsWith(TUNNEL) === mount.tls) return wrong;
  const found = mount.tls
    ? `tls was asked for, the kernel has ${kernel.source}, which is no tunnel`
    : `the kernel has a tunnel, ${kernel.source}, which nobody asked for`;
  return [...wrong, found];
}

const SHELL = ['clock', 'host', 'status', 'package', 'volume', 'nfs'];

/** Assumed: the client is part of the system, or installed in seconds, and mounted in seconds. */
const SECONDS = { expectedSeconds: 15, timeoutSeconds: 1500 };

/** As the EFS guide has it beside what all have: a lost connection is made anew from another port. */
const EFS_OPTIONS = ['noresvport', 'retrans=2'];

/** The file system, mounted on the hosts of some roles. */
function mount(options: EfsMount, place: MountContext): Fixture {
  const variables = { ...mountVariables(options, formatOptions(options)), ...(options.tls ? { EFS_TLS: 'yes' } : {}) };
  return mountFixture(place, {
    shell: SHELL,
    up: { comment: 'Mounts EFS, and makes the folder of the host.', variables, files: ['prepare.sh'] },
    down: { comment: 'Unmounts EFS.', files: ['down.sh'] },
    ...SECONDS,
  });
}

/** For `mount -o`: EFS refuses `nconnect`, whatever its value. */
function formatOptions(mount: EfsMount): string {
  const all = mountOptions(mount).split(',');
  return [...all.filter((option) => !option.startsWith('nconnect=')), ...EFS_OPTIONS].join(',');
}

/** The kind `efs`. */
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
  // What would be stored is no part of what is made.
  identity: ({ storedGiB: _, ...own }) => own,
  remarks: ({ throughputMode }) => (throughputMode === 'elastic' ? [BILLED_BY_BYTES] : []),
  quotas,
  lineItems,
  usage: { stored: storedItems, moved: transferItems, mostMoving: modelFastest, perMonth: monthItems },
  model,
  durations: DURATIONS,
  teardownSeconds: () => DURATIONS.mountTargets.delete.seconds + DURATIONS.delete.seconds,
};

/** What of DescribeFileSystems says a setting; FSx has no throughput mode. */
const responseSchema = z.object({
  ThroughputMode: z.string(),
  PerformanceMode: z.string(),
  ProvisionedThroughputInMibps: z.number().optional(),
  AvailabilityZoneName: z.string().optional(),
  Encrypted: z.boolean().default(false),
  SizeInBytes: z.object({ Value: z.number() }),
});

/**
 * What is stored is what it holds now, in whole GiB. Without `kmsKeyId`: EFS tells a key of every encrypted one, and
 * not whether it was asked for.
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
