/** Notes on excluded trials, and on trials counted despite warnings, by reason and configuration. */
import { groupBy } from '../shapes/collections';
import { type TrialStatus, findExclusion } from './trial-status';
import { pluralize } from './format';
import { nameMetric, pickPrimary } from './measures';
import type { Circumstances } from './answer/contender';
import { type AnswerContext, joinNames } from './answer/phrases';

/** Maximum number of named configurations; larger numbers are only counted. */
const NAMED_MAX = 3;

/** `0 of 24 trials are valid (HostBusy 24, ShortRun 24)`: lists all reasons, most frequent first. */
export function describeExclusions({ circumstances: { trials } }: Pick<AnswerContext, 'circumstances'>): string {
  const all = [...trials.values()];
  const codes = groupBy(
    all.flatMap(({ out, against }) => (out === null ? [] : [...new Set([out, ...against])])),
    (code) => code,
  );
  const counts = [...codes]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([code, own]) => `${code} ${own.length}`);
  const valid = all.filter(({ out }) => out === null).length;
  const verb = valid === 1 ? 'is' : 'are';
  const why = counts.length === 0 ? '' : ` (${joinNames(counts, 4)})`;
  return `${valid} of ${pluralize(all.length, 'trial')} ${verb} valid${why}`;
}

/** Why there is no figure: `No result: no trial gave p99. …`, or how many trials are valid. */
export function describeMissing(context: Pick<AnswerContext, 'circumstances' | 'decision' | 'decide'>): string {
  const [why, ...others] = new Set(context.decision.leftOut.map((one) => one.why));
  const counts = describeExclusions(context);
  if (why === undefined || others.length > 0 || !why.startsWith('no trial gave ')) return `No result: ${counts}.`;
  const cure = /_p\d/.test(context.decide?.metric ?? '') ? ' A percentile needs more operations: measure longer.' : '';
  return `No result: ${why}.${cure} ${counts}.`;
}

/** `Excluded: 2 of 5 trials of disk (CacheServed) and 1 of 5 of memory (no p99 latency).`; empty without any. */
export function listExclusionNotes(context: AnswerContext): readonly string[] {
  const metrics = listMetrics(context);
  const without = metrics.map((one) => ({ ...one, trials: findWithoutValue(context, one) }));
  const found = describeTrialCodes(context, (trial) => {
    if (trial.out !== null) return [trial.out];
    return without.flatMap(({ metric, words, trials }) => {
      const ofMetric = findExclusion(trial, metric);
      if (ofMetric !== undefined) return [ofMetric.code];
      return trials.has(trial.trial) ? [`no ${words}`] : [];
    });
  });
  return found === null ? [] : [`Excluded: ${found}.`];
}

/** `Counted despite warnings: 3 of 6 trials of a (HostBusy).`; empty without any. */
export function listWarningNotes(context: AnswerContext): readonly string[] {
  const found = describeTrialCodes(context, ({ despite, out }) => (out === null ? despite : []));
  return found === null ? [] : [`Counted despite warnings: ${found}.`];
}

interface WantedMetric {
  readonly metric: string;
  readonly operation: string | null;
  /** Example: `read p99 latency`. */
  readonly words: string;
}

/** Metrics of the question and its criteria, each once. */
function listMetrics({ decide, metrics }: AnswerContext): readonly WantedMetric[] {
  const all = decide === null ? [] : [decide, ...(decide.require ?? [])];
  return all
    .map(({ metric, operation = null }) => ({ metric, operation, words: nameMetric(metrics, metric, operation) }))
    .filter(({ words }, index, list) => list.findIndex((one) => one.words === words) === index);
}

/** Valid trials that lack a value other trials of the cell have, e.g. a percentile of too few operations. */
function findWithoutValue({ candidates, circumstances }: AnswerContext, wanted: WantedMetric): ReadonlySet<string> {
  const byCell = groupBy(circumstances.trials.values(), ({ cell }) => cell);
  const found = candidates.flatMap(({ cell, measures }) => {
    const its = pickPrimary(measures, wanted.metric).filter(
      ({ operation }) => wanted.operation === null || operation === wanted.operation,
    );
    const having = new Set(its.flatMap(({ values }) => values.map(({ trial }) => trial)));
    if (having.size === 0) return [];
    return (byCell.get(cell) ?? []).filter(({ trial, out }) => out === null && !having.has(trial));
  });
  return new Set(found.map(({ trial }) => trial));
}

/** Trials with their reason codes by configuration, or only totals for many configurations. Null without any. */
function describeTrialCodes(
  { candidates, circumstances }: AnswerContext,
  codesOf: (trial: TrialStatus) => readonly string[],
): string | null {
  const byCell = groupBy(circumstances.trials.values(), ({ cell }) => cell);
  const found = candidates.flatMap(({ cell, label }) => {
    const all = byCell.get(cell) ?? [];
    const meant = all.filter((trial) => codesOf(trial).length > 0);
    return meant.length === 0 ? [] : [{ label, all: all.length, meant }];
  });
  const codes = (trials: readonly TrialStatus[]): string => [...new Set(trials.flatMap(codesOf))].join(', ');
  if (found.length > NAMED_MAX) {
    const meant = found.flatMap((one) => one.meant);
    const all = found.reduce((sum, one) => sum + one.all, 0);
    return `${meant.length} of ${pluralize(all, 'trial')} of ${found.length} configurations (${codes(meant)})`;
  }
  const parts = found.map(({ label, all, meant }, index) => {
    const of = index === 0 ? pluralize(all, 'trial') : String(all);
    return `${meant.length} of ${of} of ${label} (${codes(meant)})`;
  });
  return parts.length === 0 ? null : joinNames(parts);
}

/** Trials that count only because of `--accept`. */
export function listAccepted({ trials, accept }: Circumstances): readonly TrialStatus[] {
  const codes = accept?.codes ?? [];
  return [...trials.values()].filter(
    ({ out, despite }) => out === null && despite.some((code) => codes.includes(code)),
  );
}
