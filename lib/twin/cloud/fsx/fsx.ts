/** FSx as far as the machines call it: file systems of the modelled types on SSD, what is in them, final backups. */
import type { StorageKind } from '../../../shapes/resources';
import type { Service } from '../service';
import { backupActions } from './file-systems/backups';
import { createFileSystemAction } from './file-systems/create';
import { createVolumeAction } from './volumes/create';
import { deleteFileSystemAction } from './file-systems/delete';
import { listingActions } from './describe/listings';
import type { FsxOptions } from './options';
import { fsxQuotas } from './quotas';
import { membersOf, TYPES } from './registry';
import type { Route } from './network/range';
import { FsxState } from './state';
import type { Tags } from './tags';
import { updateFileSystemAction } from './file-systems/update';
import { volumeActions } from './volumes/volumes';

/** Something of FSx that exists, as checkers see it. Root volumes are part of their file system. */
export interface FsxResource {
  readonly kind: StorageKind | 'fsx:backup';
  readonly id: string;
  /** The service's own word. */
  readonly state: string;
  readonly tags: Tags;
  /** The file system that it is, or was, of. */
  readonly fileSystemId: string;
}

export interface Fsx {
  readonly service: Service;
  /** All that exists now and costs or blocks something, in order of creation. What is gone is not in it. */
  left(): readonly FsxResource[];
  /** Routes that it has written into route tables of the account. */
  routes(): readonly Route[];
  /** What somebody does by hand: another set of tags in the place of what a file system or volume has. */
  retag(change: (tags: Tags) => Tags): void;
}

export function makeFsx(options: FsxOptions): Fsx {
  const state = new FsxState(options, { ...fsxQuotas(options.place.region), ...options.quotas });
  return {
    service: {
      ...createFileSystemAction(state),
      ...updateFileSystemAction(state),
      ...deleteFileSystemAction(state),
      ...createVolumeAction(state),
      ...volumeActions(state),
      ...listingActions(state),
      ...backupActions(state),
      ...membersOf(TYPES, (type): Service => type.children?.(state) ?? {}),
    },
    left: () => left(state),
    routes: () => [...state.routes],
    retag: (change) => {
      for (const one of [...state.fileSystems.values(), ...state.children.values(), ...state.volumes.values()])
        one.tags = change(one.tags);
    },
  };
}

function left(state: FsxState): FsxResource[] {
  const fileSystems = [...state.fileSystems.values()].map((one) => ({
    ...one,
    kind: 'fsx:file-system' as const,
    of: one.id,
  }));
  const volumes = [...state.volumes.values()]
    .filter(({ root }) => !root)
    .map((one) => ({ ...one, kind: 'fsx:volume' as const, of: one.fileSystemId }));
  const children = [...state.children.values()].map((one) => ({ ...one, of: one.fileSystemId }));
  const backups = [...state.backups.values()].map((one) => ({
    ...one,
    kind: 'fsx:backup' as const,
    of: one.source.id,
  }));
  return [...fileSystems, ...volumes, ...children, ...backups]
    .sort((a, b) => a.rank - b.rank)
    .map(({ kind, id, lifecycle, tags, of }) => ({ kind, id, state: lifecycle, tags, fileSystemId: of }));
}
