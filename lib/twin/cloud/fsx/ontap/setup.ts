/** What a modelled ONTAP file system is, in the words and with the defaults of FSx's descriptions. */
import type { OntapDeploymentType, OntapFileSystemConfiguration } from '@aws-sdk/client-fsx';
import type { Iops } from '../provisioned';
import type { Setup } from '../records';

export interface OntapSetup extends Setup {
  readonly FileSystemType: 'ONTAP';
  readonly OntapConfiguration: OntapFileSystemConfiguration & {
    readonly DeploymentType: OntapDeploymentType;
    readonly HAPairs: number;
    /** Of all pairs. */
    readonly ThroughputCapacity: number;
    readonly ThroughputCapacityPerHAPair: number;
    readonly DiskIopsConfiguration: Iops;
  };
}
