/** FSx as far as the machines call it: file systems of the modelled types on SSD, what is in them, final backups. */
import type { Stored } from '../store';
import { backupActions } from './backups';
import { fileSystemActions } from './file-systems';
import { fsxQuotas } from './quotas';
import { virtualMachineActions } from './ontap/virtual-machines';
import type { Route } from './records';
import { type FsxOptions, FsxState } from './state';
import { volumeActions } from './volumes';

export interface Fsx extends Stored {
  /** Routes that it has written into route tables of the account. */
  routes(): readonly Route[];
}

export function makeFsx(options: FsxOptions): Fsx {
  const state = new FsxState(options, { ...fsxQuotas(options.place.region), ...options.quotas });
  return {
    ...state.offer({
      ...fileSystemActions(state),
      ...volumeActions(state),
      ...virtualMachineActions(state),
      ...backupActions(state),
    }),
    routes: () => [...state.routes],
  };
}
