/** Managed hosts: machines that exist, and that Systems Manager knows. */

/** The tag by which hosts are found. */
export interface ManagedTag {
  readonly key: string;
  readonly value: string;
}

/** A host that an execution has leased. */
export interface ManagedHost {
  /** `i-…` of EC2, or `mi-…` of a hybrid one. */
  readonly id: string;
  readonly role: string;
}

/** In place of an instance type: nobody here knows what they are. */
export const MANAGED_TYPE = 'managed';

/**
 * Ids that one command may name.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html
 */
export const MAX_MANAGED_HOSTS = 50;

/** How a lease calls a host. */
export function hostStore(id: string): string {
  return `host:${id}`;
}

/** The way back; undefined for a store that is no host. */
export function parseHostStore(store: string): string | undefined {
  return store.startsWith('host:') ? store.slice('host:'.length) : undefined;
}

/** Whether a fleet, as written, has a role of managed hosts. */
export function hasManaged(fleet: unknown): boolean {
  if (typeof fleet !== 'object' || fleet === null) return false;
  return Object.values(fleet).some((role) => typeof role === 'object' && role !== null && 'managed' in role);
}

/** The tag of a role's hosts; undefined where they are made. */
export function findTag(
  managed: { readonly tag: Readonly<Record<string, string>> } | undefined,
): ManagedTag | undefined {
  const [pair] = Object.entries(managed?.tag ?? {});
  return pair === undefined ? undefined : { key: pair[0], value: pair[1] };
}
