/** The answer in at most two sentences and 40 words: one table of templates by outcome and reason. */
import { counted, formatUsdPerMonth } from '../format';
import { betterOf, metricWords } from '../measures';
import type { Outcome, Reason } from './answer';
import type { Contender, LeftOut } from './contender';
import {
  type AnswerContext,
  type QuestionContext,
  criteriaPhrase,
  joinNames,
  pricePhrase,
  roughShare,
  thresholdPhrase,
  UNIT_WORDS,
  valuePhrase,
} from './phrases';
import { countExclusions } from '../exclusions';
import { countUnitsNeeded } from './settle';
import { priceRank } from './standings';

/** The second sentence goes where both are longer. */
const WORDS_MAX = 40;

/** What a template is filled with. `w` is the winner or leader, `r` its nearest rival. */
interface Slots {
  readonly question: QuestionContext;
  readonly w: Contender;
  readonly r: Contender | null;
  /** `read bandwidth`. */
  readonly metric: string;
  /** `338 MB/s`. */
  readonly wValue: string;
  /** Of the rival; empty where there is none. */
  readonly rLabel: string;
  readonly rValue: string;
  /** `read bandwidth of 338 MB/s for $191 of storage per month`. */
  readonly wHas: string;
  readonly threshold: string;
  /** `cheapest`; `highest` or `lowest` where that is asked, or all prices are equal. */
  readonly preferred: string;
  /** Labels of what might be preferred: not known to meet the threshold, and not compared. */
  readonly open: readonly string[];
  readonly missing: readonly string[];
}

/** One or two sentences without full stops. */
type Template = (slots: Slots) => readonly [string, (string | null)?];

const DECIDED: Readonly<Record<Exclude<Outcome, 'inconclusive' | 'too-little'>, Template>> = {
  described: ({ w, wHas }) => [`${w.label}: ${wHas}`, 'There is nothing to compare it with'],
  meets: claimThreshold,
  misses: ({ question, w, wHas, threshold }) =>
    question.decision.ranking.length === 1
      ? [`${w.label} does not meet ${threshold}: ${wHas}${criteriaPhrase(w)}`]
      : [`No configuration meets ${threshold}`, `Closest is ${w.label}: ${wHas}${criteriaPhrase(w)}`],
  'burst-only': ({ w, wHas, threshold }) => [
    `No configuration sustains ${threshold}`,
    `${w.label} meets it only by burst: ${wHas}`,
  ],
  best: (slots) => {
    const { w, r, wHas, rValue, preferred } = slots;
    if (preferred === 'cheapest') return [`${w.label} is the cheapest: ${wHas}`];
    return [claimBest(slots), r === null ? null : `Next is ${r.label}: ${rValue}${pricePhrase(r)}`];
  },
  'safe-choice': ({ question, w, wHas, threshold, open, missing, preferred }) => {
    const { comparison, reason } = question.decision;
    if (comparison !== null)
      return [`${w.label} is a safe choice: ${wHas}`, `No other is better by more than ${margin(question)}`];
    const isCheapest = preferred === 'cheapest';
    const better = isCheapest ? `${open.length > 1 ? 'are' : 'is'} cheaper` : 'may be better';
    const doubt = {
      price: `${joinNames(open)} may be cheaper: the price is unknown`,
      unmeasured: `${joinNames(missing)} may meet it and be ${isCheapest ? 'cheaper' : 'better'}, and was not compared`,
      limit: `${joinNames(open)} ${better} and may meet it`,
    };
    return [`${w.label} surely meets ${threshold}: ${wHas}`, doubt[reason as keyof typeof doubt]];
  },
  equivalent: ({ question, w, r, metric, wValue, rValue }) => [
    `${joinNames([w.label, ...listEquals(question)])} have equivalent ${metric} (within ${margin(question)}): ` +
      `${wValue} and ${rValue}`,
    r === null ? null : comparePrices(w, r),
  ],
};

const INCONCLUSIVE: Readonly<Record<Reason, Template>> = {
  few: ({ w, r, wHas, wValue, rValue, metric }) => {
    const units = `${UNIT_WORDS[w.unitKind]}s`;
    if (r === null) return [`${w.label} has too few valid ${units}: ${wHas}`];
    const both = `${w.label} (${wValue}) and ${r.label} (${rValue})`;
    return [`${both} cannot be compared by ${metric}: fewer than 3 ${units} are valid for both`];
  },
  rounded: ({ w, rLabel, wHas, rValue }) => [
    `every trial of ${w.label} gave ${wHas} and every trial of ${rLabel} ${rValue}: too few digits to know the spread`,
  ],
  noise: ({ w, rLabel, metric, wValue, rValue }) => [
    `no significant difference in ${metric} between ${w.label} (${wValue}) and ${rLabel} (${rValue})`,
  ],
  margin: ({ question, w, rLabel, metric, wValue, rValue }) => [
    `${w.label} (${wValue}) leads ${rLabel} (${rValue}) in ${metric}, perhaps by less than ${margin(question)}`,
  ],
  assumed: ({ question, w, rLabel, metric, wValue, rValue }) => [
    `${w.label} (${wValue}) leads ${rLabel} (${rValue}) in ${metric}`,
    (question.decision.scope?.assumedInstance ?? 0) > 0
      ? 'Two file systems or volumes of the same kind may differ that much'
      : 'They ran at different times, which may differ that much',
  ],
  bound: ({ w, r, rLabel, metric, wValue, rValue }) => {
    const may = [w, r].flatMap((one) => (one?.bound.atLeast === true ? [one.label] : []));
    return [
      `${w.label} (${wValue}) and ${rLabel} (${rValue}) cannot be ranked by ${metric}`,
      may.length > 0
        ? `${joinNames(may)} may be better: the client was the limit`
        : `${w.label} may be worse: slow trials are excluded`,
    ];
  },
  limit: ({ question, open, w, wHas, threshold }) => {
    const has = `${wHas}${criteriaPhrase(w)}`;
    const others = open.filter((label) => label !== w.label);
    const few = counted(w.logs.n, UNIT_WORDS[w.unitKind]);
    const tooFew = `${few} cannot show whether ${w.label} meets ${threshold}: ${has}`;
    return w.logs.n < countUnitsNeeded(question, w)
      ? [tooFew]
      : [
          `${w.label} may meet ${threshold} or miss it: ${has}`,
          others.length > 0 ? `So may ${joinNames(others)}` : null,
        ];
  },
  unmeasured: ({ question, w, wHas, missing, threshold }) => {
    const measured = question.decision.ranking.length;
    const leads = measured === 1 ? `Only ${w.label} was compared` : `Of the others ${w.label} leads`;
    const last = w.qualifies === 'no' ? `No other configuration meets ${threshold}` : `${leads}: ${wHas}`;
    const why = question.decision.leftOut.find(({ label }) => label === missing[0])?.why ?? '';
    return [`${joinNames(missing)} was not compared (${why})`, measured === 0 ? null : last];
  },
  price: ({ open, w, wHas }) => [`the price of ${joinNames(open)} is unknown`, `${w.label}: ${wHas}`],
};

/** The threshold first; then which of those that meet it is preferred. */
function claimThreshold(slots: Slots): ReturnType<Template> {
  const { question, w, wHas, threshold, preferred } = slots;
  const { ranking, comparison, leftOut } = question.decision;
  const all = ranking.length + leftOut.length;
  const met = ranking.filter(({ qualifies }) => qualifies === 'yes').length;
  if (all === 1) return [`${w.label} meets ${threshold}: ${wHas}`];
  // Others may meet it too: then this one is not the only one, and no number says how many do.
  const isOpen = ranking.some(({ qualifies }) => qualifies === 'open') || leftOut.some(({ open }) => open);
  const some = isOpen ? `At least ${counted(met, 'configuration')}` : `${met} of ${all} configurations`;
  const those = met < all ? some : all === 2 ? 'Both configurations' : `All ${all} configurations`;
  const verb = isOpen && met === 1 ? 'meets' : 'meet';
  if (met === 1 && !isOpen) return [`Only ${w.label} of ${all} configurations meets ${threshold}: ${wHas}`];
  if (preferred !== 'cheapest') return [`${those} ${verb} ${threshold}`, claimAmongThose(slots)];
  const isOne = comparison !== null && comparison !== 'best';
  if (met === all)
    return [`${those} meet ${threshold}`, `${w.label} is ${isOne ? 'one of ' : ''}the cheapest: ${wHas}`];
  const claim = isOne ? 'one of the cheapest that meet' : 'the cheapest that meets';
  return [`Of ${all} configurations, ${w.label} is ${claim} ${threshold}: ${wHas}`];
}

function claimAmongThose(slots: Slots): string {
  const { question, w, rLabel, wHas, metric, wValue, rValue, preferred, missing } = slots;
  switch (question.decision.comparison) {
    case 'equivalent':
      return `${w.label} and ${rLabel} have equivalent ${metric} (within ${margin(question)}): ${wValue} and ${rValue}`;
    case 'safe-choice':
      return `${w.label} is a safe choice: ${wHas}`;
    case 'inconclusive':
      return missing.length > 0
        ? `${claimBest(slots)}; ${joinNames(missing)} may be better, and was not compared`
        : `Which has the ${preferred} ${metric} is inconclusive: ${w.label} (${wValue}) or ${rLabel} (${rValue})`;
    case 'best':
    case null:
      return claimBest(slots);
  }
}

function claimBest({ w, metric, wValue, preferred }: Slots): string {
  return `${w.label} has the ${preferred} ${metric}: ${wValue}${pricePhrase(w)}`;
}

function margin({ decide }: QuestionContext): string {
  return roughShare(decide.margin);
}

function listEquals({ decision: { compared, ranking } }: QuestionContext): readonly string[] {
  const cells = compared.filter(({ verdict }) => verdict === 'equal').map(({ cell }) => cell);
  return ranking.filter(({ cell }) => cells.includes(cell)).map(({ label }) => label);
}

function comparePrices(w: Contender, r: Contender): string | null {
  const [a, b] = [w, r].toSorted((one, other) => (one.price ?? 0) - (other.price ?? 0));
  if (a === undefined || b === undefined || a.price === null || b.price === a.price) return null;
  const monthly = ({ price }: Contender): string => formatUsdPerMonth(price ?? 0, '');
  return `${a.label} costs less: ${monthly(a)}, not ${monthly(b)}, per month`;
}

/** The headline of an answer. */
export function writeHeadline(context: AnswerContext): string {
  const { decide, decision } = context;
  const { outcome, reason, winner, ranking, open } = decision;
  if (decide === null) return describeAll(context);
  const question = { ...context, decide };
  const w = winner ?? ranking.find(({ cell }) => open.includes(cell)) ?? ranking[0];
  if (w === undefined) return `No result: ${countExclusions(context)}.`;
  const slots = fillSlots(question, w);
  if (outcome === 'too-little')
    return `No result: no configuration has two valid trials (${countExclusions(context)}). ${w.label}: ${slots.wHas}.`;
  if (outcome !== 'inconclusive') return joinSentences(DECIDED[outcome](slots));
  return `Inconclusive: ${joinSentences(INCONCLUSIVE[reason ?? 'noise'](slots))}`;
}

function describeAll(context: AnswerContext): string {
  const valid = [...context.circumstances.trials.values()].filter(({ out }) => out === null).length;
  const what = `No question set (decide): ${counted(context.candidates.length, 'configuration')}`;
  return valid === 0
    ? `${what}, ${countExclusions(context)}.`
    : `${what}, ${counted(valid, 'valid trial')}. Add decide to get an answer.`;
}

function fillSlots(question: QuestionContext, w: Contender): Slots {
  const { outcome, compared, ranking, runnerUp, open, leftOut, prefer } = question.decision;
  const wanted = outcome === 'equivalent' ? 'equal' : 'inconclusive';
  const first = compared.find(({ verdict }) => verdict === wanted) ?? compared[0];
  const r = ranking.find(({ cell }) => cell === first?.cell) ?? runnerUp;
  const isOnePrice = new Set([...ranking, ...leftOut].map(priceRank)).size === 1;
  const better = betterOf(question.metrics, question.decide.metric, w.unit) === 'higher' ? 'highest' : 'lowest';
  const metric = metricWords(question.metrics, question.decide.metric, question.decide.operation ?? null);
  const listLabels = (all: readonly Pick<LeftOut, 'cell' | 'label'>[]): readonly string[] =>
    all.filter(({ cell }) => open.includes(cell)).map(({ label }) => label);
  const wValue = valuePhrase(metric, w, better);
  const has = metric.endsWith('IOPS') ? wValue.replace(/( \(.*)?$/, ` ${metric}$1`) : `${metric} of ${wValue}`;
  return {
    question,
    w,
    r,
    metric,
    wValue,
    rLabel: r?.label ?? '',
    rValue: r === null ? '' : valuePhrase(metric, r, better),
    wHas: `${has}${pricePhrase(w)}`,
    threshold: thresholdPhrase(question),
    preferred: prefer === null || (prefer === 'cheapest' && isOnePrice) ? better : prefer,
    open: listLabels(ranking),
    missing: listLabels(leftOut),
  };
}

function joinSentences([first, second]: ReturnType<Template>): string {
  const both = second === undefined || second === null ? `${first}.` : `${first}. ${second}.`;
  return both.split(/\s+/).length > WORDS_MAX ? `${first}.` : both;
}
