import { comparesStorageAlone, computePrice, getStoragePrice, hasExternalPrice } from '../../lib/pricing/cell-prices';
import type { Cell } from '../../lib/shapes/plan';

const make = (externalUsdPerHour: number | null, foreign = false) =>
  ({ storageUsdPerHour: 1, hostsUsdPerHour: 2, externalUsdPerHour, ...(foreign ? { foreign: true } : {}) }) as Cell;

it('adds storage, hosts and the external price of a configuration', () => {
  expect(computePrice({ cells: [], local: false }, make(null))).toBe(3);
  expect(computePrice({ cells: [], local: false }, make(0.5, true))).toBe(3.5);
  expect([make(null), make(0.5)].map(getStoragePrice)).toEqual([1, 1.5]);
});

it('returns null for external storage without a price, and on this machine if only others have one', () => {
  expect(computePrice({ cells: [], local: false }, make(null, true))).toBeNull();
  expect(computePrice({ cells: [make(1)], local: true }, make(null))).toBeNull();
  expect(computePrice({ cells: [make(null)], local: true }, make(null))).toBe(3);
  expect([hasExternalPrice({ cells: [make(1)] }), hasExternalPrice({})]).toEqual([true, false]);
});

it('compares prices of storage alone unless hosts differ, and ignores unknown prices', () => {
  const price = (usdPerHour: number | null, storageUsdPerHour: number | null) => ({ usdPerHour, storageUsdPerHour });
  expect(comparesStorageAlone([price(3, 1), price(4, 2), price(null, null)])).toBe(true);
  expect(comparesStorageAlone([price(3, 1), price(4, 1)])).toBe(false);
  expect(comparesStorageAlone([price(3, 0), price(4, 1)])).toBe(false);
});
