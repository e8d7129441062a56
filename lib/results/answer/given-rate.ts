/**
 * Whether a cell makes the rate that its hosts were told to make, where latencies are asked for: those of a rate that it
 * does not make are no latencies of that rate, however low they are.
 */
import type { Decide } from '../../shapes/decide';
import { countedValues, primaryMeasures } from '../measures';
import type { Tested } from '../statistics/bounds';
import { statisticsOf } from '../statistics/statistics';
import type { Candidate, Circumstances, Contender, GivenRate } from './contender';

/** What is held against what. */
interface RateTest {
  readonly rate: Omit<GivenRate, 'standing'>;
  readonly tested: Tested;
  readonly limits: { readonly atLeast: number };
}

/** Null where no rate was given, and where no trial of the cell has a metric of the question as a lower bound. */
export function givenRateOf(
  { require = [] }: Decide,
  { cell, lost }: Pick<Contender, 'cell' | 'lost'>,
  { load = null, measures }: Candidate,
  { trials, several }: Circumstances,
): RateTest | null {
  if (load?.by !== 'rate') return null;
  const own = [...trials.values()].filter((one) => one.cell === cell);
  if (lost.floors === 0 && !own.some(({ floors = [] }) => require.some(({ metric }) => floors.includes(metric))))
    return null;
  const made = new Map<string, { readonly value: number; readonly block: number }>();
  // Reads and writes of a mix are asked for together.
  for (const { values } of primaryMeasures(measures, load.metric))
    for (const { trial, value, block } of countedValues(values, trials))
      made.set(trial, { value: (made.get(trial)?.value ?? 0) + value, block });
  const all = [...made.values()];
  const statistics = statisticsOf(all, several);
  if (statistics === null) return null;
  const values = statistics.unit === 'trial' ? all.map(({ value }) => value) : [];
  return {
    rate: { made: statistics.centre, asked: load.rate },
    tested: { logs: statistics.logs, shown: statistics.centre, of: 'middle', values },
    limits: { atLeast: load.least * load.rate },
  };
}
