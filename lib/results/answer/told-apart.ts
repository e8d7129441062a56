/** Answers that tell nobody apart: equal for what matters, or close, and what would tell more. */
import type { Contender } from './contender';
import { counted } from '../format';
import { TRIALS_TO_COMPARE } from '../../shapes/decide';
import { priceWords, provisionedText } from './caveat-text';
import { causesOf, type Compared } from './rivals';
import { UNITS_MAX } from '../statistics/resolution';
import {
  begin,
  causeNames,
  estimate,
  listed,
  relation,
  resolutionWords,
  roughShare,
  subject,
  thing,
  type Told,
  UNIT_WORDS,
} from './wording';

/** `a and b are equal in median IOPS to within 2 %: …`. */
export function equalText(told: Told, winner: Contender): string {
  const { parts, decide } = told;
  const equals = parts.compared.filter(({ result }) => result === 'equal');
  const [first] = equals;
  const rivals = equals.flatMap(({ cell }) => contenderOf(told, cell) ?? []);
  const [rival] = rivals;
  if (first === undefined || rival === undefined) return '';
  const names = listed([winner, ...rivals].map((one) => thing(one, told)));
  const values = [winner, ...rivals].slice(0, 2).map((one) => `${estimate(one)}${priceWords(one)}`);
  return (
    `${begin(names)} are equal in ${subject(told)} to within ${roughShare(decide.margin)}: ${values.join(' and ')}; ` +
    `${relation(winner, rival, first, told)}.${provisionedText(parts, winner.label)}`
  );
}

/** What leads, and why that is not sure. @param leads the leader in the words of an answer */
export function closeText(told: Told, winner: Contender, leads: (told: Told, winner: Contender) => string): string {
  const { parts } = told;
  const close = parts.compared.filter(({ result }) => result === 'close');
  const [first] = close;
  const rival = first === undefined ? null : contenderOf(told, first.cell);
  if (first === undefined || rival === null) {
    const missing = parts.leftOut.filter(({ cell }) => parts.open.includes(cell));
    const whose = listed(missing.map(({ label, why }) => `${label} (${why})`));
    return `${leads(told, winner)} That holds of what was measured: nothing is known of ${whose}.`;
  }
  const more = close.length - 1;
  const others = more === 0 ? '' : ` ${more} more cannot be told from it either.`;
  const advice = adviceText(told, first);
  return `${doubtText(told, winner, rival, first)}${others}${provisionedText(parts, winner.label)}${advice}`;
}

function doubtText(told: Told, winner: Contender, rival: Contender, found: Compared): string {
  const what = subject(told);
  const both = `${estimate(winner)} and ${estimate(rival)}`;
  const name = (one: Contender): string => (found.sameCopy ? one.label : thing(one, told));
  const names = `${begin(name(winner))} and ${name(rival)}`;
  const how = relation(winner, rival, found, told);
  switch (found.doubt) {
    case 'few':
      return (
        `${begin(thing(winner, told))} leads in ${what} with ${estimate(winner)}, but too few ` +
        `${UNIT_WORDS[rival.unitKind]}s of ${thing(rival, told)} count to compare them, which takes ` +
        `${TRIALS_TO_COMPARE}: ${estimate(rival)}.`
      );
    case 'margin':
      return (
        `${names} differ in ${what}, and that it is ${roughShare(told.decide.margin)} or more is not shown: ` +
        `${both}; ${how}.`
      );
    case 'order':
      return found.high !== null && found.high < 1
        ? `${names} cannot be told apart in ${what}: by all trials the first leads, ${both}; yet ${how}.`
        : `${names} cannot be told apart in ${what}: ${leading(told)} do not agree; ${both}, ${how}.`;
    case 'selected':
      return `${begin(how)} in ${what}, ${both}; but ${lostWords(winner, rival)}: what is left of them is a selection.`;
    case 'copy':
    case 'hour':
    case 'period':
    case 'drift':
      return `${begin(how)} in ${what}, ${both}: ${causeWords(told, found)}.`;
    case 'noise':
    case null:
      return `${names} cannot be told apart in ${what}: ${both}; ${how}.`;
  }
}

/** What orders the two differently. */
function leading({ circumstances, decide }: Told): string {
  return circumstances.several ? `it and the ${decide.statistic} of all trials` : 'it and the mean of logarithms';
}

/** `there were left out 2 trials of a as slow, failed, or without a value`: what may have put the leader there. */
function lostWords(winner: Contender, rival: Contender): string {
  const floors = [winner, rival].flatMap(({ label, lost }) =>
    lost.floors === 0 ? [] : [`${counted(lost.floors, 'trial')} of ${label}`],
  );
  const bounds = floors.length === 0 ? '' : `of ${listed(floors)} only lower bounds are known`;
  const all = [winner, rival].flatMap(({ label, lost: { slow, quick } }) => [
    ...(slow === 0 ? [] : [`${counted(slow, 'trial')} of ${label} as slow, failed, or without a value`]),
    ...(quick === 0 ? [] : [`${counted(quick, 'trial')} of ${label} as too quick to judge`]),
  ]);
  const out = all.length === 0 ? '' : `there were left out ${listed(all)}`;
  return [out, bounds].filter((part) => part !== '').join(', and ');
}

/** What else than the configuration may have done it, and what would tell. */
function causeWords({ circumstances }: Told, found: Compared): string {
  const { made, fleets, several } = circumstances;
  const { doubt, confounded } = found;
  if (doubt === 'drift') {
    const would =
      confounded === 'period'
        ? 'targets of their own'
        : several
          ? 'more blocks, in random order,'
          : made || fleets
            ? 'one rig for both, or blocks,'
            : 'taking turns';
    return (
      'but the trials of their rigs rose or fell meanwhile, and what changed between them may be more than that; ' +
      `${would} would tell`
    );
  }
  if (doubt === 'period')
    return 'that could be the hour, since stages follow each other in every block; targets of their own would tell';
  if (several && doubt === 'hour')
    return (
      'that could be the hour, since their rigs followed each other in one order in every block; more blocks, in ' +
      'random order, would tell'
    );
  const causes = causesOf(found, circumstances);
  return causes.join() === 'hour'
    ? 'that could be the hour, since they were measured one after the other'
    : `that could be ${causeNames(causes)}; add blocks`;
}

/** What can be told apart, and how many units would tell these. */
function adviceText(told: Told, found: Compared): string {
  // What rises or falls is not a matter of how many trials there are.
  const resolution = found.doubt === 'drift' ? null : resolutionWords(told);
  if (resolution === null || found.doubt !== 'noise') return resolution === null ? '' : ` ${resolution}.`;
  const { unitsNeeded, moreBlocks, resolution: known } = told.parts;
  const word = UNIT_WORDS[known?.unit ?? 'trial'];
  const advice =
    unitsNeeded === null && found.confounded !== null
      ? `no number of them tells so little of ${OWN[found.confounded]} apart${moreBlocks ? ': add blocks' : ''}`
      : unitsNeeded === null
        ? `not even ${UNITS_MAX} would be likely to tell these, if the difference is as measured`
        : `telling these takes about ${counted(unitsNeeded, word)}, if the difference is as measured`;
  return ` ${resolution}; ${advice}.`;
}

/** What differs by itself, where that is the doubt. */
const OWN: Readonly<Record<NonNullable<Compared['confounded']>, string>> = {
  copy: 'two copies',
  hour: 'two hours',
  period: 'two hours',
};

function contenderOf({ parts }: Told, cell: string): Contender | null {
  return parts.ranking.find((one) => one.cell === cell) ?? null;
}
