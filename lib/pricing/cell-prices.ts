/** Prices of configurations: from the plan, and the external prices of the spec. */
import type { Cell, Plan } from '../shapes/plan';

/** Target and hosts, US dollars per hour; null if unknown. Local: 0, or null if the spec prices only other cells. */
export function computePrice(plan: Pick<Plan, 'cells' | 'local'>, cell: Cell): number | null {
  const own = cell.storageUsdPerHour + cell.hostsUsdPerHour;
  if (cell.externalUsdPerHour !== null) return own + cell.externalUsdPerHour;
  if (cell.foreign === true) return null;
  return plan.local && hasExternalPrice(plan) ? null : own;
}

/** Price without hosts: created resources and the external price. */
export function getStoragePrice({ storageUsdPerHour, externalUsdPerHour }: Cell): number {
  return storageUsdPerHour + (externalUsdPerHour ?? 0);
}

export function hasExternalPrice({ cells }: Partial<Pick<Plan, 'cells'>>): boolean {
  return (cells ?? []).some(({ externalUsdPerHour }) => externalUsdPerHour !== null);
}
