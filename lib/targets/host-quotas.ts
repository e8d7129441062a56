/** What the hosts of a rig take up of an account's quotas: processors, and volumes of EBS with their operations. */
import type { HostDisk } from '../shapes/disks';
import { DEFAULT_IMAGE, IMAGES } from '../shapes/images';
import { MANAGED_TYPE } from '../shapes/managed';
import type { RolePlan } from '../shapes/plan';
import type { QuotaUse } from '../shapes/quota';
import { machineOf } from './instance-types';

type Role = Pick<RolePlan, 'count' | 'instanceType' | 'image' | 'disks'>;

/**
 * Processors of running on-demand instances of the standard families: accounts begin with 5 to 64, and get more with
 * use (EC2 instance types guide, Instance quotas). This is what `doctor` asks for, too (`vcpu-quota`).
 */
export const VCPUS = 32;
const VCPUS_SOURCE = 'https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-quotas.html';

/**
 * Of volumes by type: GiB, and operations where they are counted. Listings of Service Quotas of new accounts have
 * 50 TiB of gp3 and 100,000 operations of io2; 20 TiB of io2 is assumed.
 */
const VOLUMES: Readonly<Record<string, { readonly gib: number; readonly iops?: number }>> = {
  gp3: { gib: 50 * 1024 },
  io2: { gib: 20 * 1024, iops: 100_000 },
};
const VOLUMES_SOURCE = 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-resource-quotas.html';

/** All hosts of a rig together; nothing where they are this machine, or exist. */
export function hostQuotas(roles: readonly Role[]): QuotaUse[] {
  const own = roles.filter(({ instanceType }) => instanceType !== 'local' && instanceType !== MANAGED_TYPE);
  const vcpus = own.reduce((sum, { count, instanceType }) => sum + count * machineOf(instanceType).vcpus, 0);
  const volumes = own.flatMap(({ count, image = DEFAULT_IMAGE, disks = [] }) =>
    [IMAGES[image].root as HostDisk, ...disks.map(({ disk }) => disk)].map((disk) => ({ count, disk })),
  );
  const perType = Object.entries(VOLUMES).flatMap(([type, { gib, iops }]): QuotaUse[] => {
    const its = volumes.filter(({ disk }) => disk.VolumeType === type);
    const sum = (of: (disk: HostDisk) => number): number =>
      its.reduce((all, { count, disk }) => all + count * of(disk), 0);
    const storage = { of: `GiB of ${type} volumes`, amount: sum(({ VolumeSize }) => VolumeSize), most: gib };
    const operations = { of: `IOPS of ${type} volumes`, amount: sum(({ Iops = 0 }) => Iops), most: iops ?? 0 };
    return (iops === undefined ? [storage] : [storage, operations]).map((one) => ({ ...one, source: VOLUMES_SOURCE }));
  });
  return [{ of: 'vCPUs', amount: vcpus, most: VCPUS, source: VCPUS_SOURCE }, ...perType].filter(
    ({ amount }) => amount > 0,
  );
}
