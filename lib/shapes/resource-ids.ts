/** Resource kinds from ids. */
import { ensure } from './errors';
import { CHANGED_KINDS, type ChangedKind, RESOURCES, STORAGE_KINDS, type StorageKind } from './resources';

/** Whether an id belongs to a storage kind; handlers accept only such ids. */
export function isStorageId(id: string): boolean {
  return STORAGE_KINDS.some((kind) => matchesId(id, kind));
}

export function getIdKind(id: string): StorageKind {
  return ensure(
    STORAGE_KINDS.find((one) => matchesId(id, one)),
    `a kind of storage whose ids look like ${id}`,
  );
}

/** Like {@link isStorageId}, but including host resources that requests change. */
export function isChangedId(id: string): boolean {
  return CHANGED_KINDS.some((kind) => matchesId(id, kind));
}

/** Like {@link getIdKind}, but including host resources that requests change. */
export function getChangedKind(id: string): ChangedKind {
  return ensure(
    CHANGED_KINDS.find((one) => matchesId(id, one)),
    `a kind of what requests change whose ids look like ${id}`,
  );
}

function matchesId(id: string, kind: ChangedKind): boolean {
  return new RegExp(`^${RESOURCES[kind].id}$`).test(id);
}
