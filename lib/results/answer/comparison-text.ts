/** Answers of comparisons that name no single winner: equal, a safe choice, or inconclusive, and what would decide. */
import { priceWords, provisionedText } from './caveat-text';
import type { Compared } from './compare';
import type { Contender } from './contender';
import {
  boundAdvice,
  estimate,
  listed,
  relation,
  resolutionWords,
  roughShare,
  subject,
  type Told,
  UNIT_WORDS,
} from './wording';

/** `a and b are equal in typical IOPS to within 2 %: …`. */
export function equalText(told: Told, winner: Contender): string {
  const { parts, decide } = told;
  const equals = parts.compared.filter(({ verdict }) => verdict === 'equal');
  const rivals = equals.flatMap(({ cell }) => contenderOf(told, cell) ?? []);
  const [first, rival] = [equals[0], rivals[0]];
  if (first === undefined || rival === undefined) return '';
  const values = [winner, rival].map((one) => `${estimate(one)}${priceWords(one)}`);
  return (
    `${listed([winner, ...rivals].map(({ label }) => label))} are equal in ${subject(told)} to within ` +
    `${roughShare(decide.margin)}: ${values.join(' and ')}; ` +
    `${relation(winner, rival, first, told)}.${provisionedText(parts, winner.label)}`
  );
}

/** `a is a safe choice in typical IOPS: … It was 1.01 times b: no other is better by more than 2 %.` */
export function safeText(told: Told, winner: Contender): string {
  const { parts, decide } = told;
  const others = parts.compared.filter(({ verdict }) => verdict !== 'better').slice(0, 2);
  const how = others.flatMap((found) => {
    const rival = contenderOf(told, found.cell);
    return rival === null ? [] : [relation(winner, rival, found, told)];
  });
  const has = `${estimate(winner)}${priceWords(winner)}`;
  return (
    `${winner.label} is a safe choice in ${subject(told)}: ${has}. ${listed(how)}: no other is better ` +
    `by more than ${roughShare(decide.margin)}.${provisionedText(parts, winner.label)}`
  );
}

/** What leads, and why that is not certain. */
export function inconclusiveText(told: Told, winner: Contender): string {
  const { parts } = told;
  if (parts.reason === 'unmeasured') {
    const missing = parts.leftOut.filter(({ cell }) => parts.open.includes(cell));
    const whose = listed(missing.map(({ label, why }) => `${label} (${why})`));
    return (
      `Of what was measured ${winner.label} leads in ${subject(told)}: ${estimate(winner)}${priceWords(winner)}. ` +
      `Nothing is known of ${whose}.`
    );
  }
  const close = parts.compared.filter(({ verdict }) => verdict === 'inconclusive');
  const [first] = close;
  const rival = first === undefined ? null : contenderOf(told, first.cell);
  if (first === undefined || rival === null) return '';
  const more = close.length - 1;
  const others = more === 0 ? '' : ` ${more} more cannot be told from it either.`;
  const provisioned = provisionedText(parts, winner.label);
  return `${doubtText(told, winner, rival, first)}${others}${provisioned}${adviceText(told, winner, rival, first)}`;
}

function doubtText(told: Told, winner: Contender, rival: Contender, found: Compared): string {
  const what = subject(told);
  const both = `${estimate(winner)} and ${estimate(rival)}`;
  const names = `${winner.label} and ${rival.label}`;
  const how = relation(winner, rival, found, told);
  switch (found.doubt) {
    case 'few':
      return (
        `${winner.label} leads in ${what} with ${estimate(winner)}, but it takes 3 ` +
        `${UNIT_WORDS[rival.unitKind]}s in which both count to compare it with ${rival.label}: ${estimate(rival)}.`
      );
    case 'margin':
      return `${names} differ in ${what}, perhaps by less than ${roughShare(told.decide.margin)}: ${both}; ${how}.`;
    case 'bound':
      return `${names} cannot be compared in ${what}: ${both}; ${boundWords(winner, rival)}.`;
    case 'assumed':
      return `${how} in ${what}, ${both}; ${assumedWords(found)}.`;
    case 'rounded':
      return `${names} cannot be compared in ${what}, as all values of each are the same: ${both}.`;
    case 'noise':
    case null:
      return `${names} cannot be told apart in ${what}: ${both}; ${how}.`;
  }
}

/** Whose figure is a bound, and which. */
function boundWords(winner: Contender, rival: Contender): string {
  const better = [winner, rival].filter(({ bound }) => bound.atLeast);
  if (better.length === 2 && better.every(({ lost }) => lost.quick === 0))
    return 'neither was limited by its storage, and either may be better';
  if (!rival.bound.atLeast) return `${winner.label} may be worse, as slow trials or waits are missing from its figure`;
  const each = better.map(({ label, lost }) =>
    lost.quick > 0 ? `trials of ${label} were too quick to be judged` : `${label} was not limited by its storage`,
  );
  return `${listed(each)}, and may be better`;
}

/** What the difference may come from, by what is assumed. */
export function assumedWords({ assumedInstance, assumedHour }: Compared): string {
  const causes = [
    ...(assumedInstance > 0 ? [`instances of one target (assumed ${roughShare(assumedInstance)})`] : []),
    ...(assumedHour > 0 ? [`hours, as one came after the other (assumed ${roughShare(assumedHour)})`] : []),
  ];
  return `that may be what differs between ${causes.join(', or between ')}`;
}

/** What would decide it. */
function adviceText(told: Told, winner: Contender, rival: Contender, { doubt }: Compared): string {
  if (doubt === 'bound') return ` ${boundAdvice(rival.bound.atLeast ? rival : winner)}.`;
  if (doubt === 'rounded') return ' Values of more digits would tell.';
  if (doubt === 'assumed') return ' Several blocks would tell.';
  const words = resolutionWords(told);
  return words === null ? '' : ` ${words}.`;
}

function contenderOf({ parts }: Told, cell: string): Contender | null {
  return parts.ranking.find((one) => one.cell === cell) ?? null;
}
