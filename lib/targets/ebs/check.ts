/** Rules of EBS volumes beyond single settings, and what they do to measurements. */
import { listBroken, type Problem, makeProblem } from '../../shapes/problem';
import { canBurst } from '../instance-ebs';
import { type EbsLink, findEbsLink } from '../instance-types';
import { ebs as rules } from '../rules.json';
import { getIops, LIMITS, getRates, getTotalRates, THROUGHPUT } from './limits';
import type { Ebs } from './schema';

const MIB = 1024 ** 2;

/** Findings with paths relative to the target's entry. */
export function check(config: Ebs): readonly Problem[] {
  const { volumeType, sizeGiB, volumes, stripeKiB } = config;
  const [least, most] = LIMITS[volumeType].sizeGiB;
  return [
    ...listBroken([sizeGiB < least || sizeGiB > most, rules.size, { sizeGiB, volumeType, least, most }]),
    ...checkIops(config),
    ...checkThroughput(config),
    ...listBroken([volumes === 1 && stripeKiB !== undefined, rules.stripe]),
    ...checkBursts(config),
  ];
}

function checkIops({ volumeType, sizeGiB, iops: asked }: Ebs): Problem[] {
  if (asked === undefined) return [];
  const { iops: bounds, iopsPerGiB = 0 } = LIMITS[volumeType];
  if (bounds === undefined) return [makeProblem(rules.noIops, { volumeType })];
  const [least, most] = bounds;
  const isOutside = asked < least || asked > most;
  // What comes with gp3 comes with the smallest volume too.
  const ratio = Math.max(iopsPerGiB * sizeGiB, volumeType === 'gp3' ? least : 0);
  return listBroken(
    [isOutside, rules.iops, { asked, volumeType, least, most }],
    [!isOutside && asked > ratio, rules.iopsRatio, { asked, volumeType, iopsPerGiB, ratio }],
  );
}

function checkThroughput(config: Ebs): Problem[] {
  const { volumeType, throughputMiBps: asked } = config;
  if (asked === undefined) return [];
  const follows = LIMITS[volumeType].iops === undefined ? 'size' : 'iops';
  if (volumeType !== 'gp3') return [makeProblem(rules.noThroughput, { volumeType, follows })];
  const { least, most, perIops } = THROUGHPUT;
  const isOutside = asked < least || asked > most;
  const reached = Math.max(perIops * getIops(config), least);
  return listBroken(
    [isOutside, rules.throughput, { asked, least, most }],
    [!isOutside && asked > reached, rules.throughputRatio, { asked, perIops, reached }],
  );
}

/** What volumes do and the host does not let through: the smaller of both is measured, and held against. */
export function checkType(config: Ebs, instanceType: string): Problem[] {
  const { volumes, volumeType } = config;
  // Of io1 and io2 operations alone are paid for, and throughput comes with them.
  const hasPrice = volumeType !== 'io1' && volumeType !== 'io2';
  const { iops: operations, mibps } = getTotalRates(config);
  const has =
    `${volumes === 1 ? 'the volume is' : `${volumes} volumes are`} provisioned to ${operations.baseline} operations ` +
    `a second and ${roundRate(mibps.baseline)} MiB/s`;
  const link = findEbsLink(instanceType);
  if (link === null) return [makeProblem(rules.unknownType, { has, instanceType })];
  const isBelow = (which: 'baseline' | 'burst'): boolean =>
    link.iops[which] < operations.baseline || (hasPrice && link.bandwidth[which] < mibps.baseline * MIB);
  const always = `a ${instanceType} moves ${formatLink(link, 'baseline')} to and from EBS at all times`;
  const rule = isBelow('burst') ? rules.typeLimits : rules.typeBursts;
  return listBroken([isBelow('baseline'), rule, { has, always, link: formatMaximum(link) }]);
}

function formatMaximum(link: EbsLink): string {
  return canBurst(link) ? `, and up to ${formatLink(link, 'burst')} for 30 minutes a day` : '';
}

function formatLink({ iops: operations, bandwidth }: EbsLink, which: 'baseline' | 'burst'): string {
  return `${operations[which]} operations a second and ${roundRate(bandwidth[which] / MIB)} MiB/s`;
}

/** What new volumes do for a while only. */
function checkBursts(config: Ebs): Problem[] {
  const { iops: operations, mibps } = getRates(config);
  const [rate, unit] = operations.burst > operations.baseline ? [operations, 'operations a second'] : [mibps, 'MiB/s'];
  const [baseline, burst] = [roundRate(rate.baseline), roundRate(rate.burst)];
  const minutes = Math.round(rate.burstSeconds / 60);
  return listBroken([rate.burst > rate.baseline, rules.bursts, { baseline, burst, unit, minutes }]);
}

function roundRate(rate: number): number {
  return Math.round(rate * 10) / 10;
}
