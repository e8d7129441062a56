/** Provisioned rates that limit a metric. */
import type { IoDirection, LimitedRates, ProvisionedRates } from './metric';

/** Up to this ratio to the provisioned rate, rounding and noise may explain the excess. */
export const BURST_RATIO = 1.1;

/**
 * Direction of the bytes of an operation. Null for operations of another group, and for totals of operations that
 * `moves` lists separately.
 */
export function findMoves({ of, bytes }: LimitedRates, operation: string | null): IoDirection | null {
  if (bytes === null) return null;
  const { moves } = bytes;
  if (typeof moves === 'object') return operation === null ? null : (moves[operation] ?? null);
  return of === null || (operation !== null && of.includes(operation)) ? moves : null;
}

/**
 * The provisioned rate of a metric before anything is measured, in its unit; undefined if none is known. Of a mix of
 * operations it is the limit of all of them together, so that none of them exceeds it for long.
 * @param held first match applies
 */
export function findProvisionedRate(
  entitlement: ProvisionedRates,
  held: readonly LimitedRates[],
  { metric, operation = null }: { readonly metric: string; readonly operation?: string | null | undefined },
): number | undefined {
  const ofMetric = ({ bytes, operations }: LimitedRates) => [bytes, operations].find((one) => one?.metric === metric);
  const holder = held.find(
    (one) => (one.of === null || operation === null || one.of.includes(operation)) && ofMetric(one) !== undefined,
  );
  const { bytes = null } = holder ?? {};
  const rate = holder === undefined ? undefined : ofMetric(holder);
  const limit = rate?.limit ?? null;
  if (holder === undefined || limit === null || entitlement.ofHost?.includes(limit) === true) return undefined;
  const isWritten = rate === bytes && findMoves(holder, operation) === 'written';
  return (isWritten ? entitlement.written : undefined) ?? entitlement[limit];
}
