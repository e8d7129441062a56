/** What a modelled Lustre file system is, in the words and with the defaults of FSx's descriptions. */
import type {
  FileSystemLustreMetadataConfiguration,
  LustreDeploymentType,
  LustreFileSystemConfiguration,
} from '@aws-sdk/client-fsx';
import type { Setup } from '../records';

/** Kinds of Lustre that are modelled. */
export type LustreDeployment = Extract<LustreDeploymentType, 'SCRATCH_2' | 'PERSISTENT_2'>;

export interface LustreSetup extends Setup {
  readonly FileSystemType: 'LUSTRE';
  readonly FileSystemTypeVersion: string;
  readonly LustreConfiguration: LustreFileSystemConfiguration & {
    readonly DeploymentType: LustreDeployment;
    readonly EfaEnabled: boolean;
    readonly MetadataConfiguration?: Required<FileSystemLustreMetadataConfiguration> & { readonly Iops: number };
  };
}

/** Temporary storage: no backups, and a key that FSx manages and does not show. */
export function isScratch({ LustreConfiguration }: LustreSetup): boolean {
  return LustreConfiguration.DeploymentType === 'SCRATCH_2';
}
