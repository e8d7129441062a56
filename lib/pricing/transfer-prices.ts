/** Price of the bytes that a threshold asks for, of storage that is billed by them. */
import type { DecisionRule } from '../shapes/decision-rule';
import type { IoDirection, Metrics } from '../shapes/metric';
import type { Cell } from '../shapes/plan';
import { findMoves } from '../shapes/provisioned-rates';

const GIB = 1024 ** 3;

/** Transfers at the rate of the threshold, US dollars per hour: 0 if not billed, null without such a rate. */
export function priceTransfer(
  { transferUsdPerGiB: usd, limitedRates }: Pick<Cell, 'transferUsdPerGiB' | 'limitedRates'>,
  decide: DecisionRule,
  metrics: Metrics,
): number | null {
  if (usd === undefined) return 0;
  const { metric, operation = null, atLeast } = decide;
  const moves = findDirection(limitedRates, operation);
  if (metrics[metric]?.unit !== 'bytes/s' || atLeast === undefined || moves === undefined) return null;
  const perByte = (moves === 'written' ? 0 : usd.read) + (moves === 'read' ? 0 : usd.written);
  return (3600 * atLeast * perByte) / GIB;
}

/** Direction of an operation; without one, that of the only operation. */
function findDirection(held: Cell['limitedRates'], operation: string | null): IoDirection | undefined {
  const listNames = ({ of, bytes }: Cell['limitedRates'][number]): readonly string[] =>
    of ?? (typeof bytes?.moves === 'object' ? Object.keys(bytes.moves) : []);
  const named = operation === null ? [...new Set(held.flatMap(listNames))] : [operation];
  const all = (named.length === 0 ? [null] : named).map((one) => held.flatMap((turn) => findMoves(turn, one) ?? [])[0]);
  return all.length === 1 ? all[0] : undefined;
}
