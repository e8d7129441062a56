/** What was left out of an answer, and what counts although something speaks against it: always said. */
import { groupBy } from '../../shapes/group';
import { type CountedTrial, outOfMetric } from '../counting';
import { counted } from '../format';
import { metricWords, primaryMeasures } from '../measures';
import type { Candidate, Contender } from './contender';
import { listed, type Told } from './wording';

/** Cells that are named; the rest is counted. */
const NAMED_MAX = 3;

interface Cells {
  readonly candidates: readonly Pick<Candidate, 'cell' | 'label' | 'measures'>[];
  readonly circumstances: { readonly trials: ReadonlyMap<string, CountedTrial> };
}

/** What every trial that counts should have given. */
interface Sought {
  readonly metric: string;
  readonly operation: string | null;
  /** `read p99 latency`. */
  readonly words: string;
}

/** By the question: its own metric, then those of the criteria that it requires. */
export function soughtOf({ decide, metrics }: Pick<Told, 'decide' | 'metrics'>): readonly Sought[] {
  const all = [decide, ...(decide.require ?? [])].map(({ metric, operation = null }): Sought => {
    return { metric, operation, words: metricWords(metrics, metric, operation) };
  });
  return all.filter(({ words }, index) => all.findIndex((one) => one.words === words) === index);
}

/**
 * `Left out: 2 of 5 trials of disk (CacheServed) and 1 of 5 of memory (no p99 latency).`; empty where nothing was.
 * @param sought none where nothing is asked
 */
export function leftOutText(cells: Cells, sought: readonly Sought[] = []): string {
  const asked = sought.map((one) => ({ ...one, without: withoutValue(cells, one) }));
  const found = told(cells, (trial) => {
    if (trial.out !== null) return [trial.out];
    return asked.flatMap(({ metric, words, without }) => {
      const ofMetric = outOfMetric(trial, metric);
      if (ofMetric !== undefined) return [ofMetric.code];
      return without.has(trial.trial) ? [`no ${words}`] : [];
    });
  });
  return found === null ? '' : `Left out: ${found}.`;
}

/** Trials that count, and have no value of what others of their cell have: a percentile of too few operations, say. */
function withoutValue({ candidates, circumstances: { trials } }: Cells, sought: Sought): ReadonlySet<string> {
  const found = new Set<string>();
  const byCell = groupBy(trials.values(), ({ cell }) => cell);
  for (const { cell, measures } of candidates) {
    const its = primaryMeasures(measures, sought.metric).filter(
      ({ operation }) => sought.operation === null || operation === sought.operation,
    );
    const having = new Set(its.flatMap(({ values }) => values.map(({ trial }) => trial)));
    if (having.size === 0) continue;
    for (const { trial, out } of byCell.get(cell) ?? []) if (out === null && !having.has(trial)) found.add(trial);
  }
  return found;
}

/** Whose figures are bounds, as trials were left out for how they came out or began late; none where none is. */
export function boundNotes(ranking: readonly Pick<Contender, 'label' | 'lost' | 'criteria'>[]): readonly string[] {
  const all = ranking.flatMap(({ label, lost, criteria }) => {
    const found = LOST.flatMap(([key, words]) => {
      const most = Math.max(lost[key], ...criteria.map((one) => one.lost[key]));
      return most === 0 ? [] : [`${most} ${words}`];
    });
    return found.length === 0 ? [] : [`${label}: ${found.join(', ')}`];
  });
  if (all.length === 0) return [];
  return [
    `Trials that leave a bound behind: ${all.slice(0, NAMED_MAX).join('; ')}. Nothing meets a limit or wins by what ` +
      'is slow or late, and nothing misses or loses by what is quick.',
  ];
}
const LOST = [
  ['slow', 'slow, failed, or without a value'],
  ['quick', 'too quick to judge'],
  ['floors', 'with I/Os that began late'],
] as const;

/** That trials count which are SUSPECT for how they came out; none where there is none. */
export function despiteNotes(cells: Cells): readonly string[] {
  const found = told(cells, ({ despite, out }) => (out === null ? despite : []));
  return found === null ? [] : [`Suspect for how they came out, and counted: ${found}.`];
}

/** Trials that have codes, by cell; of many cells together. Null where none has. */
function told(
  { candidates, circumstances }: Cells,
  codesOf: (trial: CountedTrial) => readonly string[],
): string | null {
  const byCell = groupBy(circumstances.trials.values(), ({ cell }) => cell);
  const found = candidates.flatMap(({ cell, label }) => {
    const all = byCell.get(cell) ?? [];
    const meant = all.filter((trial) => codesOf(trial).length > 0);
    return meant.length === 0 ? [] : [{ label, all: all.length, meant }];
  });
  const codes = (trials: readonly CountedTrial[]): string => [...new Set(trials.flatMap(codesOf))].join(', ');
  if (found.length > NAMED_MAX) {
    const meant = found.flatMap((one) => one.meant);
    const all = found.reduce((sum, one) => sum + one.all, 0);
    return `${meant.length} of ${counted(all, 'trial')} of ${found.length} configurations (${codes(meant)})`;
  }
  const parts = found.map(({ label, all, meant }, index) => {
    const of = index === 0 ? counted(all, 'trial') : String(all);
    return `${meant.length} of ${of} of ${label} (${codes(meant)})`;
  });
  return parts.length === 0 ? null : listed(parts);
}
