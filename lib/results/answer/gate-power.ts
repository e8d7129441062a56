/** Which loss a design with references can exclude, before it is measured: rule 13 of `docs/statistics.md`. */
import type { Plan } from '../../shapes/plan';
import { normalZ, studentT } from '../statistics/quantiles';
import { findExternalCells } from '../trial-status';
import { BLOCKS_TO_COMPARE, PROVISIONED_SPREAD } from './assumptions';

/** Share of unchanged experiments that exclude the loss. */
const POWER = 0.8;
/** Assumed standard deviation of the logarithms of trials: that of the simulations in `docs/statistics.md`. */
const TRIAL_SPREAD = 0.05;

export interface GateDesign {
  /** Replicates, or blocks if there are several. */
  readonly units: number;
  readonly pairs: number;
  /** Standard deviation of the logarithms of units. */
  readonly deviation: number;
  /** Assumed variance of a difference: see `AssumedVariance`. */
  readonly assumed: number;
}

/**
 * The loss, as a share, that a design excludes for every pair in four of five cases if nothing is worse. Each pair has
 * to pass, so with several pairs each has to pass more often. 1 for fewer than three units.
 */
export function computeExcludedLoss({ units, pairs, deviation, assumed }: GateDesign): number {
  if (units < BLOCKS_TO_COMPARE) return 1;
  const [freedom, power] = [2 * (units - 1), POWER ** (1 / pairs)];
  const error = deviation * Math.sqrt(2 / units);
  const spread = Math.sqrt(assumed);
  const half = (share: number): number => Math.hypot(studentT(share, freedom) * error, normalZ(share) * spread);
  return -Math.expm1(-half(0.95) - half(power));
}

/** More units than this are no advice. */
const UNITS_MAX = 100;

/** Fewest units that exclude this loss in four of five cases; null above the maximum. */
export function countUnitsToExclude(loss: number, design: Omit<GateDesign, 'units'>, most = UNITS_MAX): number | null {
  const all = Array.from({ length: Math.max(0, most - 2) }, (_, index) => index + 3);
  return all.find((units) => computeExcludedLoss({ ...design, units }) <= loss) ?? null;
}

/** The design of a plan with `decide.noWorse`; null without it. Assumes instances with a provisioned rate. */
export function toGateDesign(plan: Plan): (GateDesign & { readonly isShared: boolean }) | null {
  const { decide, references, trials, spec } = plan;
  if (decide?.noWorse === undefined) return null;
  const levels = new Map(plan.cells.map((cell) => [cell.cellId, cell.levels]));
  const pairs = references.filter(
    ({ cell, to }) =>
      cell !== to && Object.entries(decide.where).every(([name, label]) => levels.get(cell)?.[name] === label),
  );
  const existing = findExternalCells(plan);
  const copiesOf = (cell: string): readonly string[] =>
    trials.filter((one) => one.cell === cell && one.block === 1).map(({ rig, copy }) => `${rig}/${copy}`);
  const isShared = pairs.every(({ cell, to }) => {
    const isExisting = existing.has(cell) && existing.has(to);
    return isExisting || new Set([...copiesOf(cell), ...copiesOf(to)]).size === 1;
  });
  const { blocks, replicates, assumedInstanceSpread = PROVISIONED_SPREAD } = spec.design;
  const instance = isShared ? 0 : assumedInstanceSpread;
  const base = { pairs: Math.max(1, pairs.length), isShared };
  return blocks === 1
    ? { ...base, units: replicates, deviation: TRIAL_SPREAD, assumed: 2 * instance ** 2 }
    : { ...base, units: blocks, deviation: Math.hypot(instance, TRIAL_SPREAD / Math.sqrt(replicates)), assumed: 0 };
}
