/** What a first experiment compares, for each kind of target: small, and as little as answers something. */
import type { TargetKind } from '../../targets/registry';

/** Lines of a spec, as far as they go with the storage. */
export interface Storage {
  /** What the rivals are, for the question. */
  readonly rivals: string;
  /** Of the section `targets`, with comments. */
  readonly targets: readonly string[];
  /** What the hosts are, in the section `fleet`; null where they are processes of this machine. */
  readonly hosts: string | null;
  /** Bytes of a file of each job of fio: on AWS more than servers and hosts keep in memory. */
  readonly size: string;
  /** Why it is so. */
  readonly why: string;
}

const PAID_FOR = '# Each is made when the execution begins, and deleted when it ends.';
const IN_STAGES = [
  '# One file system, changed in place: a stage is a state of it, and what it says stands before what the target says.',
  '# It is made when the execution begins, and deleted when it ends.',
];

export const STORAGE: Readonly<Record<TargetKind, Storage>> = {
  directory: {
    rivals: 'folder',
    targets: [
      '# Folders of this machine: put your own here, e.g. mounted file systems. In each a folder is made, and removed.',
      'targets:',
      '  disk: { kind: directory, path: .fsxbench/disk }',
      '  memory: { kind: directory, path: /dev/shm/fsxbench }',
    ],
    hosts: null,
    size: '256 MiB',
    why: 'Direct I/O goes past the memory of the host, so that files may be small.',
  },
  'fsx-lustre': {
    rivals: 'Lustre file system of 1200 GiB',
    targets: [
      `${PAID_FOR} perUnitMBps is MB/s for each TiB.`,
      'targets:',
      '  scratch: { kind: fsx-lustre, deploymentType: SCRATCH_2, storageGiB: 1200 }',
      '  persistent-125: { kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 1200, perUnitMBps: 125 }',
      '  persistent-500: { kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 1200, perUnitMBps: 500 }',
    ],
    hosts: 'count: 2, instanceType: c5n.2xlarge',
    size: '8 GiB',
    why: '2 hosts x 2 jobs x 8 GiB are more than the file servers keep in memory.',
  },
  'fsx-ontap': {
    rivals: 'throughput of an ONTAP file system',
    targets: [
      ...IN_STAGES,
      'targets:',
      '  ontap:',
      '    kind: fsx-ontap',
      '    deploymentType: SINGLE_AZ_1',
      '    storageGiB: 1024',
      '    volumes: { count: 1, sizeGiB: 900 }',
      '    stages:',
      '      128MBps: { throughputMBps: 128 }',
      '      256MBps: { throughputMBps: 256 }',
    ],
    hosts: 'count: 1, instanceType: c5n.2xlarge, mount: { nconnect: 16 }',
    size: '20 GiB',
    why: '2 jobs x 20 GiB are more than the file servers keep in memory.',
  },
  'fsx-openzfs': {
    rivals: 'throughput of an OpenZFS file system',
    targets: [
      ...IN_STAGES,
      'targets:',
      '  zfs:',
      '    kind: fsx-openzfs',
      '    deploymentType: SINGLE_AZ_1',
      '    storageGiB: 512',
      '    stages:',
      '      256MBps: { throughputMBps: 256 }',
      '      512MBps: { throughputMBps: 512 }',
    ],
    hosts: 'count: 1, instanceType: c5n.2xlarge, mount: { nconnect: 16 }',
    size: '20 GiB',
    why: '2 jobs x 20 GiB are more than the server keeps in memory.',
  },
  ebs: {
    rivals: 'EBS volume of 100 GiB',
    targets: [
      '# Volumes of the one host that measures, made and deleted with it. 3000 IOPS and 125 MiB/s come with gp3.',
      'targets:',
      '  included: { kind: ebs, volumeType: gp3, sizeGiB: 100 }',
      '  more: { kind: ebs, volumeType: gp3, sizeGiB: 100, iops: 6000, throughputMiBps: 250 }',
    ],
    hosts: 'count: 1, instanceType: c5n.2xlarge',
    size: '8 GiB',
    why: 'Direct I/O goes past the memory of the host.',
  },
  'instance-store': {
    rivals: 'set of disks that hosts come with, and EBS volume of 100 GiB',
    targets: [
      '# What the host comes with costs nothing beyond it; the volume is made and deleted with it.',
      'targets:',
      '  own: { kind: instance-store }',
      '  volume: { kind: ebs, volumeType: gp3, sizeGiB: 100 }',
    ],
    hosts: 'count: 1, instanceType: i3en.2xlarge',
    size: '8 GiB',
    why: 'Direct I/O goes past the memory of the host.',
  },
  efs: {
    rivals: 'throughput of an EFS file system',
    targets: [
      ...IN_STAGES,
      '# Elastic throughput, in its place, is billed by the GiB that trials move: `plan` says for how much.',
      'targets:',
      '  efs:',
      '    kind: efs',
      '    throughputMode: provisioned',
      '    storedGiB: 100',
      '    stages:',
      '      50MiBps: { provisionedMiBps: 50 }',
      '      100MiBps: { provisionedMiBps: 100 }',
    ],
    hosts: 'count: 1, instanceType: c5n.2xlarge',
    size: '8 GiB',
    why: 'Direct I/O goes past the memory of the host.',
  },
  'external-nfs': {
    rivals: 'NFS export',
    targets: [
      '# An export that exists already; `folder` is free to write: one of the execution is made in it, and removed.',
      '# The deployment must let hosts out to it: context `external` of `cdk deploy` (docs/deploy.md).',
      'targets:',
      '  nas: { kind: external-nfs, address: 10.20.0.15, export: /export, folder: bench }',
    ],
    hosts: 'count: 1, instanceType: c5n.2xlarge, mount: { nconnect: 16 }',
    size: '20 GiB',
    why: 'Direct I/O goes past the memory of the host, and 2 jobs x 20 GiB past that of most servers.',
  },
  'external-ceph': {
    rivals: 'Ceph cluster',
    targets: [
      '# A cluster that exists already: of CephFS a folder, of RBD an image of each host, made and removed again.',
      '# The deployment must let hosts out to it, and name the secret: `external` and `secrets` (docs/deploy.md).',
      'targets:',
      '  files: { kind: external-ceph, monitors: [10.20.0.11], servers: [10.20.0.21], folder: bench }',
      '  blocks:',
      '    kind: external-ceph',
      '    protocol: rbd',
      '    monitors: [10.20.0.11]',
      '    servers: [10.20.0.21]',
      '    pool: bench',
      '    sizeGiB: 100',
    ],
    hosts: 'count: 1, instanceType: c5n.2xlarge, image: ubuntu-24.04',
    size: '20 GiB',
    why: 'Direct I/O goes past the memory of the host, and 2 jobs x 20 GiB past that of most servers.',
  },
};

/** The section `fleet`; empty where hosts are processes of this machine. */
export function fleetOf({ hosts }: Storage): string[] {
  if (hosts === null) return [];
  return [
    '# Who measures: EC2 hosts, all alike. What they mount with may be set here, too (`fsxbench explain mount`).',
    `fleet: { client: { ${hosts} } }`,
  ];
}
