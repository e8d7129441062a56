/** Quota use of the hosts of a rig: vCPUs, and EBS volumes with their IOPS. */
import type { HostDisk } from '../shapes/disks';
import { DEFAULT_IMAGE, IMAGES } from '../shapes/images';
import { MANAGED_TYPE } from '../shapes/managed-hosts';
import type { RolePlan } from '../shapes/plan';
import type { QuotaUse, ServiceQuota } from '../shapes/quota';
import type { Ebs } from './ebs/schema';
import { findQuotaVcpus } from './instance-types';

type HostRole = Pick<RolePlan, 'count' | 'instanceType' | 'image' | 'disks'>;

/**
 * vCPUs of running on-demand instances of the standard families: new accounts have 5 to 64, and AWS raises this with
 * use (EC2 instance types guide, Instance quotas). `doctor` requests this number too (`vcpu-quota`).
 */
export const VCPUS = 32;
const VCPUS_URL = 'https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-quotas.html';

/** Quota of running on-demand vCPUs of the standard families. Same page. */
const STANDARD_QUOTA = { of: 'vCPUs', most: VCPUS, code: 'L-1216C47A', name: 'Standard (A, C, D, H, I, M, R, T, Z)' };
/** Quotas of special instance families, which are 0 in new accounts. */
const SPECIAL: readonly { readonly families: readonly string[]; readonly code: string; readonly name: string }[] = [
  { families: ['dl'], code: 'L-6E869C2A', name: 'DL' },
  { families: ['f'], code: 'L-74FC7D96', name: 'F' },
  { families: ['g', 'gr', 'vt'], code: 'L-DB2E81BA', name: 'G and VT' },
  { families: ['u'], code: 'L-43DA4232', name: 'High Memory' },
  { families: ['hpc'], code: 'L-F7808C92', name: 'HPC' },
  { families: ['inf'], code: 'L-1945791B', name: 'Inf' },
  { families: ['p'], code: 'L-417A185B', name: 'P' },
  { families: ['trn'], code: 'L-2C3B7624', name: 'Trn' },
  { families: ['x'], code: 'L-7295265B', name: 'X' },
];

/**
 * Storage of each type that `ebs` offers, and limited IOPS. Defaults of a Region (AWS General Reference, Amazon EBS
 * endpoints and quotas): 50 TiB, 20 of io2; 300,000 IOPS of io1, 100,000 of io2.
 */
const VOLUME_QUOTAS: Readonly<Record<Ebs['volumeType'], { readonly gib: QuotaLimit; readonly iops?: QuotaLimit }>> = {
  gp3: { gib: toTiBQuota(50, 'L-7A658B76', 'General Purpose SSD (gp3)') },
  gp2: { gib: toTiBQuota(50, 'L-D18FCD1D', 'General Purpose SSD (gp2)') },
  io2: {
    gib: toTiBQuota(20, 'L-09BD8365', 'Provisioned IOPS SSD (io2)'),
    iops: toIopsQuota(100_000, 'L-8D977E7E', 'io2'),
  },
  io1: {
    gib: toTiBQuota(50, 'L-FD252861', 'Provisioned IOPS SSD (io1)'),
    iops: toIopsQuota(300_000, 'L-B3A130E6', 'io1'),
  },
  st1: { gib: toTiBQuota(50, 'L-82ACEF56', 'Throughput Optimized HDD (st1)') },
  sc1: { gib: toTiBQuota(50, 'L-17AF77E8', 'Cold HDD (sc1)') },
};
const VOLUMES_URL = 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-resource-quotas.html';

interface QuotaLimit {
  readonly most: number;
  readonly quota: ServiceQuota;
}

/** Quota uses of all hosts of a rig together; empty for local and managed hosts. */
export function listHostQuotas(roles: readonly HostRole[]): QuotaUse[] {
  const own = roles.filter(({ instanceType }) => instanceType !== 'local' && instanceType !== MANAGED_TYPE);
  const disks = own.flatMap(({ count, image = DEFAULT_IMAGE, disks: its = [] }) =>
    [IMAGES[image].root as HostDisk, ...its.map(({ disk }) => disk)].map((disk) => ({ count, disk })),
  );
  return [...listInstanceQuotas(own), ...listVolumeQuotas(disks)];
}

/** vCPU quota uses of on-demand instances, by family. Omits unknown vCPUs: assumed numbers must not refuse a plan. */
export function listInstanceQuotas(instances: readonly Pick<HostRole, 'count' | 'instanceType'>[]): QuotaUse[] {
  const byQuota = new Map<string, QuotaUse>();
  for (const { count, instanceType } of instances) {
    const { of, most, code, name } = pickQuota(instanceType);
    const amount = (byQuota.get(of)?.amount ?? 0) + count * (findQuotaVcpus(instanceType) ?? 0);
    const quota = { service: 'ec2', code, name: `Running On-Demand ${name} instances` } as const;
    byQuota.set(of, { of, amount, most, source: VCPUS_URL, quota });
  }
  return [...byQuota.values()].filter(({ amount }) => amount > 0);
}

export function listVolumeQuotas(volumes: readonly { readonly count: number; readonly disk: HostDisk }[]): QuotaUse[] {
  return Object.entries(VOLUME_QUOTAS)
    .flatMap(([type, { gib, iops }]): QuotaUse[] => {
      const its = volumes.filter(({ disk }) => disk.VolumeType === type);
      const sum = (of: (disk: HostDisk) => number): number =>
        its.reduce((all, { count, disk }) => all + count * of(disk), 0);
      const use = { source: VOLUMES_URL };
      const storage = { ...use, ...gib, of: `GiB of ${type} volumes`, amount: sum(({ VolumeSize }) => VolumeSize) };
      if (iops === undefined) return [storage];
      return [storage, { ...use, ...iops, of: `IOPS of ${type} volumes`, amount: sum(({ Iops = 0 }) => Iops) }];
    })
    .filter(({ amount }) => amount > 0);
}

function pickQuota(instanceType: string): typeof STANDARD_QUOTA {
  const [, letters = ''] = /^([a-z]+)/.exec(instanceType) ?? [];
  const special = SPECIAL.find(({ families }) => families.includes(letters));
  return special === undefined ? STANDARD_QUOTA : { ...special, of: `vCPUs of ${special.name} instances`, most: 0 };
}

function toTiBQuota(most: number, code: string, type: string): QuotaLimit {
  const name = `Storage for ${type} volumes, in TiB`;
  return { most: most * 1024, quota: { service: 'ebs', code, name, per: 1024 } };
}

function toIopsQuota(most: number, code: string, type: string): QuotaLimit {
  return { most, quota: { service: 'ebs', code, name: `IOPS for Provisioned IOPS SSD (${type}) volumes` } };
}
