/** What volumes of EBS may have, and what comes with them. EC2 API, CreateVolume; EBS guide, volume types. */
import type { Ebs } from './schema';

/** Where the numbers stand. */
export const VOLUME_TYPES = 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-volume-types.html';
export const CREATE_VOLUME = 'https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVolume.html';

interface Limits {
  readonly sizeGiB: readonly [least: number, most: number];
  readonly iops: readonly [least: number, most: number];
  readonly iopsPerGiB: number;
}

export const LIMITS: Readonly<Record<Ebs['volumeType'], Limits>> = {
  gp3: { sizeGiB: [1, 65_536], iops: [3000, 80_000], iopsPerGiB: 500 },
  io2: { sizeGiB: [4, 65_536], iops: [100, 256_000], iopsPerGiB: 1000 },
};

/** Of gp3: what comes with every volume is free. MiB/s */
export const THROUGHPUT = { least: 125, most: 2000, perIops: 0.25 } as const;

/** Bytes of an operation by which io2 reckons its throughput: 256 KiB each, to 4,000 MiB/s. */
const IO2 = { mibPerIops: 0.25, mostMiBps: 4000 } as const;

/** Operations a second that are paid for. */
export function iopsOf({ volumeType, iops }: Ebs): number {
  return iops ?? LIMITS[volumeType].iops[0];
}

/** MiB/s at all times. */
export function throughputOf(config: Ebs): number {
  if (config.volumeType === 'gp3') return config.throughputMiBps ?? THROUGHPUT.least;
  return Math.min(IO2.mostMiBps, IO2.mibPerIops * iopsOf(config));
}
