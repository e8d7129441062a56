/** The configuration of a file system, in the words and with the defaults of FSx's own descriptions. */
import type {
  FileSystemLustreMetadataConfiguration,
  LustreDeploymentType,
  LustreFileSystemConfiguration,
  OpenZFSDeploymentType,
  OpenZFSFileSystemConfiguration,
} from '@aws-sdk/client-fsx';

/** Kinds of Lustre that are modelled. */
export type LustreDeployment = Extract<LustreDeploymentType, 'SCRATCH_2' | 'PERSISTENT_2'>;

interface SetupBase {
  readonly StorageType: 'SSD';
  /** GiB. */
  readonly StorageCapacity: number;
}

export interface LustreSetup extends SetupBase {
  readonly FileSystemType: 'LUSTRE';
  readonly FileSystemTypeVersion: string;
  readonly LustreConfiguration: LustreFileSystemConfiguration & {
    readonly DeploymentType: LustreDeployment;
    readonly EfaEnabled: boolean;
    readonly MetadataConfiguration?: Required<FileSystemLustreMetadataConfiguration> & { readonly Iops: number };
  };
}

export interface OpenZfsSetup extends SetupBase {
  readonly FileSystemType: 'OPENZFS';
  readonly OpenZFSConfiguration: OpenZFSFileSystemConfiguration & {
    readonly DeploymentType: OpenZFSDeploymentType;
    readonly ThroughputCapacity: number;
    readonly DiskIopsConfiguration: { readonly Mode: 'AUTOMATIC' | 'USER_PROVISIONED'; readonly Iops: number };
  };
}

export type Setup = LustreSetup | OpenZfsSetup;
