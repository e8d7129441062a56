/** What the modelled services tell of everything that costs: the moment it begins, changes, or ends to be paid for. */
import type { FileSystemDescription } from '@aws-sdk/client-efs';
import type { FileSystem, FileSystemType } from '@aws-sdk/client-fsx';
import type { RequestLaunchTemplateData } from '@aws-sdk/client-ec2';
import type { OperatingSystem } from '../../shapes/images';

/** A disk of an instance, as its launch template asks for it. */
export type PaidDisk = NonNullable<NonNullable<RequestLaunchTemplateData['BlockDeviceMappings']>[number]['Ebs']>;

/** The configuration of a file system in FSx's own words: all that its price depends on. */
export type PaidFileSystem = Pick<
  FileSystem,
  | 'FileSystemType'
  | 'StorageType'
  | 'StorageCapacity'
  | 'FileSystemTypeVersion'
  | Extract<keyof FileSystem, `${string}Configuration`>
>;

/** The same of EFS. */
export type PaidEfs = Pick<
  FileSystemDescription,
  | 'ThroughputMode'
  | 'PerformanceMode'
  | 'ProvisionedThroughputInMibps'
  | 'AvailabilityZoneName'
  | 'Encrypted'
  | 'SizeInBytes'
>;

/** What something is, as far as its price depends on it. Kinds are named as in a receipt. */
export type Paid =
  /** `system`: left out for Linux that costs nothing. */
  | { readonly kind: 'ec2:instance'; readonly instanceType: string; readonly system?: OperatingSystem }
  /** `root`: it came with the image. */
  | { readonly kind: 'ec2:volume'; readonly disk: PaidDisk; readonly root: boolean }
  | { readonly kind: 'fsx:file-system'; readonly configuration: PaidFileSystem }
  | { readonly kind: 'efs:file-system'; readonly configuration: PaidEfs }
  | { readonly kind: 'secretsmanager:secret' }
  /** Paid for by what it holds, which nobody models; `storageCapacityGiB` is what it was taken of. */
  | {
      readonly kind: 'fsx:backup';
      readonly fileSystemType: FileSystemType;
      readonly fileSystemId: string;
      readonly storageCapacityGiB: number;
    };

/** One change. The first of an id begins its first interval; another `what` ends one and begins the next. */
export interface PaidChange {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: Paid['kind'];
  readonly id: string;
  /** Key → value, the rig's among them. */
  readonly tags: Readonly<Record<string, string>>;
  /** Null: from now on it is not paid for. */
  readonly what: Paid | null;
}

/** Who is told of changes. */
export type OnPaid = (change: PaidChange) => void;
