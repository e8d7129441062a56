/** The answer in at most two sentences and 40 words: one table of templates by outcome and reason. */
import { counted } from '../format';
import { betterOf } from '../measures';
import type { Outcome, Reason } from './answer';
import type { Contender, LeftOut } from './contender';
import {
  type AnswerContext,
  type Asked,
  figurePhrase,
  joinNames,
  pricePhrase,
  roughShare,
  thresholdPhrase,
  UNIT_WORDS,
} from './phrases';
import { countExclusions } from './exclusions';
import { priceRank } from './standings';

/** The second sentence goes where both are longer. */
const WORDS_MAX = 40;

/** What a template is filled with. `w` is the winner or leader, `r` its nearest rival. */
interface Slots {
  readonly asked: Asked;
  readonly w: Contender;
  readonly r: Contender | null;
  /** `read bandwidth of 338 MB/s`. */
  readonly wHas: string;
  readonly rHas: string;
  /** ` for $191 of storage per month`, or empty. */
  readonly price: string;
  readonly threshold: string;
  /** `cheapest`; `highest` or `lowest` where that is asked, or all prices are equal. */
  readonly preferred: string;
  /** What might be preferred, and could not be compared. */
  readonly missing: readonly LeftOut[];
  readonly open: readonly Contender[];
}

/** One or two sentences without full stops. */
type Template = (slots: Slots) => readonly [string, (string | null)?];

const DECIDED: Readonly<Record<Exclude<Outcome, 'inconclusive' | 'too-little'>, Template>> = {
  described: ({ w, wHas, price }) => [`${w.label}: ${wHas}${price}`, 'There is nothing to compare it with'],
  meets: claimThreshold,
  misses: ({ asked, w, wHas, price, threshold }) =>
    asked.decision.ranking.length === 1
      ? [`${w.label} does not meet ${threshold}: ${wHas}${price}`]
      : [`No configuration meets ${threshold}`, `Closest is ${w.label}: ${wHas}${price}`],
  'burst-only': ({ w, wHas, price, threshold }) => [
    `${w.label} meets ${threshold} only by burst: ${wHas}${price}`,
    'No configuration meets it with what lasts',
  ],
  best: ({ w, r, wHas, rHas, price, preferred }) => {
    if (preferred === 'cheapest') return [`${w.label} is the cheapest: ${wHas}${price}`];
    return [`${w.label} has the ${preferred} ${wHas}${price}`, r === null ? null : `Next is ${r.label}: ${rHas}`];
  },
  'safe-choice': ({ asked, w, wHas, price, threshold, open, missing, preferred }) => {
    if (asked.decision.comparison !== null)
      return [`${w.label} is a safe choice: ${wHas}${price}`, `No other is better by more than ${margin(asked)}`];
    const better = preferred === 'cheapest' ? 'cheaper' : 'better';
    const may = joinNames([...open, ...missing].map(({ label }) => label));
    const doubt = asked.decision.reason === 'price' ? 'has no known price' : `may meet it and be ${better}`;
    return [`${w.label} surely meets ${threshold}: ${wHas}${price}`, `${may} ${doubt}`];
  },
  equivalent: ({ asked, w, r, wHas, rHas }) => [
    `${joinNames([w.label, ...listEquals(asked)])} are equivalent within ${margin(asked)}: ${wHas} and ${rHas}`,
    r === null ? null : comparePrices(w, r),
  ],
};

const INCONCLUSIVE: Readonly<Record<Reason, Template>> = {
  few: ({ w, r, wHas, rHas }) => {
    const units = `${UNIT_WORDS[w.unitKind]}s`;
    if (r === null) return [`${w.label} has too few valid ${units}: ${wHas}`];
    return [`${w.label} (${wHas}) and ${r.label} (${rHas}) share fewer than 3 valid ${units}`];
  },
  rounded: ({ w, r, wHas }) => [`${w.label} and ${r?.label} gave the same digits in every trial: ${wHas}`],
  noise: ({ w, r, wHas, rHas }) => [
    `no significant difference between ${w.label} (${wHas}) and ${r?.label} (${rHas})`,
  ],
  margin: ({ asked, w, r, wHas, rHas }) => [
    `${w.label} (${wHas}) leads ${r?.label} (${rHas}), perhaps by less than ${margin(asked)}`,
  ],
  assumed: ({ asked, w, r, wHas, rHas }) => [
    `${w.label} (${wHas}) leads ${r?.label} (${rHas})`,
    (asked.decision.scope?.assumedInstance ?? 0) > 0
      ? `Two instances of the same storage may differ as much`
      : `They ran at different times, which may differ as much`,
  ],
  bound: ({ w, r, wHas, rHas }) => {
    const may = [w, r].flatMap((one) => (one?.bound.atLeast === true ? [one.label] : []));
    const why = may.length > 0 ? `${joinNames(may)} may be better` : `${w.label} may be worse`;
    return [`${w.label} (${wHas}) and ${r?.label} (${rHas}) cannot be ranked`, `The storage did not set the limit: ${why}`];
  },
  limit: ({ open, w, wHas, price, threshold }) => [
    `${w.label} may miss ${threshold}: ${wHas}${price}`,
    open.length > 1 ? `${open.length - 1} more may meet it` : null,
  ],
  unmeasured: ({ asked, w, wHas, missing, threshold }) => [
    `${joinNames(missing.map(({ label }) => label))} could not be compared: ${missing[0]?.why}`,
    asked.decision.ranking.length === 0
      ? null
      : w.qualifies === 'no'
        ? `No other configuration meets ${threshold}`
        : `Of the others ${w.label} leads: ${wHas}`,
  ],
  price: ({ open, w, wHas }) => [
    `the cheapest is unknown, as ${joinNames(open.map(({ label }) => label))} has no known price`,
    `${w.label}: ${wHas}`,
  ],
};

/** The threshold first; then which of those that meet it is preferred. */
function claimThreshold(slots: Slots): ReturnType<Template> {
  const { asked, w, r, wHas, rHas, price, threshold, preferred } = slots;
  const { ranking, comparison, leftOut } = asked.decision;
  const [met, all] = [ranking.filter(({ qualifies }) => qualifies === 'yes').length, ranking.length + leftOut.length];
  if (all === 1) return [`${w.label} meets ${threshold}: ${wHas}${price}`];
  const those = met < all ? `${met} of ${all} configurations` : all === 2 ? 'Both configurations' : `All ${all} configurations`;
  if (preferred === 'cheapest') {
    const cheapest = comparison === null || comparison === 'best' ? 'the cheapest' : 'one of the cheapest';
    return met === all
      ? [`${those} meet ${threshold}`, `${upperFirst(cheapest)} is ${w.label}: ${wHas}${price}`]
      : [`Of ${all} configurations ${w.label} is ${cheapest} that meets ${threshold}: ${wHas}${price}`];
  }
  if (met === 1) return [`Only ${w.label} of ${all} configurations meets ${threshold}: ${wHas}${price}`];
  const claims: Readonly<Record<NonNullable<typeof comparison>, string>> = {
    best: `${w.label} has the ${preferred} ${wHas}${price}`,
    equivalent: `${w.label} and ${r?.label} are equivalent: ${wHas} and ${rHas}`,
    'safe-choice': `${w.label} is a safe choice: ${wHas}${price}`,
    inconclusive: `Which has the ${preferred} is inconclusive: ${w.label} (${wHas}) leads ${r?.label} (${rHas})`,
  };
  return [`${those} meet ${threshold}`, claims[comparison ?? 'best']];
}

function margin({ decide }: Asked): string {
  return roughShare(decide.margin);
}

function upperFirst(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function listEquals({ decision: { compared, ranking } }: Asked): readonly string[] {
  const cells = compared.filter(({ verdict }) => verdict === 'equal').map(({ cell }) => cell);
  return ranking.filter(({ cell }) => cells.includes(cell)).map(({ label }) => label);
}

function comparePrices(w: Contender, r: Contender): string | null {
  const [a, b] = [w, r].toSorted((one, other) => (one.price ?? 0) - (other.price ?? 0));
  if (a === undefined || b === undefined || a.price === null || b.price === a.price) return null;
  return `${a.label} costs less: ${pricePhrase(a).replace(' for ', '')}, not ${pricePhrase(b).replace(' for ', '')}`;
}

/** The headline of an answer. */
export function writeHeadline(context: AnswerContext): string {
  const { decide, decision } = context;
  const { outcome, reason, winner, ranking, open } = decision;
  if (decide === null) return describeAll(context);
  const asked = { ...context, decide };
  const w = winner ?? ranking.find(({ cell }) => open.includes(cell)) ?? ranking[0];
  if (w === undefined || outcome === 'too-little')
    return `No result: ${countExclusions(asked)}.${w === undefined ? '' : ` ${w.label}: ${figurePhrase(asked, w)}, once.`}`;
  const slots = fillSlots(asked, w);
  if (outcome !== 'inconclusive') return joinSentences(DECIDED[outcome](slots));
  return `Inconclusive: ${joinSentences(INCONCLUSIVE[reason ?? 'noise'](slots))}`;
}

function describeAll(context: AnswerContext): string {
  const valid = [...context.circumstances.trials.values()].filter(({ out }) => out === null).length;
  const what = `No question set (decide): ${counted(context.candidates.length, 'configuration')}`;
  return valid === 0 ? `${what}, ${countExclusions(context)}.` : `${what}, ${counted(valid, 'valid trial')}.`;
}

function fillSlots(asked: Asked, w: Contender): Slots {
  const { outcome, compared, ranking, runnerUp, open, leftOut, prefer } = asked.decision;
  const wanted = outcome === 'equivalent' ? 'equal' : 'inconclusive';
  const first = compared.find(({ verdict }) => verdict === wanted) ?? compared[0];
  const r = ranking.find(({ cell }) => cell === first?.cell) ?? runnerUp;
  const isOnePrice = new Set(ranking.map(priceRank)).size === 1;
  const better = betterOf(asked.metrics, asked.decide.metric, w.unit) === 'higher' ? 'highest' : 'lowest';
  return {
    asked,
    w,
    r,
    wHas: figurePhrase(asked, w),
    rHas: r === null ? '' : figurePhrase(asked, r),
    price: pricePhrase(w),
    threshold: thresholdPhrase(asked),
    preferred: prefer === null || (prefer === 'cheapest' && isOnePrice) ? better : prefer,
    missing: leftOut.filter(({ cell }) => open.includes(cell)),
    open: ranking.filter(({ cell }) => open.includes(cell)),
  };
}

function joinSentences([first, second]: ReturnType<Template>): string {
  const both = second === undefined || second === null ? `${first}.` : `${first}. ${second}.`;
  return both.split(/\s+/).length > WORDS_MAX ? `${first}.` : both;
}
