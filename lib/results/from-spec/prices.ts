/** Prices of cells: from the plan, for transferred bytes, and the external prices of the spec. */
import type { Cell, Plan } from '../../shapes/plan';
import type { Measure } from '../measures';
import { listByteRates } from '../byte-rates';

const GIB = 1024 ** 3;

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

/** Transfers, US dollars per hour: 0 if not billed, null without rates. Alternating phases move equal bytes an hour. */
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

export function hasExternalPrice({ cells }: Partial<Pick<Plan, 'cells'>>): boolean {
  return (cells ?? []).some(({ externalUsdPerHour }) => externalUsdPerHour !== null);
}
