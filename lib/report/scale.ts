/** Numbers of an axis, a map or a column of a table: all in one unit, which its name or head has. */
import { formatValue, scaleOf, threeDigits } from '../results/format';
import type { Unit } from '../shapes/observation';

export interface SharedScale {
  readonly unit: string;
  /** Without the unit. */
  readonly format: (value: number) => string;
}

/** @param typical a value whose scale all have; numbers of operations have each their own prefix: 900k, 1.00M */
export function shareScale(typical: number, unit: Unit): SharedScale {
  const { factor, suffix } = scaleOf(typical, unit);
  const format = (value: number): string =>
    unit === 'ops/s' ? formatValue(value, unit).replace(/ ops\/s$/, '') : threeDigits(value / factor);
  return { unit: suffix.replace(/^[kM](?= )/, '').trim(), format };
}
