/** What a plan costs and how long it takes: each rig's price and share of the budget, line items, wall clock. */
import { expected } from '../../shapes/errors';
import { hostPrices } from '../../pricing/hosts';
import { monthlyPrices } from '../../pricing/months';
import type { PriceBook } from '../../shapes/price';
import type { Target } from '../../targets/contract';
import { rounded } from './step-times';
import type { Estimate, PlannedStep, PlannedChange, PlannedCreate, Timing } from '../../shapes/plan';
import type { LineItem } from '../../shapes/line-item';
import type { RigDraft } from './rigs';

/** Seconds that a machine of our own, or EC2, takes around the commands: modelled, for estimates only. */
const LOCAL = { boot: 1, command: 0.4, trial: 0.3, teardown: 2 };
const AWS = { boot: 120, command: 10, trial: 5, teardown: 90 };

export interface PricedRig {
  readonly draft: RigDraft;
  readonly expectedSeconds: number;
  readonly lines: readonly LineItem[];
  readonly estimateUsd: number;
  readonly usdPerHour: number;
  readonly hostsUsdPerHour: number;
  /** Price of an hour of target and hosts in each stage. */
  readonly stageUsdPerHour: readonly number[];
  readonly shareUsd: number;
}

/** What everything is priced with. */
export interface Pricing {
  readonly targetOf: (kind: string) => Target | undefined;
  readonly timing: Timing;
  readonly local: boolean;
  readonly maxUsd: number;
  readonly book: PriceBook;
}

/** Something without a price, and who first asks for it: its place in the spec. */
export type Unpriced =
  | { readonly of: 'hosts'; readonly instanceType: string; readonly role: string }
  | { readonly of: 'storage'; readonly dimension: string; readonly target: string };

/**
 * Prices rigs and gives each its share of the budget, in proportion to its estimate. What has no price comes back, each
 * thing once.
 */
export function priced(drafts: readonly RigDraft[], pricing: Pricing): { rigs: PricedRig[]; unknown: Unpriced[] } {
  const { targetOf, timing, local, maxUsd, book } = pricing;
  const unknown = new Map<string, Unpriced>();
  const rigs = drafts.map((draft) => {
    const target = expected(targetOf(draft.kind), `the target kind ${draft.kind}`);
    const times = timesOf(draft, timing, local, target.teardownSeconds(draft.targetConfig));
    // Billed from when it can be used until it is deleted, each stage as it is set then.
    const ofTarget = draft.stages.map((stage, index) =>
      monthlyPrices(target.lineItems(stage.config), expected(times.stages[index], 'the time of every stage'), book),
    );
    const ofHosts = target.local ? { lines: [], unknown: [] } : hostPrices(draft.roles, times.hosts, book);
    for (const one of unpricedOf(
      draft,
      ofHosts.unknown,
      ofTarget.flatMap((stage) => stage.unknown),
    )) {
      const key = one.of === 'hosts' ? one.instanceType : one.dimension;
      if (!unknown.has(key)) unknown.set(key, one);
    }
    const lines = summed([...ofTarget.flatMap((one) => one.lines), ...ofHosts.lines]);
    const hostsUsdPerHour = target.local ? 0 : total(hostPrices(draft.roles, 3600, book).lines);
    const stageUsdPerHour = draft.stages.map(({ config }) =>
      cents(hostsUsdPerHour + total(monthlyPrices(target.lineItems(config), 3600, book).lines), 4),
    );
    return { draft, expectedSeconds: times.all, lines, stageUsdPerHour, hostsUsdPerHour, estimateUsd: total(lines) };
  });
  const sum = rigs.reduce((all, rig) => all + rig.estimateUsd, 0);
  const shared = rigs.map((rig) => ({
    ...rig,
    // The dearest stage, for all the time from which there is something to pay: the budget is kept, also in overtime.
    usdPerHour: Math.max(0, ...rig.stageUsdPerHour),
    // Rounded down: shares together never exceed the budget.
    shareUsd: Math.floor(100 * maxUsd * (sum === 0 ? 1 / rigs.length : rig.estimateUsd / sum)) / 100,
  }));
  return { rigs: shared, unknown: [...unknown.values()] };
}

/** Instance types of a rig's roles, and dimensions of its target, as they stand in the spec. */
function unpricedOf(
  { roles, target }: RigDraft,
  instanceTypes: readonly string[],
  dimensions: readonly string[],
): readonly Unpriced[] {
  const hosts = instanceTypes.map((instanceType): Unpriced => {
    const role = roles.find((one) => one.instanceType === instanceType);
    return { of: 'hosts', instanceType, role: expected(role, `a role with hosts of ${instanceType}`).role };
  });
  return [...hosts, ...dimensions.map((dimension): Unpriced => ({ of: 'storage', dimension, target }))];
}

/** Estimate of a plan: equal line items of all rigs together. */
export function estimateOf(rigs: readonly PricedRig[], timing: Timing, parallelRigs: number): Estimate {
  const all = summed(rigs.flatMap((rig) => rig.lines));
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
    const soonest = Math.min(...free);
    free[free.indexOf(soonest)] = soonest + length;
  }
  return Math.max(...free);
}

/** Equal line items as one. */
export function summed(lines: readonly LineItem[]): LineItem[] {
  const sums = new Map<string, LineItem>();
  for (const line of lines) {
    const key = JSON.stringify([line.item, line.unit, line.usdPerUnit, line.source]);
    const { quantity = 0, usd = 0 } = sums.get(key) ?? {};
    sums.set(key, { ...line, quantity: line.quantity + quantity, usd: line.usd + usd });
  }
  return [...sums.values()];
}

/** Modelled seconds: of the rig, of its hosts, and of its target in each stage from when it can be used. */
function timesOf(
  draft: RigDraft,
  timing: Timing,
  local: boolean,
  deleteSeconds: number,
): { all: number; hosts: number; stages: number[] } {
  const around = local ? LOCAL : AWS;
  const ofCommands = (commands: readonly PlannedStep[]): number =>
    commands.reduce(
      (sum, one) => sum + one.expectedSeconds + around.command + (one.barrier ? timing.barrierLeadSeconds : 0),
      0,
    );
  // A look late on average half a poll.
  const ofRequests = (requests: readonly (PlannedCreate | PlannedChange)[]): number =>
    requests.reduce((sum, one) => sum + one.expectedSeconds + one.pollSeconds / 2, 0);
  const creating = ofRequests(draft.requests);
  const starting = around.boot + ofCommands(draft.prepare);
  const measuring = draft.stages.map(
    ({ changes, trials }) =>
      ofRequests(changes) + trials.reduce((sum, trial) => sum + ofCommands(trial.steps) + around.trial, 0),
  );
  const stages = measuring.map((seconds, index) => {
    const before = index === 0 ? starting : 0;
    return seconds + before + (index === measuring.length - 1 ? around.teardown + deleteSeconds : 0);
  });
  const hosts = starting + sum(measuring) + around.teardown;
  return { all: rounded(creating + hosts + deleteSeconds), hosts, stages };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function total(lines: readonly LineItem[]): number {
  return lines.reduce((sum, line) => sum + line.usd, 0);
}

function cents(usd: number, digits: number): number {
  return Number(usd.toFixed(digits));
}
