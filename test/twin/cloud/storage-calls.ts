/** Calls of storage services, for tests that compare tables with them. */
import {
  getService,
  RESOURCES,
  STORAGE_KINDS,
  type StorageFacts,
  type StorageService,
} from '../../../lib/shapes/resources';

/** All create, update, read and remove calls of the storage kinds of a service. */
export function listStorageCalls(service: StorageService): readonly string[] {
  const own = STORAGE_KINDS.filter((kind) => getService(kind) === service).map((kind): StorageFacts => RESOURCES[kind]);
  return own.flatMap(({ create, updates, describe, list = [], tagsBy = [], read = [], remove }) =>
    [create, updates, describe, list, tagsBy, read, remove].flat(),
  );
}
