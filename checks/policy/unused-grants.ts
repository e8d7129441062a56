/** Grants that no simulated execution uses, and why they remain. A test fails if one is used or no longer granted. */
import groups from './unused-grants.json';

export interface KeptGrant {
  readonly role: string;
  readonly action: string;
  /** Part of the resource pattern; absent: all patterns. */
  readonly resource?: string;
  readonly why: string;
  /** AWS's reference does not list this resource type for the action. */
  readonly unnamed?: boolean;
}

/** Grants with the same reason: each action of each role on each part of a resource. */
interface GrantGroup {
  readonly roles: readonly string[];
  readonly actions: readonly string[];
  readonly resources?: readonly string[];
  readonly why: string;
  readonly unnamed?: boolean;
}

export const KEPT: readonly KeptGrant[] = (groups as readonly GrantGroup[]).flatMap(
  ({ roles, actions, resources, ...same }) =>
    roles.flatMap((role) =>
      actions.flatMap((action): KeptGrant[] =>
        resources === undefined
          ? [{ role, action, ...same }]
          : resources.map((resource) => ({ role, action, resource, ...same })),
      ),
    ),
);

/** Whether `kept` covers a grant. */
export function isKept(kept: KeptGrant, role: string, action: string, resource: string): boolean {
  return (
    kept.role === role && kept.action === action && (kept.resource === undefined || resource.includes(kept.resource))
  );
}
