/** Limits and included rates of EBS volumes. EC2 API, CreateVolume; EBS guide, volume types. */
import { type ModelledRate, type ModelledCredits, steadyRate, type TargetModel, addBurst } from '../model';
import type { Ebs } from './schema';
import type { ProvisionedRates, LimitName } from '../../shapes/metric';
import { DISK_METADATA } from '../disk-metadata';
import { usesCredits, limitRate } from '../instance-ebs';
import { type EbsLink, findEbsLink } from '../instance-types';

/** Sources of the numbers. */
export const VOLUME_TYPES = 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-volume-types.html';
export const CREATE_VOLUME = 'https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVolume.html';

interface Limits {
  readonly sizeGiB: readonly [least: number, most: number];
  /** Allowed range. Default: IOPS depend on the size. */
  readonly iops?: readonly [least: number, most: number];
  readonly iopsPerGiB?: number;
}

export const LIMITS: Readonly<Record<Ebs['volumeType'], Limits>> = {
  gp3: { sizeGiB: [1, 65_536], iops: [3000, 80_000], iopsPerGiB: 500 },
  gp2: { sizeGiB: [1, 16_384] },
  io2: { sizeGiB: [4, 65_536], iops: [100, 256_000], iopsPerGiB: 1000 },
  io1: { sizeGiB: [4, 16_384], iops: [100, 64_000], iopsPerGiB: 50 },
  st1: { sizeGiB: [125, 16_384] },
  sc1: { sizeGiB: [125, 16_384] },
};

/** Throughput of gp3, MiB/s; the minimum is included in every volume. */
export const THROUGHPUT = { least: 125, most: 2000, perIops: 0.25 } as const;
/** IOPS included in gp3. */
export const GP3_IOPS = 3000;

/** Throughput of io2: 256 KiB for each IOPS, up to 4,000 MiB/s. */
const IO2 = { mibPerIops: 0.25, mostMiBps: 4000 } as const;
/** io1: 256 KiB each to 500 MiB/s; above 32,000 IOPS 16 KiB each, to 1,000 MiB/s. */
const IO1 = { mibPerIops: 0.25, mostMiBps: 500, mibPerFastIops: 1 / 64 } as const;
/** gp2: 3 IOPS for each GiB; 5.4 million initial credits for bursts to 3,000. */
const GP2 = { perGiB: 3, least: 100, most: 16_000, burst: 3000, credits: 5.4e6 } as const;
/** gp2, MiB/s: the first up to 170 GiB, the second from 334 GiB, between them the second while credits last. */
const GP2_MIBPS = { small: 128, large: 250, smallGiB: 170, largeGiB: 334 } as const;
/** Hard disks: MiB/s for each TiB, baseline and burst; credits as large as the volume. */
const HDD_RATES = {
  st1: { baseline: 40, burst: 250, most: 500, iops: 500 },
  sc1: { baseline: 12, burst: 80, most: 250, iops: 250 },
} as const;

/** IOPS and MiB/s. */
export interface Rates {
  readonly iops: ModelledRate;
  readonly mibps: ModelledRate;
}

/** Provisioned IOPS, for types that have this setting. */
export function getIops({ volumeType, iops }: Ebs): number {
  return iops ?? LIMITS[volumeType].iops?.[0] ?? 0;
}

/** Rates of all striped volumes together, if evenly loaded. */
export function getTotalRates(config: Ebs): Rates {
  const { iops, mibps } = getRates(config);
  const all = ({ baseline, burst, burstSeconds }: ModelledRate): ModelledRate => ({
    baseline: config.volumes * baseline,
    burst: config.volumes * burst,
    burstSeconds,
  });
  return { iops: all(iops), mibps: all(mibps) };
}

/** Rates of one volume, baseline and while credits last. */
export function getRates(config: Ebs): Rates {
  const { volumeType, sizeGiB } = config;
  const iops = getIops(config);
  switch (volumeType) {
    case 'gp3':
      return { iops: steadyRate(iops), mibps: steadyRate(config.throughputMiBps ?? THROUGHPUT.least) };
    case 'io2':
      return { iops: steadyRate(iops), mibps: steadyRate(Math.min(IO2.mostMiBps, IO2.mibPerIops * iops)) };
    case 'io1': {
      const slow = Math.min(IO1.mostMiBps, IO1.mibPerIops * iops);
      return { iops: steadyRate(iops), mibps: steadyRate(Math.max(slow, IO1.mibPerFastIops * iops)) };
    }
    case 'gp2':
      return getGp2Rates(sizeGiB);
    case 'st1':
    case 'sc1': {
      const { baseline, burst, most, iops: turning } = HDD_RATES[volumeType];
      const tib = sizeGiB / 1024;
      const [always, bursting] = [Math.min(most, baseline * tib), Math.min(most, burst * tib)];
      return { iops: steadyRate(turning), mibps: toBurstRate(always, bursting, tib * 1024 ** 2) };
    }
  }
}

function getGp2Rates(sizeGiB: number): Rates {
  const baseline = Math.min(GP2.most, Math.max(GP2.least, GP2.perGiB * sizeGiB));
  const iops = toBurstRate(baseline, Math.max(baseline, GP2.burst), GP2.credits);
  const { small, large, smallGiB, largeGiB } = GP2_MIBPS;
  const always = sizeGiB >= largeGiB ? large : small;
  const most = sizeGiB > smallGiB ? large : small;
  return { iops, mibps: { baseline: always, burst: most, burstSeconds: most > always ? iops.burstSeconds : 0 } };
}

/** @param credits of a full balance, spent above the baseline */
function toBurstRate(baseline: number, burst: number, credits: number): ModelledRate {
  return { baseline, burst, burstSeconds: burst > baseline ? credits / (burst - baseline) : 0 };
}

const MIB = 1024 ** 2;
const GENERAL = { read: 700, write: 900, metadata: 30 };
const PROVISIONED = { read: 300, write: 350, metadata: 30 };
/** Assumed: hard disks have to seek. */
const HDD_LATENCY_US = { read: 8000, write: 5000, metadata: 30 };
/**
 * Assumed within "single-digit millisecond" of gp2, gp3 and io1 and "sub-millisecond" of io2 (EBS guide, volume types).
 */
const LATENCY_US: Readonly<Record<Ebs['volumeType'], TargetModel['latencyUs']>> = {
  gp3: GENERAL,
  gp2: GENERAL,
  io2: PROVISIONED,
  io1: GENERAL,
  st1: HDD_LATENCY_US,
  sc1: HDD_LATENCY_US,
};

/** Volumes have no cache; reads from host memory do not reach them. */
export function model(config: Ebs, instanceTypes?: readonly string[]): TargetModel {
  const { iops, bytes: data } = limitByHost(config, instanceTypes);
  const link = findEbsLink(instanceTypes?.[0] ?? '');
  return {
    read: data,
    write: data,
    readIops: iops,
    writeIops: iops,
    latencyUs: LATENCY_US[config.volumeType],
    cacheBytes: 0,
    cacheRead: data.baseline,
    hostBytes: data.burst,
    closesEarly: true,
    metadata: DISK_METADATA,
    credits: getCredits(config, instanceTypes),
    ...(link === null ? {} : { hostLink: link }),
  };
}

/** Credits of volumes and host: each spends those that the other allows. */
function getCredits(config: Ebs, [instanceType = '']: readonly string[] = []): ModelledCredits {
  const { iops, mibps }: Rates = getTotalRates(config);
  const link = findEbsLink(instanceType);
  const own = { bandwidth: toBytes(mibps), iops };
  if (link === null) return { servers: listReserves(own, own), hosts: null };
  return { servers: listReserves(own, link), hosts: listReserves(link, own) };
}

function listReserves(own: EbsLink, other: EbsLink): ModelledCredits['servers'] {
  const bursting = (['bandwidth', 'iops'] as const).filter((one) => own[one].burst > own[one].baseline);
  return bursting.length === 0 ? null : bursting.filter((one) => usesCredits(own[one], other[one].burst));
}

function toBytes(mibps: ModelledRate): ModelledRate {
  return { ...mibps, baseline: mibps.baseline * MIB, burst: mibps.burst * MIB };
}

/** Rates of volumes through their host; limits of unknown types are omitted. */
function limitByHost(
  config: Ebs,
  [instanceType = '']: readonly string[] = [],
): { iops: ModelledRate; bytes: ModelledRate } {
  const { iops, mibps }: Rates = getTotalRates(config);
  const bytes = toBytes(mibps);
  const link = findEbsLink(instanceType);
  return link === null
    ? { iops, bytes }
    : { iops: limitRate(iops, link.iops), bytes: limitRate(bytes, link.bandwidth) };
}

/** Baseline: `bandwidth` in bytes/s, `iops` if blocks of any size count alike; and bursts. */
export function getProvisioned(config: Ebs, instanceTypes?: readonly string[]): ProvisionedRates {
  const { iops, bytes } = limitByHost(config, instanceTypes);
  // Hard disks count blocks of 1 MiB: small sequential blocks are merged, so IOPS mean nothing.
  const counted = LIMITS[config.volumeType].iops !== undefined || config.volumeType === 'gp2';
  const limits = { bandwidth: bytes.baseline, ...(counted ? { iops: iops.baseline } : {}) };
  const own = getTotalRates(config);
  const most = { bandwidth: bytes.burst, ...(counted ? { iops: iops.burst } : {}) };
  const limitsOfHost = (of: 'baseline' | 'burst'): readonly LimitName[] => [
    ...(bytes[of] < toBytes(own.mibps)[of] ? (['bandwidth'] as const) : []),
    ...(counted && iops[of] < own.iops[of] ? (['iops'] as const) : []),
  ];
  const ofHost = limitsOfHost('baseline');
  const all = addBurst(limits, { ...most, ofHost: limitsOfHost('burst') });
  return ofHost.length === 0 ? all : { ...all, ofHost };
}
