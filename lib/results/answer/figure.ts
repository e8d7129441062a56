/** Figures of configurations for one metric: typical value, and what trials prove. Contenders are those with one. */
import { checkRequestedLoad } from '../bottleneck/limit-check';
import type { Criterion, DecisionRule } from '../../shapes/decision-rule';
import { getBetter, listCountedValues, type Measure, pickPrimary } from '../measures';
import type { LogStats } from '../statistics/statistics';
import { assumeSpread } from './assumptions';
import type { Candidate, Contender, Entrant, ExcludedCell, FigureInput, MetricFigure } from './contender';
import { computeEbsLevel, findLasting } from './lasting';
import { narrowLevels } from '../trial-status';
import { countUnbounded, isTime, proveTrials } from './proof';

/** Why a cell cannot compete if all its trials are excluded. */
export const NO_VALID_TRIAL = 'no valid trial';

export function splitCandidates(
  decide: DecisionRule,
  candidates: readonly Candidate[],
  asking: Pick<FigureInput, 'metrics' | 'trials'>,
): { readonly entrants: readonly Entrant[]; readonly leftOut: readonly ExcludedCell[] } {
  const { trials } = asking;
  const input = { ...asking, burst: decide.burst };
  const found = candidates.map((candidate) => {
    const figure = findFigure(candidate, decide, input);
    return { candidate, figure: typeof figure === 'string' || figure.statistics.logs !== null ? figure : NO_RATIO };
  });
  const entrants = found.flatMap(({ candidate, figure }) => {
    const logs = typeof figure === 'string' ? null : figure.statistics.logs;
    if (typeof figure === 'string' || logs === null) return [];
    return [{ candidate, figure, contender: toContender(candidate, figure, logs, decide.burst) }];
  });
  const measuring = new Set(entrants.map(({ candidate }) => candidate.workload));
  const leftOut = found.flatMap(({ candidate, figure: why }) => {
    if (typeof why !== 'string') return [];
    const { cell, label, price = null, workload } = candidate;
    const own = [...trials.values()].filter((trial) => trial.cell === cell);
    const impossible = own.length > 0 && own.every(({ verdict }) => verdict === 'INFEASIBLE');
    // A workload that does not report the metric does not compete.
    const counts = own.some(({ out: reason }) => reason === null);
    const other = counts && candidate.measures.length > 0 && measuring.size > 0 && !measuring.has(workload);
    return [{ cell, label, price, why: impossible ? 'not feasible' : why, open: !impossible && !other }];
  });
  return { entrants, leftOut };
}

const NO_RATIO = 'a value of it is zero or negative, which has no ratio to others';

function toContender(
  candidate: Candidate,
  figure: MetricFigure,
  logs: LogStats,
  burst: DecisionRule['burst'],
): Contender {
  const { cell, label, usdPerHour, storageUsdPerHour = null, price = null } = candidate;
  const { measure, statistics, proofs, ofProvisioned, better } = figure;
  const { centre: value, interval, n, min, max, unit: unitKind } = statistics;
  const { unit, operation, provisioned = null } = measure;
  const known = { cell, label, value, unit, operation, n, min, max, interval, unitKind, logs };
  const prices = { usdPerHour, storageUsdPerHour, price, provisioned, ofProvisioned };
  const lasting = findLasting(figure, burst, candidate.caveats?.hostCredits);
  return { ...known, ...prices, ...lasting, unbounded: countUnbounded(proofs, better), ...UNTESTED };
}

const UNTESTED = {
  low: null,
  high: null,
  qualifies: null,
  alone: null,
  reason: null,
  needs: 0,
  stalled: false,
  fall: 0,
  limit: null,
  criteria: [],
} as const;

/** The figure of a metric, or a text that explains why there is none. */
export function findFigure(
  candidate: Candidate,
  { metric, operation, statistic }: Pick<Criterion, 'metric' | 'operation' | 'statistic'>,
  { metrics, trials, burst }: FigureInput,
): MetricFigure | string {
  const { measures, assumed } = candidate;
  const all = (
    statistic === undefined
      ? pickPrimary(measures, metric)
      : measures.filter((one) => one.metric === metric && one.statistic === statistic)
  ).filter((one) => operation === undefined || one.operation === operation);
  const counting = all.filter(({ statistics }) => statistics !== null);
  const [measure] = counting;
  const statistics = measure?.statistics ?? null;
  if (counting.length > 1) {
    const names = counting.map((one) => one.operation ?? 'none').join(', ');
    return `several operations (${names}): name one in decide.operation`;
  }
  if (measure === undefined || statistics === null) {
    const what = operation === undefined ? metric : `${metric} of ${operation}`;
    return all.length === 0 ? `no trial gave ${what}` : NO_VALID_TRIAL;
  }
  const { centre } = statistics;
  const values = new Map(listCountedValues(measure.values, trials).map(({ trial, value }) => [trial, value]));
  const ofCell = [...trials.values()].filter(({ cell }) => cell === candidate.cell);
  const its = ofCell.map((one) => narrowLevels(one, measure.operation));
  const own = its.filter(({ trial }) => values.has(trial));
  const { unit, provisioned = null } = measure;
  const ofProvisioned = provisioned === null ? findLoad(candidate, measure) : centre / provisioned;
  const better = getBetter(metrics, metric, unit);
  const ebsLevel = computeEbsLevel(measures, measure);
  // Without credits hosts are the limit, as they are in trials after one that spent them.
  const spends = burst !== 'allowed' && (ebsLevel < 1 || own.some(({ hostLevel }) => hostLevel !== undefined));
  const { hostsCompete = false, load = null } = candidate;
  // The offered rate, or pauses between I/Os, kept the storage from more: a rate below a threshold is no miss.
  const isOffered =
    (load?.by === 'rate' && load.metric === metric) ||
    (better === 'higher' && checkRequestedLoad(measures, load).reached.length > 0);
  const isLimited = isOffered || (!hostsCompete && (spends || areHostsBusy(candidate)));
  const facts = { metric, unit, better, burst, ebsLevel, isLimited, hostsCompete };
  return {
    measure,
    statistics,
    proofs: proveTrials(its, values, facts),
    better,
    trials: own,
    ofProvisioned,
    ebsLevel,
    copies: [...new Set(own.map(({ copy, given }) => (given === true ? '' : copy)))],
    spread: assumeSpread(assumed, { unit, ofProvisioned }, own),
  };
}

/** Whether hosts were at a limit in the median trial. */
function areHostsBusy({ caveats }: Candidate): boolean {
  return caveats?.bound.some(({ trials }) => trials === null) === true;
}

/**
 * Load during the measurement of a time: the highest share of a provisioned rate, of the same operation if known, else
 * of the cell. Null if unknown, and for other units, as the rate of one phase does not describe another phase.
 */
function findLoad({ measures }: Candidate, { unit, operation }: Measure): number | null {
  if (!isTime(unit)) return null;
  const known = measures.filter(({ ofProvisioned = null }) => ofProvisioned !== null);
  const own = known.filter((one) => one.operation === operation);
  const loads = (own.length === 0 ? known : own).flatMap(({ ofProvisioned }) => ofProvisioned ?? []);
  return loads.length === 0 ? null : Math.max(...loads);
}
