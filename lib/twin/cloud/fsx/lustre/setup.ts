/** What a modelled Lustre file system is, in the words and with the defaults of FSx's descriptions. */
import type {
  FileSystemLustreMetadataConfiguration,
  LustreDeploymentType,
  LustreFileSystemConfiguration,
} from '@aws-sdk/client-fsx';
import type { Setup } from '../records';

/** All that there are. */
export type LustreDeployment = LustreDeploymentType;

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
  return isScratchType(LustreConfiguration.DeploymentType);
}

export function isScratchType(deployment: LustreDeployment): boolean {
  return deployment === 'SCRATCH_1' || deployment === 'SCRATCH_2';
}
