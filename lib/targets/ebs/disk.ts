/** One volume of EBS as launch templates ask for it, and the way back. */
import type { HostDisk } from '../../shapes/disks';
import { iopsOf } from './limits';
import { type Ebs, schema } from './schema';

/** io1 and io2 must say their operations; of gp3 what is left out comes with it. */
export function diskOf(config: Ebs): HostDisk {
  const { volumeType, sizeGiB, iops, throughputMiBps } = config;
  return {
    VolumeType: volumeType,
    VolumeSize: sizeGiB,
    ...(volumeType === 'io1' || volumeType === 'io2'
      ? { Iops: iopsOf(config) }
      : iops === undefined
        ? {}
        : { Iops: iops }),
    ...(throughputMiBps === undefined ? {} : { Throughput: throughputMiBps }),
  };
}

/** All of it that has a price. @returns null for what no spec could have asked for */
export function ofDisk({ VolumeType, VolumeSize, Iops, Throughput }: HostDisk): Ebs | null {
  const read = schema.safeParse({
    kind: 'ebs',
    volumeType: VolumeType,
    sizeGiB: VolumeSize,
    iops: Iops,
    throughputMiBps: Throughput,
  });
  return read.success ? read.data : null;
}
