/** What ids tell: the kind of what requests make or change. */
import { ensure } from './errors';
import { CHANGED_KINDS, type ChangedKind, RESOURCES, STORAGE_KINDS, type StorageKind } from './resources';

/** Whether it is an id of any kind of storage: what handlers let through. */
export function isStorageId(id: string): boolean {
  return STORAGE_KINDS.some((kind) => looksLike(id, kind));
}

/** The kind of storage that an id is of. */
export function getIdKind(id: string): StorageKind {
  return ensure(
    STORAGE_KINDS.find((one) => looksLike(id, one)),
    `a kind of storage whose ids look like ${id}`,
  );
}

/** The same of what is made with hosts and changed by requests, too. */
export function isChangedId(id: string): boolean {
  return CHANGED_KINDS.some((kind) => looksLike(id, kind));
}

/** The kind of what is changed by requests that an id is of. */
export function getChangedKind(id: string): ChangedKind {
  return ensure(
    CHANGED_KINDS.find((one) => looksLike(id, one)),
    `a kind of what requests change whose ids look like ${id}`,
  );
}

function looksLike(id: string, kind: ChangedKind): boolean {
  return new RegExp(`^${RESOURCES[kind].id}$`).test(id);
}
