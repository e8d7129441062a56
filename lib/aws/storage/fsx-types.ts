/** Where the types of FSx file systems differ: in how they are deleted, and in what hosts must know to mount them. */
import type { FsxType } from '../../shapes/resources';
import { lustre } from './fsx-lustre';
import { ontap } from './fsx-ontap';
import { openZfs } from './fsx-openzfs';
import type { TypeOfFsx } from './fsx-type';

const TYPES: { readonly [T in FsxType]: TypeOfFsx<T> } = {
  LUSTRE: lustre,
  ONTAP: ontap,
  OPENZFS: openZfs,
};

/** A type that no target makes is deleted without a word more: nobody knows what it would take. */
const FOREIGN = { removal: {}, values: () => ({}), volumes: null } as const;

/** @param type as FSx tells it: `FileSystemType`, or `VolumeType`, which is the type of the file system */
export function typeOfFsx(type: string | null | undefined): TypeOfFsx | typeof FOREIGN {
  return typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type as FsxType] : FOREIGN;
}
