/** The creates of an EFS file system, and of the mount target by which hosts reach it. */
import { waitFor } from '../fsx-shared';
import type { CreateRequest, RequestInput } from '../../shapes/requests';
import { DURATIONS } from './durations';
import type { Efs } from './schema';

/** `fs`, then `mount` beside the hosts: traffic between zones costs, and takes longer. */
export function requests(config: Efs): readonly CreateRequest[] {
  const input = {
    FileSystemId: '@fs.fileSystemId',
    SubnetId: '@network.subnetId',
    SecurityGroups: ['@network.storageSecurityGroupId'],
  };
  return [
    { id: 'fs', call: 'efs:CreateFileSystem', input: fileSystem(config), ...waitFor(DURATIONS.create) },
    { id: 'mount', call: 'efs:CreateMountTarget', input, ...waitFor(DURATIONS.mountTargets.create) },
  ];
}

function fileSystem(config: Efs): RequestInput {
  return {
    PerformanceMode: config.performanceMode,
    Encrypted: config.encrypted,
    ...(config.kmsKeyId === undefined ? {} : { KmsKeyId: config.kmsKeyId }),
    ...throughput(config),
    // One zone is that of the hosts.
    ...(config.zone === 'one-zone' ? { AvailabilityZoneName: '@network.zone' } : {}),
    // Backups would be kept and billed; they are on in one zone where nothing is said.
    Backup: false,
  };
}

/** As creates and updates take it. */
export function throughput({ throughputMode, provisionedMiBps }: Efs): RequestInput {
  return {
    ThroughputMode: throughputMode,
    ...(provisionedMiBps === undefined ? {} : { ProvisionedThroughputInMibps: provisionedMiBps }),
  };
}
