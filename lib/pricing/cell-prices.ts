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

/** Prices of a configuration, US dollars per hour; null if unknown. */
export interface ComparedPrice {
  /** With hosts. */
  readonly usdPerHour: number | null;
  readonly storageUsdPerHour?: number | null;
}

/** Dollars per hour: below this, prices of hosts are equal. */
const EQUAL_USD = 1e-6;

/**
 * Whether prices of storage alone decide: every storage has a price, and hosts do not compete. Local disks have no
 * price without their host.
 */
export function comparesStorageAlone(prices: readonly ComparedPrice[]): boolean {
  const isPriced = prices.every((one) => one.usdPerHour === null || (one.storageUsdPerHour ?? 0) > 0);
  return isPriced && !compareHosts(prices);
}

/** Whether hosts are part of the choice: types or numbers differ, and so do their prices. Ignores unknown prices. */
export function compareHosts(prices: readonly ComparedPrice[]): boolean {
  const hosts = prices.flatMap(({ usdPerHour, storageUsdPerHour: storage }) =>
    usdPerHour === null || storage === undefined || storage === null ? [] : [usdPerHour - storage],
  );
  return Math.max(...hosts) - Math.min(...hosts) > EQUAL_USD;
}

export function hasExternalPrice({ cells }: Partial<Pick<Plan, 'cells'>>): boolean {
  return (cells ?? []).some(({ externalUsdPerHour }) => externalUsdPerHour !== null);
}
