/** Consistency of a tool's report: the iterations are compared with their summary. */
import type { ToolResult } from '../../shapes/tool-result';
import type { SummaryRow } from './output';
import { groupDigits } from '../../shapes/group-digits';

/** Tolerated relative difference: rates are rounded, and ranks see phases begin and end at different times. Assumed. */
const RATE_TOLERANCE = 0.02;

/** Null if a summary matches mean, maximum and minimum of its iterations. @param rates in the unit of the summary */
export function compareIterations({ metric, spread }: SummaryRow, rates: readonly number[]): string | null {
  const own = {
    mean: rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
    max: rates.reduce((most, rate) => Math.max(most, rate), 0),
    min: rates.reduce((least, rate) => Math.min(least, rate), Infinity),
  };
  const wrong = (['mean', 'max', 'min'] as const).find((name) => !isNear(spread[name], own[name]));
  if (wrong === undefined) return null;
  const count = rates.length === 1 ? 'its one iteration' : `its ${rates.length} iterations`;
  return `the summary of ${metric} has a ${wrong} of ${toText(spread[wrong])}, but ${count} ${toText(own[wrong])}`;
}

/** Maximum ratio between iterations of one job, and between ranks. */
const MAX_RATIO = 2;

/** Finds metrics whose iterations differ too much, each with a message. @param observations of one job */
export function findUnevenRates(
  observations: ToolResult['runs'][number]['observations'],
): readonly { readonly metric: string; readonly text: string }[] {
  return observations.flatMap(({ metric, statistic, value: most }) => {
    const least = observations.find((one) => one.metric === metric && one.statistic === 'min')?.value ?? Number.NaN;
    if (statistic !== 'max' || !(most > MAX_RATIO * least)) return [];
    const text =
      `${metric}: iterations of the job differ by a factor of ${(most / least).toPrecision(2)} (limit ${MAX_RATIO}; ` +
      `${Math.round(least)} to ${Math.round(most)}), so their mean is not representative`;
    return [{ metric, text }];
  });
}

/** Null if ranks had done similar amounts of work when their time ended (mdtest `-W`); all wait for the slowest. */
export function checkRanks(text: string): string | null {
  const [, least, most] = /stonewall hit min: (\d{1,15}) max: (\d{1,15})/.exec(text) ?? [];
  if (!(Number(most) > MAX_RATIO * Number(least))) return null;
  const items = `${least ?? ''} to ${most ?? ''} items`;
  return `ranks had done ${items} when their time ended: the rate is that of the slowest rank`;
}

/** Null if `count` values with this minimum and maximum can have this mean. */
export function checkCount({ metric, spread: { mean, max, min } }: SummaryRow, count: number): string | null {
  const least = (max + (count - 1) * min) / count;
  const most = ((count - 1) * max + min) / count;
  if (mean >= least * (1 - RATE_TOLERANCE) && mean <= most * (1 + RATE_TOLERANCE)) return null;
  const range = `${toText(min)} to ${toText(max)}`;
  const many = count === 1 ? 'one iteration has no range' : `impossible for ${count} iterations`;
  return `the summary of ${metric} has a mean of ${toText(mean)} and a range of ${range}: ${many}`;
}

function isNear(value: number, expected: number): boolean {
  return Math.abs(value - expected) <= RATE_TOLERANCE * expected;
}

function toText(value: number): string {
  return groupDigits(Number(value.toPrecision(5)));
}
