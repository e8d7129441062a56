/** Writes headlines of at most two sentences and 40 words: one template per outcome and reason. */
import { MIN_TRIALS, MIN_TRIALS_TO_COMPARE } from '../../shapes/decision-rule';
import { describeExclusions } from '../exclusion-notes';
import { pluralize, formatUsdPerMonth } from '../format';
import { getBetter, nameMetric } from '../measures';
import type { AnswerOutcome, OpenReason } from './answer';
import type { RivalComparison } from './compare';
import type { Contender, ExcludedCell } from './contender';
import {
  type AnswerContext,
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
  /** Example: `read bandwidth`. */
  readonly metric: string;
  /** Gives `338 MB/s`. */
  readonly format: (one: Contender) => string;
  /** Example: `a (338 MB/s)`. */
  readonly wNamed: string;
  /** `wNamed` for the rival; empty without one. */
  readonly rNamed: string;
  /** Example: `read bandwidth of 338 MB/s for $191 of storage per month`. */
  readonly wHas: string;
  readonly threshold: string;
  /** `cheapest`; `highest` or `lowest` if the spec prefers it, or if all prices are equal. */
  readonly preferred: string;
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
    const { reason } = slots.question.decision;
    const [first, second] = (isOfThreshold(slots) ? describeOpenThreshold : OPEN_TEMPLATES[reason ?? 'noise'])(slots);
    return [`Inconclusive: ${first}`, second ?? null];
  },
};

/** Whether the threshold, not a comparison, is open. */
function isOfThreshold({ question, w }: TemplateValues): boolean {
  const { compared, reason } = question.decision;
  return compared.length === 0 && reason !== 'unmeasured' && w.qualifies === 'open';
}

/** Why a preferred configuration is open, although the winner meets the threshold. */
function explainOpen({ question, open, missing, preferred, format, threshold }: TemplateValues): string {
  const isCheapest = preferred === 'cheapest';
  const unpriced = open.filter(({ price }) => price === null);
  if (isCheapest && question.decision.reason === 'unmeasured' && missing.length === 0)
    return `Prices of possibly cheaper configurations are unknown: ${joinLabels(unpriced)}`;
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
    return [`${w.label} meets ${threshold} by itself: ${wHas}`, explainOpen(slots)];
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

/** `They differ by at most 9%`: the wider end of the interval; null above a fifth, which tells little. */
function describeMost(compared: readonly RivalComparison[]): string | null {
  const [found, ...others] = compared.filter(({ verdict }) => verdict === 'open');
  if (found === undefined || others.length > 0 || found.low === null || found.high === null) return null;
  const most = Math.max(1 / found.low, found.high) - 1;
  return most > USEFUL_SHARE ? null : `They differ by at most ${formatRough(most)}`;
}
const USEFUL_SHARE = 0.2;

/** Whether the value as measured meets the threshold, and the level that lasts does not. */
function exceedsAtFirst({ decide: { atLeast } }: QuestionContext, { lasting, value, limit }: Contender): boolean {
  return atLeast !== undefined && limit === 'no' && lasting !== null && value >= atLeast;
}

/** States the threshold first, then which of the configurations that meet it is preferred. */
function describeMeeting(slots: TemplateValues): ReturnType<HeadlineTemplate> {
  const { question, w, wHas, threshold, preferred, metric, margin, format } = slots;
  const { ranking, comparison, leftOut, compared, open } = question.decision;
  if (open.length > 0 && comparison === null) return [`${w.label} meets ${threshold}: ${wHas}`, explainOpen(slots)];
  const all = ranking.length + leftOut.length;
  const met = ranking.filter(({ qualifies }) => qualifies === 'yes').length;
  if (all === 1) return [`${w.label} meets ${threshold}: ${wHas}`];
  // If other configurations may meet the threshold, the number that meets it is unknown.
  const may = ranking.filter(({ qualifies }) => qualifies === 'open');
  const isOpen = may.length > 0 || leftOut.some(({ open }) => open);
  if (met === 1 && !isOpen) return [`Only ${w.label} of ${all} configurations meets ${threshold}: ${wHas}`];
  const some = `${isOpen ? 'At least ' : ''}${met} of ${all} configurations`;
  const those = met < all ? some : all === 2 ? 'Both configurations' : `All ${all} configurations`;
  if (preferred !== 'cheapest') {
    const too = may.length === 0 ? null : `${joinLabels(may)} may also meet the threshold`;
    if (met === 1) return [`${w.label} meets ${threshold}, and ${describeBest(slots).slice(w.label.length + 1)}`, too];
    return [`${those} meet ${threshold}`, describeBestOfMeeting(slots)];
  }
  if (comparison === null)
    return met === all
      ? [`${those} meet ${threshold}`, `${w.label} is the cheapest: ${wHas}`]
      : [`Of ${all} configurations, ${w.label} is the cheapest that meets ${threshold}: ${wHas}`];
  const same = [w, ...ranking.filter(({ cell }) => compared.some((one) => one.cell === cell))];
  const isMutual = compared.every((one) => one.isMutual);
  const among = {
    best: `${w.label} has the better ${metric}: ${format(w)}`,
    equal: isMutual
      ? `Their ${metric} is equivalent (within ${margin})`
      : `${w.label} is a safe choice among them: none is better by more than ${margin}`,
    open: `Which of them has the better ${metric} is inconclusive`,
  };
  const cheapest = `${joinLabels(same)} are the cheapest that meet ${threshold}`;
  const each = describePrice(w) === '' ? '' : `${describePrice(w)} each`;
  return [`Of ${all} configurations, ${cheapest}${each}`, among[comparison]];
}

function describeBestOfMeeting(slots: TemplateValues): string {
  const { question, r, wNamed, rNamed, preferred, missing, metric } = slots;
  const { comparison } = question.decision;
  if (comparison === 'equal') return TEMPLATES.equal(slots)[0];
  if (comparison !== 'open') return describeBest(slots);
  if (missing.length > 0 || r === null)
    return `Of those measured, ${describeBest(slots)}; ${listMissing(missing)} may be better`;
  const each = describeCommonPrice(question.decision.ranking);
  return `Which has the ${preferred} ${metric} is inconclusive: ${wNamed} or ${rNamed}${each}`;
}

/** `, $12 of storage per month each`; empty if prices are unknown or differ. */
function describeCommonPrice(ranking: readonly Contender[]): string {
  const [first] = ranking;
  if (first === undefined || new Set(ranking.map(getPriceRank)).size > 1) return '';
  const price = describePrice(first);
  return price === '' ? '' : `,${price} each`;
}

function describeBest({ w, metric, format, preferred }: TemplateValues): string {
  return `${w.label} has the ${preferred} ${metric}: ${format(w)}${describePrice(w)}`;
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
  const measured = { question, w, r, metric, format };
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
