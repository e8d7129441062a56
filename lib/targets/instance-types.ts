/** Hardware of EC2 instance types: network, vCPUs, memory, EBS performance, local disks, adapters. */
import exceptions from './instance-tables/exceptions.json';
import { findRow, listFamily, type RateRange } from './instance-tables/rows';
import type { ModelledRate } from './model';

export interface HostHardware {
  readonly vcpus: number;
  readonly memoryBytes: number;
  /** Bytes a second in each direction: EC2 networks are full duplex. */
  readonly network: ModelledRate;
}

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
  return findRow(instanceType)?.vcpus;
}

/**
 * vCPUs of an instance type in quotas: known numbers, or the number that the name implies; undefined for others, such
 * as metal without a size. HPC types are omitted, because most have fewer than their size implies.
 */
export function findQuotaVcpus(instanceType: string): number | undefined {
  const known = findVcpus(instanceType);
  if (known !== undefined) return known;
  const [family = '', size = ''] = instanceType.split('.');
  if (family === '' || family.startsWith('hpc')) return undefined;
  const metal = /^metal-(\d+)xl$/.exec(size)?.[1];
  if (metal !== undefined) return 4 * Number(metal);
  return /^(medium|large|\d*xlarge)$/.test(size) ? toVcpus(size) : undefined;
}

/** Whether network, vCPUs and memory of a type are in the tables. */
export function isKnownType(instanceType: string): boolean {
  return findRow(instanceType)?.gbps !== undefined;
}

/** The type whose hardware is assumed for a type that is not in the tables. */
export function getAssumedType(instanceType: string): string {
  const [, size = ''] = instanceType.split('.');
  return `${UNKNOWN_FAMILY}.${isKnownType(`${UNKNOWN_FAMILY}.${size}`) ? size : UNKNOWN_SIZE}`;
}

/** Hardware of an instance type. For an unknown type, hardware of a similar type of its size. */
export function getHardware(instanceType: string): HostHardware {
  const row = findRow(isKnownType(instanceType) ? instanceType : getAssumedType(instanceType));
  return {
    vcpus: row?.vcpus ?? Number.NaN,
    memoryBytes: Math.round((row?.memoryGiB ?? Number.NaN) * GIB),
    network: toRate(row?.gbps ?? [], GBPS, NETWORK_BURST_SECONDS),
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

/**
 * EBS performance of a type; null if unknown, or if the type has no dedicated bandwidth.
 * @param volumes evenly loaded volumes, which alternate over the EBS cards of the type: the card with most of them
 *   limits all. Default: as many on each card.
 */
export function findEbsLink(instanceType: string, volumes?: number): EbsLink | null {
  const { ebsMbps, ebsIops, ebsCards = 1 } = findRow(instanceType) ?? {};
  if (ebsMbps === undefined || ebsIops === undefined) return null;
  const share = volumes === undefined ? 1 : volumes / (Math.ceil(volumes / ebsCards) * ebsCards);
  return {
    bandwidth: toRate(ebsMbps, share * MBPS, EBS_BURST_SECONDS),
    iops: toRate(ebsIops, share, EBS_BURST_SECONDS),
  };
}

/** EBS cards of a type: a volume uses one of them, and shares its rates. One for unknown types. */
export function getEbsCards(instanceType: string): number {
  return findRow(instanceType)?.ebsCards ?? 1;
}

/** Maximum data volumes of most types, and assumed for unknown types. */
const DEFAULT_MAX_VOLUMES = 27;

export function getMaxDataVolumes(instanceType: string): number {
  return (findRow(instanceType)?.ebsVolumes ?? DEFAULT_MAX_VOLUMES) - 1;
}

export const INSTANCE_DISKS_URL = 'https://docs.aws.amazon.com/ec2/latest/instancetypes/so.html#so_instance-store';

export interface InstanceDisks {
  readonly count: number;
  /** Capacity of each disk, bytes. AWS lists GB. */
  readonly bytes: number;
  /** Maximum IOPS of all disks; undefined if unknown. */
  readonly readIops: number | undefined;
  readonly writeIops: number | undefined;
}

const GB = 1e9;
const DISK_IOPS: Readonly<Record<string, readonly number[] | undefined>> = exceptions.diskIops;

/** Local NVMe disks of an instance type; `none` if it has none, null if unknown. */
export function findInstanceDisks(instanceType: string): InstanceDisks | 'none' | null {
  const row = findRow(instanceType);
  if (row === null || row.disks === 'unknown') return null;
  if (row.disks === undefined) return 'none';
  const [count = 0, gb = 0] = row.disks;
  const [readIops, writeIops] = DISK_IOPS[instanceType] ?? [];
  return { count, bytes: gb * GB, readIops, writeIops };
}

/** Common types with an adapter that FSx for Lustre supports. */
const EFA_EXAMPLES = 'c6in.32xlarge, c7gn.16xlarge or m7i.48xlarge';

/** Why hosts of a type cannot use EFA; `sure` if documented. Null if they can. */
export function explainNoEfa(instanceType: string): { readonly sure: boolean; readonly why: string } | null {
  const [family = ''] = instanceType.split('.');
  const row = findRow(instanceType);
  const take = `use ${EFA_EXAMPLES}`;
  if (exceptions.withoutLustreEfa.includes(family))
    return {
      sure: true,
      why: `Lustre does not support adapters of ${family}: it needs Nitro 4 or later, except trn2; ${take}`,
    };
  if (row?.hasEfa === true && exceptions.lustreEfa.includes(family)) return null;
  if (row === null || row.hasEfa)
    return { sure: false, why: `it is unknown here whether its adapter works with Lustre; to be sure, ${take}` };
  const having = listFamily(family).filter((type) => findRow(type)?.hasEfa === true);
  if (having.length === 0) return { sure: true, why: `no type of ${family} has an adapter; ${take}` };
  const sizes = having.map((type) => type.slice(family.length + 1)).join(', ');
  return { sure: true, why: `in ${family}, only ${sizes} ${having.length > 1 ? 'have' : 'has'} an adapter` };
}
