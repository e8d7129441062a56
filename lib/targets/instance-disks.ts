/**
 * NVMe disks that instance types come with. EC2 instance types guide, "Instance store specifications" of the storage
 * optimized families: number and size of the disks, and operations a second of all of them together, with blocks of
 * 4096 bytes and a full queue.
 */

/** Where the numbers stand. */
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
/** `<type> <disks>x<GB each> <reads>/<writes>`. */
const TABLE = [
  'i3.large 1x475 103125/35000',
  'i3.xlarge 1x950 206250/70000',
  'i3.2xlarge 1x1900 412500/180000',
  'i3.4xlarge 2x1900 825000/360000',
  'i3.8xlarge 4x1900 1650000/720000',
  'i3.16xlarge 8x1900 3300000/1440000',
  'i3.metal 8x1900 3300000/1440000',
  'i3en.large 1x1250 42500/32500',
  'i3en.xlarge 1x2500 85000/65000',
  'i3en.2xlarge 2x2500 170000/130000',
  'i3en.3xlarge 1x7500 250000/200000',
  'i3en.6xlarge 2x7500 500000/400000',
  'i3en.12xlarge 4x7500 1000000/800000',
  'i3en.24xlarge 8x7500 2000000/1600000',
  'i3en.metal 8x7500 2000000/1600000',
  'i4g.large 1x468 31250/25000',
  'i4g.xlarge 1x937 62500/50000',
  'i4g.2xlarge 1x1875 125000/100000',
  'i4g.4xlarge 1x3750 250000/200000',
  'i4g.8xlarge 2x3750 500000/400000',
  'i4g.16xlarge 4x3750 1000000/800000',
  'i4i.large 1x468 50000/27500',
  'i4i.xlarge 1x937 100000/55000',
  'i4i.2xlarge 1x1875 200000/110000',
  'i4i.4xlarge 1x3750 400000/220000',
  'i4i.8xlarge 2x3750 800000/440000',
  'i4i.12xlarge 3x3750 1200000/660000',
  'i4i.16xlarge 4x3750 1600000/880000',
  'i4i.24xlarge 6x3750 2400000/1320000',
  'i4i.32xlarge 8x3750 3200000/1760000',
  'i4i.metal 8x3750 3200000/1760000',
];

const DISKS: ReadonlyMap<string, InstanceDisks> = new Map(TABLE.map(read));

/**
 * Families whose disks are in the table above, or that have none: the guide gives their types no instance store. Of all
 * others nothing is known here.
 */
const KNOWN = new Set(['i3', 'i3en', 'i4g', 'i4i', 'c5', 'c5n', 'c6in', 'c7gn', 'm5', 'm6i', 'm7g', 'm7i', 't2', 't3']);

/** Disks of an instance type; `none` where it is known to have none, null where nothing is known of it. */
export function disksOf(instanceType: string): InstanceDisks | 'none' | null {
  const found = DISKS.get(instanceType);
  if (found !== undefined) return found;
  const [family = ''] = instanceType.split('.');
  return KNOWN.has(family) ? 'none' : null;
}

/** Types with disks that are as small as a host can be, for messages. */
export const WITH_DISKS: readonly string[] = [...DISKS.keys()].filter((type) => /\.(?:large|2?xlarge)$/.test(type));

function read(row: string): [string, InstanceDisks] {
  const [type = '', disks = '', iops = ''] = row.split(' ');
  const [count = 0, size = 0] = disks.split('x').map(Number);
  const [readIops = 0, writeIops = 0] = iops.split('/').map(Number);
  return [type, { count, bytes: size * GB, readIops, writeIops }];
}
