/** Prices of cells: those of the plan, what was moved, and what a spec says that somebody else is paid. */
import type { Cell, Plan } from '../../shapes/plan';
import { type Measure, primaryMeasures } from '../measures';

const GIB = 1024 ** 3;

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

/**
 * US dollars for an hour of what a cell moves, at the rate that was measured: nothing where its target is not paid for
 * by bytes, null where no trial that counts says how many they were. What is neither read nor written, as a copy, is
 * both.
 */
export function movedUsdPerHour(
  { movedUsdPerGiB: usd, held }: Pick<Cell, 'movedUsdPerGiB' | 'held'>,
  measures: readonly Measure[],
): number | null {
  if (usd === undefined) return 0;
  const rates = new Set(held.flatMap(({ bytes }) => (bytes === null ? [] : [bytes.metric])));
  const moved = primaryMeasures(measures).flatMap(({ metric, unit, operation, statistics }) => {
    if (!rates.has(metric) || unit !== 'bytes/s' || statistics === null) return [];
    const perGiB = operation === 'read' ? usd.read : operation === 'write' ? usd.written : usd.read + usd.written;
    return [(3600 * statistics.median * perGiB) / GIB];
  });
  return moved.length === 0 ? null : Number(moved.reduce((sum, one) => sum + one, 0).toFixed(4));
}

/** The spec says what somebody else is paid for a target. */
export function pricedElsewhere({ cells }: Partial<Pick<Plan, 'cells'>>): boolean {
  return (cells ?? []).some(({ elsewhereUsdPerHour }) => elsewhereUsdPerHour !== null);
}
