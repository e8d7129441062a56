/** Rules of EBS volumes beyond single settings, and what they do to measurements. */
import texts from '../messages.json';
import { type Problem, say } from '../../shapes/problem';
import { finding, trait } from '../fsx-shared';
import { INSTANCE_EBS, linkBursts } from '../instance-ebs';
import { type EbsLink, ebsLinkOf } from '../instance-types';
import type { ModelledRate } from '../model';
import { CREATE_VOLUME, iopsOf, LIMITS, ratesOf, ratesOfAll, THROUGHPUT, VOLUME_TYPES } from './limits';
import type { Ebs } from './schema';

/** Where it says what several volumes as one are for. */
const STRIPES = 'https://docs.aws.amazon.com/ebs/latest/userguide/raid-config.html';
const MIB = 1024 ** 2;

/** Findings with paths relative to the target's entry. */
export function check(config: Ebs): readonly Problem[] {
  return [...size(config), ...iops(config), ...throughput(config), ...stripe(config), ...bursts(config)];
}

function size({ volumeType, sizeGiB }: Ebs): Problem[] {
  const [least, most] = LIMITS[volumeType].sizeGiB;
  if (sizeGiB >= least && sizeGiB <= most) return [];
  const message = `found ${sizeGiB}; ${volumeType} has ${least} to ${most} GiB`;
  return [finding('error', 'BadStorage', 'sizeGiB', message, CREATE_VOLUME)];
}

function iops({ volumeType, sizeGiB, iops: asked }: Ebs): Problem[] {
  if (asked === undefined) return [];
  const { iops: bounds, iopsPerGiB = 0 } = LIMITS[volumeType];
  if (bounds === undefined) {
    const message = `has no meaning for ${volumeType}, whose operations follow its size`;
    return [finding('error', 'BadDiskIops', 'iops', message, CREATE_VOLUME)];
  }
  const [least, most] = bounds;
  if (asked < least || asked > most) {
    const message = `found ${asked}; ${volumeType} has ${least} to ${most}`;
    return [finding('error', 'BadDiskIops', 'iops', message, CREATE_VOLUME)];
  }
  // What comes with gp3 comes with the smallest volume too.
  const ratio = Math.max(iopsPerGiB * sizeGiB, volumeType === 'gp3' ? least : 0);
  if (asked <= ratio) return [];
  const message = `found ${asked}; ${volumeType} has ${iopsPerGiB} for each GiB at most, here ${ratio}`;
  return [finding('error', 'BadDiskIops', 'iops', message, VOLUME_TYPES)];
}

function throughput(config: Ebs): Problem[] {
  const { volumeType, throughputMiBps: asked } = config;
  if (asked === undefined) return [];
  const error = (message: string): Problem[] => [
    finding('error', 'BadThroughput', 'throughputMiBps', message, CREATE_VOLUME),
  ];
  if (volumeType !== 'gp3') {
    const follows = LIMITS[volumeType].iops === undefined ? 'size' : 'iops';
    return error(`has no meaning for ${volumeType}, whose throughput follows its ${follows}`);
  }
  const { least, most, perIops } = THROUGHPUT;
  if (asked < least || asked > most) return error(`found ${asked}; gp3 has ${least} to ${most} MiB/s`);
  const reached = Math.max(perIops * iopsOf(config), least);
  return asked <= reached
    ? []
    : error(`found ${asked}; gp3 has ${perIops} MiB/s for each operation a second at most, here ${reached}`);
}

function stripe({ volumes, stripeKiB }: Ebs): Problem[] {
  if (volumes > 1 || stripeKiB === undefined) return [];
  const message = 'has no meaning for one volume: say how many there are by `volumes`, or leave it out';
  return [finding('error', 'BadStripe', 'stripeKiB', message, STRIPES)];
}

/** What volumes do and the host does not let through: the smaller of both is measured, and held against. */
export function onType(config: Ebs, instanceType: string): Problem[] {
  const { volumes } = config;
  const { iops: operations, mibps } = ratesOfAll(config);
  const bytes = { ...mibps, baseline: mibps.baseline * MIB, burst: mibps.burst * MIB };
  const has =
    `${volumes === 1 ? 'the volume is' : `${volumes} volumes are`} entitled to ${operations.baseline} operations a ` +
    `second and ${rounded(mibps.baseline)} MiB/s`;
  const link = ebsLinkOf(instanceType);
  if (link === null) {
    const message = say(texts.instanceLimit, { has, instanceType });
    return [finding('warning', 'InstanceLimit', 'volumeType', message, INSTANCE_EBS)];
  }
  const below = (of: (rate: ModelledRate) => number): boolean =>
    of(link.iops) < operations.baseline || of(link.bandwidth) < bytes.baseline;
  if (!below(({ baseline }) => baseline)) return [];
  const always = `a ${instanceType} moves ${linkText(link, 'baseline')} to and from EBS at all times`;
  if (below(({ burst }) => burst)) {
    const message = say(texts.typeLimits, { has, always, link: mostText(link) });
    return [finding('warning', 'InstanceLimit', 'volumeType', message, INSTANCE_EBS)];
  }
  const message = say(texts.typeBursts, { has, always, link: mostText(link) });
  return [trait('InstanceLimit', 'volumeType', message, INSTANCE_EBS)];
}

function mostText(link: EbsLink): string {
  return linkBursts(link) ? `, and up to ${linkText(link, 'burst')} for 30 minutes a day` : '';
}

function linkText({ iops: operations, bandwidth }: EbsLink, which: 'baseline' | 'burst'): string {
  return `${operations[which]} operations a second and ${rounded(bandwidth[which] / MIB)} MiB/s`;
}

/** What new volumes do for a while only. */
function bursts(config: Ebs): Problem[] {
  const { iops: operations, mibps } = ratesOf(config);
  const [rate, unit] = operations.burst > operations.baseline ? [operations, 'operations a second'] : [mibps, 'MiB/s'];
  if (rate.burst <= rate.baseline) return [];
  const message = say(texts.volumeBursts, {
    baseline: rounded(rate.baseline),
    burst: rounded(rate.burst),
    unit,
    burstSeconds: Math.round(rate.burstSeconds / 60),
  });
  return [trait('Bursts', 'sizeGiB', message, VOLUME_TYPES)];
}

function rounded(rate: number): number {
  return Math.round(rate * 10) / 10;
}
