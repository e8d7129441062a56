/** Rules of EBS volumes beyond single settings, and their effects on measurements. */
import { listBroken, type Problem, makeProblem } from '../../shapes/problem';
import { canBurstEbs } from '../instance-ebs';
import { type EbsLink, findEbsLink, getEbsCards } from '../instance-types';
import { ebs as rules } from '../rules.json';
import { getIops, VOLUME_LIMITS, getVolumeRates, getTotalRates, GP3_THROUGHPUT } from './limits';
import type { Ebs } from './schema';

const MIB = 1024 ** 2;

export function checkEbs(config: Ebs): readonly Problem[] {
  const { volumeType, sizeGiB, volumes, stripeKiB } = config;
  const [least, most] = VOLUME_LIMITS[volumeType].sizeGiB;
  return [
    ...listBroken([sizeGiB < least || sizeGiB > most, rules.size, { sizeGiB, volumeType, least, most }]),
    ...checkIops(config),
    ...checkThroughput(config),
    ...listBroken([volumes === 1 && stripeKiB !== undefined, rules.stripe]),
    ...checkBursts(config),
  ];
}

function checkIops({ volumeType, sizeGiB, iops: requested }: Ebs): Problem[] {
  if (requested === undefined) return [];
  const { iops: bounds, iopsPerGiB = 0 } = VOLUME_LIMITS[volumeType];
  if (bounds === undefined) return [makeProblem(rules.noIops, { volumeType })];
  const [least, most] = bounds;
  const isOutside = requested < least || requested > most;
  // The rate included in gp3 is independent of the size.
  const ratio = Math.max(iopsPerGiB * sizeGiB, volumeType === 'gp3' ? least : 0);
  return listBroken(
    [isOutside, rules.iops, { requested, volumeType, least, most }],
    [!isOutside && requested > ratio, rules.iopsRatio, { requested, volumeType, iopsPerGiB, ratio }],
  );
}

function checkThroughput(config: Ebs): Problem[] {
  const { volumeType, throughputMiBps: requested } = config;
  if (requested === undefined) return [];
  const follows = VOLUME_LIMITS[volumeType].iops === undefined ? 'size' : 'iops';
  if (volumeType !== 'gp3') return [makeProblem(rules.noThroughput, { volumeType, follows })];
  const { least, most, perIops } = GP3_THROUGHPUT;
  const isOutside = requested < least || requested > most;
  const reached = Math.max(perIops * getIops(config), least);
  return listBroken(
    [isOutside, rules.throughput, { requested, least, most }],
    [!isOutside && requested > reached, rules.throughputRatio, { requested, perIops, reached }],
  );
}

/** Problems of volume rates above the host's EBS limits. Results are compared with the smaller rate. */
export function checkInstanceType(config: Ebs, instanceType: string): Problem[] {
  const { volumes, volumeType } = config;
  // For io1 and io2 only IOPS are billed, and throughput is included.
  const hasPrice = volumeType !== 'io1' && volumeType !== 'io2';
  const { iops: operations, mibps } = getTotalRates(config);
  const who = volumes === 1 ? 'the volume is' : `${volumes} volumes are`;
  const has = `${who} provisioned for ${Math.round(operations.baseline)} IOPS and ${roundRate(mibps.baseline)} MiB/s`;
  const link = findEbsLink(instanceType, volumes);
  if (link === null) return [makeProblem(rules.unknownType, { has, instanceType })];
  const isBelow = (which: 'baseline' | 'burst'): boolean =>
    link.iops[which] < operations.baseline || (hasPrice && link.bandwidth[which] < mibps.baseline * MIB);
  const cards = getEbsCards(instanceType);
  const uneven = volumes % cards > 0 ? ` (for more, its ${cards} EBS cards need a multiple of ${cards} volumes)` : '';
  const always = `a ${instanceType} moves ${formatLink(link, 'baseline')} to and from EBS at all times${uneven}`;
  const rule = isBelow('burst') ? rules.typeLimits : rules.typeBursts;
  return listBroken([isBelow('baseline'), rule, { has, always, link: formatMaximum(link) }]);
}

function formatMaximum(link: EbsLink): string {
  return canBurstEbs(link) ? `, and up to ${formatLink(link, 'burst')} for 30 minutes a day` : '';
}

function formatLink({ iops: operations, bandwidth }: EbsLink, which: 'baseline' | 'burst'): string {
  return `${Math.round(operations[which])} IOPS and ${roundRate(bandwidth[which] / MIB)} MiB/s`;
}

function checkBursts(config: Ebs): Problem[] {
  const { iops: operations, mibps } = getVolumeRates(config);
  const [rate, unit] = operations.burst > operations.baseline ? [operations, 'IOPS'] : [mibps, 'MiB/s'];
  const [baseline, burst] = [roundRate(rate.baseline), roundRate(rate.burst)];
  const minutes = Math.round(rate.burstSeconds / 60);
  return listBroken([rate.burst > rate.baseline, rules.bursts, { baseline, burst, unit, minutes }]);
}

function roundRate(rate: number): number {
  return Math.round(rate * 10) / 10;
}
