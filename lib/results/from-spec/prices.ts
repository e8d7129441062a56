/** Prices of cells: those of the plan, and what a spec says that somebody else is paid. */
import type { Cell, Plan } from '../../shapes/plan';

/**
 * US dollars for an hour of a cell's target and hosts. What others own costs what the spec says, and nobody knows what
 * where it says nothing; of a local experiment only where the spec gives prices of its own, else nothing here costs
 * anything.
 */
export function priceOf(plan: Pick<Plan, 'cells' | 'local'>, cell: Cell): number | null {
  const own = cell.storageUsdPerHour + cell.hostsUsdPerHour;
  if (cell.elsewhereUsdPerHour !== null) return own + cell.elsewhereUsdPerHour;
  if (cell.foreign === true) return null;
  return plan.local && pricedElsewhere(plan) ? null : own;
}

/** Of that, the target: what is made, and what somebody else is paid for what is not. */
export function storagePriceOf({ storageUsdPerHour, elsewhereUsdPerHour }: Cell): number {
  return storageUsdPerHour + (elsewhereUsdPerHour ?? 0);
}

/** The spec says what somebody else is paid for a target. */
export function pricedElsewhere({ cells }: Partial<Pick<Plan, 'cells'>>): boolean {
  return (cells ?? []).some(({ elsewhereUsdPerHour }) => elsewhereUsdPerHour !== null);
}
