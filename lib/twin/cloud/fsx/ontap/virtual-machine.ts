/** What a storage virtual machine is, and how one is found. */
import type { StorageVirtualMachineLifecycle } from '@aws-sdk/client-fsx';
import { constraintError } from '../../constraint';
import { fsxError } from '../errors';
import type { ChildRecord, Holdings } from '../records';

export const KIND = 'fsx:storage-virtual-machine';
const ID = /^svm-[0-9a-f]{17}$/;
/** One of them, as long as it exists. */
export interface VirtualMachine extends ChildRecord {
  readonly name: string;
  readonly style: string;
  readonly rootVolumeId: string;
  lifecycle: StorageVirtualMachineLifecycle;
  failure?: string;
  deletions: number;
}

/** Whether it is one. */
export function isVirtualMachine(child: ChildRecord): child is VirtualMachine {
  return child.kind === KIND;
}

/** All that exist. */
export function virtualMachines({ children }: Pick<Holdings, 'children'>): VirtualMachine[] {
  return [...children.values()].filter(isVirtualMachine);
}

/** @throws ServiceError ValidationException, StorageVirtualMachineNotFound */
export function findVirtualMachine(holdings: Pick<Holdings, 'children'>, id: string): VirtualMachine {
  if (!ID.test(id))
    throw constraintError(
      'storageVirtualMachineId',
      `Member must satisfy regular expression pattern: ${ID.source}`,
      id,
    );
  const found = virtualMachines(holdings).find((one) => one.id === id);
  if (found === undefined)
    throw fsxError('StorageVirtualMachineNotFound', `Storage virtual machine '${id}' does not exist.`);
  return found;
}
