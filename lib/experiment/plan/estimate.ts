/** Cost and duration of a plan: price and budget share of each rig, line items, elapsed time. */
import { ensure } from '../../shapes/errors';
import { sumAll } from '../../shapes/collections';
import { getHostDimension, priceHosts } from '../../pricing/hosts';
import { DEFAULT_IMAGE, IMAGES } from '../../shapes/images';
import { priceMonthlyAmounts } from '../../pricing/months';
import type { PriceBook } from '../../shapes/price';
import type { Prices, Target } from '../../targets/contract';
import { type TransferCost, NO_LINES, toTimeBudget, type StoredBytes } from './rig/transfer-cost';
import { roundToMs } from './step-times';
import type { Estimate, RigPlan, Timing } from '../../shapes/plan';
import type { LineItem } from '../../shapes/line-item';
import { findPaidWave, sumWaveSeconds } from '../../shapes/requests';
import type { RigDraft } from './rig/draft';
import { getOverhead, MIN_OVERHEAD, computeRigSeconds, type RigSeconds, computeElapsedSeconds } from './rig/times';

type Config = Readonly<Record<string, unknown>>;

export interface PricedRig
  extends Pick<RigPlan, 'expectedSeconds' | 'estimateUsd' | 'shareUsd' | 'usdPerHour' | 'hostsUsdPerHour'> {
  readonly draft: RigDraft;
  /** Seconds between readiness of its storage and its first trial. */
  readonly startingSeconds: number;
  readonly lines: readonly LineItem[];
  /** Part of the estimate for transferred bytes, which does not depend on time. */
  readonly movedUsd: number;
  /** Hourly price of all resources in each stretch. */
  readonly stretchUsdPerHour: readonly number[];
  readonly stretchCopiesUsdPerHour: readonly (readonly number[])[];
  /** Hourly price of each target instance in its most expensive state. */
  readonly copyUsdPerHour: readonly number[];
}

export interface Pricing {
  readonly targetOf: (kind: string) => Target | undefined;
  readonly timing: Timing;
  readonly local: boolean;
  readonly maxUsd: number;
  readonly book: PriceBook;
  /** Excludes the overhead of fsxbench: a lower bound to compare plans with. */
  readonly bare?: true;
  /** Cost of bytes moved to and from the target instances of a rig. Default: none. */
  readonly moved?: TransferCost;
  /** Bytes stored on a target instance. Default: none. */
  readonly stored?: StoredBytes;
}

/** A missing price, with the first place in the spec that needs it. */
export type MissingPrice =
  | { readonly of: 'hosts'; readonly instanceType: string; readonly role: string; readonly dimension?: string }
  | { readonly of: 'fleet'; readonly dimension: string }
  | { readonly of: 'storage'; readonly dimension: string; readonly target: string };

/** Prices rigs and divides the budget in proportion to their estimates. Missing prices are returned, each once. */
export function priceRigs(
  drafts: readonly RigDraft[],
  pricing: Pricing,
): { rigs: PricedRig[]; unknown: MissingPrice[] } {
  const unknown = new Map<string, MissingPrice>();
  const rigs = drafts.map((draft) => priceRig(draft, pricing, unknown));
  const sum = sumAll(rigs.map(({ estimateUsd }) => estimateUsd));
  const shared = rigs.map((rig) => ({
    ...rig,
    shareUsd: toTimeBudget(rig.movedUsd, pricing.maxUsd * (sum === 0 ? 1 / rigs.length : rig.estimateUsd / sum)),
  }));
  return { rigs: shared, unknown: [...unknown.values()] };
}

function priceRig(draft: RigDraft, pricing: Pricing, unknown: Map<string, MissingPrice>): Omit<PricedRig, 'shareUsd'> {
  const { targetOf, timing, local, book } = pricing;
  const copies = draft.copies.map((copy) => {
    const target = ensure(targetOf(copy.kind), 'the kind of a target');
    const dearer = (one: Config, other: Config): Config =>
      priceStoragePerHour(target.prices, one, book) > priceStoragePerHour(target.prices, other, book) ? one : other;
    return { copy, target, dearer, states: listTargetStates(copy, draft.stretches, dearer) };
  });
  const around = pricing.bare === true ? MIN_OVERHEAD : getOverhead(local);
  const times = computeRigSeconds(draft, timing, around);
  const rates = (states: readonly Config[]): readonly number[] =>
    copies.map(({ target }, index) => priceStoragePerHour(target.prices, states[index] ?? {}, book));
  // Managed hosts are not billed to the experiment.
  const made = draft.roles.filter(({ managed }) => !local && managed === undefined);
  const hosts = made.length === 0 ? { lines: [], unknown: [] } : priceHosts(made, times.hosts, book);
  const hostsUsdPerHour = made.length === 0 ? 0 : priceHostsPerHour(made, book);
  const lines: LineItem[] = [...hosts.lines];
  let movedUsd = 0;
  const dimensions: { readonly target: string; readonly dimension: string }[] = [];
  for (const { copy, target, dearer, states } of copies) {
    const deleting = around.teardown + estimateTeardownSeconds(target, states.at(-1) ?? copy.targetConfig);
    // While later resources are created, such as volumes, the first one (the file system) is billed already.
    const making = sumWaveSeconds(
      copy.requests.filter(({ wave }) => wave > findPaidWave(copy.requests)),
      ({ expectedSeconds }) => expectedSeconds,
    );
    const bytes = target.prices.usage?.stored === undefined ? 0 : (pricing.stored?.(draft, copy.copy) ?? 0);
    const meanwhile = target.prices.paidAtOnce === true ? chargeOneByOne(draft, copy.copy) : chargeHigherPrice(dearer);
    for (const [config, seconds] of computeSecondsByState(states, { times, making, deleting, meanwhile })) {
      // Billed from readiness until deletion, by the settings of each state.
      const items = [...target.prices.lineItems(config), ...(target.prices.usage?.stored?.(config, bytes) ?? [])];
      const one = priceMonthlyAmounts(items, seconds, book);
      lines.push(...one.lines);
      // The answer shows monthly prices.
      const ofMonth = priceMonthlyAmounts(target.prices.usage?.perMonth?.(config) ?? [], seconds, book);
      const missing = new Set([...one.unknown, ...ofMonth.unknown]);
      dimensions.push(...[...missing].map((dimension) => ({ target: copy.target, dimension })));
    }
    const moved = pricing.moved?.(draft, copy.copy, states, target) ?? NO_LINES;
    lines.push(...moved.lines);
    dimensions.push(...moved.unknown.map((dimension) => ({ target: copy.target, dimension })));
    movedUsd += sumUsd(moved.lines);
  }
  for (const one of listUnpriced(draft.roles, hosts.unknown, dimensions)) {
    const key = one.of === 'hosts' ? (one.dimension ?? one.instanceType) : one.dimension;
    if (!unknown.has(key)) unknown.set(key, one);
  }
  const byStretch = draft.stretches.map((_, index) => rates(copies.map(({ states }) => states[index] ?? {})));
  const stretchUsdPerHour = byStretch.map((some) => roundUsd(hostsUsdPerHour + sumAll(some), 4));
  const longest = Math.max(
    ...copies.map(({ target, states }) => estimateTeardownSeconds(target, states.at(-1) ?? {})),
    0,
  );
  const all = sumLines(lines);
  return {
    draft,
    expectedSeconds: roundToMs(draft.readySeconds + times.hosts + longest),
    startingSeconds: times.starting,
    lines: all,
    estimateUsd: sumUsd(all),
    movedUsd,
    usdPerHour: Math.max(0, ...stretchUsdPerHour),
    hostsUsdPerHour,
    stretchUsdPerHour,
    stretchCopiesUsdPerHour: byStretch,
    copyUsdPerHour: copies.map((_, index) => Math.max(0, ...byStretch.map((some) => some[index] ?? 0))),
  };
}

function estimateTeardownSeconds({ resources }: Target, config: Config): number {
  return resources?.teardownSeconds(config) ?? 0;
}

export function priceStoragePerHour(prices: Pick<Prices, 'lineItems'>, config: Config, book: PriceBook): number {
  return roundUsd(sumUsd(priceMonthlyAmounts(prices.lineItems(config), 3600, book).lines), 6);
}

export function priceHostsPerHour(roles: Parameters<typeof priceHosts>[0], book: PriceBook): number {
  return sumUsd(priceHosts(roles, 3600, book).lines);
}

function listTargetStates(
  { copy, targetConfig }: RigDraft['copies'][number],
  stretches: RigDraft['stretches'],
  dearer: (one: Config, other: Config) => Config,
): readonly Config[] {
  let config: Config = targetConfig;
  return stretches.map(({ changes, transition }) => {
    config = changes.find((change) => change.copy === copy)?.config ?? config;
    // The higher price may apply as soon as the trial sends its request.
    return transition?.copy === copy ? dearer(config, transition.config) : config;
  });
}

/** Shares of a change's duration that are billed at the price of each state. */
type ChangeShares = (from: Config, to: Config, stretch: number) => readonly (readonly [state: Config, share: number])[];

function chargeHigherPrice(dearer: (one: Config, other: Config) => Config): ChangeShares {
  return (from, to) => [[dearer(from, to), 1]];
}

/** Requests run in sequence. A sent request is billed at its new settings, a waiting one at the old settings. */
function chargeOneByOne({ stretches }: RigDraft, copy: string): ChangeShares {
  return (from, to, stretch) => {
    const requests = stretches[stretch]?.changes.find((change) => change.copy === copy)?.requests.length ?? 1;
    const waiting = (Math.max(1, requests) - 1) / (2 * Math.max(1, requests));
    return [
      [from, waiting],
      [to, 1 - waiting],
    ];
  };
}

/** Other billed times of a target instance, seconds, and the pricing of its changes. */
interface BilledTimes {
  readonly times: RigSeconds;
  readonly making: number;
  readonly deleting: number;
  readonly meanwhile: ChangeShares;
}

/**
 * Billed seconds of a target instance in each state. By default a change costs the price of the more expensive state: a
 * lower price applies after the change, but a higher one may apply from the request.
 */
function computeSecondsByState(
  states: readonly Config[],
  { times, making, deleting, meanwhile }: BilledTimes,
): ReadonlyMap<Config, number> {
  const found = new Map<Config, number>();
  const add = (config: Config, seconds: number): void => {
    found.set(config, (found.get(config) ?? 0) + seconds);
  };
  for (const [index, config] of states.entries()) {
    const { changing = 0, trials = 0 } = times.stretches[index] ?? {};
    for (const [state, share] of meanwhile(states[index - 1] ?? config, config, index)) add(state, share * changing);
    add(config, trials + (index === 0 ? making + times.starting : 0) + (index === states.length - 1 ? deleting : 0));
  }
  return found;
}

/** Missing prices of instance types, host dimensions and target dimensions, with their places in the spec. */
function listUnpriced(
  roles: RigDraft['roles'],
  hosts: readonly string[],
  dimensions: readonly { readonly target: string; readonly dimension: string }[],
): readonly MissingPrice[] {
  const unknown = hosts.map((what): MissingPrice => {
    const named = roles.find(({ instanceType }) => instanceType === what);
    if (named !== undefined) return { of: 'hosts', instanceType: what, role: named.role };
    const paid = roles.find(
      ({ instanceType, image = DEFAULT_IMAGE }) => getHostDimension(instanceType, IMAGES[image].price) === what,
    );
    return paid === undefined
      ? { of: 'fleet', dimension: what }
      : { of: 'hosts', instanceType: paid.instanceType, role: paid.role, dimension: what };
  });
  return [...unknown, ...dimensions.map((one): MissingPrice => ({ of: 'storage', ...one }))];
}

/** Estimate of a plan, with equal line items of all rigs summed. */
export function estimateCost(rigs: readonly PricedRig[], timing: Timing, parallelRigs: number): Estimate {
  const lines = sumLines(rigs.flatMap((rig) => rig.lines));
  const lengths = rigs.map(({ expectedSeconds }) => expectedSeconds);
  const seconds = computeElapsedSeconds(lengths, parallelRigs) + timing.settleSeconds + timing.guardianPollSeconds;
  return { usd: roundUsdUp(sumUsd(lines)), seconds: roundToMs(seconds), lines };
}

export function sumLines(lines: readonly LineItem[]): LineItem[] {
  const sums = new Map<string, LineItem>();
  for (const line of lines) {
    const key = JSON.stringify([line.item, line.unit, line.usdPerUnit, line.source]);
    const { quantity = 0, usd = 0 } = sums.get(key) ?? {};
    sums.set(key, { ...line, quantity: line.quantity + quantity, usd: line.usd + usd });
  }
  return [...sums.values()];
}

function sumUsd(lines: readonly LineItem[]): number {
  return sumAll(lines.map(({ usd }) => usd));
}

/** Rounds up to whole cents, so that estimates never understate. */
export function roundUsdUp(usd: number): number {
  return Math.ceil(Math.max(0, usd * 100 - 1e-6)) / 100;
}

function roundUsd(usd: number, digits: number): number {
  return Number(usd.toFixed(digits));
}
