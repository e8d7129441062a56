/** Whether it was the load that ended the rate of a cell: hosts that were to ask for no more. */
import type { GivenLoad } from '../../shapes/metric';
import { formatValue } from '../format';
import { type Measure, primaryMeasures } from '../measures';
import { looked, type Looked } from './looked';
import { percent } from './near';

/**
 * `load: the given rate of 8.00k ops/s`, where it was kept to; else how much of it was.
 * @param load of all hosts; null: they ask for as much as is answered
 */
export function loadLimit(measures: readonly Measure[], load: GivenLoad | null): Looked {
  const made = primaryMeasures(measures, load?.metric).filter(({ metric }) => metric === load?.metric);
  const rate = made.reduce((sum, { statistics }) => sum + (statistics?.centre ?? 0), 0);
  if (load === null || !(rate > 0)) return looked([], []);
  const share = rate / load.rate;
  const at = share >= load.least;
  const evidence = { resource: 'load', share, text: `load: ${wordsOf(load, rate, at)}` };
  return looked([{ at, evidence }], []);
}

function wordsOf({ by, rate: most }: GivenLoad, rate: number, kept: boolean): string {
  if (by === 'pauses') {
    const time = `${percent(rate / most)} of their time`;
    return kept ? `jobs that pause after each I/O, ${time}` : `jobs paused after each I/O, ${time}`;
  }
  const given = `the given rate of ${formatValue(most, 'ops/s')}`;
  return kept ? given : `${formatValue(rate, 'ops/s')} of ${given}`;
}
