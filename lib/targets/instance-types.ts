/**
 * What instance types are, of `instance-types.json`, where each number has its source: the network, the processors and
 * the memory of one host, its way to volumes of EBS, its disks, its adapters.
 */
import data from './instance-types.json';
import type { ModelledRate } from './model';

export interface Hardware {
  readonly vcpus: number;
  readonly memoryBytes: number;
  /** Bytes a second in each direction: EC2 networks are full duplex. */
  readonly network: ModelledRate;
}

/** Baseline and most; one number where they are equal. */
type Rates = readonly number[];

/** What is known of one type; what is not known is left out. */
interface Row {
  readonly gbps?: Rates;
  readonly vcpus?: number;
  readonly ebsMbps?: Rates;
  readonly ebsIops?: Rates;
  readonly ebsVolumes?: number;
  readonly disks?: {
    readonly count: number;
    readonly gb: number;
    readonly readIops: number;
    readonly writeIops: number;
  };
}

const TYPES: Readonly<Record<string, Row>> = data.types;
const MEMORY: Readonly<Record<string, number>> = data.memoryGiBPerVcpu;
const EFA: Readonly<Record<string, readonly string[]>> = data.efa;

/** Bytes a second in a Gbit/s. */
const GBPS = 1e9 / 8;
const GIB = 1024 ** 3;
/**
 * Seconds that a host sends at its burst rate: "typically from 5 to 60 minutes, depending on the instance size"
 * (https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html). The least is assumed.
 */
const BURST_SECONDS = 300;
/** For types that are not in the tables. Assumed: as a general purpose machine of the fifth generation. */
const UNKNOWN_FAMILY = 'm5';
const UNKNOWN_SIZE = '2xlarge';

/** Processors of an instance type, where they are known; undefined where {@link getHardware} assumes them. */
export function findVcpus(instanceType: string): number | undefined {
  return isKnown(instanceType) ? getHardware(instanceType).vcpus : undefined;
}

/** Sizes of the T family that its name does not tell: all of T3 and later have two (same guide). */
const SMALL_T: Readonly<Record<string, number>> = { 't1.micro': 1, 't2.nano': 1, 't2.micro': 1, 't2.small': 1 };
const SMALL = /^t\d[a-z]*\.(nano|micro|small|medium)$/;

/**
 * Processors of an instance type as a quota counts them: known ones, and those that the name tells; undefined for all
 * others, as of metal without a size. What no rule holds for is left out: most hosts of HPC have fewer than their size
 * says.
 */
export function findQuotaVcpus(instanceType: string): number | undefined {
  const known = findVcpus(instanceType) ?? SMALL_T[instanceType];
  if (known !== undefined) return known;
  if (SMALL.test(instanceType)) return 2;
  const [family = '', size = ''] = instanceType.split('.');
  if (family === '' || /^hpc(?!7g$)/.test(family)) return undefined;
  const metal = /^metal-(\d+)xl$/.exec(size)?.[1];
  if (metal !== undefined) return 4 * Number(metal);
  return /^(medium|large|\d*xlarge)$/.test(size) ? toVcpus(size) : undefined;
}

/** Whether network, processors and memory of a type are in the tables here. */
export function isKnown(instanceType: string): boolean {
  return TYPES[instanceType]?.gbps !== undefined;
}

/** The type whose network, processors and memory stand for those of one that is not in the tables. */
export function getAssumedType(instanceType: string): string {
  const [, size = ''] = instanceType.split('.');
  return `${UNKNOWN_FAMILY}.${isKnown(`${UNKNOWN_FAMILY}.${size}`) ? size : UNKNOWN_SIZE}`;
}

/** The machine of an instance type; of one that is not known, what a machine of its size would be. */
export function getHardware(instanceType: string): Hardware {
  const found = isKnown(instanceType) ? instanceType : getAssumedType(instanceType);
  const [family = '', size = ''] = found.split('.');
  const vcpus = TYPES[instanceType]?.vcpus ?? toVcpus(size);
  return {
    vcpus,
    memoryBytes: Math.round(vcpus * (MEMORY[family] ?? Number.NaN) * GIB),
    network: toRate(TYPES[found]?.gbps ?? [], GBPS, BURST_SECONDS),
  };
}

function toRate([baseline = 0, burst = baseline]: Rates, unit: number, seconds: number): ModelledRate {
  return { baseline: baseline * unit, burst: burst * unit, burstSeconds: burst > baseline ? seconds : 0 };
}

/** `medium` has one processor, `large` two, `xlarge` four, `Nxlarge` four times N. */
function toVcpus(size: string): number {
  if (size === 'medium') return 1;
  if (size === 'large') return 2;
  return 4 * Number(/^(\d+)xlarge$/.exec(size)?.[1] ?? 1);
}

/** The way of one host to its volumes of EBS, all of them together. */
export interface EbsLink {
  /** Bytes a second. */
  readonly bandwidth: ModelledRate;
  /** Operations a second of 16 KiB. */
  readonly iops: ModelledRate;
}

/** Bytes a second in a Mbit/s. */
const MBPS = 1e6 / 8;
/**
 * Types whose baseline is below their maximum reach that "for 30 minutes at least once every 24 hours, after which they
 * revert to their baseline performance" (EC2 instance types guide).
 */
const EBS_BURST_SECONDS = 1800;

/** The way of a host of a type to its volumes; null where it is not known here, or the type has none of its own. */
export function findEbsLink(instanceType: string): EbsLink | null {
  const { ebsMbps, ebsIops } = TYPES[instanceType] ?? {};
  if (ebsMbps === undefined || ebsIops === undefined) return null;
  return { bandwidth: toRate(ebsMbps, MBPS, EBS_BURST_SECONDS), iops: toRate(ebsIops, 1, EBS_BURST_SECONDS) };
}

/** Of most types, and assumed of those that are not known here. */
const EBS_VOLUMES = 27;

/** Volumes that a host of a type takes beside its root. */
export function getMaxDataVolumes(instanceType: string): number {
  return (TYPES[instanceType]?.ebsVolumes ?? EBS_VOLUMES) - 1;
}

/** Where the numbers of disks stand. */
export const INSTANCE_DISKS = 'https://docs.aws.amazon.com/ec2/latest/instancetypes/so.html#so_instance-store';

export interface InstanceDisks {
  readonly count: number;
  /** Of each; the guide says GB. */
  readonly bytes: number;
  /** Operations a second of all disks, at most. */
  readonly readIops: number;
  readonly writeIops: number;
}

const GB = 1e9;

/** Disks of an instance type; `none` where it is known to have none, null where nothing is known of it. */
export function findDisks(instanceType: string): InstanceDisks | 'none' | null {
  const { disks } = TYPES[instanceType] ?? {};
  if (disks !== undefined) {
    const { count, gb, readIops, writeIops } = disks;
    return { count, bytes: gb * GB, readIops, writeIops };
  }
  const [family = ''] = instanceType.split('.');
  const known = data.withoutDisks.includes(family) || WITH_DISKS.some((type) => type.startsWith(`${family}.`));
  return known ? 'none' : null;
}

/** Types with disks that are as small as a host can be, for messages. */
export const WITH_DISKS: readonly string[] = Object.entries(TYPES).flatMap(([type, { disks }]) =>
  disks !== undefined && /\.(?:large|2?xlarge)$/.test(type) ? [type] : [],
);

/** Types of which one is likely at hand, with an adapter that FSx for Lustre takes. */
const EFA_EXAMPLES = 'c6in.32xlarge, c7gn.16xlarge or m7i.48xlarge';

/** Why hosts of a type cannot reach a file system by EFA; `sure` where the pages say so. Null where they can. */
export function explainNoEfa(instanceType: string): { readonly sure: boolean; readonly why: string } | null {
  const [family = '', size = ''] = instanceType.split('.');
  const sizes = EFA[family];
  if (sizes?.includes(size) === true) return null;
  const take = `take ${EFA_EXAMPLES}`;
  if (data.withoutEfa.includes(family) || family === 'trn2')
    return {
      sure: true,
      why: `Lustre takes no adapter of ${family}: it needs Nitro 4 or later, and not trn2; ${take}`,
    };
  if (sizes === undefined || size.startsWith('metal'))
    return { sure: false, why: `whether it has an adapter that Lustre takes is not known here; for sure ${take}` };
  return { sure: true, why: `of ${family} only ${sizes.join(', ')} ${sizes.length > 1 ? 'have' : 'has'} one` };
}
