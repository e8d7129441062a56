/** Prices of cells: those of the plan, what was moved, and what a spec says that somebody else is paid. */
import type { Cell, Plan } from '../../shapes/plan';
import type { Measure } from '../measures';
import { listByteRates } from '../byte-rates';

const GIB = 1024 ** 3;

/**
 * US dollars for an hour of a cell's target and hosts. What others own costs what the spec says, and nobody knows what
 * where it says nothing; of a local experiment only where the spec gives prices of its own, else nothing here costs
 * anything.
 */
export function computePrice(plan: Pick<Plan, 'cells' | 'local'>, cell: Cell): number | null {
  const own = cell.storageUsdPerHour + cell.hostsUsdPerHour;
  if (cell.elsewhereUsdPerHour !== null) return own + cell.elsewhereUsdPerHour;
  if (cell.foreign === true) return null;
  return plan.local && hasExternalPrice(plan) ? null : own;
}

/** Of that, the target: what is made, and what somebody else is paid for what is not. */
export function getStoragePrice({ storageUsdPerHour, elsewhereUsdPerHour }: Cell): number {
  return storageUsdPerHour + (elsewhereUsdPerHour ?? 0);
}

/**
 * US dollars for an hour of what a cell moves, at the rates that were measured: nothing where its target is not paid
 * for by bytes, null where no trial that counts says how many they were. Of what takes turns, as writes and reads of
 * IOR, each is done for a part of the hour: as long as it needs for as many bytes as the others.
 */
export function computeMovedUsd(
  { movedUsdPerGiB: usd, held }: Pick<Cell, 'movedUsdPerGiB' | 'held'>,
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

/** The spec says what somebody else is paid for a target. */
export function hasExternalPrice({ cells }: Partial<Pick<Plan, 'cells'>>): boolean {
  return (cells ?? []).some(({ elsewhereUsdPerHour }) => elsewhereUsdPerHour !== null);
}
