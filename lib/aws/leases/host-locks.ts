/** Locks of existing hosts: one execution at a time uses a host. */
/** A host locked by an execution. */
export interface ManagedHost {
  /** `i-…` (EC2) or `mi-…` (hybrid). */
  readonly id: string;
  readonly role: string;
}

export function toHostLockId(id: string): string {
  return `host:${id}`;
}

/** The instance id in the lock id of a host; undefined for locks of external storage. */
export function parseHostLockId(store: string): string | undefined {
  return store.startsWith('host:') ? store.slice('host:'.length) : undefined;
}
