/** All types of FSx file systems that are modelled: those of which there are targets. Adding one is one line here. */
import { FsxbenchError } from '../../../shapes/errors';
import type { VolumeType } from '@aws-sdk/client-fsx';
import type { FileSystemType } from '../../../targets/registry';
import type { FsxType, FsxVolumes } from './contract';
import { badRequest } from './errors';
import { lustre } from './lustre/type';
import { ontap } from './ontap/type';
import { openZfs } from './openzfs/type';
import type { Setup, VolumeRecord } from './records';

const FSX_TYPES: Readonly<Record<FileSystemType, FsxType>> = {
  LUSTRE: lustre,
  ONTAP: ontap,
  OPENZFS: openZfs,
};

/** All records, in the order of the registry. */
export const TYPES: readonly FsxType[] = Object.values(FSX_TYPES);

/** Their names, for messages: `LUSTRE, ONTAP and OPENZFS`. */
export const MODELLED_TYPES = Object.keys(FSX_TYPES)
  .join(', ')
  .replace(/, ([^,]*)$/, ' and $1');

/** What volumes of the types are. */
export const VOLUMES: readonly FsxVolumes[] = TYPES.flatMap(({ volumes }) => volumes ?? []);

export function isModelled(type: string): type is FileSystemType {
  return Object.hasOwn(FSX_TYPES, type);
}

/** The record of a file system's type. */
export function typeOf({ FileSystemType }: Pick<Setup, 'FileSystemType'>): FsxType {
  return FSX_TYPES[FileSystemType];
}

/** What a volume is. */
export function volumesOf({ id, fileSystemType }: VolumeRecord): FsxVolumes {
  const { volumes } = FSX_TYPES[fileSystemType];
  if (volumes === undefined)
    throw new FsxbenchError('Unexpected', `volume ${id} is on a file system of ${fileSystemType}, which has none`);
  return volumes;
}

/** Volumes of a `VolumeType`, and the file systems on which they are; undefined where they are not modelled. */
export function volumesOfType(
  type: VolumeType | undefined,
): { readonly fileSystemType: FileSystemType; readonly volumes: FsxVolumes } | undefined {
  const names = Object.keys(FSX_TYPES).filter(isModelled);
  return names
    .flatMap((fileSystemType) => {
      const { volumes } = FSX_TYPES[fileSystemType];
      return volumes?.type === type && volumes !== undefined ? [{ fileSystemType, volumes }] : [];
    })
    .at(0);
}

/** @throws ServiceError BadRequest for a configuration that only others have */
export function requireOwn(input: object, { member }: Pick<FsxType, 'member'>, what: string): void {
  const foreign = Object.keys(input).find((name) => name.endsWith('Configuration') && name !== member);
  if (foreign !== undefined) throw badRequest(`${foreign} cannot be given for ${what}`);
}
