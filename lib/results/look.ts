/** Looks: from complete rounds, which configurations need the trials of the next one. Rule 15 of docs/statistics.md. */
import { groupBy } from '../shapes/collections';
import type { Plan, TrialPlan } from '../shapes/plan';
import type { TrialRow } from '../shapes/verdict';
import type { Answer } from './answer/answer';
import type { Contender } from './answer/contender';
import { joinNames } from './answer/phrases';
import { getPriceRank, isQualified } from './answer/thresholds';
import { isSpared } from './search/search-result';

/** The configurations that need no more trials, and why. */
export type EndReasons = ReadonlyMap<string, string>;

type LookAnswer = Pick<Answer, 'ranking' | 'leftOut'>;

/**
 * Ends configurations that surely miss, that are dearer than one that meets the threshold, that meet it and have no
 * rival of their price, or that only an assumed spread keeps open. All others, and lost ones, need more trials.
 */
export function endConfigurations({ ranking, leftOut }: LookAnswer): EndReasons {
  const isPriced = [...ranking, ...leftOut].every(({ price }) => price !== null);
  const meeting = ranking.filter(({ alone }) => alone === 'yes');
  const first = isPriced ? Math.min(...meeting.map(getPriceRank)) : Infinity;
  const equals = ranking.filter((one) => one.qualifies !== 'no' && getPriceRank(one) === first);
  const known = ranking.map((one) => [one.cell, explainEnd(one, first, equals.length)] as const);
  const lost = leftOut.map((one) => [one.cell, explainDearer(getPriceRank(one), first) ?? explainLost(one)] as const);
  return new Map([...known, ...lost].flatMap(([cell, why]) => (why === null ? [] : [[cell, why] as const])));
}

function explainEnd(one: Contender, first: number, equals: number): string | null {
  if (one.qualifies === 'no') return 'it surely missed the threshold by then';
  const dearer = explainDearer(getPriceRank(one), first);
  if (dearer !== null) return dearer;
  if (one.reason === 'assumed') return 'only the assumed spread kept it open, which more trials cannot settle';
  return isQualified(one) && Number.isFinite(first) && equals === 1 ? 'it surely met the threshold by then' : null;
}

function explainDearer(rank: number, first: number): string | null {
  return rank > first ? 'a cheaper configuration met the threshold by then' : null;
}

function explainLost({ open }: LookAnswer['leftOut'][number]): string | null {
  return open ? null : 'it could not be the answer';
}

/** The plan as if the rig had ended before a round. */
export function narrowToRounds<P extends Pick<Plan, 'rigs' | 'trials'>>(plan: P, rig: string, before: number): P {
  return {
    ...plan,
    rigs: plan.rigs.filter((one) => one.rig === rig),
    trials: plan.trials.filter((one) => one.rig === rig && one.round < before),
  };
}

/** Rounds that are still planned ÷ rounds so far, before a round of a rig. */
export function measureAhead(trials: readonly Pick<TrialPlan, 'rig' | 'round'>[], rig: string, before: number): number {
  const rounds = new Set(trials.flatMap((one) => (one.rig === rig ? [one.round] : [])));
  const done = [...rounds].filter((round) => round < before).length;
  return (rounds.size - done) / done;
}

/** Adds what looks spared to the evidence: `Measuring ended after 4 of 6 rounds: 12 trials were not needed.` */
export function addLookTexts(answer: Answer, { trials }: Pick<Plan, 'trials'>, rows: readonly TrialRow[]): Answer {
  const spared = new Set(rows.filter(isSpared).map(({ trial }) => trial));
  const isNeedless = ({ trial, guard }: TrialPlan): boolean => guard?.look === true && spared.has(trial);
  const needless = trials.filter(isNeedless);
  if (needless.length === 0) return answer;
  const rounds = Math.max(...trials.map(({ round }) => round));
  const measured = Math.max(...trials.filter((one) => !isNeedless(one)).map(({ round }) => round));
  const when =
    measured < rounds ? `Measuring ended after ${measured} of ${rounds} rounds` : 'Looks ended configurations early';
  const count = needless.length === 1 ? '1 trial was' : `${needless.length} trials were`;
  const why = listEndTexts(answer, needless, rows);
  const evidence = [...answer.evidence, `${when}: ${count} not needed.`, ...why];
  const { settle } = answer;
  if (settle === null || settle.setting?.includes('replicates:') !== true) return { ...answer, evidence };
  // Without it, the same looks could end the next execution as early.
  const setting = settle.setting.replace(/ }$/, ', earlyStop: false }');
  return { ...answer, evidence, settle: { ...settle, setting } };
}

/** `b and c: ended after 4 rounds, a cheaper configuration met the threshold by then.` */
function listEndTexts({ ranking, leftOut }: LookAnswer, needless: readonly TrialPlan[], rows: readonly TrialRow[]) {
  const texts = new Map(rows.map(({ trial, reasons }) => [trial, reasons[0]?.text ?? '']));
  const first = new Map(needless.toReversed().map(({ cell, trial }) => [cell, texts.get(trial) ?? '']));
  return [...groupBy([...ranking, ...leftOut], ({ cell }) => first.get(cell) ?? '')].flatMap(([text, cells]) =>
    text === '' ? [] : [`${joinNames(cells.map(({ label }) => label))}: ended ${text}.`],
  );
}
