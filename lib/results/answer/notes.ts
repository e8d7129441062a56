/** What must stand with an answer, one sentence each. */
import { aboveNotes, caveatNotes } from './caveat-text';
import { isBeyond } from './caveats';
import { NOTHING_COUNTS } from './contender';
import { blockWords } from '../design/facts';
import { counted, formatValue, threeDigits } from '../format';
import { boundNotes, despiteNotes } from './left-out';
import { isLimited } from './standings';
import { suspectNotes } from '../suspects';
import { listed, resolutionWords, roughShare, type Told } from './wording';

/** All of them. */
export function answerNotes(told: Told): readonly string[] {
  const { decide, parts, candidates, circumstances, metrics } = told;
  const { ranking, prefer } = parts;
  const equalPrices =
    decide.prefer === 'cheapest' && prefer !== 'cheapest' && ranking.length > 0
      ? [`All prices are equal, so the ${prefer} is preferred instead of the cheapest.`]
      : [];
  return [
    ...caveatNotes(parts),
    ...equalPrices,
    ...scopeNotes(told),
    ...pairNotes(parts),
    ...fallNotes(told),
    ...togetherNotes(told),
    ...trialNotes(told),
    ...leftOutNotes(told),
    ...boundNotes(ranking),
    ...despiteNotes({ candidates, circumstances }),
    ...suspectNotes(candidates, decide.metric, metrics),
  ];
}

/** How the figures are to be read: it holds of every answer of its kind, and none of it changes what this one says. */
export function readingNotes(told: Told): readonly string[] {
  const { parts, circumstances } = told;
  const { status, ranking, winner, compared } = parts;
  // Of what is inconclusive it stands in the text; a limit that is decided needs no more.
  const isSaid = ['close', 'open', 'described', 'burst'].includes(status) || compared.length === 0;
  const resolution = isSaid ? null : resolutionWords(told);
  return [
    ...(resolution === null ? [] : [`${resolution}.`]),
    ...(ranking.some(({ unitKind }) => unitKind === 'block')
      ? [`Figures are of ${blockWords(circumstances)}: each block counts once, however many trials it has.`]
      : []),
    ...(winner !== null && isBeyond(winner) ? aboveNotes(parts) : []),
  ];
}

/** Two alone differ by less than this many times where something periodic may do it: see `statistics-tables.md`. */
const PERIODIC = 1.25;

function pairNotes({ status, ranking, compared: [rival] }: Told['parts']): readonly string[] {
  const near = rival?.verdict === 'better' && rival.common > 0 && (rival.ratio ?? 1) < PERIODIC;
  return status === 'decided' && ranking.length === 2 && near
    ? ['Only two took turns: what comes back every few trials may make such a difference. A third one makes it rarer.']
    : [];
}

/** What is assumed because it was not measured. */
function scopeNotes({ parts: { scope }, circumstances: { given } }: Told): readonly string[] {
  if (scope === null) return [];
  const { assumedInstance, assumedHour, holdsTimes } = scope;
  const both = assumedInstance > 0 && assumedHour > 0;
  const most =
    holdsTimes === null || both
      ? `${threeDigits(holdsTimes ?? 0)} times as much of both`
      : roughShare(holdsTimes * (assumedInstance + assumedHour));
  const upTo = holdsTimes === null ? '' : `; the answer holds up to ${most}`;
  const each = `${given ? 'What was made was' : 'Each target was'} made`;
  const times = scope.unit === 'trial' ? 'once' : `in ${counted(scope.units, 'block')} only`;
  const differ = `other instances are assumed to differ by ${roughShare(assumedInstance)}`;
  return [
    ...(assumedInstance > 0 ? [`${each} ${times}: ${differ}${upTo}.`] : []),
    ...(assumedHour > 0
      ? [
          `Some were measured one after the other: hours are assumed to differ by ${roughShare(assumedHour)}` +
            `${assumedInstance > 0 ? '' : upTo}.`,
        ]
      : []),
  ];
}

/** A limit was held against the level at the end of the rig. */
function fallNotes({ parts: { ranking }, decide }: Told): readonly string[] {
  if (!isLimited(decide)) return [];
  return ranking
    .filter(({ fall }) => fall > 0)
    .slice(0, 1)
    .map(
      ({ label, fall }) =>
        `${label} fell while it was measured: limits are held against its end, ${roughShare(fall)} lower.`,
    );
}

/** Whom single trials keep from meeting a limit on a percentile. */
function togetherNotes({ parts: { ranking }, decide }: Told): readonly string[] {
  const labels = ranking.flatMap(({ together, label }) => (together ? [label] : []));
  if (labels.length === 0) return [];
  const limit = formatValue(decide.atMost ?? 0, ranking[0]?.unit ?? 'us');
  return [`Of all operations of ${listed(labels)} together more took longer than ${limit} than the percentile allows.`];
}

/** Bounds that are this many times beyond a limit are far from it. */
const FAR = 1.2;

/** What of all trials kept to the limit; where all did, how many others may do otherwise. */
function trialNotes({ parts: { winner, status }, decide, candidates }: Told): readonly string[] {
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = decide;
  if (winner === null || winner.limit !== 'yes' || !['decided', 'equal', 'safe'].includes(status)) return [];
  const measures = candidates.find(({ cell }) => cell === winner.cell)?.measures ?? [];
  const own = measures.find(({ metric, operation }) => metric === decide.metric && operation === winner.operation);
  const values = (own?.values ?? []).filter(({ counted: counts }) => counts).map(({ value }) => value);
  const kept = values.filter((value) => value >= atLeast && value <= atMost).length;
  if (values.length === 0) return [];
  // Far from the limit nobody asks.
  const { low = 0, high = 0 } = winner.bounds ?? {};
  if (low > FAR * atLeast && high * FAR < atMost) return [];
  const others = 1 - 0.05 ** (1 / values.length);
  const limit = formatValue(decide.atMost ?? atLeast, winner.unit);
  const all = `${kept} of ${counted(values.length, 'trial')} of ${winner.label} kept to ${limit}`;
  const more = `so few cannot exclude that up to ${roughShare(others)} of further trials do not`;
  return [kept === values.length ? `${all}: ${more}.` : `${all}.`];
}

function leftOutNotes({ parts: { leftOut, ranking, status } }: Told): readonly string[] {
  // Where nothing counts, the text says so.
  if (leftOut.length === 0 || (status === 'no-data' && leftOut.every(({ why }) => why === NOTHING_COUNTS))) return [];
  const all = counted(leftOut.length + ranking.length, 'configuration');
  const list = leftOut.slice(0, 3).map(({ label, why }) => `${label}: ${why}`);
  const more = leftOut.length > 3 ? `; ${leftOut.length - 3} more` : '';
  return [`${leftOut.length} of ${all} could not compete (${list.join('; ')}${more}).`];
}
