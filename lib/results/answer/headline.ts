/** Writes headlines of at most two sentences and 40 words: one template per outcome and reason. */
import { MIN_TRIALS, MIN_TRIALS_TO_COMPARE } from '../../shapes/decision-rule';
import { describeExclusions } from '../exclusion-notes';
import { pluralize, formatUsdPerMonth } from '../format';
import { getBetter, nameMetric } from '../measures';
import type { AnswerOutcome } from './answer';
import type { RivalComparison } from './compare';
import type { Contender, ExcludedCell, OpenReason } from './contender';
import {
  type AnswerContext,
  COMPARISON_LEVEL,
  type QuestionContext,
  describeCriteria,
  describeMissed,
  isAboveProvisioned,
  joinNames,
  describePrice,
  formatRough,
  describeThresholds,
  UNIT_WORDS,
  describeValue,
} from './phrases';
import { getPriceRank } from './thresholds';

/** If a headline is longer, its second sentence is dropped. */
const HEADLINE_WORDS_MAX = 40;

/** Values for templates: `w` is the winner or leader, `r` the nearest rival. */
interface TemplateValues {
  readonly question: QuestionContext;
  readonly w: Contender;
  readonly r: Contender | null;
  readonly metric: string;
  readonly format: (one: Contender) => string;
  /** Example: `a (338 MB/s)`; empty without a rival. */
  readonly wNamed: string;
  readonly rNamed: string;
  /** Example: `read bandwidth of 338 MB/s for $191 of storage per month`. */
  readonly wHas: string;
  readonly threshold: string;
  /** `cheapest`; `highest` or `lowest` if the spec prefers it, or if all prices are equal. */
  readonly preferred: string;
  readonly better: 'highest' | 'lowest';
  /** Largest difference that still counts as equivalent, e.g. `2%`. */
  readonly margin: string;
  /** Preferred configurations that were not compared, as they may miss the threshold. */
  readonly open: readonly Contender[];
  readonly missing: readonly ExcludedCell[];
}

/** One or two sentences, without full stops. */
type HeadlineTemplate = (slots: TemplateValues) => readonly [string, (string | null)?];

const TEMPLATES: Readonly<Record<AnswerOutcome, HeadlineTemplate>> = {
  meets: describeMeeting,
  misses: (slots) => {
    const { question, w, wHas, threshold, metric, format } = slots;
    const missed = describeCriteria(w);
    if (exceedsAtFirst(question, w)) {
      const how = isAboveProvisioned(w) ? 'by burst credits or a cache' : 'before its rate falls';
      return [`No configuration sustains ${threshold}`, `${w.label} exceeds it only ${how}: ${wHas}`];
    }
    // The value meets the threshold where only a criterion or the offered rate is missed.
    const name = w.limit === 'no' ? threshold : (describeMissed(w) ?? threshold);
    if (question.decision.ranking.length === 1) return [`${w.label} does not meet ${name}: ${wHas}${missed}`];
    const best = `Best by ${metric} is ${w.label}: ${format(w)}${describePrice(w)}`;
    return [
      `No configuration meets ${threshold}`,
      `${w.limit === null ? best : `Closest is ${w.label}: ${wHas}`}${missed}`,
    ];
  },
  best: (slots) => {
    const { w, r, wHas, preferred, format } = slots;
    if (preferred === 'cheapest')
      return [`${w.label} is the cheapest: ${wHas}`, 'No threshold was set, so only the price counted'];
    return [describeBest(slots), r === null ? null : `Next is ${r.label}: ${format(r)}${describePrice(r)}`];
  },
  equal: ({ question, w, r, wHas, metric, margin, format }) => {
    const { compared, ranking } = question.decision;
    if (compared.some(({ verdict, isMutual }) => verdict === 'nearly' && !isMutual))
      return [`${w.label} is a safe choice: ${wHas}`, `No other is better by more than ${margin}`];
    const cells = compared.filter(({ isMutual }) => isMutual).map(({ cell }) => cell);
    const those = [w, ...ranking.filter(({ cell }) => cells.includes(cell))];
    const names = joinNames(those.map((one) => `${one.label} (${format(one)})`));
    return [`${names} have equivalent ${metric} (within ${margin})`, r === null ? null : comparePrices(w, r)];
  },
  open: (slots) => {
    const { reason, compared } = slots.question.decision;
    const isOfThreshold = compared.length === 0 && reason !== 'unmeasured' && slots.w.qualifies === 'open';
    const [first, second] = (isOfThreshold ? describeOpenThreshold : OPEN_TEMPLATES[reason ?? 'noise'])(slots);
    return [`Inconclusive: ${first}`, second ?? null];
  },
};

/** Why a preferred configuration is open, although the winner meets the threshold. */
function explainOpen({ question, open, missing, preferred, format, threshold }: TemplateValues): string {
  const isCheapest = preferred === 'cheapest';
  const unpriced = open.flatMap((one) => (one.price === null ? [`${one.label} (${format(one)})`] : []));
  if (isCheapest && question.decision.reason === 'unmeasured' && missing.length === 0)
    return `Prices of possibly cheaper ones are unknown: ${joinNames(unpriced)}`;
  const [first, ...others] = [...missing, ...open];
  const price = isCheapest && others.length === 0 ? (first?.price ?? null) : null;
  const costs = price === null ? '' : `costs ${formatUsdPerMonth(price, '')} and `;
  if (missing.length > 0) {
    const be = isCheapest ? ' and be cheaper' : ' and be better';
    return `${listMissing(missing)} ${costs}may also meet the threshold${costs === '' ? be : ''}`;
  }
  const values = joinNames(open.map((one) => `${one.label} (${format(one)})`));
  if (!isCheapest) return `${values} may be better, but may miss the threshold`;
  return `${values} ${costs === '' ? 'cost less and ' : costs}may meet ${threshold} or miss it`;
}

function describeOpenThreshold(slots: TemplateValues): ReturnType<HeadlineTemplate> {
  const { question, open, w, wHas, threshold } = slots;
  if (w.alone === 'yes' && open.length > 0)
    return [`only ${w.label} surely meets ${threshold}: ${wHas}`, explainOpen(slots)];
  const has = `${wHas}${describeCriteria(w)}`;
  if (w.reason === 'few')
    return [`${pluralize(w.logs.n, UNIT_WORDS[w.unitKind])} cannot show whether ${w.label} meets ${threshold}: ${has}`];
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = question.decide;
  if (w.unbounded.better > 0 && (w.value < atLeast || w.value > atMost))
    return [`${w.label} missed ${threshold} as measured: ${has}`, 'Its storage may be better than measured'];
  const others = joinLabels(open.filter((one) => one !== w));
  return [`${w.label} may meet ${threshold} or miss it: ${has}`, others === '' ? null : `So may ${others}`];
}

const OPEN_TEMPLATES: Readonly<Record<OpenReason, HeadlineTemplate>> = {
  few: ({ w, r, wHas, wNamed, rNamed, metric }) => {
    const units = `${UNIT_WORDS[w.unitKind]}s`;
    if (r === null) return [`${w.label} has too few valid ${units}: ${wHas}`];
    const least = r.logs.n < w.logs.n ? r : w;
    if (w.logs.deviation === 0 && r.logs.deviation === 0)
      return [
        `all trials of ${wNamed} gave the same ${metric}, and so did all of ${rNamed}`,
        'Values rounded so coarsely do not show how much trials vary',
      ];
    const has = least.logs.n < MIN_TRIALS_TO_COMPARE ? `; ${least.label} has ${least.logs.n}` : '';
    const takes = `A comparison needs ${MIN_TRIALS_TO_COMPARE} ${units} that are valid for both${has}`;
    return [`${wNamed} and ${rNamed} cannot be compared by ${metric}`, takes];
  },
  noise: ({ question, wNamed, rNamed, metric, preferred }) => {
    const { compared, ranking } = question.decision;
    const most = describeMost(compared);
    const isBetweenTwo = ranking.length > 2 && compared.filter(({ verdict }) => verdict !== 'better').length === 1;
    const none = `no significant difference in ${metric} between ${wNamed} and ${rNamed}`;
    if (!isBetweenTwo) return [none, most];
    const first = `${wNamed} or ${rNamed} has the ${preferred} ${metric} of ${ranking.length} configurations`;
    return [first, most ?? 'Between these two there is no significant difference'];
  },
  assumed: ({ question, wNamed, rNamed, metric }) => [
    `${wNamed} leads ${rNamed} in ${metric}`,
    (question.decision.scope?.assumedInstance ?? 0) > 0
      ? 'Two file systems or volumes of the same kind may differ that much'
      : 'They ran at different times, which may differ that much',
  ],
  bound: ({ w, r, wNamed, rNamed, metric }) => {
    const may = [w, r].flatMap((one) => (one !== null && one.unbounded.better > 0 ? [one] : []));
    return [
      `${wNamed} and ${rNamed} cannot be ranked by ${metric}`,
      may.length > 0
        ? `${joinLabels(may)} may be better than measured`
        : `${w.label} may be worse: trials are excluded, or below the offered rate`,
    ];
  },
  unmeasured: (slots) => {
    const { question, open, w, wHas, missing, threshold } = slots;
    const { ranking, compared } = question.decision;
    if (missing.length === 0)
      return [`the cheapest is unknown, as the price of ${joinLabels(open)} is unknown`, `${w.label}: ${wHas}`];
    const not = `${listMissing(missing)} ${missing.length > 1 ? 'were' : 'was'} not compared`;
    if (w.qualifies === 'no') return [not, `No other configuration meets ${threshold}`];
    if (ranking.length === 1) return [not, `${w.label} alone was measured: ${wHas}`];
    const isBest = compared.length > 0 && compared.every(({ verdict }) => verdict === 'better');
    return [not, `Of the others, ${isBest ? describeBest(slots) : `${w.label} leads: ${wHas}`}`];
  },
};

/** `They differ by at most 9%`: the wider end of the interval; null above a half, which tells little. */
function describeMost(compared: readonly RivalComparison[]): string | null {
  const [found, ...others] = compared.filter(({ verdict }) => verdict === 'open');
  if (found === undefined || others.length > 0 || found.low === null || found.high === null) return null;
  const most = Math.max(1 / found.low, found.high) - 1;
  return most > 0.5 ? null : `They differ by at most ${formatRough(most)} (at ${COMPARISON_LEVEL})`;
}

/** Whether the value as measured meets the threshold, and the level that lasts does not. */
function exceedsAtFirst({ decide: { atLeast } }: QuestionContext, { lasting, value, limit }: Contender): boolean {
  return atLeast !== undefined && limit === 'no' && lasting !== null && value >= atLeast;
}

/** The winner is in the first sentence, as long headlines lose the second one. */
function describeMeeting(slots: TemplateValues): ReturnType<HeadlineTemplate> {
  const { question, w, wHas, threshold, preferred } = slots;
  const { ranking, comparison, leftOut, compared, open } = question.decision;
  const all = ranking.length + leftOut.length;
  const isOpen = open.length > 0 && comparison === null;
  if (isOpen || all === 1) return [`${w.label} meets ${threshold}: ${wHas}`, isOpen ? explainOpen(slots) : null];
  const met = ranking.filter(({ qualifies }) => qualifies === 'yes').length;
  const mayBeMore = ranking.some(({ qualifies }) => qualifies === 'open') || leftOut.some((one) => one.open);
  const count = `${mayBeMore ? 'At least ' : ''}${met} of ${all} configurations`;
  if (preferred !== 'cheapest')
    return [`${count} ${met === 1 ? 'meets' : 'meet'} ${threshold}`, describePreferred(slots)];
  if (comparison === null)
    return [`Of ${all} configurations, ${w.label} is the cheapest that meets ${threshold}: ${wHas}`];
  const same = [w, ...ranking.filter(({ cell }) => compared.some((one) => one.cell === cell))];
  const price = describePrice(w);
  const cheapest = `${joinLabels(same)} are the cheapest that meet ${threshold}${price === '' ? '' : `${price} each`}`;
  return [`Of ${all} configurations, ${cheapest}`, describePreferred(slots)];
}

/** Compares the configurations that meet the threshold. */
function describePreferred(slots: TemplateValues): string {
  const { question, r, wNamed, rNamed, missing, metric } = slots;
  const { comparison, ranking } = question.decision;
  if (comparison === 'equal') return TEMPLATES.equal(slots)[0];
  if (comparison !== 'open') return describeBest(slots);
  if (missing.length > 0 || r === null)
    return `Of those measured, ${describeBest(slots)}; ${listMissing(missing)} may be better`;
  const isOnePrice = new Set(ranking.map(getPriceRank)).size === 1 && describePrice(r) !== '';
  const each = isOnePrice ? `,${describePrice(r)} each` : '';
  return `Which has the ${slots.better} ${metric} is inconclusive: ${wNamed} or ${rNamed}${each}`;
}

function describeBest({ w, metric, format, better }: TemplateValues): string {
  return `${w.label} has the ${better} ${metric}: ${format(w)}${describePrice(w)}`;
}

function joinLabels(all: readonly Pick<ExcludedCell, 'label'>[]): string {
  return joinNames(all.map(({ label }) => label));
}

function listMissing(missing: readonly ExcludedCell[]): string {
  return joinNames(missing.map(({ label, why }) => `${label} (${why})`));
}

function comparePrices(w: Contender, r: Contender): string | null {
  const [a, b] = [w, r].toSorted((one, other) => (one.price ?? 0) - (other.price ?? 0));
  if (a === undefined || b === undefined || a.price === null || b.price === a.price) return null;
  const monthly = ({ price }: Contender): string => formatUsdPerMonth(price ?? 0, '');
  return `${a.label} costs less: ${monthly(a)}, not ${monthly(b)}, per month`;
}

export function writeHeadline(context: AnswerContext): string {
  const { decide, decision } = context;
  const { outcome, winner, ranking, open } = decision;
  if (decide === null) return describeUnasked(context);
  const question = { ...context, decide };
  const burst = outcome === 'misses' ? ranking.find((one) => exceedsAtFirst(question, one)) : undefined;
  const w = winner ?? burst ?? ranking.find(({ cell }) => open.includes(cell)) ?? ranking[0];
  if (w === undefined) return `No result: ${describeExclusions(context)}.`;
  const slots = makeTemplateValues(question, w);
  if (ranking.every(({ n }) => n < MIN_TRIALS)) {
    const values = joinNames(ranking.map((one) => `${one.label} ${slots.format(one)}`));
    const why = `No result: every configuration has fewer than two valid trials (${describeExclusions(context)})`;
    return joinSentences([why, `Single values of ${slots.metric}: ${values}`]);
  }
  if (outcome === null) return joinSentences([`${w.label}: ${slots.wHas}`, 'There is nothing to compare it with']);
  return joinSentences(TEMPLATES[outcome](slots));
}

function describeUnasked(context: AnswerContext): string {
  const valid = [...context.circumstances.trials.values()].filter(({ out }) => out === null).length;
  if (valid === 0) return `No result: ${describeExclusions(context)}.`;
  const what = `${pluralize(context.candidates.length, 'configuration')}, ${pluralize(valid, 'valid trial')}`;
  return `No question set (decide): ${what}. Add decide to get an answer.`;
}

function makeTemplateValues(question: QuestionContext, w: Contender): TemplateValues {
  const { decide, metrics, decision } = question;
  const { compared, ranking, runnerUp, open, leftOut, prefer } = decision;
  const first =
    compared.find(({ verdict }) => verdict === 'open') ?? compared.find(({ isMutual }) => isMutual) ?? compared[0];
  const r = ranking.find(({ cell }) => cell === first?.cell) ?? runnerUp;
  const isOnePrice = new Set([...ranking, ...leftOut].map(getPriceRank)).size === 1;
  const better = getBetter(metrics, decide.metric, w.unit) === 'higher' ? 'highest' : 'lowest';
  const metric = nameMetric(metrics, decide.metric, decide.operation ?? null);
  // A threshold counts the level that lasts.
  const isLasting = decide.atLeast !== undefined && !exceedsAtFirst(question, w);
  const format = (one: Contender): string => describeValue(metric, one, better, isLasting);
  const has = metric.endsWith('IOPS')
    ? format(w).replace(/^(at \w+ )?\S+/, `$& ${metric}`)
    : `${metric} of ${format(w)}`;
  const measured = { question, w, r, metric, format, better } as const;
  return {
    ...measured,
    wNamed: `${w.label} (${format(w)})`,
    rNamed: r === null ? '' : `${r.label} (${format(r)})`,
    wHas: `${has}${describePrice(w)}`,
    threshold: describeThresholds(question),
    preferred: prefer === null || (prefer === 'cheapest' && isOnePrice) ? better : prefer,
    margin: formatRough(decide.margin),
    open: ranking.filter(({ cell }) => open.includes(cell)),
    missing: leftOut.filter(({ cell }) => open.includes(cell)),
  };
}

function joinSentences([first, second]: ReturnType<HeadlineTemplate>): string {
  const both = second === undefined || second === null ? `${first}.` : `${first}. ${second}.`;
  return both.split(/\s+/).length > HEADLINE_WORDS_MAX ? `${first}.` : both;
}
