/** What FSx for ONTAP offers and carries. AWS publishes the first generation whole, of the second some points. */
import { ensure } from '../../shapes/errors';
import type { ServerCache } from '../fsx-shared';
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

/** What a pair of file servers has. MB/s, operations a second, GB. */
export interface OntapServer extends ServerCache {
  /** To hosts, at all times. */
  readonly network: number;
  readonly disk: { readonly baseline: number; readonly burst: number };
  readonly iops: { readonly baseline: number; readonly burst: number };
}

type Row = readonly [throughput: number, network: number, memory: number, nvme: number, iops: number];

/**
 * Pairs of the first generation: table of {@link PERFORMANCE} as it was in 2023, "NVMe caching" of Multi-AZ only. Of
 * 4096 MB/s, which came later, only the disk operations are known; the rest is twice that of 2048, assumed.
 */
const FIRST: readonly Row[] = [
  [128, 150, 16, 150, 6000],
  [256, 300, 32, 300, 12_000],
  [512, 625, 32, 600, 18_750],
  [1024, 1500, 64, 1200, 40_000],
  [2048, 3125, 128, 2400, 80_000],
  [4096, 6250, 256, 4800, 160_000],
];
/** What smaller pairs of the first generation burst to: same table. */
const FIRST_BURST = { disk: 600, iops: 18_750 };
/** Per MB/s of a pair of the second generation: as of the largest of that table, assumed. */
const SECOND_PER_MBPS = { network: 3125 / 2048, memoryGB: 128 / 2048, nvmeGB: 2400 / 2048 };
/** Of the second generation its largest pair; smaller ones in proportion, which no page says. */
const SECOND_IOPS = { throughput: 6144, iops: 200_000 };

/** Most disk operations a second that can be provisioned: {@link PERFORMANCE}. */
export const MAX_IOPS = { first: 160_000, secondPerPair: 200_000 };
/** What a TiB of SSD moves: {@link PERFORMANCE}. */
const MBPS_PER_TIB = 768;

/** Of the second generation; it alone says its throughput by the pair. */
export function isSecondGen({ deploymentType }: Type): boolean {
  return deploymentType.endsWith('_2');
}

/** Whether it stands in two zones: every write waits for both. */
export function isMultiZone({ deploymentType }: Type): boolean {
  return deploymentType.startsWith('MULTI_AZ');
}

/** Throughputs of one pair that a deployment type has, MB/s. */
export function listThroughputs({ deploymentType }: Type): readonly number[] {
  return THROUGHPUTS[deploymentType];
}

/** The setting that says the throughput. */
export function throughputSetting(config: Type): 'throughputMBps' | 'throughputMBpsPerPair' {
  return isSecondGen(config) ? 'throughputMBpsPerPair' : 'throughputMBps';
}

/** MB/s of one pair; undefined where that is not on offer, or not said. */
export function findPairMBps(config: FsxOntap): number | undefined {
  const asked = config[throughputSetting(config)];
  return asked !== undefined && listThroughputs(config).includes(asked) ? asked : undefined;
}

/** What the disks move, MB/s, however much the file servers could. */
export function diskMBps({ storageGiB }: Pick<FsxOntap, 'storageGiB'>): number {
  return (MBPS_PER_TIB * storageGiB) / 1024;
}

/**
 * A pair of file servers of this throughput. Of the second generation the page says that each server reads from memory
 * and from NVMe, and not how much.
 */
export function getServer(config: Type, throughput: number): OntapServer {
  if (isSecondGen(config)) {
    const of = (perMBps: number): number => Math.round(perMBps * throughput);
    const operations = Math.floor((SECOND_IOPS.iops * throughput) / SECOND_IOPS.throughput);
    return {
      network: of(SECOND_PER_MBPS.network),
      memoryGB: of(SECOND_PER_MBPS.memoryGB),
      nvmeGB: of(SECOND_PER_MBPS.nvmeGB),
      disk: { baseline: throughput, burst: throughput },
      iops: { baseline: operations, burst: operations },
    };
  }
  const row = FIRST.find(([one]) => one === throughput);
  const [, network, memoryGB, nvmeGB, operations] = ensure(row, `an ONTAP pair of ${throughput} MB/s`);
  return {
    network,
    memoryGB,
    nvmeGB: isMultiZone(config) ? nvmeGB : 0,
    disk: { baseline: throughput, burst: Math.max(throughput, FIRST_BURST.disk) },
    iops: { baseline: operations, burst: Math.max(operations, FIRST_BURST.iops) },
  };
}

/** Pairs on which volumes lie: a FlexVol is on one. ONTAP guide, Volume styles. */
export function countPairs({ haPairs, luns, volumes: { count, constituents } }: FsxOntap): number {
  return luns === undefined && constituents === undefined ? Math.min(haPairs, count) : haPairs;
}
