/** Answers that tell nobody apart: equal for what matters, or close, and what would tell more. */
import type { Contender } from './contender';
import { counted } from '../format';
import { priceWords, provisionedText } from './caveat-text';
import type { Compared } from './rivals';
import { UNITS_MAX } from '../statistics/resolution';
import {
  begin,
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
        `${winner.label} leads in ${what} with ${estimate(winner)}, but too few ${UNIT_WORDS[rival.unitKind]}s of ` +
        `${rival.label} count to compare them: ${estimate(rival)}.`
      );
    case 'margin':
      return `${names} differ in ${what}, but by less than ${roughShare(told.decide.margin)}: ${both}; ${how}.`;
    case 'order':
      return `${names} cannot be told apart in ${what}: it and the mean of logarithms have different leaders; ${both}.`;
    case 'copy':
    case 'hour':
      return `${begin(how)} in ${what}, ${both}: ${causeWords(told, found)}.`;
    case 'noise':
    case null:
      return `${names} cannot be told apart in ${what}: ${both}; ${how}.`;
  }
}

/** What else than the configuration may have done it. */
function causeWords({ circumstances: { made } }: Told, { doubt, sameCopy }: Compared): string {
  if (doubt === 'copy') return 'that could be the copy; add blocks';
  if (made && sameCopy) return 'that could be the hour, since stages follow each other; add blocks';
  return made
    ? 'that could be the copy, the fleet or the hour; add blocks'
    : 'that could be the hour, since they were measured one after the other';
}

/** What can be told apart, and how many units would tell these. */
function adviceText(told: Told, found: Compared): string {
  const resolution = resolutionWords(told);
  if (resolution === null || found.doubt !== 'noise') return resolution === null ? '' : ` ${resolution}.`;
  const { unitsNeeded, resolution: known } = told.parts;
  const word = UNIT_WORDS[known?.unit ?? 'trial'];
  const advice =
    unitsNeeded === null
      ? `not even ${UNITS_MAX} would be likely to tell these`
      : `telling these takes about ${counted(unitsNeeded, word)}`;
  return ` ${resolution}; ${advice}, if the spread stays.`;
}

function contenderOf({ parts }: Told, cell: string): Contender | null {
  return parts.ranking.find((one) => one.cell === cell) ?? null;
}
