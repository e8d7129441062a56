/** The large number of the first screen, and the mark below it: icon, word and colour. */
import type { AnswerOutcome } from '../../results/answer/answer';
import type { OpenReason } from '../../results/answer/contender';
import { COMPARISON_LEVEL, findBounds, formatRough } from '../../results/answer/phrases';
import { pickRepresentatives } from '../../results/search/search-result';
import { groupReasons } from '../../results/reason-groups';
import { pluralize, formatLevel, formatRange } from '../../results/format';
import type { Summary, TrialSummary } from '../../results/summary';
import { type Difference, findDifference, formatShare } from '../pictures/difference';
import type { MarkLook } from '../pictures/plot';
import { formatFigure, type MainMetric, type Point } from './points';

export interface OutcomeMark {
  readonly look: MarkLook;
  readonly number: string;
  readonly unit: string;
  readonly icon: keyof typeof ICONS;
  readonly word: string;
  /** Text next to the mark: the threshold, or what the number is compared with. */
  readonly against: string;
  readonly interval: string;
}

/** SVG paths in a 15 × 15 square. */
export const ICONS = {
  check: 'M2 8l4 4 7-9',
  cross: 'M3 3l9 9M12 3l-9 9',
  question: 'M4 5a3.5 3.3 0 1 1 3.5 3.4v1.8M7.5 12v2',
  top: 'M1 3h13M7.5 14V6M4 9l3.5-3.5L11 9',
  equal: 'M3 5.5h9M3 9.5h9',
  flash: 'M9 1L4 8.5h4L6.5 14 12 6.5H8z',
  dot: 'M7.5 7v1',
} as const;

type MarkWords = Pick<OutcomeMark, 'look' | 'icon' | 'word'>;

const MARKS: Readonly<Record<AnswerOutcome, MarkWords>> = {
  meets: { look: 'meets', icon: 'check', word: 'meets' },
  misses: { look: 'misses', icon: 'cross', word: 'misses' },
  best: { look: 'plain', icon: 'top', word: 'best' },
  equal: { look: 'plain', icon: 'equal', word: 'safe choice' },
  open: { look: 'open', icon: 'question', word: 'inconclusive' },
};
const DESCRIBED_MARK: MarkWords = { look: 'plain', icon: 'dot', word: 'described' };
const EXCLUDED_MARK: MarkWords = { look: 'excluded', icon: 'cross', word: 'excluded' };

/** What stands beside the mark of an open answer. */
const AGAINST: Readonly<Record<OpenReason, string>> = {
  few: 'too few values',
  noise: 'chance may explain it',
  assumed: 'instances or hours may explain it',
  bound: 'a value is only a bound',
  unmeasured: 'a value or price is missing',
};

/** Mark of answers that need trials counted only by `--accept`. */
const EXPLORATORY_MARK = { look: 'open', icon: 'question', word: 'exploratory' } as const;

/** Whether no configuration may be called the best. */
export function isUndecided({ outcome, isExploratory }: Summary['answer']): boolean {
  return isExploratory || outcome === 'open';
}

/** The two configurations without a significant difference; null for other answers. */
export function findOpenPair(
  { answer }: Summary,
  points: readonly Point[],
): { readonly pair: readonly [Point, Point]; readonly found: Difference } | null {
  // With several rivals, a single difference does not explain the answer.
  if (answer.outcome !== 'open' || answer.ranking.length !== 2) return null;
  // A bound has no difference: the picture would contradict the answer.
  const doubtful = answer.compared.find(({ reason }) => reason === 'noise' || reason === 'assumed');
  const leader = points.find(({ chosen }) => chosen);
  const rival = points.find(({ cell }) => cell === doubtful?.cell);
  const found = doubtful === undefined ? null : findDifference(doubtful);
  return leader === undefined || rival === undefined || found === null ? null : { pair: [leader, rival], found };
}

/** Numbers of counted and of all trials. `valid` if all counted ones are VALID; if not, `accept` counts some. */
export function describeTrials(trials: readonly Pick<TrialSummary, 'excludedFor' | 'verdict'>[]) {
  const counting = trials.filter(({ excludedFor: out }) => out === null);
  const [count, valid] = [counting.length, counting.filter(({ verdict }) => verdict === 'VALID').length];
  const text = `${count} of ${trials.length}`;
  return valid === count
    ? { count, word: 'valid', text }
    : { count, word: 'counted', text: `${text} (${valid} valid)` };
}

export function listCountedTrials({ trials, searches }: Summary): readonly TrialSummary[] {
  return trials.filter(pickRepresentatives(searches));
}

/** @param metric null if nothing was measured */
export function describeOutcome(summary: Summary, metric: MainMetric | null, points: readonly Point[]): OutcomeMark {
  const { answer, trials } = summary;
  const { outcome } = answer;
  // The mark shows the threshold first; which configuration is best is secondary.
  const named = metric?.threshold && answer.met === 'yes' ? 'meets' : outcome;
  const found = named === null ? DESCRIBED_MARK : MARKS[named];
  const mark = answer.isExploratory ? EXPLORATORY_MARK : found;
  const { count, word: unit } = describeTrials(trials);
  const known = points.filter(({ look }) => look !== 'excluded');
  const shown = known.find(({ chosen }) => chosen) ?? known.find(({ eligible }) => eligible);
  if (shown === undefined || metric === null || (outcome === 'open' && count === 0)) {
    const [first] = groupReasons(summary);
    const why = first === undefined ? '' : `${first.code}: ${pluralize(first.trials.length, 'trial')}`;
    return {
      ...EXCLUDED_MARK,
      number: `${count} of ${trials.length}`,
      unit,
      against: why,
      interval: '',
    };
  }
  const loss = describeLoss(summary);
  if (loss !== null) return { ...mark, ...loss };
  const open = findOpenPair(summary, points);
  if (open !== null) {
    const { low, high, value } = open.found;
    const range = `${COMPARISON_LEVEL} interval ${formatShare(low)} to ${formatShare(high)}`;
    const word = metric.better === 'higher' ? 'more' : 'faster';
    return {
      ...mark,
      number: formatShare(value).replace('%', ''),
      unit: `% ${word}`,
      against: low <= 0 ? 'interval includes 0' : AGAINST[answer.reason ?? 'noise'],
      interval: range,
    };
  }
  const [, number = '', of = ''] = /^(\S+) ?(.*)$/.exec(formatFigure(metric, shown.lasting ?? shown.value)) ?? [];
  const threshold = metric.threshold === null ? '' : `threshold ${metric.threshold.text}`;
  const competing = known.filter(({ eligible }) => eligible).length;
  const missing = answer.leftOut.filter(({ open: may }) => may).length;
  const rest =
    missing > 0
      ? `${missing} of ${competing + missing} without result`
      : isUndecided(answer)
        ? answer.reason === null
          ? ''
          : AGAINST[answer.reason]
        : `${metric.better === 'higher' ? 'highest' : 'lowest'} of ${competing}`;
  const { value } = shown;
  const range = describeRange(summary, metric, shown);
  const isBound = answer.ranking.some(({ cell, unbounded }) => cell === shown.cell && unbounded.better > 0);
  const least = isBound ? (metric.better === 'higher' ? '≥' : '≤') : '';
  return {
    ...mark,
    number: `${least}${number}`,
    unit: of,
    against: threshold === '' && competing + missing > 1 ? rest : threshold,
    // The threshold applies to the sustained rate, which the answer also shows.
    interval: shown.lasting === null ? range : `${formatFigure(metric, value)} measured, ${range}`,
    ...(outcome === null && threshold === '' && !answer.isExploratory
      ? describeBest(summary, metric, shown, competing)
      : {}),
  };
}

/** The bounds that decide about the threshold; else the interval, or the steps of a search. */
function describeRange({ answer, decide, searches }: Summary, metric: MainMetric, shown: Point): string {
  const { interval, value, trials, unit, cell } = shown;
  const judged = answer.ranking.find((one) => one.cell === cell);
  const bounds = judged === undefined || decide === null ? [] : findBounds(judged, decide);
  if (judged !== undefined && bounds.length > 0) {
    const texts = bounds.map((one) => formatFigure(metric, (one === 'least' ? judged.low : judged.high) ?? value));
    const range = bounds.length > 1 ? texts.join(' to ') : `at ${bounds[0] ?? ''} ${texts[0] ?? ''}`;
    return `${range} at 95%${judged.reason === 'assumed' ? ', other instances included' : ''}`;
  }
  if (interval === null) return pluralize(trials.length, 'trial');
  const range = formatRange(interval.low, interval.high, value, unit);
  if ((searches?.length ?? 0) > 0) return `limit between ${range.replace('–', ' and ')}`;
  return `${formatLevel(interval.level)} interval ${range}`;
}

/** The largest loss against a reference, or what all exclude, as in the headline; null without `decide.noWorse`. */
function describeLoss({ answer: { gate } }: Summary): Omit<OutcomeMark, keyof MarkWords> | null {
  const found = gate?.pairs[0]?.found ?? null;
  if (gate === undefined || found === null) return null;
  if (gate.pairs.every(({ verdict }) => verdict === 'no worse')) {
    const most = Math.max(0, ...gate.pairs.map((one) => one.found?.most ?? 0));
    const number = `≤${formatRough(most).replace('%', '')}`;
    return { number, unit: '% worse', against: `${formatRough(gate.allowed)} to exclude`, interval: 'bound at 95%' };
  }
  return {
    number: formatRough(Math.abs(found.loss)).replace('%', ''),
    unit: found.loss < 0 ? '% better' : '% worse',
    against: `${formatRough(gate.allowed)} to exclude`,
    interval: `95% interval ${formatRough(found.low)} to ${formatRough(found.high)} worse`,
  };
}

/** For experiments without a question: what limited the best configuration if known, else its name. */
function describeBest(
  { cells }: Summary,
  { better }: MainMetric,
  { cell, label }: Point,
  competing: number,
): Partial<OutcomeMark> {
  const [limit] = cells.find(({ cellId }) => cellId === cell)?.bottleneck.reached ?? [];
  if (limit !== undefined && better === 'higher')
    return { icon: 'top', word: `limit: ${limit.client === true ? 'hosts' : 'storage'}`, against: limit.resource };
  return competing < 2 ? {} : { icon: 'top', word: better === 'higher' ? 'highest' : 'lowest', against: label };
}
