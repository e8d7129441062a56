/** Rates of FSx for ONTAP. AWS publishes the first generation completely, and parts of the others. */
import { ensure } from '../../shapes/errors';
import type { ServerCache } from '../fsx-shared';
import type { FsxOntap } from './schema';

const GUIDE_URL = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide';
export const PERFORMANCE_URL = `${GUIDE_URL}/performance.html`;

type DeploymentChoice = Pick<FsxOntap, 'deploymentType'>;

/** MB/s of one pair of file servers: API reference, CreateFileSystemOntapConfiguration, ThroughputCapacityPerHAPair. */
const PAIR_THROUGHPUTS_MBPS: Readonly<Record<FsxOntap['deploymentType'], readonly number[]>> = {
  SINGLE_AZ_1: [128, 256, 512, 1024, 2048, 4096],
  MULTI_AZ_1: [128, 256, 512, 1024, 2048, 4096],
  SINGLE_AZ_2: [1536, 3072, 6144],
  MULTI_AZ_2: [384, 768, 1536, 3072, 6144],
  SINGLE_AZ_3: [1536, 3072, 6144, 12_288, 18_432],
  MULTI_AZ_3: [384, 768, 1536, 3072, 6144, 12_288, 18_432],
};

/** Rates of a pair of file servers: MB/s, IOPS, GB. */
export interface OntapServer extends ServerCache {
  /** Sustained rate to hosts. */
  readonly network: number;
  readonly disk: { readonly baseline: number; readonly burst: number };
  readonly iops: { readonly baseline: number; readonly burst: number };
}

type ServerRow = readonly [throughput: number, network: number, memory: number, nvme: number, iops: number];

/**
 * Pairs of the first generation: table of {@link PERFORMANCE_URL} in 2023, "NVMe caching" for Multi-AZ only. For 4096
 * MB/s, added later, AWS publishes only the IOPS; the rest is assumed to be twice that of 2048 MB/s.
 */
const FIRST_GEN_SERVERS: readonly ServerRow[] = [
  [128, 150, 16, 150, 6000],
  [256, 300, 32, 300, 12_000],
  [512, 625, 32, 600, 18_750],
  [1024, 1500, 64, 1200, 40_000],
  [2048, 3125, 128, 2400, 80_000],
  [4096, 6250, 256, 4800, 160_000],
];
/** Bursts of the smaller pairs of the first generation. Same table. */
const FIRST_GEN_BURSTS = { disk: 600, iops: 18_750 };
/** Rates for each MB/s of a pair of later generations. Assumed: those of the largest first-generation pair. */
const LATER_PER_MBPS = { network: 3125 / 2048, memoryGB: 128 / 2048, nvmeGB: 2400 / 2048 };
/** Most IOPS of a pair of later generations, reached by the largest of the second; assumed: others in proportion. */
const LATER_IOPS = { throughput: 6144, iops: 200_000 };

/** Maximum provisioned disk IOPS: {@link PERFORMANCE_URL}. */
export const MAX_DISK_IOPS = { first: 160_000, secondPerPair: 200_000 };
/** MB/s of a TiB of SSD: {@link PERFORMANCE_URL}. */
const MBPS_PER_TIB = 768;

/** Whether throughput is set for each pair: in the second and third generation. */
export function hasPairThroughput({ deploymentType }: { readonly deploymentType: string }): boolean {
  return !deploymentType.endsWith('_1');
}

/** Whether it can have several pairs: those in one zone with a throughput for each pair. */
export function canHavePairs(config: DeploymentChoice): boolean {
  return hasPairThroughput(config) && !isMultiZone(config);
}

/** Whether it is in two zones: every write waits for both. */
export function isMultiZone({ deploymentType }: DeploymentChoice): boolean {
  return deploymentType.startsWith('MULTI_AZ');
}

/** Throughputs that a deployment type offers for one pair, MB/s. */
export function listThroughputs({ deploymentType }: DeploymentChoice): readonly number[] {
  return PAIR_THROUGHPUTS_MBPS[deploymentType];
}

export function getThroughputSetting(config: DeploymentChoice): 'throughputMBps' | 'throughputMBpsPerPair' {
  return hasPairThroughput(config) ? 'throughputMBpsPerPair' : 'throughputMBps';
}

/** Throughput of one pair, MB/s; undefined if it is missing or not offered. */
export function findPairMBps(config: FsxOntap): number | undefined {
  const requested = config[getThroughputSetting(config)];
  return requested !== undefined && listThroughputs(config).includes(requested) ? requested : undefined;
}

/** Disk throughput, MB/s, independent of the file servers. */
export function getDiskMBps({ storageGiB }: Pick<FsxOntap, 'storageGiB'>): number {
  return (MBPS_PER_TIB * storageGiB) / 1024;
}

/** A pair of file servers. For later generations, AWS documents memory and NVMe caches without sizes. */
export function getOntapServer(config: DeploymentChoice, throughput: number): OntapServer {
  if (hasPairThroughput(config)) {
    const of = (perMBps: number): number => Math.round(perMBps * throughput);
    const operations = Math.floor(LATER_IOPS.iops * Math.min(1, throughput / LATER_IOPS.throughput));
    return {
      network: of(LATER_PER_MBPS.network),
      memoryGB: of(LATER_PER_MBPS.memoryGB),
      nvmeGB: of(LATER_PER_MBPS.nvmeGB),
      disk: { baseline: throughput, burst: throughput },
      iops: { baseline: operations, burst: operations },
    };
  }
  const row = FIRST_GEN_SERVERS.find(([one]) => one === throughput);
  const [, network, memoryGB, nvmeGB, operations] = ensure(row, `an ONTAP pair of ${throughput} MB/s`);
  return {
    network,
    memoryGB,
    nvmeGB: isMultiZone(config) ? nvmeGB : 0,
    disk: { baseline: throughput, burst: Math.max(throughput, FIRST_GEN_BURSTS.disk) },
    iops: { baseline: operations, burst: Math.max(operations, FIRST_GEN_BURSTS.iops) },
  };
}

/** Number of pairs that the volumes use. A FlexVol is on one pair. ONTAP guide, Volume styles. */
export function countUsedPairs({ haPairs, luns, volumes: { count, constituents } }: FsxOntap): number {
  return luns === undefined && constituents === undefined ? Math.min(haPairs, count) : haPairs;
}
