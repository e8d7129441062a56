/** Rules of EBS volumes beyond single settings, and what they do to measurements. */
import type { Problem } from '../../shapes/problem';
import { finding, trait } from '../fsx-shared';
import { CREATE_VOLUME, iopsOf, LIMITS, ratesOf, THROUGHPUT, VOLUME_TYPES } from './limits';
import type { Ebs } from './schema';

/** Where each type says what it moves to and from its volumes. */
const INSTANCE_LIMITS = 'https://docs.aws.amazon.com/ec2/latest/instancetypes/ebs-optimized.html';

/** Findings with paths relative to the target's entry. */
export function check(config: Ebs): readonly Problem[] {
  return [...size(config), ...iops(config), ...throughput(config), ...advice(config)];
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

function advice(config: Ebs): Problem[] {
  const { iops: operations, mibps } = ratesOf(config);
  const message =
    `${operations.baseline} operations a second and ${rounded(mibps.baseline)} MiB/s are provisioned; the instance ` +
    'type has limits of its own for EBS, small types with credits: the lower one is measured';
  return [trait('InstanceLimit', 'volumeType', message, INSTANCE_LIMITS), ...bursts(config)];
}

/** What new volumes do for a while only. */
function bursts(config: Ebs): Problem[] {
  const { iops: operations, mibps } = ratesOf(config);
  const [rate, unit] = operations.burst > operations.baseline ? [operations, 'operations a second'] : [mibps, 'MiB/s'];
  if (rate.burst <= rate.baseline) return [];
  const message =
    `bursts from ${rounded(rate.baseline)} to ${rounded(rate.burst)} ${unit} while credits last, on a new volume ` +
    `about ${Math.round(rate.burstSeconds / 60)} minutes; shorter trials measure the burst, longer ones what stays`;
  return [trait('Bursts', 'sizeGiB', message, VOLUME_TYPES)];
}

function rounded(rate: number): number {
  return Math.round(rate * 10) / 10;
}
