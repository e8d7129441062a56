/** What FSx for ONTAP offers and carries. AWS publishes the first generation whole, of the second some points. */
import type { FsxOntap } from './schema';

const GUIDE = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide';
/** Where numbers of file servers stand. */
export const PERFORMANCE = `${GUIDE}/performance.html`;

type Type = Pick<FsxOntap, 'deploymentType'>;

/** MB/s of one pair of file servers: API reference, CreateFileSystemOntapConfiguration, ThroughputCapacityPerHAPair. */
const THROUGHPUTS: Readonly<Record<FsxOntap['deploymentType'], readonly number[]>> = {
  SINGLE_AZ_1: [128, 256, 512, 1024, 2048, 4096],
  MULTI_AZ_1: [128, 256, 512, 1024, 2048, 4096],
  SINGLE_AZ_2: [1536, 3072, 6144],
  MULTI_AZ_2: [384, 768, 1536, 3072, 6144],
};

/**
 * Disk operations a second that a pair of the first generation carries, by its throughput: {@link PERFORMANCE}, 2023.
 */
const FIRST_IOPS: Readonly<Record<number, number>> = {
  128: 6000,
  256: 12_000,
  512: 18_750,
  1024: 40_000,
  2048: 80_000,
  4096: 160_000,
};
/** Of the second generation its largest pair; smaller ones in proportion, which no page says. */
const SECOND_IOPS = { throughput: 6144, iops: 200_000 };

/** Most disk operations a second that can be provisioned: {@link PERFORMANCE}. */
export const MOST_IOPS = { first: 160_000, secondPerPair: 200_000 };
/** What a TiB of SSD moves: {@link PERFORMANCE}. */
const MBPS_PER_TIB = 768;

/** Of the second generation; it alone says its throughput by the pair. */
export function isSecond({ deploymentType }: Type): boolean {
  return deploymentType.endsWith('_2');
}

/** Whether it stands in two zones: every write waits for both. */
export function isMultiZone({ deploymentType }: Type): boolean {
  return deploymentType.startsWith('MULTI_AZ');
}

/** Throughputs of one pair that a deployment type has, MB/s. */
export function throughputs({ deploymentType }: Type): readonly number[] {
  return THROUGHPUTS[deploymentType];
}

/** The setting that says the throughput. */
export function throughputSetting(config: Type): 'throughputMBps' | 'throughputMBpsPerPair' {
  return isSecond(config) ? 'throughputMBpsPerPair' : 'throughputMBps';
}

/** MB/s of one pair; undefined where that is not on offer, or not said. */
export function perPair(config: FsxOntap): number | undefined {
  const asked = config[throughputSetting(config)];
  return asked !== undefined && throughputs(config).includes(asked) ? asked : undefined;
}

/** What the disks move, MB/s, however much the file servers could. */
export function diskMBps({ storageGiB }: Pick<FsxOntap, 'storageGiB'>): number {
  return (MBPS_PER_TIB * storageGiB) / 1024;
}

/** Disk operations a second that one pair carries. */
export function carriedIops(config: Type, throughput: number): number {
  return isSecond(config)
    ? Math.floor((SECOND_IOPS.iops * throughput) / SECOND_IOPS.throughput)
    : (FIRST_IOPS[throughput] ?? 0);
}

/** Pairs on which volumes lie: a FlexVol is on one. ONTAP guide, Volume styles. */
export function pairsInUse({ haPairs, volumes: { count, constituents } }: FsxOntap): number {
  return constituents === undefined ? Math.min(haPairs, count) : haPairs;
}
