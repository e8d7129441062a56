/** Prices of cells: from the plan, for transferred bytes, and the external prices of the spec. */
import type { Cell, Plan } from '../../shapes/plan';
import type { Measure } from '../measures';
import { listByteRates } from '../byte-rates';

const GIB = 1024 ** 3;

/**
 * US dollars per hour of a cell's target and hosts. Null for external storage without a price in the spec. Local cells
 * are free. But if the spec has external prices, a local cell without a price counts as unknown.
 */
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

/**
 * US dollars per hour of transferred bytes at measured rates: 0 if the target does not bill transfers, null without
 * counted rates. Alternating phases, e.g. writes and reads of IOR, share the hour so that each transfers as many bytes.
 */
export function computeTransferUsd(
  { transferUsdPerGiB: usd, limitedRates: held }: Pick<Cell, 'transferUsdPerGiB' | 'limitedRates'>,
  measures: readonly Measure[],
): number | null {
  if (usd === undefined) return 0;
  const turns = listByteRates(held, measures);
  if (turns.length === 0) return null;
  const moving = turns.map(({ read, written, work }) => ({
    rate: work,
    usd: (3600 * (read * usd.read + written * usd.written)) / GIB,
  }));
  const [only] = moving;
  if (moving.length === 1 && only !== undefined) return Number(only.usd.toFixed(4));
  const going = moving.filter(({ rate }) => rate > 0);
  if (going.length === 0) return 0;
  const sum = (of: (one: { readonly rate: number; readonly usd: number }) => number): number =>
    going.reduce((all, one) => all + of(one), 0);
  return Number((sum((one) => one.usd / one.rate) / sum(({ rate }) => 1 / rate)).toFixed(4));
}

/** Whether the spec has external prices. */
export function hasExternalPrice({ cells }: Partial<Pick<Plan, 'cells'>>): boolean {
  return (cells ?? []).some(({ externalUsdPerHour }) => externalUsdPerHour !== null);
}
