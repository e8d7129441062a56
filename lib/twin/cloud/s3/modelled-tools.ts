/** A results bucket in which somebody has put every tool bundle, for hosts of every system: rehearsals take it so. */
import { BUNDLE_NAMES, BUNDLE_SYSTEM, formatPointer } from '../../../shapes/tool-bundles';
import { toolArchiveKey } from '../../../shapes/layout';
import type { ObjectStore, StoredObject } from './store';

const SHA256 = '0'.repeat(64);

/** The same store, but for pointers of bundles that it does not have. Nothing is written. */
export function withModelledTools(store: ObjectStore): ObjectStore {
  return { ...store, get: async (key) => (await store.get(key)) ?? modelled(key) };
}

function modelled(key: string): StoredObject | undefined {
  const [, name, system = ''] = /^tools\/([^/]+)\/([^/]+)\.txt$/.exec(key) ?? [];
  const bundle = BUNDLE_NAMES.find((one) => one === name);
  if (bundle === undefined || !BUNDLE_SYSTEM.test(system)) return undefined;
  const archive = toolArchiveKey(bundle, SHA256, 'tar.gz');
  const added = '2026-01-01T00:00:00.000Z';
  const text = formatPointer({ sha256: SHA256, version: 'modelled', archive, bytes: 1, added });
  const bytes = Buffer.from(text);
  return { key, text, bytes, size: bytes.length, etag: `"${SHA256.slice(0, 32)}"`, lastModified: Date.parse(added) };
}
