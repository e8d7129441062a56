/** Prices of cells: those of the plan, and what a spec says that somebody else is paid. */
import type { Cell, Plan } from '../../shapes/plan';

/**
 * US dollars for an hour of a cell's target and hosts. Where the spec gives prices of its own, a target of this machine
 * without one has none that is known; else nothing here costs anything.
 */
export function priceOf(plan: Pick<Plan, 'cells' | 'local'>, cell: Cell): number | null {
  const own = cell.storageUsdPerHour + cell.hostsUsdPerHour;
  if (cell.elsewhereUsdPerHour !== null) return own + cell.elsewhereUsdPerHour;
  return plan.local && pricedElsewhere(plan) ? null : own;
}

/** The spec says what somebody else is paid for a target. */
export function pricedElsewhere({ cells }: Partial<Pick<Plan, 'cells'>>): boolean {
  return (cells ?? []).some(({ elsewhereUsdPerHour }) => elsewhereUsdPerHour !== null);
}
