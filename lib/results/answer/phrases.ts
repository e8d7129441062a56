/** Phrases for headlines and notes, and the sentences with the evidence for an answer. */
import type { DecisionRule } from '../../shapes/decision-rule';
import type { Metrics } from '../../shapes/metric';
import { BURST_RATIO } from '../../shapes/provisioned-rates';
import { pluralize, formatEstimate, formatRange, formatUsdPerMonth, formatValue, toThreeDigits } from '../format';
import { getBetter, nameMetric } from '../measures';
import type { UnitKind } from '../statistics/statistics';
import type { Decision } from './answer';
import { resolveDirection } from './choose-winner';
import type { RivalComparison } from './compare';
import type { Candidate, Circumstances, Contender, ExcludedCell } from './contender';
import { formatLimits, formatThreshold } from '../question';
import { hasThreshold } from '../../shapes/decision-rule';

export interface AnswerContext {
  /** Null: no question. */
  readonly decide: DecisionRule | null;
  readonly decision: Decision;
  readonly metrics: Metrics;
  readonly circumstances: Circumstances;
  /** Candidates with the labels of the ranking: competing ones, or all without a question. */
  readonly candidates: readonly Candidate[];
}

export type QuestionContext = AnswerContext & { readonly decide: DecisionRule };

/** Whether sound trials of the configuration have only lower bounds of the metric, as of p99 of some engines. */
export function hasLowerBounds({ circumstances }: QuestionContext, cell: string, metric: string | undefined): boolean {
  const own = [...circumstances.trials.values()].filter((one) => one.cell === cell && one.out === null);
  // Trials that missed their offered rate have lower bounds, too: that can be mended.
  return own.some(
    ({ floors = [], despite }) => despite.length === 0 && metric !== undefined && floors.includes(metric),
  );
}

export const UNIT_WORDS: Readonly<Record<UnitKind, string>> = { trial: 'replicate', block: 'block' };

/** Confidence level of comparison intervals. */
export const COMPARISON_LEVEL = '96%';

/**
 * `338 MB/s`, or `84.1k` for IOPS, as the metric already names the unit; `at least` if the storage was not the limit.
 * With a lower rate that lasts, both: `338 MB/s (150 MB/s provisioned)`, or in reverse order if `isLasting`.
 */
export function describeValue(metric: string, one: Contender, better: 'highest' | 'lowest', isLasting = false): string {
  const unit = metric.endsWith('IOPS') ? ' ops/s' : '';
  const format = (amount: number): string => formatValue(amount, one.unit).replace(unit, '');
  // Where a miss is sure, trials without a bound were left out.
  const isKnown = one.unbounded.better === 0 || one.limit === 'no' || one.hostCredits !== null;
  const lead = isKnown ? '' : better === 'highest' ? 'at least ' : 'at most ';
  const measured = `${lead}${format(one.value)}`;
  if (one.lasting === null) return measured;
  const lasting = `${format(one.lasting)} ${nameLasting(one)}`;
  return isLasting ? `${lasting} (${measured} measured)` : `${measured} (${lasting})`;
}

function nameLasting(one: Contender): string {
  if (one.lasting === one.provisioned) return 'provisioned';
  return one.hostCredits === null ? 'at the end of trials' : 'at the baseline of the hosts';
}

/** Whether a rate exceeds the provisioned rate by more than measuring noise. */
export function isAboveProvisioned({ provisioned, ofProvisioned }: Contender): boolean {
  return provisioned !== null && ofProvisioned !== null && ofProvisioned > BURST_RATIO;
}

/** Whether its load exceeds the provisioned rate, and no lasting value is known: of latencies and times. */
export function mayNotLast({ ofProvisioned, lasting, qualifies }: Contender): boolean {
  return qualifies === 'open' && lasting === null && (ofProvisioned ?? 0) > BURST_RATIO;
}

/** What the price of a configuration includes. */
function namePrice({ price, storageUsdPerHour }: Contender): 'storage' | 'storage and hosts' {
  return price === storageUsdPerHour ? 'storage' : 'storage and hosts';
}

/** ` for $191 of storage per month`; `storage and hosts` if storage has no separate price; empty without a price. */
export function describePrice(one: Contender): string {
  if (one.price === null || one.price === 0) return '';
  return ` for ${formatUsdPerMonth(one.price, '')} of ${namePrice(one)} per month`;
}

/** `a costs less: $146, not $292, of storage per month`; null if prices are equal or unknown. */
export function comparePrices(w: Contender, r: Contender): string | null {
  const [a, b] = [w, r].toSorted((one, other) => (one.price ?? 0) - (other.price ?? 0));
  if (!a?.price || !b?.price || b.price === a.price) return null;
  const [less, more] = [formatUsdPerMonth(a.price, ''), formatUsdPerMonth(b.price, '')];
  return `${a.label} costs less: ${less}, not ${more}, of ${namePrice(a)} per month`;
}

/** `, $191/month of storage`, like {@link describePrice}. */
function formatMonthly(one: Contender): string {
  if (one.price === null || one.price === 0) return '';
  return `, ${formatUsdPerMonth(one.price)} of ${namePrice(one)}`;
}

/** All thresholds and criteria: `250 MB/s`, `10 ms and criterion quick (at most 5 ms)`, `3 criteria`. */
export function describeThresholds({ decide, metrics, decision: { ranking } }: QuestionContext): string {
  const { atLeast, atMost, require = [], metric } = decide;
  if (!hasThreshold(decide)) return 'its offered rate';
  const unit = metrics[metric]?.unit ?? ranking[0]?.unit ?? 'count';
  const words = nameMetric(metrics, metric);
  const limits = [atLeast, atMost].flatMap((limit) => limit ?? []).map((limit) => formatThreshold(limit, unit, words));
  const range = limits.length > 1 ? [`the range ${limits.join(' to ')}`] : limits;
  const names = require.map(
    (one) => `criterion ${one.name}${require.length > 1 ? '' : ` (${formatLimits(one, metrics)})`}`,
  );
  return [...range, ...(names.length > 2 ? [`${names.length} criteria`] : names)].join(' and ');
}

/** Results of criteria and an offered rate: `; meets quick (8.40 ms)`, `; misses quick (28.4 ms)`, `; may miss x`. */
export function describeCriteria(one: Contender): string {
  const mayMiss = isAboveProvisioned(one) ? 'at the provisioned rate, may miss' : 'may miss';
  const verbs = { yes: 'meets', no: 'misses', open: mayMiss };
  return (['yes', 'no', 'open'] as const)
    .map((standing) => {
      const its = one.criteria.filter((criterion) => criterion.standing === standing);
      const names = its.map(({ name, value, unit }) =>
        value === null || unit === null ? name : `${name} (${formatValue(value, unit)})`,
      );
      return names.length === 0 ? '' : `; ${verbs[standing]} ${joinNames(names)}`;
    })
    .join('');
}

/** Joins names: `a`, `a and b`, `a, b and 3 more`; with semicolons if names contain commas. */
export function joinNames(names: readonly string[], most = 3): string {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
  const last = shown.at(-1) ?? '';
  const mark = shown.some((name) => name.includes(', ')) ? '; ' : ', ';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(mark)}${mark === '; ' ? ';' : ''} and ${last}`;
}

export function joinLabels(all: readonly Pick<Contender, 'label'>[]): string {
  return joinNames(all.map(({ label }) => label));
}

/** `z (no valid trial)`. */
export function listMissing(missing: readonly ExcludedCell[]): string {
  return joinNames(missing.map(({ label, why }) => `${label} (${why})`));
}

/** A share with two digits: `16%`, `6.8%`, `0.43%`. */
export function formatRough(share: number): string {
  return `${Number((share * 100).toPrecision(2))}%`;
}

/** Maximum number of configurations with figures; the tables list all. */
const EVIDENCE_ROWS_MAX = 3;

/** Lists figures: first of the winner, undecided configurations and the nearest rival. None without a question. */
export function listEvidence(context: AnswerContext): readonly string[] {
  const { decide, decision } = context;
  if (decide === null) return [];
  const { winner, runnerUp, ranking, compared, open } = decision;
  const [first] = compared;
  const rival = ranking.find(({ cell }) => cell === first?.cell);
  const preferred = [winner, ...ranking.filter(({ cell }) => open.includes(cell)), rival ?? runnerUp, ...ranking];
  const shown = [...new Set(preferred.flatMap((one) => one ?? []))].slice(0, EVIDENCE_ROWS_MAX);
  const relation =
    winner === null || rival === undefined || first === undefined
      ? null
      : describeRatio({ ...context, decide }, winner, rival, first);
  return [
    ...shown.map((one) => `${one.label}: ${describeBounds(one, decide)}${formatMonthly(one)}${describeCriteria(one)}.`),
    ...(relation === null ? [] : [`${relation}.`]),
  ];
}

/**
 * `1.34 GB/s (at least 1.30 at 95%, n = 6)`: value and 95% bound, as if this were the only candidate. Near the
 * threshold an inconclusive configuration gets both bounds. Without a threshold for the metric: the estimate.
 */
function describeBounds(one: Contender, decide: DecisionRule): string {
  const { value, unit, low, high, interval, n, min, max, unitKind, logs, limit, lasting } = one;
  const blocks = unitKind === 'trial' ? null : pluralize(logs.n, unitKind);
  const units = blocks === null ? {} : { units: blocks };
  if (limit === null || (low === null && high === null))
    return formatEstimate(value, unit, { interval, n, min, max, ...units });
  const fell = lasting === null ? '' : `, ${formatValue(lasting, unit)} ${nameLasting(one)}`;
  const counts = `n = ${n}${blocks === null ? '' : ` in ${blocks}`}`;
  if (logs.deviation === 0 || isAboveProvisioned(one)) return `${formatValue(value, unit)}${fell} (${counts})`;
  const bounds = findBounds(one, decide);
  const [least = '', most = ''] = formatRange(low ?? value, high ?? value, lasting ?? value, unit).split('–');
  const which =
    bounds.length > 1
      ? `${least} to ${most} at 95% each`
      : `at ${bounds[0] === 'most' ? `most ${most}` : `least ${least}`} at 95%`;
  return `${formatValue(value, unit)}${fell} (${which}, ${counts})`;
}

/** Which bounds decide about the threshold of the metric: both near it; none where values agree or no bound exists. */
export function findBounds(
  one: Contender,
  { atLeast, atMost }: Pick<DecisionRule, 'atLeast' | 'atMost'>,
): readonly ('least' | 'most')[] {
  const { low, high, limit, logs } = one;
  if (limit === null || (low === null && high === null) || logs.deviation === 0 || isAboveProvisioned(one)) return [];
  const isBoth = low !== null && high !== null && (limit === 'open' || (atLeast !== undefined && atMost !== undefined));
  if (isBoth) return ['least', 'most'];
  return [low === null || (high !== null && (atMost !== undefined) === (limit === 'yes')) ? 'most' : 'least'];
}

/** `a is 1.31× b (1.22–1.41 at 96%)`. The larger value comes first, even if lower is better. */
function describeRatio(
  { decide, metrics, decision }: QuestionContext,
  winner: Contender,
  rival: Contender,
  { ratio, low, high }: RivalComparison,
): string | null {
  if (ratio === null || low === null || high === null) return null;
  const isHigher =
    resolveDirection(decision.prefer ?? 'highest', getBetter(metrics, decide.metric, winner.unit)) === 'higher';
  const [more, less] = isHigher ? [winner, rival] : [rival, winner];
  // Uses four digits if the interval would look empty with three.
  const digits = new Set([low, ratio, high].map(toThreeDigits)).size === 3 ? 3 : 4;
  const format = (one: number): string => one.toPrecision(digits);
  return `${more.label} is ${format(ratio)}× ${less.label} (${format(low)}–${format(high)} at ${COMPARISON_LEVEL})`;
}

/** Candidates of a walk by price that ended before. Example: `3 dearer ones were not measured: the budget ended`. */
export function describeWaiting(waiting: readonly ExcludedCell[]): string {
  const verb = waiting.length === 1 ? 'was' : 'were';
  return `${pluralize(waiting.length, 'dearer one')} ${verb} ${waiting[0]?.why ?? ''}`;
}
