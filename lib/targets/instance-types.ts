/** What the machines of a fleet can do, by instance type: the network, the processors and the memory of one host. */
import type { ModelledRate } from './model';

export interface Machine {
  readonly vcpus: number;
  readonly memoryBytes: number;
  /** Bytes a second in each direction: EC2 networks are full duplex. */
  readonly network: ModelledRate;
}

/** Gbit/s baseline, Gbit/s burst. */
type Gbps = readonly [baseline: number, burst: number];

interface Family {
  readonly memoryGiBPerVcpu: number;
  readonly sizes: Readonly<Record<string, Gbps>>;
}

/**
 * Baseline and burst bandwidth from the tables "Network specifications" of the EC2 instance types guide,
 * https://docs.aws.amazon.com/ec2/latest/instancetypes/co.html and its sisters gp.html and so.html. Of t2 it says only
 * "low to moderate": its number is assumed.
 */
const FAMILIES: Readonly<Record<string, Family>> = {
  c5: family(
    2,
    'large 0.75/10, xlarge 1.25/10, 2xlarge 2.5/10, 4xlarge 5/10, 9xlarge 12, 12xlarge 12, ' +
      '18xlarge 25, 24xlarge 25',
  ),
  c5n: family(2.625, 'large 3/25, xlarge 5/25, 2xlarge 10/25, 4xlarge 15/25, 9xlarge 50, 18xlarge 100, metal 100'),
  c6in: family(
    2,
    'large 3.125/25, xlarge 6.25/30, 2xlarge 12.5/40, 4xlarge 25/50, 8xlarge 50, 12xlarge 75, ' +
      '16xlarge 100, 24xlarge 150, 32xlarge 200, metal 200',
  ),
  c7gn: family(
    2,
    'medium 3.125/25, large 6.25/30, xlarge 12.5/40, 2xlarge 25/50, 4xlarge 50, 8xlarge 100, ' +
      '12xlarge 150, 16xlarge 200, metal 200',
  ),
  i3en: family(
    8,
    'large 2.1/25, xlarge 4.2/25, 2xlarge 8.4/25, 3xlarge 12.5/25, 6xlarge 25, 12xlarge 50, 24xlarge 100',
  ),
  m5: family(
    4,
    'large 0.75/10, xlarge 1.25/10, 2xlarge 2.5/10, 4xlarge 5/10, 8xlarge 10, 12xlarge 12, ' +
      '16xlarge 20, 24xlarge 25',
  ),
  m6i: family(
    4,
    'large 0.781/12.5, xlarge 1.562/12.5, 2xlarge 3.125/12.5, 4xlarge 6.25/12.5, 8xlarge 12.5, ' +
      '12xlarge 18.75, 16xlarge 25, 24xlarge 37.5',
  ),
  m7g: family(
    4,
    'large 0.937/12.5, xlarge 1.876/12.5, 2xlarge 3.75/15, 4xlarge 7.5/15, 8xlarge 15, 12xlarge 22.5, 16xlarge 30',
  ),
  m7i: family(
    4,
    'large 0.781/12.5, xlarge 1.562/12.5, 2xlarge 3.125/12.5, 4xlarge 6.25/12.5, 8xlarge 12.5, ' +
      '12xlarge 18.75, 16xlarge 25, 24xlarge 37.5, 48xlarge 50, metal-24xl 37.5, metal-48xl 50',
  ),
  t2: family(2, 'small 0.125/1'),
  t3: family(2, 'small 0.128/5, medium 0.256/5, large 0.512/5'),
};

/** Processors where the size does not tell: metal, and burstable types (same guide, "Performance specifications"). */
const VCPUS: Readonly<Record<string, number>> = {
  'c5n.metal': 72,
  'c6in.metal': 128,
  'c7gn.metal': 64,
  'm7i.metal-24xl': 96,
  'm7i.metal-48xl': 192,
  't2.small': 1,
  't3.small': 2,
  't3.medium': 2,
  't3.large': 2,
};

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

/** Processors of an instance type, where they are known; undefined where {@link machineOf} assumes them. */
export function knownVcpus(instanceType: string): number | undefined {
  return isKnown(instanceType) ? machineOf(instanceType).vcpus : undefined;
}

/** Sizes of the T family that its name does not tell: all of T3 and later have two (same guide). */
const SMALL_T: Readonly<Record<string, number>> = { 't1.micro': 1, 't2.nano': 1, 't2.micro': 1, 't2.small': 1 };
const SMALL = /^t\d[a-z]*\.(nano|micro|small|medium)$/;

/**
 * Processors of an instance type as a quota counts them: known ones, and those that the name tells; undefined for all
 * others, as of metal without a size. What no rule holds for is left out: most hosts of HPC have fewer than their size
 * says.
 */
export function countedVcpus(instanceType: string): number | undefined {
  const known = knownVcpus(instanceType) ?? SMALL_T[instanceType];
  if (known !== undefined) return known;
  if (SMALL.test(instanceType)) return 2;
  const [family = '', size = ''] = instanceType.split('.');
  if (family === '' || /^hpc(?!7g$)/.test(family)) return undefined;
  const metal = /^metal-(\d+)xl$/.exec(size)?.[1];
  if (metal !== undefined) return 4 * Number(metal);
  return /^(medium|large|\d*xlarge)$/.test(size) ? vcpusOf(size) : undefined;
}

/** Whether network, processors and memory of a type are in the tables here. */
export function isKnown(instanceType: string): boolean {
  const [family = '', size = ''] = instanceType.split('.');
  return FAMILIES[family]?.sizes[size] !== undefined;
}

/** The type whose network, processors and memory stand for those of one that is not in the tables. */
export function assumedFor(instanceType: string): string {
  const [, size = ''] = instanceType.split('.');
  return `${UNKNOWN_FAMILY}.${FAMILIES[UNKNOWN_FAMILY]?.sizes[size] === undefined ? UNKNOWN_SIZE : size}`;
}

/** The machine of an instance type; of one that is not known, what a machine of its size would be. */
export function machineOf(instanceType: string): Machine {
  const [family = '', size = ''] = instanceType.split('.');
  const known = FAMILIES[family]?.sizes[size] === undefined ? UNKNOWN_FAMILY : family;
  const { memoryGiBPerVcpu, sizes } = FAMILIES[known] as Family;
  const found = sizes[size] === undefined ? UNKNOWN_SIZE : size;
  const [baseline, burst] = sizes[found] as Gbps;
  const vcpus = VCPUS[instanceType] ?? vcpusOf(found);
  return {
    vcpus,
    memoryBytes: Math.round(vcpus * memoryGiBPerVcpu * GIB),
    network: { baseline: baseline * GBPS, burst: burst * GBPS, burstSeconds: burst > baseline ? BURST_SECONDS : 0 },
  };
}

/** `medium` has one processor, `large` two, `xlarge` four, `Nxlarge` four times N. */
function vcpusOf(size: string): number {
  if (size === 'medium') return 1;
  if (size === 'large') return 2;
  return 4 * Number(/^(\d+)xlarge$/.exec(size)?.[1] ?? 1);
}

/** @param table sizes with their Gbit/s, baseline and burst, `large 0.75/10, metal 100` */
function family(memoryGiBPerVcpu: number, table: string): Family {
  const sizes = table.split(', ').map((entry): [string, Gbps] => {
    const [size = '', rates = ''] = entry.split(' ');
    const [baseline = 0, burst = baseline] = rates.split('/').map(Number);
    return [size, [baseline, burst]];
  });
  return { memoryGiBPerVcpu, sizes: Object.fromEntries(sizes) };
}
