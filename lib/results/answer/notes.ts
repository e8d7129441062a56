/** Notes on an answer, most important first; the first three become its cautions. */
import { MIN_TRIALS } from '../../shapes/decision-rule';
import type { BoundCause, CellCaveats } from '../cell-caveats';
import { BURST_RATIO } from '../provisioned-ratio';
import { pluralize, formatValue, toThreeDigits } from '../format';
import { groupBy } from '../../shapes/collections';
import { nameMetric } from '../measures';
import { hasThreshold } from './thresholds';
import { listExclusionNotes, listAccepted, listWarningNotes } from '../exclusion-notes';
import type { Contender } from './contender';
import { type AnswerContext, type QuestionContext, joinNames, formatRough, describeThresholds } from './phrases';

/** Lists notes of one sentence each: first possible errors of the answer, then how to read its figures. */
export function listNotes(context: AnswerContext): readonly string[] {
  const { decide, circumstances } = context;
  const warnings = listWarningNotes(context);
  const isAccepted = listAccepted(circumstances).length > 0;
  return [
    ...(isAccepted ? warnings : []),
    ...(decide === null ? listHourNotes(context) : NOTE_LISTERS.flatMap((list) => list({ ...context, decide }))),
    ...listExclusionNotes(context),
    ...(isAccepted ? [] : warnings),
  ];
}

type NoteLister = (question: QuestionContext) => readonly string[];

/** Above this ratio, a periodic disturbance would have to slow single trials by more than 30 %. */
const PERIODIC_RATIO = 1.45;

/** Most important first: possible errors of the answer, then its limits, then how it was measured. */
const NOTE_LISTERS: readonly NoteLister[] = [
  ({ decision: { ranking } }) => {
    const above = ranking.filter(({ ofProvisioned }) => (ofProvisioned ?? 0) > BURST_RATIO);
    if (above.length === 0) return [];
    // The ratio of a latency is that of its load to the provisioned rate, and may exceed 1.
    const list = above.map(
      ({ label, ofProvisioned, provisioned }) =>
        `${label} (${toThreeDigits(ofProvisioned ?? 1)}×${provisioned === null ? ' in load' : ''})`,
    );
    const lasts = 'What lasts is what AWS promises, which was not measured';
    return [`Above the provisioned rate, by credits or a cache: ${joinNames(list)}. ${lasts}.`];
  },
  listClientNotes,
  listBoundNotes,
  listRemarkNotes,
  // Assumptions in place of measurements.
  ({ decision: { scope }, circumstances: { given } }) => {
    if (scope === null || scope.assumedInstance === 0) return [];
    const times = scope.unit === 'trial' ? 'once' : `in ${pluralize(scope.units, 'block')} only`;
    const what = given ? 'New storage' : 'Each storage';
    const assumed = `another instance is assumed to differ by ${formatRough(scope.assumedInstance)}`;
    return [`${what} was created ${times}; ${assumed}. Blocks measure the difference.`];
  },
  ({ decision: { scope } }) =>
    scope === null || scope.assumedHour === 0
      ? []
      : [`Configurations ran one after another; hours are assumed to differ by ${formatRough(scope.assumedHour)}.`],
  ({ decision: { comparison, ranking, compared } }) => {
    const [rival] = compared;
    const near = rival?.verdict === 'better' && rival.common > 0 && (rival.ratio ?? 1) < PERIODIC_RATIO;
    return comparison === 'best' && ranking.length === 2 && near
      ? ['Only two configurations alternated: a periodic disturbance may explain the difference. Add a third one.']
      : [];
  },
  ({ decision: { ranking }, decide }) => {
    const fallen = hasThreshold(decide) ? ranking.filter(({ fall }) => fall > 0) : [];
    const most = formatRough(Math.max(...fallen.map(({ fall }) => fall)));
    const labels = joinNames(fallen.map(({ label }) => label));
    const counted = `Thresholds count the end: up to ${most} worse than the mean`;
    return fallen.length === 0 ? [] : [`Values of ${labels} seem to get worse. ${counted}.`];
  },
  ({ decision: { ranking }, decide, circumstances: { trials } }) =>
    decide.atLeast === undefined || decide.burst === 'allowed'
      ? []
      : ranking.flatMap(({ cell, label }) => {
          const own = [...trials.values()].filter((one) => one.cell === cell && one.out === null);
          const fallen = own.filter(({ lowerLevel }) => lowerLevel !== undefined).length;
          const some = `The rate of ${fallen} of ${pluralize(own.length, 'trial')} of ${label} fell or had a step`;
          return fallen === 0 ? [] : [`${some}: thresholds count the level that lasts.`];
        }),
  (question) => {
    const { decision, decide } = question;
    const isSingle = ({ stalled, value }: Contender): boolean => stalled && value <= (decide.atMost ?? value);
    const labels = decision.ranking.filter(isSingle).map(({ label }) => label);
    if (labels.length === 0) return [];
    const stalled = `Some trials of ${joinNames(labels)} stalled`;
    return [`${stalled}: over all trials too many operations exceed ${describeThresholds(question)}.`];
  },
  listTrialNotes,
  ({ decision: { leftOut, ranking, reason } }) => {
    if (leftOut.length === 0 || reason === 'unmeasured' || ranking.every(({ n }) => n < MIN_TRIALS)) return [];
    const all = pluralize(leftOut.length + ranking.length, 'configuration');
    const list = joinNames(leftOut.map(({ label, why }) => `${label} (${why})`));
    return [`${leftOut.length} of ${all} could not be compared: ${list}.`];
  },
];

function listClientNotes({ decision: { ranking }, candidates }: QuestionContext): readonly string[] {
  const known = listCaveats(ranking, candidates);
  const searched = known.flatMap(({ label, caveats }) => (caveats.bound.some(isOfSearch) ? [label] : []));
  const list = known.flatMap(({ label, caveats: { bound, trials } }) => {
    const codes = bound
      .filter((one) => !isOfSearch(one))
      .map(({ code, trials: own }) => (own === null ? code : `${code} in ${own} of ${trials}`));
    return codes.length === 0 ? [] : [`${label} (${codes.join(', ')})`];
  });
  return [
    ...(list.length === 0
      ? []
      : [`The client, not the storage, limited ${joinNames(list)}: the storage may be better than measured.`]),
    ...(searched.length === 0
      ? []
      : [`The search found only a lower bound for ${joinNames(searched)}: it needs further levels.`]),
  ];
}

function isOfSearch({ code }: BoundCause): boolean {
  return code === 'SearchLowerBound';
}

/** Lists figures that excluded or late trials turn into bounds. {@link listExclusionNotes} names these trials. */
function listBoundNotes({ decision: { ranking }, candidates }: QuestionContext): readonly string[] {
  const labels = ranking.flatMap((one) => {
    const { caveats, load = null } = candidates.find(({ cell }) => cell === one.cell) ?? {};
    // Other notes explain client limits and offered rates.
    const isKnown = load !== null || (caveats?.bound.length ?? 0) > 0;
    const bounds = [one.unbounded, ...one.criteria.map(({ unbounded }) => unbounded)];
    return bounds.some(({ better, worse }) => worse > 0 || (better > 0 && !isKnown)) ? [one.label] : [];
  });
  return labels.length === 0
    ? []
    : [`Trials of ${joinNames(labels)} are excluded or late because of their results: true values may differ.`];
}

/** Limits of what figures prove, e.g. that acknowledged writes may not be durable. */
function listRemarkNotes({ decide, decision: { ranking }, candidates, metrics: all }: QuestionContext): string[] {
  const metrics = [decide.metric, ...(decide.require ?? []).map(({ metric }) => metric)];
  const remarks = listCaveats(ranking, candidates).flatMap(({ label, caveats }) =>
    caveats.remarks
      .filter(({ of }) => of === null || of.some((metric) => metrics.includes(metric)))
      .map(({ text }) => ({ label, text })),
  );
  const ofMetrics = metrics.flatMap((metric) => {
    const remark = all[metric]?.remark;
    return remark === undefined ? [] : [`${nameMetric(all, metric)}: ${remark}.`];
  });
  const ofCells = [...groupBy(remarks, ({ text }) => text)].map(([text, those]) => {
    const isOfAll = those.length === ranking.length && those.length > 1;
    return `${isOfAll ? 'All' : joinNames(those.map(({ label }) => label))}: ${text}.`;
  });
  return [...ofMetrics, ...ofCells];
}

function listCaveats(
  ranking: readonly Contender[],
  candidates: AnswerContext['candidates'],
): readonly { readonly label: string; readonly caveats: CellCaveats }[] {
  return ranking.flatMap(({ cell, label }) => {
    const caveats = candidates.find((one) => one.cell === cell)?.caveats;
    return caveats === undefined ? [] : [{ label, caveats }];
  });
}

/** If a bound is further from the threshold than this ratio, single trials are not reported. */
const CLEAR_BOUND_RATIO = 1.2;

/** How many trials met a near threshold; if all did, the share of further trials that may miss it. */
function listTrialNotes({ decision: { winner, met }, decide, candidates }: QuestionContext): readonly string[] {
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = decide;
  if (winner === null || winner.limit !== 'yes' || met !== 'yes' || (winner.ofProvisioned ?? 0) > BURST_RATIO)
    return [];
  const measures = candidates.find(({ cell }) => cell === winner.cell)?.measures ?? [];
  const own = measures.find(({ metric, operation }) => metric === decide.metric && operation === winner.operation);
  const values = (own?.values ?? []).filter(({ counted: counts }) => counts).map(({ value }) => value);
  const kept = values.filter((value) => value >= atLeast && value <= atMost).length;
  const isClear = (winner.low ?? 0) > CLEAR_BOUND_RATIO * atLeast && (winner.high ?? 0) * CLEAR_BOUND_RATIO < atMost;
  if (values.length === 0 || isClear) return [];
  const limit = formatValue(decide.atMost ?? atLeast, winner.unit);
  const count = values.length;
  const all = `${kept} of ${pluralize(count, 'trial')} of ${winner.label} met ${limit}`;
  const others = formatRough(1 - 0.05 ** (1 / count));
  return [
    kept === count
      ? `${all}; ${count} trials cannot exclude that up to ${others} of further trials miss it.`
      : `${all}.`,
  ];
}

/** If rigs of a block do not alternate, a difference between hours looks like a difference between rigs. */
function listHourNotes({ circumstances: { fleets, apart } }: AnswerContext): readonly string[] {
  if (!apart) return [];
  return fleets
    ? ['Each rig had its own fleet and hour; differences between these look like differences between rigs.']
    : ['Targets ran one after another; changes over time look like differences between targets.'];
}
