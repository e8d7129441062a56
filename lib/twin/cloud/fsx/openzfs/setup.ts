/** What a modelled OpenZFS file system is, in the words and with the defaults of FSx's descriptions. */
import type { OpenZFSDeploymentType, OpenZFSFileSystemConfiguration } from '@aws-sdk/client-fsx';
import type { Iops } from '../provisioned';
import type { Setup } from '../records';

export interface OpenZfsSetup extends Setup {
  readonly FileSystemType: 'OPENZFS';
  readonly OpenZFSConfiguration: OpenZFSFileSystemConfiguration & {
    readonly DeploymentType: OpenZFSDeploymentType;
    readonly ThroughputCapacity: number;
    readonly DiskIopsConfiguration: Iops;
  };
}
