/** What must stand beside an answer, one sentence each. */
import { aboveNotes, caveatNotes } from './caveat-text';
import { isBeyond } from './caveats';
import { NOTHING_COUNTS } from './contender';
import { blockWords, copiesMatter, type DesignFacts } from '../design/facts';
import { counted } from '../format';
import { despiteNotes, floorNotes, lostNotes } from './left-out';
import { isLimited } from './standings';
import { trialsForOrder } from '../statistics/bounds';
import { suspectNotes } from '../suspects';
import { inPeriods, listed, resolutionWords, type Told } from './wording';

/** Of fewer the best is not read high by as much as a claim is wrong. */
const BEST_OF = 3;

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
    ...boundNotes(told),
    ...periodNotes(told),
    ...copyNotes(told),
    ...leftOutNotes(told),
    ...lostNotes(ranking),
    ...floorNotes(ranking),
    ...despiteNotes({ candidates, circumstances }),
    ...suspectNotes(candidates, decide.metric, metrics, decide.statistic),
    ...hourNotes(circumstances),
  ];
}

/** How the figures are to be read: it holds of every answer of its kind, and none of it changes what this one says. */
export function readingNotes(told: Told): readonly string[] {
  const { parts, circumstances } = told;
  const { status } = parts;
  // Where nobody is told apart it stands in the text.
  const resolution = status === 'close' || status === 'described' ? null : resolutionWords(told);
  return [
    ...(resolution === null ? [] : [`${resolution}.`]),
    ...intervalNotes(told),
    ...(copiesMatter(circumstances)
      ? [
          `${circumstances.given ? 'What was made was' : 'Each target was'} made once (one block): other copies of ` +
            'the same configuration may differ from these.',
        ]
      : []),
    ...bestNotes(told),
    ...(parts.winner !== null && isBeyond(parts.winner) ? aboveNotes(parts) : []),
  ];
}

/** What leads is read high: `docs/statistics.md` says by how much. */
function bestNotes({ parts: { ranking, winner, prefer } }: Told): readonly string[] {
  if (winner === null || winner.interval === null || prefer === 'cheapest' || ranking.length < BEST_OF) return [];
  return [
    `${winner.label} is the best of ${ranking.length}, and so read a little high: intervals of the best of so many ` +
      'hold the truth less often than they claim, those of ratios do not.',
  ];
}

/** Whether a block had several rigs, which take no turns: then the hour may look like a difference between them. */
export function hourNotes({ fleets, apart }: DesignFacts): readonly string[] {
  if (!apart) return [];
  return fleets
    ? ['Each rig had a fleet and an hour of its own: what differed in these looks like a difference between them.']
    : ['Targets were measured one after another: what changed meanwhile looks like a difference between them.'];
}

/** Where neither names nor limits say of which copy it holds. */
function copyNotes({ circumstances, decide }: Told): readonly string[] {
  const { made, several } = circumstances;
  if (!made || several || copiesMatter(circumstances) || isLimited(decide)) return [];
  return ['All of it was measured on one copy: other copies of the same configuration may differ from it.'];
}

/** Which trials of several periods were held against each other. */
function periodNotes({ parts, circumstances }: Told): readonly string[] {
  const { winner, compared } = parts;
  if (circumstances.periods < 2 || winner === null || compared.length === 0) return [];
  const label = (cell: string): string => parts.ranking.find((one) => one.cell === cell)?.label ?? cell;
  const same = compared.flatMap((one) => (one.periods === null ? [] : [`${label(one.cell)}${inPeriods(winner, one)}`]));
  const all = compared.flatMap(({ cell, periods: its }) => (its === null ? [label(cell)] : []));
  const rest = all.length === 0 ? [] : [`${listed(all)} by all trials`];
  return [`The copies passed through stages: ${winner.label} was compared with ${listed([...same, ...rest])}.`];
}

function intervalNotes({ parts, circumstances }: Told): readonly string[] {
  const methods = new Set(parts.ranking.map(({ interval }) => interval?.method));
  return [
    ...(methods.has('log-normal')
      ? [
          'Intervals of three to five trials assume that values are log-normal; from six trials on only that they ' +
            'come one as likely as the other in any order.',
        ]
      : []),
    ...(methods.has('units')
      ? [
          `Figures and their intervals are of ${blockWords(circumstances)}: each block counts once, however many ` +
            'trials it has, and the geometric mean of the blocks stands for the median that was asked for.',
        ]
      : []),
  ];
}

/**
 * What a limit was held against assumes, or a ratio: of a mean always; of a median where trials are so few that their
 * order says less than is claimed. No more can be known.
 */
function boundNotes({ parts: { ranking, statistic, compared } }: Told): readonly string[] {
  const held = ranking.filter(({ bounds }) => bounds !== null);
  const ofMean = statistic === 'mean' && held.some(({ limit }) => limit !== null);
  const asked = held.flatMap(({ limit, criteria, unitKind, n, bounds }) => {
    const takes = trialsForOrder(1 - (bounds?.level ?? 0));
    const ofMedian = (statistic === 'typical' && limit !== null) || criteria.length > 0;
    return ofMedian && (unitKind === 'block' || n < takes) ? [takes] : [];
  });
  const ratios = statistic === 'mean' && compared.some(({ ratio }) => ratio !== null);
  return [
    ...(ofMean ? ['Bounds of a mean assume log-normal values on one level.'] : []),
    ...(ratios
      ? ['Ratios of means assume log-normal values on one level: rare stalls may be in one of them only.']
      : []),
    ...(asked.length > 0
      ? [`Bounds of fewer than ${Math.max(...asked)} trials, and of blocks, assume log-normal values on one level.`]
      : []),
  ];
}

function leftOutNotes({ parts: { leftOut, ranking, status } }: Told): readonly string[] {
  // Where nothing counts, the text says so.
  if (leftOut.length === 0 || (status === 'no-data' && leftOut.every(({ why }) => why === NOTHING_COUNTS))) return [];
  const all = counted(leftOut.length + ranking.length, 'configuration');
  const list = leftOut.slice(0, 3).map(({ label, why }) => `${label}: ${why}`);
  const more = leftOut.length > 3 ? `; ${leftOut.length - 3} more` : '';
  return [`${leftOut.length} of ${all} could not compete (${list.join('; ')}${more}).`];
}
