/** Writes headlines of at most two sentences and 40 words: one template per outcome and reason. */
import { MIN_TRIALS, MIN_TRIALS_TO_COMPARE } from '../../shapes/decision-rule';
import { describeExclusions, describeMissing } from '../exclusion-notes';
import { pluralize } from '../format';
import { getBetter, nameMetric } from '../measures';
import type { AnswerOutcome } from './answer';
import { resolveDirection } from './choose-winner';
import type { Contender, ExcludedCell, OpenReason } from './contender';
import { describeGate } from './gate-text';
import { lacksBaseline } from './lasting';
import {
  type AnswerContext,
  COMPARISON_LEVEL,
  type QuestionContext,
  describeCriteria,
  joinLabels,
  joinNames,
  comparePrices,
  describePrice,
  formatRough,
  describeThresholds,
  describeWaiting,
  listMissing,
  mayNotLast,
  UNIT_WORDS,
  describeValue,
} from './phrases';
import { getPriceRank } from './thresholds';

/** If a headline is longer, its second sentence is dropped. */
const HEADLINE_WORDS_MAX = 40;

/** `w` is the winner or leader, `r` the nearest rival. */
interface TemplateValues {
  readonly question: QuestionContext;
  readonly w: Contender;
  readonly r: Contender | null;
  readonly metric: string;
  /** Example: `a (338 MB/s)`. */
  readonly name: (one: Contender) => string;
  readonly format: (one: Contender) => string;
  /** Example: `read bandwidth of 338 MB/s for $191 of storage per month`. */
  readonly wHas: string;
  readonly threshold: string;
  /** `cheapest`; `highest` or `lowest` if the spec prefers it, or if all prices are equal. */
  readonly preferred: string;
  readonly better: 'highest' | 'lowest';
  /** Names of both; and of all that may be the winner. */
  readonly pair: readonly string[];
  readonly among: readonly string[];
  /** Preferred configurations that were not compared, as they may miss the threshold. */
  readonly open: readonly Contender[];
  readonly missing: readonly ExcludedCell[];
}

/** One or two sentences, without full stops. The first one names the winner. */
type HeadlineTemplate = (slots: TemplateValues) => TemplateText;
type TemplateText = readonly [string, (string | null)?];

const TEMPLATES: Readonly<Record<AnswerOutcome, HeadlineTemplate>> = {
  meets: describeMeeting,
  misses: ({ question: { decision }, w, wHas, threshold }) => {
    const has = `${w.label}: ${wHas}${describeCriteria(w)}`;
    if (decision.ranking.length > 1) return [`No configuration meets ${threshold}`, `Best is ${has}`];
    // Only a criterion or the offered rate may be missed.
    const missed = w.criteria.filter(({ standing }) => standing === 'no').map(({ name }) => name);
    const name = w.limit === 'no' ? threshold : joinNames(missed);
    return [has.replace(':', ` does not meet ${name}:`)];
  },
  best: (slots) => {
    const { w, r, wHas, preferred, format } = slots;
    const [other] = slots.question.decision.compared;
    if (preferred === 'cheapest')
      return [
        `${w.label} is the cheapest: ${wHas}`,
        other === undefined || r === null ? 'No threshold was set, so only the price counted' : `So is ${r.label}`,
      ];
    return [describeBest(slots), r === null ? null : `Next is ${r.label}: ${format(r)}${describePrice(r)}`];
  },
  equal: ({ question: { decide, decision }, w, r, wHas, metric, name }) => {
    const { compared, ranking } = decision;
    const margin = formatRough(decide.margin);
    if (compared.some(({ verdict, isMutual }) => verdict === 'nearly' && !isMutual))
      return [`${w.label} is a safe choice: ${wHas}`, `No other is better by more than ${margin}`];
    const cells = compared.filter(({ isMutual }) => isMutual).map(({ cell }) => cell);
    const names = joinNames([w, ...ranking.filter(({ cell }) => cells.includes(cell))].map(name));
    return [`${names} have equivalent ${metric} (within ${margin})`, r === null ? null : comparePrices(w, r)];
  },
  open: (slots) => {
    const { reason, compared } = slots.question.decision;
    const isOfThreshold = compared.length === 0 && reason !== 'unmeasured' && slots.w.qualifies === 'open';
    const [first, second] = (isOfThreshold ? describeOpenThreshold : OPEN_TEMPLATES[reason ?? 'noise'])(slots);
    return [`Inconclusive: ${first}`, second ?? null];
  },
};

function describeMeeting(slots: TemplateValues): TemplateText {
  const { question, w, wHas, threshold, preferred } = slots;
  const { ranking, comparison, leftOut, compared, open } = question.decision;
  const all = ranking.length + leftOut.length;
  const isOpen = open.length > 0 && comparison === null;
  if (isOpen || all === 1) return [`${w.label} meets ${threshold}: ${wHas}`, isOpen ? explainOpen(slots) : null];
  const found = ranking.some(({ price }) => price) ? `${w.label} is the cheapest that` : `only ${w.label}`;
  if (comparison === null) return [`Of ${all} configurations, ${found} meets ${threshold}: ${wHas}`];
  if (preferred === 'cheapest') {
    const same = [w, ...ranking.filter(({ cell }) => compared.some((one) => one.cell === cell))];
    const each = describePrice(w) === '' ? '' : `${describePrice(w)} each`;
    const first = `Of ${all} configurations, ${joinLabels(same)} are the cheapest that meet ${threshold}${each}`;
    return [first, describePreferred(slots)];
  }
  const met = ranking.filter(({ qualifies }) => qualifies === 'yes').length;
  const mayBeMore = ranking.some(({ qualifies }) => qualifies === 'open') || leftOut.some((one) => one.open);
  const count = `${mayBeMore ? 'At least ' : ''}${met} of ${all} configurations ${met === 1 ? 'meets' : 'meet'}`;
  return [`${count} ${threshold}`, describePreferred(slots)];
}

/** Compares the configurations that meet the threshold. */
function describePreferred(slots: TemplateValues): string {
  const { question, r, missing, metric, better, among } = slots;
  const { comparison, ranking } = question.decision;
  if (comparison === 'equal') return TEMPLATES.equal(slots)[0];
  if (comparison !== 'open') return describeBest(slots);
  if (missing.length > 0 || r === null)
    return `Of those measured, ${describeBest(slots)}; ${listMissing(missing)} may be better`;
  const isOnePrice = new Set(ranking.map(getPriceRank)).size === 1 && describePrice(r) !== '';
  const each = isOnePrice ? `,${describePrice(r)} each` : '';
  const [value, ...others] = new Set(among.map((one) => /\(([^()]+)\)$/.exec(one)?.[1]));
  if (value !== undefined && others.length === 0) return `Their ${metric} is the same as measured: ${value}${each}`;
  const names = joinNames(among).replace(/ and (?=[^,]*$)/, ' or ');
  return `Which of them has the ${better} ${metric} is inconclusive: ${names}${each}`;
}

/** What keeps preferred configurations open, although the winner meets the threshold. */
function explainOpen({ question, open, missing, name }: TemplateValues): string {
  const isCheapest = question.decision.prefer === 'cheapest';
  const unpriced = open.filter(({ price }) => price === null);
  if (isCheapest && missing.length === 0 && unpriced.length > 0)
    return `Whether it is the cheapest is unknown, as the price of ${joinLabels(unpriced)} is unknown`;
  const all = [...missing, ...open];
  const isSure = isCheapest && all.every(({ price }) => price !== null);
  const what = `${isSure ? '' : 'possibly '}${isCheapest ? 'cheaper' : 'better'} one`;
  const few = [
    ...missing.map((one) => listMissing([one])),
    ...open.map((one) => {
      const named = mayNotLast(one) ? name(one).replace(/\)$/, ' by credits or a cache)') : name(one);
      return isCheapest ? `${named}${describePrice(one)}` : named;
    }),
  ];
  // Figures of many would exceed the length of a headline.
  const names = joinNames(all.length <= 2 ? few : all.map(({ label }) => label));
  return `${all.length === 1 ? `A ${what}` : `${all.length} ${what}s`} may meet it, too: ${names}`;
}

function describeOpenThreshold(slots: TemplateValues): TemplateText {
  const { question, open, w, wHas, threshold } = slots;
  if (w.alone === 'yes') {
    const others = `Others of its price may meet it, too, so that the choice takes ${w.needs} or more`;
    const meets = `${w.label} meets ${threshold} by itself: ${wHas}`;
    return [meets, open.length > 0 ? explainOpen(slots) : `${others} ${UNIT_WORDS[w.unitKind]}s`];
  }
  const has = `${wHas}${describeCriteria(w)}`;
  if (question.decide.atLeast !== undefined && lacksBaseline(w, question.decide))
    return [`the hosts of ${w.label} cannot sustain ${threshold}: ${has}`];
  if (w.reason === 'few')
    return [`${pluralize(w.logs.n, UNIT_WORDS[w.unitKind])} cannot show whether ${w.label} meets ${threshold}: ${has}`];
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = question.decide;
  if (w.unbounded.better > 0 && (w.value < atLeast || w.value > atMost))
    return [`${w.label} missed ${threshold} as measured: ${has}`, 'Its storage may be better than measured'];
  const others = joinLabels(open.filter((one) => one !== w));
  return [`${w.label} may meet ${threshold} or miss it: ${has}`, others === '' ? null : `So may ${others}`];
}

const OPEN_TEMPLATES: Readonly<Record<OpenReason, HeadlineTemplate>> = {
  few: ({ w, r, wHas, pair, metric }) => {
    const units = `${UNIT_WORDS[w.unitKind]}s`;
    if (r === null) return [`${w.label} has too few valid ${units}: ${wHas}`];
    if (w.logs.deviation === 0 && r.logs.deviation === 0)
      return [
        `all trials of ${pair.join(' gave the same value, and so did all of ')}`,
        'Without any variation, chance cannot be judged',
      ];
    const least = r.logs.n < w.logs.n ? r : w;
    const has = least.logs.n < MIN_TRIALS_TO_COMPARE ? `; ${least.label} has ${least.logs.n}` : '';
    const takes = `A comparison needs ${MIN_TRIALS_TO_COMPARE} ${units} that are valid for both${has}`;
    return [`${pair.join(' and ')} cannot be compared by ${metric}`, takes];
  },
  noise: ({ question: { decision }, w, r, pair, metric, preferred, among }) => {
    const { compared, ranking } = decision;
    const [found, ...others] = compared.filter(({ verdict }) => verdict !== 'better');
    if (others.length > 0) return [`no significant difference in ${metric} among ${joinNames(among)}`];
    // Above a half, the wider end of the interval tells little.
    const most = Math.max(1 / (found?.low ?? 0), found?.high ?? Infinity) - 1;
    const far = most <= 0.5 ? `They differ by at most ${formatRough(most)} (at ${COMPARISON_LEVEL})` : null;
    const cheaper = r === null ? null : comparePrices(w, r);
    return [
      ranking.length > 2
        ? `${pair.join(' or ')} has the ${preferred} ${metric} of ${ranking.length} configurations`
        : `no significant difference in ${metric} between ${pair.join(' and ')}`,
      [far, cheaper].flatMap((one) => one ?? []).join('; ') || null,
    ];
  },
  assumed: ({ question: { decision }, pair, metric }) => [
    `${pair.join(' leads ')} in ${metric}`,
    (decision.scope?.assumedInstance ?? 0) > 0
      ? 'Two file systems or volumes of the same kind may differ that much'
      : 'They ran at different times, which may differ that much',
  ],
  bound: ({ w, r, pair, metric }) => {
    const may = joinLabels([w, ...(r === null ? [] : [r])].filter(({ unbounded }) => unbounded.better > 0));
    return [
      `${pair.join(' and ')} cannot be ranked by ${metric}`,
      may === ''
        ? `${w.label} may be worse: ${pluralize(w.unbounded.worse, 'trial')} too slow, or below the offered rate`
        : `${may} may be better than measured`,
    ];
  },
  unmeasured: (slots) => {
    const { question, open, w, wHas, missing, threshold } = slots;
    const { ranking, compared } = question.decision;
    const unpriced = open.filter(({ price }) => price === null);
    if (missing.length === 0 && unpriced.length === 0) return describeOpenThreshold(slots);
    if (missing.length === 0)
      return [`the cheapest is unknown, as the price of ${joinLabels(unpriced)} is unknown`, `${w.label}: ${wHas}`];
    const waiting = missing.filter(({ cell }) => (question.circumstances.walk?.get(cell)?.unmeasured ?? null) !== null);
    if (waiting.length > 0) {
      const stand = w.qualifies === 'no' ? `Best is ${w.label}` : `${w.label} may meet it`;
      return [`no measured candidate surely meets ${threshold}, and ${describeWaiting(waiting)}`, `${stand}: ${wHas}`];
    }
    const not = `${listMissing(missing)} ${missing.length > 1 ? 'were' : 'was'} not compared`;
    if (w.qualifies === 'no') return [not, `No other configuration meets ${threshold}`];
    if (ranking.length === 1) return [not, `${w.label} alone was measured: ${wHas}`];
    const isBest = compared.length > 0 && compared.every(({ verdict }) => verdict === 'better');
    return [not, `Of the others, ${isBest ? describeBest(slots) : `${w.label} leads: ${wHas}`}`];
  },
};

function describeBest({ w, metric, format, better }: TemplateValues): string {
  return `${w.label} has the ${better} ${metric}: ${format(w)}${describePrice(w)}`;
}

export function writeHeadline(context: AnswerContext): string {
  const { decide, decision, candidates } = context;
  const { outcome, winner, ranking, open } = decision;
  if (decide === null) {
    const valid = [...context.circumstances.trials.values()].filter(({ out }) => out === null).length;
    const what = `${pluralize(candidates.length, 'configuration')}, ${pluralize(valid, 'valid trial')}`;
    if (valid > 0) return `No question set (decide): ${what}. Add decide to get an answer.`;
  }
  const w = winner ?? ranking.find(({ cell }) => open.includes(cell)) ?? ranking[0];
  if (decide === null || w === undefined) return describeMissing(context);
  const slots = makeTemplateValues({ ...context, decide }, w);
  if (ranking.every(({ n }) => n < MIN_TRIALS)) {
    const values = joinNames(ranking.map((one) => `${one.label} ${slots.format(one)}`));
    const why = `No result: every configuration has fewer than two valid trials (${describeExclusions(context)})`;
    return joinSentences([why, `Single values of ${slots.metric}: ${values}`]);
  }
  if (decision.gate !== undefined) return joinSentences(describeGate({ ...context, decide, gate: decision.gate }));
  if (outcome === null) return joinSentences([`${w.label}: ${slots.wHas}`, 'There is nothing to compare it with']);
  return joinSentences(TEMPLATES[outcome](slots));
}

function makeTemplateValues(question: QuestionContext, w: Contender): TemplateValues {
  const { decide, metrics, decision } = question;
  const { compared, ranking, runnerUp, open, leftOut, prefer } = decision;
  const first =
    compared.find(({ verdict }) => verdict === 'open') ?? compared.find(({ isMutual }) => isMutual) ?? compared[0];
  const undecided = new Set(compared.flatMap(({ verdict, cell }) => (verdict === 'better' ? [] : [cell])));
  const isOnePrice = new Set([...ranking, ...leftOut].map(getPriceRank)).size === 1;
  const direction = resolveDirection(prefer ?? 'cheapest', getBetter(metrics, decide.metric, w.unit));
  const better = direction === 'higher' ? 'highest' : 'lowest';
  const metric = nameMetric(metrics, decide.metric, decide.operation ?? null);
  // A threshold counts the level that lasts.
  const format = (one: Contender): string => describeValue(metric, one, better, decide.atLeast !== undefined);
  const has = metric.endsWith('IOPS')
    ? format(w).replace(/^(at \w+ )?\S+/, `$& ${metric}`)
    : `${metric} of ${format(w)}`;
  const r = ranking.find(({ cell }) => cell === first?.cell) ?? runnerUp;
  const name = (one: Contender): string => `${one.label} (${format(one)})`;
  return {
    question,
    w,
    r,
    metric,
    format,
    name,
    better,
    pair: [w, ...(r === null ? [] : [r])].map(name),
    among: [w, ...ranking.filter(({ cell }) => undecided.has(cell))].map(name),
    wHas: `${has}${describePrice(w)}`,
    threshold: describeThresholds(question),
    preferred: prefer === null || (prefer === 'cheapest' && isOnePrice) ? better : prefer,
    open: ranking.filter(({ cell }) => open.includes(cell)),
    missing: leftOut.filter(({ cell }) => open.includes(cell)),
  };
}

function joinSentences([first, second]: TemplateText): string {
  const both = second === undefined || second === null ? `${first}.` : `${first}. ${second}.`;
  return both.split(/\s+/).length > HEADLINE_WORDS_MAX ? `${first}.` : both;
}
