/** What a plan costs and how long it takes: each rig's price and share of the budget, line items, wall clock. */
import { hostPrices } from '../pricing/hosts';
import type { PriceBook } from '../pricing/price-book';
import type { Target } from '../targets/contract';
import { rounded } from './commands';
import type { Estimate, HostCommandPlan, LineItem, Timing } from './plan';
import type { RigDraft } from './rigs';

/** Seconds that a machine of our own, or EC2, takes around the commands: modelled, for estimates only. */
const LOCAL = { boot: 1, command: 0.4, trial: 0.3, teardown: 2 };
const AWS = { boot: 120, command: 10, trial: 5, teardown: 300 };

export interface PricedRig {
  readonly draft: RigDraft;
  readonly expectedSeconds: number;
  readonly lines: readonly LineItem[];
  readonly estimateUsd: number;
  readonly usdPerHour: number;
  readonly shareUsd: number;
}

/**
 * Prices rigs and gives each its share of the budget, in proportion to its estimate. Instance types without a price
 * come back.
 */
export function priced(
  drafts: readonly RigDraft[],
  targetOf: (kind: string) => Target | undefined,
  timing: Timing,
  local: boolean,
  maxUsd: number,
  book: PriceBook,
): { rigs: PricedRig[]; unknown: string[] } {
  const unknown = new Set<string>();
  const rigs = drafts.map((draft) => {
    const seconds = lengthOf(draft, timing, local);
    const target = targetOf(draft.kind);
    // A target costs what its dearest stage costs: stages follow each other in one rig.
    const ofTarget = dearest(draft.configs.map((config) => target?.lineItems(config, seconds) ?? []));
    const ofHosts = target?.local === true ? { lines: [], unknown: [] } : hostPrices(draft.roles, seconds, book);
    for (const type of ofHosts.unknown) unknown.add(type);
    const lines = [...ofTarget, ...ofHosts.lines];
    return { draft, expectedSeconds: seconds, lines, estimateUsd: total(lines) };
  });
  const sum = rigs.reduce((all, rig) => all + rig.estimateUsd, 0);
  const shared = rigs.map((rig) => ({
    ...rig,
    usdPerHour: cents((rig.estimateUsd / rig.expectedSeconds) * 3600, 4),
    // Rounded down: shares together never exceed the budget.
    shareUsd: Math.floor(100 * maxUsd * (sum === 0 ? 1 / rigs.length : rig.estimateUsd / sum)) / 100,
  }));
  return { rigs: shared, unknown: [...unknown] };
}

/** Estimate of a plan: equal line items of all rigs together. */
export function estimateOf(rigs: readonly PricedRig[], timing: Timing, parallelRigs: number): Estimate {
  const lines = new Map<string, LineItem>();
  for (const line of rigs.flatMap((rig) => rig.lines)) {
    const key = JSON.stringify([line.item, line.unit, line.usdPerUnit, line.source]);
    const before = lines.get(key);
    lines.set(key, { ...line, quantity: line.quantity + (before?.quantity ?? 0), usd: line.usd + (before?.usd ?? 0) });
  }
  const all = [...lines.values()];
  const clock =
    wallClock(
      rigs.map((rig) => rig.expectedSeconds),
      parallelRigs,
    ) +
    timing.settleSeconds +
    timing.guardianPollSeconds;
  return { usd: cents(total(all), 2), seconds: rounded(clock), lines: all };
}

/** Time until all are done, where each takes the next place that is free. */
export function wallClock(lengths: readonly number[], places: number): number {
  const free = Array.from({ length: Math.max(1, Math.min(places, lengths.length)) }, () => 0);
  for (const length of lengths) {
    const next = free.indexOf(Math.min(...free));
    free[next] = (free[next] ?? 0) + length;
  }
  return Math.max(...free);
}

function lengthOf(draft: RigDraft, timing: Timing, local: boolean): number {
  const around = local ? LOCAL : AWS;
  const trials = draft.stages.flatMap((stage) => stage.trials);
  const ofCommands = (commands: readonly HostCommandPlan[]): number =>
    commands.reduce(
      (sum, one) => sum + one.expectedSeconds + around.command + (one.barrier ? timing.barrierLeadSeconds : 0),
      0,
    );
  const measuring = trials.reduce((sum, trial) => sum + ofCommands(trial.commands) + around.trial, 0);
  return rounded(around.boot + ofCommands(draft.prepare) + measuring + around.teardown);
}

function dearest(stages: readonly (readonly LineItem[])[]): readonly LineItem[] {
  return stages.reduce<readonly LineItem[]>(
    (most, lines) => (total(lines) > total(most) ? lines : most),
    stages[0] ?? [],
  );
}

function total(lines: readonly LineItem[]): number {
  return lines.reduce((sum, line) => sum + line.usd, 0);
}

function cents(usd: number, digits: number): number {
  return Number(usd.toFixed(digits));
}
