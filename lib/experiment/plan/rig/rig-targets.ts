/** Target instances of one rig: the configurations of each, and start times so that all become ready together. */
import { ensure } from '../../../shapes/errors';
import { groupBy } from '../../../shapes/collections';
import type { PlannedCreate } from '../../../shapes/plan';
import type { Problem } from '../../../shapes/problem';
import { sumWaveSeconds } from '../../../shapes/requests';
import type { ResolvedCell } from '../../design/cells';
import {
  type TargetInstance,
  planTargets,
  type TargetPolicy,
  listChangeSeconds,
  IN_PLACE,
} from '../../design/target-instances';
import { parseReach } from '../../language/reach';
import { listStages } from '../../language/settings';
import { PARALLEL_PREPARATIONS, type RigInput } from './draft';
import { getTrialShare } from './order';
import { type RigSteps, type StepSources, getRigSteps } from './steps';
import type { CopyChoice } from '../../../shapes/copy-choice';

export interface RigTarget extends Pick<TargetInstance<ResolvedCell>, 'why' | 'separateCause'> {
  /** `c1`, `c2`, … in its rig. */
  readonly copy: string;
  readonly steps: RigSteps;
  readonly stages: readonly (string | null)[];
}

export type RigTargets = readonly [RigTarget, ...RigTarget[]];

/** Policies by target; the default is to change in place. */
export type TargetPolicies = ReadonlyMap<string, TargetPolicy>;

/** Target instances for configurations of one fleet, grouped by target. */
export function buildTargets(input: RigInput, cells: readonly ResolvedCell[], policies: TargetPolicies): RigTargets {
  const { timing } = input;
  const groups = groupBy(cells, ({ target }) => target);
  const drafts = [...groups].flatMap(([name, its]) => {
    // The real name is assigned later, and does not affect durations.
    const all = getRigSteps(input, its, 'c1');
    const secondsOf = (some: readonly ResolvedCell[]): number =>
      some.reduce(
        (sum, cell) => sum + cell.replicates * getTrialShare(input.searches, cell) * all.trialSeconds(cell, timing),
        0,
      );
    const reached = (stage: string | null): boolean => parseReach(all.entry, stage) !== null;
    return planTargets(all.target, its, listStages(all.entry), secondsOf, policies.get(name), reached);
  });
  const atOnce = Math.min(PARALLEL_PREPARATIONS, drafts.length);
  const copies = drafts.map(({ cells: own, stages, why, separateCause }, index) => {
    const copy = `c${index + 1}`;
    return { copy, steps: getRigSteps(input, own, copy, atOnce), stages, why, separateCause };
  });
  return [ensure(copies[0], 'a target instance in every rig'), ...copies.slice(1)];
}

/** Contradicting fixtures of kinds, which no target instance could satisfy. */
export function findContradictions(input: StepSources, cells: readonly ResolvedCell[]): Problem[] {
  const groups = groupBy(cells, ({ fleetKey, target }) => JSON.stringify([fleetKey, target]));
  const found = [...groups.values()].flatMap((its) => {
    const { fixtures } = getRigSteps(input, its, 'c1');
    return its.flatMap((cell) => fixtures.problems(cell));
  });
  return [...new Map(found.map((problem) => [`${problem.path.join(' ')} ${problem.message}`, problem])).values()];
}

/**
 * Start of each target instance, seconds after the rig starts. The slowest starts at 0, faster ones later, so that all
 * become ready together.
 */
export function scheduleStarts(copies: readonly (readonly Pick<PlannedCreate, 'expectedSeconds' | 'wave'>[])[]): {
  readonly starts: readonly number[];
  readonly readySeconds: number;
} {
  const lengths = copies.map((requests) => sumWaveSeconds(requests, ({ expectedSeconds }) => expectedSeconds));
  const readySeconds = Math.max(0, ...lengths);
  // Targets that create nothing start immediately.
  return { starts: lengths.map((length) => (length === 0 ? 0 : readySeconds - length)), readySeconds };
}

/** Slots with changing content that take longer to set up than a trial: hard-to-change factors. */
export function findSlowSlots({ steps }: RigTarget, timing: RigInput['timing']): ReadonlySet<string> {
  const keys = groupBy(
    steps.cells.flatMap((cell) => steps.fixtures.forCell(cell)),
    ({ slot, roles }) => `${slot} ${roles.join()}`,
  );
  const changing = new Set(
    [...keys.values()].filter((its) => new Set(its.map(({ key }) => key)).size > 1).map((its) => its[0]?.slot),
  );
  const slow = new Set<string>();
  if (changing.size === 0) return slow;
  for (const cell of steps.cells) {
    const wanted = steps.fixtures.forCell(cell);
    for (const { slot } of wanted)
      if (
        changing.has(slot) &&
        !slow.has(slot) &&
        steps.fixtureSeconds(slot, cell, timing) > steps.trialSeconds(cell, timing)
      )
        slow.add(slot);
  }
  return slow;
}

export interface CostEstimate {
  readonly usd: number;
  readonly seconds: number;
  /** Whether all rigs of this form together meet `maxUsd` and `maxHours`. */
  readonly fits: boolean;
}

export type CostFunction = (copies: RigTargets) => CostEstimate;

export interface ChosenTargets {
  readonly copies: RigTargets;
  readonly choices: readonly CopyChoice[];
}

interface TargetOption extends CostEstimate {
  readonly policies: TargetPolicies;
}

/** Chooses target instances for configurations of one fleet: target by target, first factor values, then stages. */
export function chooseTargets(input: RigInput, cells: readonly ResolvedCell[], costOf: CostFunction): ChosenTargets {
  const usual = buildTargets(input, cells, new Map());
  const choices: CopyChoice[] = [];
  let best: TargetOption | undefined;
  for (const [target, its] of groupBy(cells, (cell) => cell.target)) {
    for (const what of ['levels', 'stages'] as const) {
      const options = what === 'levels' ? splitPolicies(usual, target, its) : pausePolicies(usual, target);
      if (options.length === 0) continue;
      best ??= { policies: new Map(), ...costOf(usual) };
      const now: TargetOption = best;
      const others = options.map((option): TargetOption => {
        const policies = new Map(now.policies).set(target, { ...(now.policies.get(target) ?? IN_PLACE), ...option });
        return { policies, ...costOf(buildTargets(input, cells, policies)) };
      });
      const other = others.reduce((one, another) => (isBetterOption(another, one) ? another : one));
      // Separate instances must save enough money to accept the less certain comparison.
      const weighted = { ...other, usd: MAX_PRICE_RATIO * other.usd };
      const taken = what === 'levels' ? isBetterOption(weighted, now) : !isBetterOption(now, other);
      const choice = toTargetChoice(
        { target, of: what, chosen: (what === 'levels') === taken ? 'copies' : 'inPlace' },
        now,
        other,
        taken,
      );
      choices.push(choice);
      best = explainOption(taken ? other : now, choice);
    }
  }
  return { copies: best === undefined ? usual : buildTargets(input, cells, best.policies), choices };
}

/** Policies with separate instances for long changes: for the longest only, or for shorter ones too. */
function splitPolicies(usual: RigTargets, target: string, cells: readonly ResolvedCell[]): Partial<TargetPolicy>[] {
  const lengths = listChangeSeconds(getTargetKind(usual, target), cells);
  return lengths.map((_, index) => ({ apartAboveSeconds: lengths[index + 1] ?? 0 }));
}

/** Policies that wait for AWS's pauses instead of creating an instance. */
function pausePolicies(usual: RigTargets, target: string): Partial<TargetPolicy>[] {
  const own = usual.filter(({ steps }) => steps.first.target === target);
  return own.some(({ separateCause }) => separateCause === 'pause') ? [{ pauseMaxSeconds: Infinity }] : [];
}

function getTargetKind(copies: RigTargets, target: string): RigTargets[0]['steps']['target'] {
  return ensure(
    copies.find(({ steps }) => steps.first.target === target),
    `an instance of target ${target}`,
  ).steps.target;
}

/**
 * Highest price ratio at which one shared target instance is preferred. On a shared instance only factor values differ.
 * Separate instances also differ in performance, which a single block cannot distinguish.
 */
export const MAX_PRICE_RATIO = 1.5;

/** Options within the limits first, then the cheaper one, to the cent. */
function isBetterOption(one: CostEstimate, other: CostEstimate): boolean {
  return one.fits === other.fits ? one.usd < other.usd : one.fits;
}

function toTargetChoice(
  what: Pick<CopyChoice, 'target' | 'of' | 'chosen'>,
  now: CostEstimate,
  other: CostEstimate,
  taken: boolean,
): CopyChoice {
  const [{ usd, seconds }, left] = taken ? [other, now] : [now, other];
  return { ...what, usd, seconds, otherUsd: left.usd, otherSeconds: left.seconds };
}

/** An option with the reason for its policy. */
function explainOption(way: TargetOption, { target, of, chosen, usd, otherUsd }: CopyChoice): TargetOption {
  if (chosen === 'inPlace') return way;
  const [now, other] = [`the rig costs ${usd.toFixed(2)} USD this way`, `and ${otherUsd.toFixed(2)} if it were`];
  const why: Partial<TargetPolicy> =
    of === 'levels'
      ? { apartWhy: `${now}, ${other} changed in place in every pass` }
      : { pauseWhy: `; ${now}, ${other} waited for` };
  const policy = { ...(way.policies.get(target) ?? IN_PLACE), ...why };
  return { ...way, policies: new Map(way.policies).set(target, policy) };
}
