/** Limits and included rates of EBS volumes. EC2 API, CreateVolume; EBS guide, volume types. */
import { type ModelledRate, type ModelledCredits, toSteadyRate, type TargetModel, addBurst } from '../model';
import type { Ebs } from './schema';
import type { ProvisionedRates, LimitName } from '../../shapes/metric';
import { DISK_METADATA_RATES } from '../disk-metadata';
import { usesEbsCredits, combineRates } from '../instance-ebs';
import { type EbsLink, findEbsLink } from '../instance-types';

export const VOLUME_TYPES_URL = 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-volume-types.html';
export const CREATE_VOLUME_URL = 'https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVolume.html';

interface VolumeLimits {
  readonly sizeGiB: readonly [least: number, most: number];
  /** Allowed range. Default: IOPS depend on the size. */
  readonly iops?: readonly [least: number, most: number];
  readonly iopsPerGiB?: number;
}

export const VOLUME_LIMITS: Readonly<Record<Ebs['volumeType'], VolumeLimits>> = {
  gp3: { sizeGiB: [1, 65_536], iops: [3000, 80_000], iopsPerGiB: 500 },
  gp2: { sizeGiB: [1, 16_384] },
  io2: { sizeGiB: [4, 65_536], iops: [100, 256_000], iopsPerGiB: 1000 },
  io1: { sizeGiB: [4, 16_384], iops: [100, 64_000], iopsPerGiB: 50 },
  st1: { sizeGiB: [125, 16_384] },
  sc1: { sizeGiB: [125, 16_384] },
};

/** Throughput of gp3, MiB/s; the minimum is included in every volume. */
export const GP3_THROUGHPUT = { least: 125, most: 2000, perIops: 0.25 } as const;
/** IOPS included in gp3. */
export const GP3_IOPS = 3000;

/** Throughput of io2: 256 KiB for each IOPS, up to 4,000 MiB/s. */
const IO2 = { mibPerIops: 0.25, mostMiBps: 4000 } as const;
/** io1: 256 KiB each to 500 MiB/s; above 32,000 IOPS 16 KiB each, to 1,000 MiB/s. */
const IO1 = { mibPerIops: 0.25, mostMiBps: 500, mibPerFastIops: 1 / 64 } as const;
/** gp2: 3 IOPS for each GiB; 5.4 million initial credits for bursts to 3,000. */
const GP2_IOPS = { perGiB: 3, least: 100, most: 16_000, burst: 3000, credits: 5.4e6 } as const;
/** gp2, MiB/s: `small` up to 170 GiB; `large` for 334 GiB or more; in between, `large` while credits last. */
const GP2_MIBPS = { small: 128, large: 250, smallGiB: 170, largeGiB: 334 } as const;
/** Hard disks: MiB/s for each TiB, baseline and burst. Initial credits equal the size of the volume. */
const HDD_RATES = {
  st1: { baseline: 40, burst: 250, most: 500, iops: 500 },
  sc1: { baseline: 12, burst: 80, most: 250, iops: 250 },
} as const;

/** IOPS and MiB/s. */
export interface VolumeRates {
  readonly iops: ModelledRate;
  readonly mibps: ModelledRate;
}

/** Provisioned IOPS, for types that have this setting. */
export function getIops({ volumeType, iops }: Ebs): number {
  return iops ?? VOLUME_LIMITS[volumeType].iops?.[0] ?? 0;
}

/** Rates of all striped volumes together, if evenly loaded. */
export function getTotalRates(config: Ebs): VolumeRates {
  const { iops, mibps } = getVolumeRates(config);
  const all = ({ baseline, burst, burstSeconds }: ModelledRate): ModelledRate => ({
    baseline: config.volumes * baseline,
    burst: config.volumes * burst,
    burstSeconds,
  });
  return { iops: all(iops), mibps: all(mibps) };
}

/** Rates of one volume, baseline and while credits last. */
export function getVolumeRates(config: Ebs): VolumeRates {
  const { volumeType, sizeGiB } = config;
  const iops = getIops(config);
  switch (volumeType) {
    case 'gp3':
      return { iops: toSteadyRate(iops), mibps: toSteadyRate(config.throughputMiBps ?? GP3_THROUGHPUT.least) };
    case 'io2':
      return { iops: toSteadyRate(iops), mibps: toSteadyRate(Math.min(IO2.mostMiBps, IO2.mibPerIops * iops)) };
    case 'io1': {
      const slow = Math.min(IO1.mostMiBps, IO1.mibPerIops * iops);
      return { iops: toSteadyRate(iops), mibps: toSteadyRate(Math.max(slow, IO1.mibPerFastIops * iops)) };
    }
    case 'gp2':
      return getGp2Rates(sizeGiB);
    case 'st1':
    case 'sc1': {
      const { baseline, burst, most, iops: turning } = HDD_RATES[volumeType];
      const tib = sizeGiB / 1024;
      const [always, bursting] = [Math.min(most, baseline * tib), Math.min(most, burst * tib)];
      return { iops: toSteadyRate(turning), mibps: toBurstRate(always, bursting, tib * 1024 ** 2) };
    }
  }
}

function getGp2Rates(sizeGiB: number): VolumeRates {
  const baseline = Math.min(GP2_IOPS.most, Math.max(GP2_IOPS.least, GP2_IOPS.perGiB * sizeGiB));
  const iops = toBurstRate(baseline, Math.max(baseline, GP2_IOPS.burst), GP2_IOPS.credits);
  const { small, large, smallGiB, largeGiB } = GP2_MIBPS;
  const always = sizeGiB >= largeGiB ? large : small;
  const most = sizeGiB > smallGiB ? large : small;
  return { iops, mibps: { baseline: always, burst: most, burstSeconds: most > always ? iops.burstSeconds : 0 } };
}

/** @param credits in a full balance; only rates above the baseline spend them */
function toBurstRate(baseline: number, burst: number, credits: number): ModelledRate {
  return { baseline, burst, burstSeconds: burst > baseline ? credits / (burst - baseline) : 0 };
}

const MIB = 1024 ** 2;
const GP_LATENCY_US = { read: 700, write: 900, metadata: 30 };
const IO2_LATENCY_US = { read: 300, write: 350, metadata: 30 };
/** Assumed: hard disks have to seek. */
const HDD_LATENCY_US = { read: 8000, write: 5000, metadata: 30 };
/** Assumed in "single-digit millisecond" of gp2, gp3 and io1; "sub-millisecond" of io2 (EBS guide, volume types). */
const LATENCY_US: Readonly<Record<Ebs['volumeType'], TargetModel['latencyUs']>> = {
  gp3: GP_LATENCY_US,
  gp2: GP_LATENCY_US,
  io2: IO2_LATENCY_US,
  io1: GP_LATENCY_US,
  st1: HDD_LATENCY_US,
  sc1: HDD_LATENCY_US,
};

/** Volumes have no cache; reads from host memory do not reach them. */
export function modelEbs(config: Ebs, instanceTypes?: readonly string[]): TargetModel {
  const { iops, bytes: data } = limitByHost(config, instanceTypes);
  const link = findEbsLink(instanceTypes?.[0] ?? '', config.volumes);
  return {
    read: data,
    write: data,
    readIops: iops,
    writeIops: iops,
    latencyUs: LATENCY_US[config.volumeType],
    cacheBytes: 0,
    cacheRead: data.baseline,
    hostBytes: data.burst,
    writeback: 'late',
    metadata: DISK_METADATA_RATES,
    credits: getCredits(config, instanceTypes),
    // Bandwidth for EBS is not that of the network.
    ...(link === null ? {} : { hostLink: link, eachHost: true }),
  };
}

/** Credits of volumes and host: each spends credits only as far as the limits of the other allow. */
function getCredits(config: Ebs, [instanceType = '']: readonly string[] = []): ModelledCredits {
  const { iops, mibps }: VolumeRates = getTotalRates(config);
  const link = findEbsLink(instanceType, config.volumes);
  const own = { bandwidth: toByteRate(mibps), iops };
  if (link === null) return { servers: listReserves(own, own), hosts: null };
  return { servers: listReserves(own, link), hosts: listReserves(link, own) };
}

function listReserves(own: EbsLink, other: EbsLink): ModelledCredits['servers'] {
  const bursting = (['bandwidth', 'iops'] as const).filter((one) => own[one].burst > own[one].baseline);
  return bursting.length === 0 ? null : bursting.filter((one) => usesEbsCredits(own[one], other[one].burst));
}

function toByteRate(mibps: ModelledRate): ModelledRate {
  return { ...mibps, baseline: mibps.baseline * MIB, burst: mibps.burst * MIB };
}

/** Rates of volumes through their host; limits of unknown types are omitted. */
function limitByHost(
  config: Ebs,
  [instanceType = '']: readonly string[] = [],
): { iops: ModelledRate; bytes: ModelledRate } {
  const { iops, mibps }: VolumeRates = getTotalRates(config);
  const bytes = toByteRate(mibps);
  const link = findEbsLink(instanceType, config.volumes);
  return link === null
    ? { iops, bytes }
    : { iops: combineRates(iops, link.iops), bytes: combineRates(bytes, link.bandwidth) };
}

/**
 * Baseline and burst of `bandwidth` (bytes/s) and of `iops`. Hard disks count blocks of up to 1 MiB and merge
 * sequential ones, so their IOPS limit random blocks only (EBS guide, volume types).
 */
export function getEbsProvisioned(config: Ebs, instanceTypes?: readonly string[]): ProvisionedRates {
  const { iops, bytes } = limitByHost(config, instanceTypes);
  const limits = { bandwidth: bytes.baseline, iops: iops.baseline };
  const own = getTotalRates(config);
  const limitsOfHost = (of: 'baseline' | 'burst'): readonly LimitName[] => [
    ...(bytes[of] < toByteRate(own.mibps)[of] ? (['bandwidth'] as const) : []),
    ...(iops[of] < own.iops[of] ? (['iops'] as const) : []),
  ];
  const ofHost = limitsOfHost('baseline');
  const all = addBurst(limits, { bandwidth: bytes.burst, iops: iops.burst, ofHost: limitsOfHost('burst') });
  return ofHost.length === 0 ? all : { ...all, ofHost };
}
