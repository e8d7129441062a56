/** All target kinds, one line each. */
import type { HostDisk } from '../shapes/disks';
import type { FoundTarget, Target } from './contract';
import { fsxLustre } from './fsx-lustre/target';
import { fsxOntap } from './fsx-ontap/target';
import { fsxOpenZfs } from './fsx-openzfs/target';
import { directory } from './directory/target';
import { ebs } from './ebs/target';
import { efs } from './efs/target';
import { externalCeph } from './external-ceph/target';
import { externalNfs } from './external-nfs/target';
import { externalS3Files } from './external-s3-files/target';
import { instanceStore } from './instance-store/target';
import { s3Files } from './s3-files/target';

const TARGETS = {
  directory,
  'fsx-lustre': fsxLustre,
  'fsx-ontap': fsxOntap,
  'fsx-openzfs': fsxOpenZfs,
  ebs,
  efs,
  's3-files': s3Files,
  'instance-store': instanceStore,
  'external-nfs': externalNfs,
  'external-ceph': externalCeph,
  'external-s3-files': externalS3Files,
} as const satisfies Readonly<Record<string, Target>>;

/** A kind that a spec may name. Other rooms use `Record<TargetKind, …>` for data of each kind. */
export type TargetKind = keyof typeof TARGETS;

type FileSystemTypeOf<T> = T extends { readonly resources: { readonly fileSystemType: infer Type } } ? Type : never;
/** FSx file system types of targets, which the simulation must support. */
export type FileSystemType = FileSystemTypeOf<(typeof TARGETS)[TargetKind]>;

/** Kinds that a spec may name, in the order of the registry. */
export const TARGET_KINDS: readonly TargetKind[] = Object.keys(TARGETS).filter(isTargetKind);

function isTargetKind(kind: string): kind is TargetKind {
  return Object.hasOwn(TARGETS, kind);
}

export function findTarget(kind: string): Target | undefined {
  return isTargetKind(kind) ? TARGETS[kind] : undefined;
}

export interface ConfiguredTarget {
  readonly target: Target;
  readonly config: unknown;
}

/** Target and settings of a created file system; undefined if no spec creates it. */
export function identifyTarget(found: FoundTarget): ConfiguredTarget | undefined {
  for (const target of Object.values<Target>(TARGETS)) {
    const type = 'FileSystemType' in found.fileSystem ? found.fileSystem.FileSystemType : undefined;
    if (target.resources?.fileSystemType !== type) continue;
    const config = target.resources?.toConfig(found) ?? null;
    if (config !== null) return { target, config };
  }
  return undefined;
}

/** Target and settings of a launched disk; undefined if no spec creates it. */
export function identifyDisk(disk: HostDisk): ConfiguredTarget | undefined {
  for (const target of Object.values<Target>(TARGETS)) {
    const config = target.hosts?.fromDisk?.(disk) ?? null;
    if (config !== null) return { target, config };
  }
  return undefined;
}
