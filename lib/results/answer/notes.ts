/** Notes on an answer, most important first; the first three become its cautions. */
import { MIN_TRIALS } from '../../shapes/decision-rule';
import { groupBy } from '../../shapes/collections';
import type { CellCaveats } from '../cell-caveats';
import { listExclusionNotes, listAccepted, listWarningNotes } from '../exclusion-notes';
import { pluralize, formatEstimate, formatValue, toThreeDigits } from '../format';
import { makeLabels } from '../label';
import { type Measure, nameMetric, pickPrimary } from '../measures';
import type { Metrics } from '../../shapes/metric';
import { BURST_RATIO } from '../../shapes/provisioned-rates';
import type { TrialRow } from '../../shapes/verdict';
import type { Contender } from './contender';
import {
  type AnswerContext,
  type QuestionContext,
  joinLabels,
  joinNames,
  formatRough,
  describeThresholds,
  hasLowerBounds,
  listMissing,
} from './phrases';
import { hasThreshold } from '../../shapes/decision-rule';
import { SEARCH_BOUND } from '../trial-status';

/** Lists notes of one sentence each: first possible errors of the answer, then how to read its figures. */
export function listNotes(context: AnswerContext): readonly string[] {
  const { decide, circumstances } = context;
  const warnings = listWarningNotes(context);
  const isAccepted = listAccepted(circumstances).length > 0;
  const own = decide === null ? [noteHours(context)] : NOTES.map((write) => write({ ...context, decide }));
  return [
    ...(isAccepted ? warnings : []),
    ...own.flatMap((note) => note ?? []),
    ...listExclusionNotes(context),
    ...(isAccepted ? [] : warnings),
  ];
}

/** Above this ratio, a periodic disturbance would have to slow single trials by more than 30 %. */
const PERIODIC_RATIO = 1.45;

/** Most important first: possible errors of the answer, then its limits, then how it was measured. Null: no note. */
const NOTES: readonly ((question: QuestionContext) => string | readonly string[] | null)[] = [
  (question) => listRemarks(question, true),
  ({ decision: { ranking }, decide: { atLeast = 0, atMost = Number.POSITIVE_INFINITY } }) => {
    // What misses even with credits needs no caution.
    const near = ranking.filter(({ limit, value }) => limit !== 'no' || (value >= atLeast && value <= atMost));
    // The ratio of a latency is that of its load to the provisioned rate, and may exceed 1.
    const names = listNames(near, ({ label, ofProvisioned: ratio, provisioned }) =>
      ratio !== null && ratio > BURST_RATIO
        ? `${label} (${toThreeDigits(ratio)}×${provisioned === null ? ' in load' : ''})`
        : null,
    );
    const lasts = 'What lasts is the provisioned rate, which was not measured';
    return names && `Above the provisioned rate, by credits or a cache: ${names}. ${lasts}.`;
  },
  ({ decision: { ranking } }) => {
    const names = listNames(ranking, ({ label, hostCredits }) => hostCredits && `${label} (${hostCredits})`);
    const moved = 'Hosts moved more than their type carries for long, by credits';
    return names && `${moved}: ${names}. What lasts is the baseline.`;
  },
  (question) => {
    // Where hosts compete, their limits are results.
    if (question.candidates.some(({ hostsCompete }) => hostsCompete)) return null;
    const names = listNames(question.decision.ranking, (one) => {
      const { bound = [], trials = 0 } = findCaveats(question, one) ?? {};
      const codes = bound
        .filter(({ code }) => code !== SEARCH_BOUND)
        .map(({ code, trials: own }) => (own === null ? code : `${code} in ${own} of ${trials}`));
      return codes.length === 0 ? null : `${one.label} (${codes.join(', ')})`;
    });
    return names && `The client, not the storage, limited ${names}: the storage may be better than measured.`;
  },
  (question) => {
    const names = listNames(question.decision.ranking, (one) =>
      findCaveats(question, one)?.bound.some(({ code }) => code === SEARCH_BOUND) === true ? one.label : null,
    );
    return names && `The search found only a lower bound for ${names}: it needs further levels.`;
  },
  (question) => {
    const names = listNames(question.decision.ranking, (one) => {
      // Other notes explain client limits, credits of hosts and offered rates.
      const load = question.candidates.find(({ cell }) => cell === one.cell)?.load ?? null;
      const isKnown = load !== null || (findCaveats(question, one)?.bound.length ?? 0) > 0;
      if (one.hostCredits !== null) return null;
      const { metric, require: criteria = [] } = question.decide;
      const metrics = new Map(criteria.map((criterion) => [criterion.name, criterion.metric]));
      const all = [
        { metric, unbounded: one.unbounded },
        ...one.criteria.map(({ name, unbounded }) => ({ metric: metrics.get(name), unbounded })),
      ];
      const bounds = all.flatMap((bound) =>
        hasLowerBounds(question, one.cell, bound.metric) ? [] : [bound.unbounded],
      );
      return bounds.some(({ better, worse }) => worse > 0 || (better > 0 && !isKnown)) ? one.label : null;
    });
    return names && `Trials of ${names} are excluded or late because of their results: true values may differ.`;
  },
  (question) => listRemarks(question, false),
  // Assumptions in place of measurements.
  ({ decision: { scope }, circumstances: { given, walk } }) => {
    if (scope === null || scope.assumedInstance === 0) return null;
    const spread = formatRough(scope.assumedInstance);
    if (walk !== undefined)
      return `Each candidate is one instance, measured in one hour; another is assumed to differ by ${spread}.`;
    const times = scope.unit === 'trial' ? 'once' : `in ${pluralize(scope.units, 'block')} only`;
    const assumed = `another instance is assumed to differ by ${spread}`;
    return `${given ? 'New' : 'Each'} storage was created ${times}; ${assumed}. Blocks measure the difference.`;
  },
  ({ decision: { scope } }) =>
    scope !== null && scope.assumedHour > 0
      ? `Configurations ran one after another; hours are assumed to differ by ${formatRough(scope.assumedHour)}.`
      : null,
  ({ decision: { comparison, ranking, compared } }) => {
    const [rival] = compared;
    const near = rival?.verdict === 'better' && rival.common > 0 && (rival.ratio ?? 1) < PERIODIC_RATIO;
    return comparison === 'best' && ranking.length === 2 && near
      ? 'Only two configurations alternated: a periodic disturbance may explain the difference. Add a third one.'
      : null;
  },
  ({ decision: { ranking }, decide }) => {
    const names = hasThreshold(decide) && listNames(ranking, ({ fall, label }) => (fall > 0 ? label : null));
    const most = formatRough(Math.max(...ranking.map(({ fall }) => fall)));
    return names
      ? `Values of ${names} seem to get worse. Thresholds count the end: up to ${most} worse than the mean.`
      : null;
  },
  ({ decision: { ranking }, decide, circumstances: { trials } }) => {
    // Times have no such level.
    if (decide.burst === 'allowed' || ranking.every(({ unit }) => unit === 'us' || unit === 's')) return null;
    return ranking.flatMap(({ cell, label }) => {
      const own = [...trials.values()].filter((one) => one.cell === cell && one.out === null);
      const fallen = own.filter(({ lowerLevel }) => lowerLevel !== undefined).length;
      const some = `The rate of ${fallen} of ${pluralize(own.length, 'trial')} of ${label} fell or had a step`;
      return fallen === 0 ? [] : [`${some}: the level that lasts counts.`];
    });
  },
  (question) => {
    const names = listNames(question.decision.ranking, ({ stalled, value, label }) =>
      stalled && value <= (question.decide.atMost ?? value) ? label : null,
    );
    const exceed = `over all trials too many operations exceed ${describeThresholds(question)}`;
    return names && `Some trials of ${names} stalled: ${exceed}.`;
  },
  noteTrials,
  ({ decision: { leftOut, ranking, reason }, circumstances: { walk } }) => {
    // The walk is described apart.
    if (
      walk !== undefined ||
      leftOut.length === 0 ||
      reason === 'unmeasured' ||
      ranking.every(({ n }) => n < MIN_TRIALS)
    )
      return null;
    const all = pluralize(leftOut.length + ranking.length, 'configuration');
    return `${leftOut.length} of ${all} could not be compared: ${listMissing(leftOut)}.`;
  },
];

/** Joined names of the configurations that have one; null without any. */
function listNames(ranking: readonly Contender[], nameOf: (one: Contender) => string | null): string | null {
  const names = ranking.flatMap((one) => nameOf(one) ?? []);
  return names.length === 0 ? null : joinNames(names);
}

function findCaveats({ candidates }: QuestionContext, { cell }: Contender): CellCaveats | undefined {
  return candidates.find((one) => one.cell === cell)?.caveats;
}

/**
 * Limits of what figures prove, e.g. that acknowledged writes may not be durable. @param ofWinner those of the
 * configuration that the answer names first, perhaps with others; else those of others alone
 */
function listRemarks(question: QuestionContext, ofWinner: boolean): readonly string[] {
  const { decide, decision, metrics: all } = question;
  const metrics = [decide.metric, ...(decide.require ?? []).map(({ metric }) => metric)];
  const remarks = decision.ranking.flatMap((one) =>
    (findCaveats(question, one)?.remarks ?? [])
      .filter(({ of }) => of === null || of.some((metric) => metrics.includes(metric)))
      .filter(({ ofWrites }) => ofWrites !== true || !/(?:^|[- ])read$/.test(one.operation ?? ''))
      .map(({ text }) => ({ label: one.label, text })),
  );
  const ofMetrics = metrics.flatMap((metric) => {
    const remark = all[metric]?.remark;
    return remark === undefined ? [] : [`${nameMetric(all, metric)}: ${remark}.`];
  });
  const named = decision.winner ?? decision.ranking[0];
  const ofCells = [...groupBy(remarks, ({ text }) => text)].flatMap(([text, those]) => {
    if (those.some(({ label }) => label === named?.label) !== ofWinner) return [];
    const isOfAll = those.length === decision.ranking.length && those.length > 1;
    return `${isOfAll ? 'All' : joinLabels(those)}: ${text}.`;
  });
  return [...(ofWinner ? ofMetrics : []), ...ofCells];
}

/** How many trials met the threshold, if the typical value does and some trial does not. */
function noteTrials({ decision: { winner, met }, decide, candidates }: QuestionContext): string | null {
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = decide;
  if (winner?.limit !== 'yes' || met !== 'yes' || winner.lasting !== null) return null;
  const measures = candidates.find(({ cell }) => cell === winner.cell)?.measures ?? [];
  const own = measures.find(({ metric, operation }) => metric === decide.metric && operation === winner.operation);
  const values = (own?.values ?? []).filter(({ counted }) => counted).map(({ value }) => value);
  const kept = values.filter((value) => value >= atLeast && value <= atMost).length;
  if (kept === values.length) return null;
  const limit = formatValue(decide.atMost ?? atLeast, winner.unit);
  return `${kept} of ${pluralize(values.length, 'trial')} of ${winner.label} met ${limit}: its typical value meets it.`;
}

/** If rigs of a block do not alternate, a difference between hours looks like a difference between rigs. */
function noteHours({ circumstances: { fleets, apart } }: AnswerContext): string | null {
  if (!apart) return null;
  return fleets
    ? 'Each rig had its own fleet and hour; differences between these look like differences between rigs.'
    : 'Targets ran one after another; changes over time look like differences between targets.';
}

/** Configurations in a sentence about events. */
const NAMED_MAX = 3;

interface EventCell {
  readonly cellId: string;
  readonly levels: Readonly<Record<string, string>>;
  readonly measures: readonly Measure[];
}

/**
 * One sentence for each kind of host that was killed: times of recovery, the shortest first, and losses. Example:
 * `A killed broker: recovery time of broker-loss 12.0 s (n = 5). Most lost messages in a trial: 0.`
 */
export function listEventTexts(
  cells: readonly EventCell[],
  rows: readonly Pick<TrialRow, 'cell' | 'events'>[],
  { metrics, factors }: { readonly metrics: Metrics; readonly factors: readonly { readonly name: string }[] },
): readonly string[] {
  const killed = new Map(
    rows.flatMap(({ cell, events = [] }) =>
      events.flatMap((event) => (event.action === 'kill' ? [[cell, event.host.replace(/-\d+$/, '')] as const] : [])),
    ),
  );
  const ofEvents = Object.keys(metrics).filter((name) => metrics[name]?.ofEvents === true);
  const time = ofEvents.find((name) => metrics[name]?.unit === 's');
  const loss = ofEvents.find((name) => metrics[name]?.unit === 'count');
  return [...new Set(killed.values())].flatMap((role) => {
    const own = cells.filter(({ cellId }) => killed.get(cellId) === role);
    const labels = makeLabels(
      own,
      factors.map(({ name }) => name),
      cells,
    );
    const times = own.flatMap((cell, at) => {
      const found = time === undefined ? undefined : pickPrimary(cell.measures, time)[0];
      if (!found?.statistics) return [];
      const { centre, min, max, n, interval } = found.statistics;
      // Times in whole seconds often agree.
      const isExact = interval !== null && toThreeDigits(interval.low) === toThreeDigits(interval.high);
      const basis = { min, max, n, interval: isExact ? null : interval };
      return [{ centre, text: `${labels[at] ?? ''} ${formatEstimate(centre, found.unit, basis)}` }];
    });
    if (time === undefined || times.length === 0) return [`A killed ${role}: no trial that counts shows the recovery.`];
    const sorted = times.toSorted((a, b) => a.centre - b.centre).map(({ text }) => text);
    const lost = own.flatMap(({ measures }) =>
      pickPrimary(measures, loss ?? '').flatMap(({ values }) =>
        values.flatMap((one) => (one.counted ? one.value : [])),
      ),
    );
    const most = lost.length === 0 ? '' : ` Most ${nameMetric(metrics, loss ?? '')} in a trial: ${Math.max(...lost)}.`;
    return [`A killed ${role}: ${nameMetric(metrics, time)} of ${joinNames(sorted, NAMED_MAX)}.${most}`];
  });
}
