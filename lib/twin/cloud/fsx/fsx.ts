/** FSx as far as the machines call it: file systems of the modelled types on SSD, what is in them, final backups. */
import type { Stored, StoredResource } from '../store';
import { backupActions } from './backups';
import { createFileSystemAction } from './create';
import { deleteFileSystemAction } from './delete';
import { listingActions } from './describe';
import type { FsxOptions } from './options';
import { fsxQuotas } from './quotas';
import { TYPES } from './registry';
import type { Route } from './records';
import { FsxState } from './state';
import { updateFileSystemAction } from './update';
import { volumeActions } from './volumes';

export interface Fsx extends Stored {
  /** Routes that it has written into route tables of the account. */
  routes(): readonly Route[];
}

export function makeFsx(options: FsxOptions): Fsx {
  const state = new FsxState(options, { ...fsxQuotas(options.place.region), ...options.quotas });
  return {
    service: {
      ...createFileSystemAction(state),
      ...updateFileSystemAction(state),
      ...deleteFileSystemAction(state),
      ...volumeActions(state),
      ...listingActions(state),
      ...backupActions(state),
      ...Object.fromEntries(TYPES.flatMap((type) => Object.entries(type.children?.(state) ?? {}))),
    },
    left: () => left(state),
    routes: () => [...state.routes],
    retag: (change) => {
      for (const one of [...state.fileSystems.values(), ...state.children.values(), ...state.volumes.values()])
        one.tags = change(one.tags);
    },
  };
}

function left(state: FsxState): StoredResource[] {
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
