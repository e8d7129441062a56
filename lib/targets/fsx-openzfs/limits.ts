/** Rates of FSx for OpenZFS by throughput, from AWS's performance page. Omits lower rates of some Regions. */
import type { FsxOpenZfs } from './schema';

const GUIDE_URL = 'https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide';
export const PERFORMANCE_URL = `${GUIDE_URL}/performance-ssd.html`;

/** Rates of a file server: MB/s, IOPS, GB. */
export interface ZfsServer {
  readonly network: { readonly baseline: number; readonly burst: number };
  readonly disk: { readonly baseline: number; readonly burst: number };
  readonly iops: { readonly baseline: number; readonly burst: number };
  readonly memoryGB: number;
  /** NVMe cache (L2ARC); 0 without one. */
  readonly nvmeGB: number;
}

type Row = readonly [throughput: number, memory: number, nvme: number, network: number, burst: number, iops: number];

/**
 * Tables "Single-AZ 1" (all other Regions), "Single-AZ 2" and "Multi-AZ" (the fastest Regions) of {@link
 * PERFORMANCE_URL}: network rates from cache, disk IOPS.
 */
const FIRST_GEN: readonly Row[] = [
  [64, 2, 0, 200, 3200, 2500],
  [128, 4, 0, 400, 3200, 5000],
  [256, 8, 0, 800, 3200, 10_000],
  [512, 16, 0, 1600, 3200, 20_000],
  [1024, 32, 0, 3200, 3200, 40_000],
  [2048, 64, 0, 6400, 6400, 80_000],
  [3072, 96, 0, 9600, 9600, 120_000],
  [4096, 128, 0, 12_800, 12_800, 160_000],
];
const SECOND_GEN: readonly Row[] = [
  [160, 8, 40, 375, 3125, 6250],
  [320, 16, 80, 775, 3750, 12_500],
  [640, 32, 160, 1550, 5000, 25_000],
  [1280, 64, 320, 3125, 6250, 50_000],
  [2560, 128, 640, 6250, 6250, 100_000],
  [3840, 192, 960, 9375, 9375, 150_000],
  [5120, 256, 1280, 12_500, 12_500, 200_000],
  [7680, 384, 1920, 18_750, 18_750, 300_000],
  [10_240, 512, 2560, 21_000, 21_000, 400_000],
];
/** Burst rates of small servers: disk throughput and IOPS. */
const DISK_BURSTS = {
  first: { throughput: 1024, iops: 40_000 },
  second: { throughput: 3125, iops: 100_000 },
};

/** Whether the servers are first generation. MULTI_AZ_1 has second-generation servers, without NVMe cache. */
function isFirstGen({ deploymentType }: Pick<FsxOpenZfs, 'deploymentType'>): boolean {
  return deploymentType === 'SINGLE_AZ_1' || deploymentType === 'SINGLE_AZ_HA_1';
}

/** Whether it is in two zones: every write waits for both. */
export function isMultiZone({ deploymentType }: Pick<FsxOpenZfs, 'deploymentType'>): boolean {
  return deploymentType === 'MULTI_AZ_1';
}

export function listThroughputs(config: Pick<FsxOpenZfs, 'deploymentType'>): readonly number[] {
  return (isFirstGen(config) ? FIRST_GEN : SECOND_GEN).map(([throughput]) => throughput);
}

/** Whether a second server takes over after a failure. */
export function isHighlyAvailable({ deploymentType }: Pick<FsxOpenZfs, 'deploymentType'>): boolean {
  return deploymentType.includes('_HA_') || isMultiZone({ deploymentType });
}

/** The file server of a configuration; undefined if its throughput is not offered. */
export function findServer(config: Pick<FsxOpenZfs, 'deploymentType' | 'throughputMBps'>): ZfsServer | undefined {
  const first = isFirstGen(config);
  const row = (first ? FIRST_GEN : SECOND_GEN).find(([throughput]) => throughput === config.throughputMBps);
  if (row === undefined) return undefined;
  const [throughput, memoryGB, nvmeGB, network, burst, iops] = row;
  const most = first ? DISK_BURSTS.first : DISK_BURSTS.second;
  // Network and disks burst together.
  const bursts = burst > network;
  return {
    network: { baseline: network, burst },
    disk: { baseline: throughput, burst: bursts ? most.throughput : throughput },
    iops: { baseline: iops, burst: bursts ? most.iops : iops },
    memoryGB,
    nvmeGB: isMultiZone(config) ? 0 : nvmeGB,
  };
}

/** Maximum write rate of a file system in two zones, MB/s, for any server. Same page. */
export const MULTI_ZONE_WRITE_MBPS = 7500;
