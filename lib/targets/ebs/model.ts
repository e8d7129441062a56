/** What volumes of EBS are modelled to do in rehearsals, and what was paid for. Without a page: assumed. */
import type { Entitlement } from '../../shapes/metric';
import type { ModelledCredits, ModelledRate, TargetModel } from '../model';
import { DISK_METADATA } from '../disk-metadata';
import { spends, through } from '../instance-ebs';
import { type EbsLink, ebsLinkOf } from '../instance-types';
import { LIMITS, type Rates, ratesOfAll } from './limits';
import type { Ebs } from './schema';

const MIB = 1024 ** 2;
const GENERAL = { read: 700, write: 900, metadata: 30 };
const PROVISIONED = { read: 300, write: 350, metadata: 30 };
/** Assumed: a disk that turns has to find its place. */
const TURNING = { read: 8000, write: 5000, metadata: 30 };
/**
 * Assumed within "single-digit millisecond" of gp2, gp3 and io1 and "sub-millisecond" of io2 (EBS guide, volume types).
 */
const LATENCY_US: Readonly<Record<Ebs['volumeType'], TargetModel['latencyUs']>> = {
  gp3: GENERAL,
  gp2: GENERAL,
  io2: PROVISIONED,
  io1: GENERAL,
  st1: TURNING,
  sc1: TURNING,
};

/** Reads that the host has in its own memory are no matter of the volume: it has no cache. */
export function model(config: Ebs, instanceTypes?: readonly string[]): TargetModel {
  const { iops, bytes: data } = reached(config, instanceTypes);
  const link = ebsLinkOf(instanceTypes?.[0] ?? '');
  return {
    read: data,
    write: data,
    readIops: iops,
    writeIops: iops,
    latencyUs: LATENCY_US[config.volumeType],
    cacheBytes: 0,
    cacheRead: data.baseline,
    hostBytes: data.burst,
    metadata: DISK_METADATA,
    credits: creditsOf(config, instanceTypes),
    ...(link === null ? {} : { hostLink: link }),
  };
}

/**
 * Of the volumes and of their host: each has reserves where it bursts, and spends those that the other lets it spend.
 */
function creditsOf(config: Ebs, [instanceType = '']: readonly string[] = []): ModelledCredits {
  const { iops, mibps }: Rates = ratesOfAll(config);
  const link = ebsLinkOf(instanceType);
  const own = { bandwidth: inBytes(mibps), iops };
  if (link === null) return { servers: reservesOf(own, own), hosts: null };
  return { servers: reservesOf(own, link), hosts: reservesOf(link, own) };
}

function reservesOf(own: EbsLink, other: EbsLink): ModelledCredits['servers'] {
  const bursting = (['bandwidth', 'iops'] as const).filter((one) => own[one].burst > own[one].baseline);
  return bursting.length === 0 ? null : bursting.filter((one) => spends(own[one], other[one].burst));
}

function inBytes(mibps: ModelledRate): ModelledRate {
  return { ...mibps, baseline: mibps.baseline * MIB, burst: mibps.burst * MIB };
}

/** What volumes do through their host, which has limits of its own; those of a type that is not known are left out. */
function reached(
  config: Ebs,
  [instanceType = '']: readonly string[] = [],
): { iops: ModelledRate; bytes: ModelledRate } {
  const { iops, mibps }: Rates = ratesOfAll(config);
  const bytes = inBytes(mibps);
  const link = ebsLinkOf(instanceType);
  return link === null ? { iops, bytes } : { iops: through(iops, link.iops), bytes: through(bytes, link.bandwidth) };
}

/** At all times: `bandwidth` in bytes/s, `iops` where blocks of any size count alike; more while credits last. */
export function entitlement(config: Ebs, instanceTypes?: readonly string[]): Entitlement {
  const { iops, bytes } = reached(config, instanceTypes);
  // Disks that turn count blocks of 1 MiB: small ones in order are merged to those, and say nothing.
  const counted = LIMITS[config.volumeType].iops !== undefined || config.volumeType === 'gp2';
  const limits = { bandwidth: bytes.baseline, ...(counted ? { iops: iops.baseline } : {}) };
  const more = {
    ...(bytes.burst > bytes.baseline ? { bandwidth: bytes.burst } : {}),
    ...(counted && iops.burst > iops.baseline ? { iops: iops.burst } : {}),
  };
  return Object.keys(more).length === 0 ? limits : { ...limits, burst: more };
}
