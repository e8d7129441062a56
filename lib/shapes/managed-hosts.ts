/** Managed hosts: existing machines that are registered with Systems Manager. */
import type { ManagedTag } from './role-plan';

/** Stands in plans for the instance type of managed hosts, which is unknown. */
export const MANAGED_TYPE = 'managed';

/**
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html: maximum instance ids per
 * command.
 */
export const MAX_MANAGED_HOSTS = 50;

/** Whether a fleet in a spec has a role of managed hosts. */
export function hasManaged(fleet: unknown): boolean {
  if (typeof fleet !== 'object' || fleet === null) return false;
  return Object.values(fleet).some((role) => typeof role === 'object' && role !== null && 'managed' in role);
}

/** The tag of a role's managed hosts; undefined for launched hosts. */
export function findManagedTag(
  managed: { readonly tag: Readonly<Record<string, string>> } | undefined,
): ManagedTag | undefined {
  const [pair] = Object.entries(managed?.tag ?? {});
  return pair === undefined ? undefined : { key: pair[0], value: pair[1] };
}
