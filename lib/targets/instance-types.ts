/** Data of `instance-types.json` (sources there): network, vCPUs, memory, EBS performance, local disks, adapters. */
import data from './instance-types.json';
import type { ModelledRate } from './model';

export interface HostHardware {
  readonly vcpus: number;
  readonly memoryBytes: number;
  /** Bytes a second in each direction: EC2 networks are full duplex. */
  readonly network: ModelledRate;
}

/** Baseline and maximum rate; one number if they are equal. */
type RateRange = readonly number[];

interface InstanceTypeRow {
  readonly gbps?: RateRange;
  readonly vcpus?: number;
  readonly ebsMbps?: RateRange;
  readonly ebsIops?: RateRange;
  readonly ebsVolumes?: number;
  readonly disks?: {
    readonly count: number;
    readonly gb: number;
    readonly readIops: number;
    readonly writeIops: number;
  };
}

const INSTANCE_TYPES: Readonly<Record<string, InstanceTypeRow>> = data.types;
const MEMORY_GIB_PER_VCPU: Readonly<Record<string, number>> = data.memoryGiBPerVcpu;
const EFA_SIZES: Readonly<Record<string, readonly string[]>> = data.efa;

/** Bytes a second in a Gbit/s. */
const GBPS = 1e9 / 8;
const GIB = 1024 ** 3;
/**
 * Seconds at the burst rate of the network: "typically from 5 to 60 minutes, depending on the instance size"
 * (https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html). The minimum is assumed.
 */
const NETWORK_BURST_SECONDS = 300;
/** Assumed for unknown types: a general purpose instance of the fifth generation. */
const UNKNOWN_FAMILY = 'm5';
const UNKNOWN_SIZE = '2xlarge';

/** vCPUs of an instance type; undefined if {@link getHardware} would assume them. */
export function findVcpus(instanceType: string): number | undefined {
  return isKnownType(instanceType) ? getHardware(instanceType).vcpus : undefined;
}

/** Sizes of the T family with irregular vCPUs: all of T3 and later have two (same guide). */
const SMALL_T_VCPUS: Readonly<Record<string, number>> = { 't1.micro': 1, 't2.nano': 1, 't2.micro': 1, 't2.small': 1 };
const SMALL_T_PATTERN = /^t\d[a-z]*\.(nano|micro|small|medium)$/;

/**
 * vCPUs of an instance type in quotas: known numbers, or the number that the name implies; undefined for others, such
 * as metal without a size. HPC types are omitted, because most have fewer than their size implies.
 */
export function findQuotaVcpus(instanceType: string): number | undefined {
  const known = findVcpus(instanceType) ?? SMALL_T_VCPUS[instanceType];
  if (known !== undefined) return known;
  if (SMALL_T_PATTERN.test(instanceType)) return 2;
  const [family = '', size = ''] = instanceType.split('.');
  if (family === '' || /^hpc(?!7g$)/.test(family)) return undefined;
  const metal = /^metal-(\d+)xl$/.exec(size)?.[1];
  if (metal !== undefined) return 4 * Number(metal);
  return /^(medium|large|\d*xlarge)$/.test(size) ? toVcpus(size) : undefined;
}

/** Whether network, vCPUs and memory of a type are in the tables. */
export function isKnownType(instanceType: string): boolean {
  return INSTANCE_TYPES[instanceType]?.gbps !== undefined;
}

/** The type whose hardware is assumed for a type that is not in the tables. */
export function getAssumedType(instanceType: string): string {
  const [, size = ''] = instanceType.split('.');
  return `${UNKNOWN_FAMILY}.${isKnownType(`${UNKNOWN_FAMILY}.${size}`) ? size : UNKNOWN_SIZE}`;
}

/** Hardware of an instance type. For an unknown type, hardware of a similar type of its size. */
export function getHardware(instanceType: string): HostHardware {
  const found = isKnownType(instanceType) ? instanceType : getAssumedType(instanceType);
  const [family = '', size = ''] = found.split('.');
  const vcpus = INSTANCE_TYPES[instanceType]?.vcpus ?? toVcpus(size);
  return {
    vcpus,
    memoryBytes: Math.round(vcpus * (MEMORY_GIB_PER_VCPU[family] ?? Number.NaN) * GIB),
    network: toRate(INSTANCE_TYPES[found]?.gbps ?? [], GBPS, NETWORK_BURST_SECONDS),
  };
}

function toRate([baseline = 0, burst = baseline]: RateRange, unit: number, seconds: number): ModelledRate {
  return { baseline: baseline * unit, burst: burst * unit, burstSeconds: burst > baseline ? seconds : 0 };
}

/** `medium` has one vCPU, `large` two, `xlarge` four, `Nxlarge` four times N. */
function toVcpus(size: string): number {
  if (size === 'medium') return 1;
  if (size === 'large') return 2;
  return 4 * Number(/^(\d+)xlarge$/.exec(size)?.[1] ?? 1);
}

/** EBS performance of one host, all volumes together. */
export interface EbsLink {
  /** Bytes a second. */
  readonly bandwidth: ModelledRate;
  /** Operations a second of 16 KiB. */
  readonly iops: ModelledRate;
}

/** Bytes a second in a Mbit/s. */
const MBPS = 1e6 / 8;
/**
 * Types with a baseline below their maximum sustain it "for 30 minutes at least once every 24 hours, after which they
 * revert to their baseline performance" (EC2 instance types guide).
 */
const EBS_BURST_SECONDS = 1800;

/** EBS performance of a type; null if unknown, or if the type has no dedicated bandwidth. */
export function findEbsLink(instanceType: string): EbsLink | null {
  const { ebsMbps, ebsIops } = INSTANCE_TYPES[instanceType] ?? {};
  if (ebsMbps === undefined || ebsIops === undefined) return null;
  return { bandwidth: toRate(ebsMbps, MBPS, EBS_BURST_SECONDS), iops: toRate(ebsIops, 1, EBS_BURST_SECONDS) };
}

/** Maximum data volumes of most types, and assumed for unknown types. */
const DEFAULT_MAX_VOLUMES = 27;

export function getMaxDataVolumes(instanceType: string): number {
  return (INSTANCE_TYPES[instanceType]?.ebsVolumes ?? DEFAULT_MAX_VOLUMES) - 1;
}

export const INSTANCE_DISKS_URL = 'https://docs.aws.amazon.com/ec2/latest/instancetypes/so.html#so_instance-store';

export interface InstanceDisks {
  readonly count: number;
  /** Capacity of each disk, bytes. The EC2 guide lists GB. */
  readonly bytes: number;
  /** Maximum IOPS of all disks. */
  readonly readIops: number;
  readonly writeIops: number;
}

const GB = 1e9;

/** Local disks of an instance type; `none` if it has none, null if unknown. */
export function findInstanceDisks(instanceType: string): InstanceDisks | 'none' | null {
  const { disks } = INSTANCE_TYPES[instanceType] ?? {};
  if (disks !== undefined) {
    const { count, gb, readIops, writeIops } = disks;
    return { count, bytes: gb * GB, readIops, writeIops };
  }
  const [family = ''] = instanceType.split('.');
  const known = data.withoutDisks.includes(family) || TYPES_WITH_DISKS.some((type) => type.startsWith(`${family}.`));
  return known ? 'none' : null;
}

/** Small types with local disks, for messages. */
export const TYPES_WITH_DISKS: readonly string[] = Object.entries(INSTANCE_TYPES).flatMap(([type, { disks }]) =>
  disks !== undefined && /\.(?:large|2?xlarge)$/.test(type) ? [type] : [],
);

/** Common types with an adapter that FSx for Lustre supports. */
const EFA_EXAMPLES = 'c6in.32xlarge, c7gn.16xlarge or m7i.48xlarge';

/** Why hosts of a type cannot use EFA; `sure` if documented. Null if they can. */
export function explainNoEfa(instanceType: string): { readonly sure: boolean; readonly why: string } | null {
  const [family = '', size = ''] = instanceType.split('.');
  const sizes = EFA_SIZES[family];
  if (sizes?.includes(size) === true) return null;
  const take = `use ${EFA_EXAMPLES}`;
  if (data.withoutEfa.includes(family) || family === 'trn2')
    return {
      sure: true,
      why: `Lustre does not support adapters of ${family}: it needs Nitro 4 or later, except trn2; ${take}`,
    };
  if (sizes === undefined || size.startsWith('metal'))
    return { sure: false, why: `it is unknown here whether its adapter works with Lustre; to be sure, ${take}` };
  return { sure: true, why: `in ${family}, only ${sizes.join(', ')} ${sizes.length > 1 ? 'have' : 'has'} an adapter` };
}
