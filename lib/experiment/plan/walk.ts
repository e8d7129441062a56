/** Candidates of a walk by price: their order, which cannot meet the threshold, and what the walk may cost. */
import rules from '../rules.json';
import { compareHosts, comparesStorageAlone, computePrice, getStoragePrice } from '../../pricing/cell-prices';
import { priceTransfer } from '../../pricing/transfer-prices';
import { sumAll } from '../../shapes/collections';
import type { DecisionRule } from '../../shapes/decision-rule';
import { formatExact } from '../../shapes/exact-quantity';
import type { Metrics } from '../../shapes/metric';
import type { Cell } from '../../shapes/plan';
import { problemIf, type Problem } from '../../shapes/problem';
import { BURST_RATIO, findProvisionedRate } from '../../shapes/provisioned-rates';
import { type PlannedWalk, type WalkCandidate, WALK_TRIAL_SHARE, WALK_TRIALS_MIN } from '../../shapes/walk';
import { formatCell } from '../design/cells';
import { type PricedRig, roundUsdUp } from './estimate';
import { toTimeBudget } from './rig/transfer-cost';

/** Reserve above the estimate of a rig, so that a slow create does not end its trials. */
const RESERVE = 1.25;

interface WalkInput {
  readonly cells: readonly Cell[];
  readonly local: boolean;
  readonly decide: DecisionRule;
  readonly metrics: Metrics;
}

/** A candidate before it has a rig. */
export interface OrderedCandidate extends Omit<WalkCandidate, 'rig' | 'mostUsd'> {
  /** Whether its provisioned rates surely reach the threshold, a tenth above it; null if none is known. */
  readonly provides: boolean | null;
}

/** The candidates in ascending order of price; and why some have no price, or none can be the answer. */
export function orderCandidates(input: WalkInput): {
  readonly candidates: readonly OrderedCandidate[];
  readonly problems: readonly Problem[];
} {
  const { decide, metrics } = input;
  const { prices, isOfHosts } = priceCandidates(input);
  const cells = isOfHosts ? input.cells.map(includeHosts) : input.cells;
  const problems = cells.flatMap((cell, at) => {
    const price = prices[at] ?? null;
    const found = `${formatCell(cell)} ${price === 'moved' ? MOVED : UNKNOWN}`;
    return problemIf(typeof price !== 'number', rules.walkUnpriced, ['targets', cell.target], { found });
  });
  const candidates = cells
    .map((cell, at) => ({
      name: formatCell(cell),
      candidate: {
        cell: cell.cellId,
        usdPerHour: Number(prices[at]),
        provisioned: findProvisionedRate(cell.provisioned, cell.limitedRates, decide) ?? null,
        pruned: findLack(cell, decide, metrics),
        provides: hasProvision(cell, decide, metrics),
      },
    }))
    .toSorted(
      (a, b) =>
        a.candidate.usdPerHour - b.candidate.usdPerHour || a.name.localeCompare(b.name, 'en', { numeric: true }),
    )
    .map(({ candidate }) => candidate);
  const lacks = candidates.flatMap(({ pruned }) => pruned ?? []);
  const most = lacks.toSorted((a, b) => b.rate - a.rate)[0];
  const beyond = problemIf(lacks.length === candidates.length, rules.walkBeyond, ['decide'], {
    most: most === undefined ? '' : formatExact(most.rate, metrics[most.metric]?.unit ?? 'count'),
  });
  const hasRate = cells.some((cell) => listRates(cell, decide, metrics).length > 0);
  const unpruned = problemIf(!hasRate, rules.walkUnpruned, ['design', 'comparison'], { metric: decide.metric });
  return { candidates, problems: problems.length > 0 ? problems : [...beyond, ...unpruned] };
}

const UNKNOWN = 'has no price. Write its `usdPerHour`';
const MOVED =
  'is billed by bytes: only a threshold of bandwidth of one `decide.operation` says how many. Leave it out otherwise';

/** Where hosts compete, a rate that hosts limit is what the candidate provides. */
function includeHosts({ provisioned: { ofHost: _, ...provisioned }, ...cell }: Cell): Cell {
  return { ...cell, provisioned };
}

/** As in answers, see {@link comparesStorageAlone}. `moved`: transfers without a known rate. */
function priceCandidates({ cells, local, decide, metrics }: WalkInput): {
  readonly prices: readonly (number | 'moved' | null)[];
  /** Whether hosts compete. */
  readonly isOfHosts: boolean;
} {
  const priced = cells.map((cell) => {
    const all = computePrice({ cells, local }, cell);
    const storage = local && cell.externalUsdPerHour === null ? null : getStoragePrice(cell);
    const moved = priceTransfer(cell, decide, metrics);
    return { moved, usdPerHour: all, storageUsdPerHour: all === null ? null : storage };
  });
  const isStorage = comparesStorageAlone(priced);
  const prices = priced.map(({ moved, usdPerHour, storageUsdPerHour }) => {
    const price = isStorage ? storageUsdPerHour : usdPerHour;
    if (moved === null) return 'moved';
    return price === null ? null : price + moved;
  });
  return { prices, isOfHosts: compareHosts(priced) };
}

/** Provisioned rates that a threshold needs, or for a latency the offered rate: what is known, and what is needed. */
function listRates({ provisioned, limitedRates, load }: Cell, decide: DecisionRule, metrics: Metrics) {
  const { metric, operation, atLeast, require = [] } = decide;
  // A rate below the offered one is a result; a latency then is not that of the offered rate.
  const isTime = ['us', 's'].includes(metrics[metric]?.unit ?? '');
  const offered =
    isTime && load?.by === 'rate' ? [{ metric: load.metric, operation: load.operation, atLeast: load.rate }] : [];
  return [{ metric, operation, atLeast }, ...require, ...offered].flatMap((one) => {
    const { atLeast: least } = one;
    const rate = least === undefined ? undefined : findProvisionedRate(provisioned, limitedRates, one);
    return rate === undefined || least === undefined ? [] : [{ metric: one.metric, rate, least }];
  });
}

function hasProvision(cell: Cell, decide: DecisionRule, metrics: Metrics): boolean | null {
  const rates = listRates(cell, decide, metrics);
  return rates.length === 0 ? null : rates.every(({ rate, least }) => rate >= BURST_RATIO * least);
}

/** A rate above {@link BURST_RATIO} times the provisioned one never counts as lasting: no trial could change that. */
function findLack(cell: Cell, decide: DecisionRule, metrics: Metrics): WalkCandidate['pruned'] {
  if (decide.burst === 'allowed') return null;
  const missed = listRates(cell, decide, metrics).find(({ rate, least }) => BURST_RATIO * rate < least);
  return missed ?? null;
}

/** The most that a rig may cost, US dollars: all replicates, and a reserve. */
function computeMost({ draft, usdPerHour, estimateUsd }: PricedRig): number {
  const later = draft.stretches.flatMap(({ trials }) => trials.filter(({ guard }) => guard?.walk === true));
  const seconds = sumAll(later.map(({ expectedSeconds }) => expectedSeconds)) * (1 - WALK_TRIAL_SHARE);
  return roundUsdUp(RESERVE * (estimateUsd + (seconds / 3600) * usdPerHour));
}

/** Shares of the budget are not parts of `maxUsd`: a walk starts a rig only if all that it may cost is left. */
export function reserveShares(rigs: readonly PricedRig[]): PricedRig[] {
  return rigs.map((rig) => ({ ...rig, shareUsd: toTimeBudget(rig.movedUsd, computeMost(rig)) }));
}

/** The walk as planned. @param rigs one for each candidate that may meet the threshold, in their order */
export function planWalk(
  decide: DecisionRule,
  candidates: readonly OrderedCandidate[],
  rigs: readonly PricedRig[],
  { parallelRigs, allUsd }: { readonly parallelRigs: number; readonly allUsd: number },
): PlannedWalk {
  const able = candidates.filter(({ pruned }) => pruned === null);
  const rigOf = new Map(able.map(({ cell }, index) => [cell, rigs[index]]));
  const sure = able.findIndex(({ provides }) => provides === true);
  const batches = Math.ceil((sure >= 0 ? sure + 1 : able.length / 2) / parallelRigs);
  return {
    candidates: candidates.map(({ provides: _, ...one }) => {
      const rig = rigOf.get(one.cell);
      return { ...one, rig: rig?.draft.rig ?? null, mostUsd: rig === undefined ? 0 : computeMost(rig) };
    }),
    trialsMin: WALK_TRIALS_MIN + Math.ceil(Math.log2(countThresholds(decide))),
    expectedRigs: Math.min(able.length, batches * parallelRigs),
    allUsd,
  };
}

function countThresholds({ atLeast, atMost, require = [] }: DecisionRule): number {
  return Math.max(1, [atLeast, atMost].filter((limit) => limit !== undefined).length + require.length);
}

/** What has to fit into the limits before anything starts: all that the first rig may cost, and its duration. */
export function getFirstCost({ candidates }: PlannedWalk, [first]: readonly PricedRig[]) {
  const cheapest = candidates.find(({ rig }) => rig !== null);
  const of = ' for the cheapest candidate alone, with all its trials,';
  return { usd: cheapest?.mostUsd ?? 0, seconds: first?.expectedSeconds ?? 0, of };
}
