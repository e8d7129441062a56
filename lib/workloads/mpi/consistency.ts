/** Figures that a report gives in two ways: of each iteration, of all of them together, and by its clock. */
import { formatSeconds } from '../../shapes/quantity';
import type { ToolResult } from '../../shapes/tool-result';
import type { Row } from './output';

/** Rates are rounded, and ranks see phases begin and end at other moments. Chosen. */
const TOLERANCE = 0.02;
/** Reports have whole seconds; starting and ending take some. */
const CLOCK = { share: 1.05, seconds: 5 };

/** Null where a summary has the mean, the maximum and the minimum of its iterations. @param rates in its unit */
export function compareIterations({ metric, spread }: Row, rates: readonly number[]): string | null {
  const own = {
    mean: rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
    max: rates.reduce((most, rate) => Math.max(most, rate), 0),
    min: rates.reduce((least, rate) => Math.min(least, rate), Infinity),
  };
  const wrong = (['mean', 'max', 'min'] as const).find((name) => !isNear(spread[name], own[name]));
  if (wrong === undefined) return null;
  const count = rates.length === 1 ? 'its one iteration' : `its ${rates.length} iterations`;
  return `the summary of ${metric} has a ${wrong} of ${toText(spread[wrong])}, and ${count} ${toText(own[wrong])}`;
}

/** Iterations of one job that differ by more were not of one storage; nor are ranks that differ so one load. */
const MAX_RATIO = 2;

/** Metrics whose iterations are too far apart, and what is said of each. @param observations of one job */
export function findUnevenRates(
  observations: ToolResult['runs'][number]['observations'],
): readonly { readonly metric: string; readonly text: string }[] {
  return observations.flatMap(({ metric, statistic, value: most }) => {
    const least = observations.find((one) => one.metric === metric && one.statistic === 'min')?.value ?? Number.NaN;
    if (statistic !== 'max' || !(most > MAX_RATIO * least)) return [];
    const text =
      `${metric}: iterations of the job were ${(most / least).toPrecision(2)} times apart (from ` +
      `${Math.round(least)} to ${Math.round(most)}): their mean is of no one storage`;
    return [{ metric, text }];
  });
}

/** Null where ranks had done as much when a clock ended their phase (mdtest `-W`): the others wait for the slowest. */
export function checkRanks(text: string): string | null {
  const [, least, most] = /stonewall hit min: (\d{1,15}) max: (\d{1,15})/.exec(text) ?? [];
  if (!(Number(most) > MAX_RATIO * Number(least))) return null;
  return `ranks had done ${least ?? ''} to ${most ?? ''} items when their time ended: its rate is that of the slowest`;
}

/** Null where so many values with this minimum and maximum can have this mean. */
export function checkCount({ metric, spread: { mean, max, min } }: Row, count: number): string | null {
  const least = (max + (count - 1) * min) / count;
  const most = ((count - 1) * max + min) / count;
  if (mean >= least * (1 - TOLERANCE) && mean <= most * (1 + TOLERANCE)) return null;
  const range = `${toText(min)} to ${toText(max)}`;
  const many = count === 1 ? 'one iteration has no range' : `${count} iterations have another one`;
  return `the summary of ${metric} has a mean of ${toText(mean)} and a range from ${range}: ${many}`;
}

/** Null where so many seconds of work fit between two times, epoch milliseconds; NaN: not known. */
export function compareClock(seconds: number, began: number, ended: number): string | null {
  const span = (ended - began) / 1000;
  if (!(span >= 0) || !(seconds > CLOCK.share * span + CLOCK.seconds)) return null;
  return `its phases took ${formatSeconds(seconds)} by its figures, and it ended ${formatSeconds(span)} after it began`;
}

function isNear(value: number, expected: number): boolean {
  return Math.abs(value - expected) <= TOLERANCE * expected;
}

function toText(value: number): string {
  return Number(value.toPrecision(5)).toLocaleString('en-US');
}
