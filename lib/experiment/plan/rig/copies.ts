/** The copies of one rig: which cells are measured on which, and when each is begun so that all are ready together. */
import { ensure } from '../../../shapes/errors';
import { groupBy } from '../../../shapes/collections';
import type { PlannedCreate } from '../../../shapes/plan';
import type { Problem } from '../../../shapes/problem';
import { sumWaveSeconds } from '../../../shapes/requests';
import type { ResolvedCell } from '../../design/cells';
import { type Copy, planCopies, type CopyPolicy, listChangeSeconds, IN_PLACE } from '../../design/target-instances';
import { parseReach } from '../../language/reach';
import { listStages } from '../../language/settings';
import { PREPARED_AT_ONCE, type RigInput } from './draft';
import { getTrialShare } from './order';
import { type RigSteps, type StepSources, getRigSteps } from './steps';
import type { CopyChoice } from '../../../shapes/copy-choice';

/** One copy, the same in every block. */
export interface RigCopy extends Pick<Copy<ResolvedCell>, 'why' | 'because'> {
  /** `c1`, `c2`, … in its rig. */
  readonly copy: string;
  readonly steps: RigSteps;
  /** Names of its stages, in their order. */
  readonly stages: readonly (string | null)[];
}

export type RigCopies = readonly [RigCopy, ...RigCopy[]];

/** What is done by target where a copy could be changed or another be made; targets that it lacks: in place. */
export type Policies = ReadonlyMap<string, CopyPolicy>;

/** Copies for cells of one fleet, those of a target beside each other. */
export function buildCopies(input: RigInput, cells: readonly ResolvedCell[], policies: Policies): RigCopies {
  const { spec, timing } = input;
  const groups = groupBy(cells, ({ target }) => target);
  const drafts = [...groups].flatMap(([name, its]) => {
    // Its name is not known yet, and changes no length.
    const all = getRigSteps(input, its, 'c1');
    const secondsOf = (some: readonly ResolvedCell[]): number =>
      spec.design.replicates *
      some.reduce((sum, cell) => sum + getTrialShare(input.searches, cell) * all.trialSeconds(cell, timing), 0);
    const reached = (stage: string | null): boolean => parseReach(all.entry, stage) !== null;
    return planCopies(all.target, its, listStages(all.entry), secondsOf, policies.get(name), reached);
  });
  const atOnce = Math.min(PREPARED_AT_ONCE, drafts.length);
  const copies = drafts.map(({ cells: own, stages, why, because }, index) => {
    const copy = `c${index + 1}`;
    return { copy, steps: getRigSteps(input, own, copy, atOnce), stages, why, because };
  });
  return [ensure(copies[0], 'a copy in every rig'), ...copies.slice(1)];
}

/** What kinds of a spec say of their fixtures that cannot be: no copy of these cells could be made ready. */
export function findContradictions(input: StepSources, cells: readonly ResolvedCell[]): Problem[] {
  const groups = groupBy(cells, ({ fleetKey, target }) => JSON.stringify([fleetKey, target]));
  const found = [...groups.values()].flatMap((its) => {
    const { fixtures } = getRigSteps(input, its, 'c1');
    return its.flatMap((cell) => fixtures.problems(cell));
  });
  return [...new Map(found.map((problem) => [`${problem.path.join(' ')} ${problem.message}`, problem])).values()];
}

/** When each copy is begun, seconds after the rig: the slowest at once, the others so that they wait for nobody. */
export function scheduleStarts(copies: readonly (readonly Pick<PlannedCreate, 'expectedSeconds' | 'wave'>[])[]): {
  readonly starts: readonly number[];
  readonly readySeconds: number;
} {
  const lengths = copies.map((requests) => sumWaveSeconds(requests, ({ expectedSeconds }) => expectedSeconds));
  const readySeconds = Math.max(0, ...lengths);
  // What needs nothing made has nothing to wait for.
  return { starts: lengths.map((length) => (length === 0 ? 0 : readySeconds - length)), readySeconds };
}

/** Slots that hold different things in turn, and take longer to fill than a trial: they are hard to change. */
export function findSlowSlots({ steps }: RigCopy, timing: RigInput['timing']): ReadonlySet<string> {
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

/** Modelled money and time. */
export interface Cost {
  /** Of one rig. */
  readonly usd: number;
  readonly seconds: number;
  /** Whether as many such rigs as there are keep to `maxUsd` and `maxHours`. */
  readonly fits: boolean;
}

/** What a rig of these copies would cost. */
export type CostFunction = (copies: RigCopies) => Cost;

/** The copies of a rig, and why they are not others. */
export interface ChosenCopies {
  readonly copies: RigCopies;
  readonly choices: readonly CopyChoice[];
}

/** One way to reach all levels and stages of a rig. */
interface CopyOption extends Cost {
  readonly policies: Policies;
}

/** Copies for cells of one fleet. Targets are looked at one after the other, first their levels, then their stages. */
export function chooseCopies(input: RigInput, cells: readonly ResolvedCell[], costOf: CostFunction): ChosenCopies {
  const usual = buildCopies(input, cells, new Map());
  const choices: CopyChoice[] = [];
  let best: CopyOption | undefined;
  for (const [target, its] of groupBy(cells, (cell) => cell.target)) {
    for (const what of ['levels', 'stages'] as const) {
      const options = what === 'levels' ? splitPolicies(usual, target, its) : pausePolicies(usual, target);
      if (options.length === 0) continue;
      best ??= { policies: new Map(), ...costOf(usual) };
      const now: CopyOption = best;
      const others = options.map((option): CopyOption => {
        const policies = new Map(now.policies).set(target, { ...(now.policies.get(target) ?? IN_PLACE), ...option });
        return { policies, ...costOf(buildCopies(input, cells, policies)) };
      });
      const other = others.reduce((one, another) => (isBetter(another, one) ? another : one));
      const taken = what === 'levels' ? isWorth(other, now) : !isBetter(now, other);
      const choice = toCopyChoice(
        { target, of: what, chosen: (what === 'levels') === taken ? 'copies' : 'inPlace' },
        now,
        other,
        taken,
      );
      choices.push(choice);
      best = explainOption(taken ? other : now, choice);
    }
  }
  return { copies: best === undefined ? usual : buildCopies(input, cells, best.policies), choices };
}

/** Copies of their own for levels between which a change takes long: for the longest only, or for shorter ones too. */
function splitPolicies(usual: RigCopies, target: string, cells: readonly ResolvedCell[]): Partial<CopyPolicy>[] {
  const lengths = listChangeSeconds(getTargetKind(usual, target), cells);
  return lengths.map((_, index) => ({ apartAboveSeconds: lengths[index + 1] ?? 0 }));
}

/** Pauses that are waited out, where a stage has a fresh copy for the sake of one alone. */
function pausePolicies(usual: RigCopies, target: string): Partial<CopyPolicy>[] {
  const own = usual.filter(({ steps }) => steps.first.target === target);
  return own.some(({ because }) => because === 'pause') ? [{ pauseMaxSeconds: Infinity }] : [];
}

function getTargetKind(copies: RigCopies, target: string): RigCopies[0]['steps']['target'] {
  return ensure(
    copies.find(({ steps }) => steps.first.target === target),
    `a copy of ${target}`,
  ).steps.target;
}

/**
 * So many times the price is much money for certainty. Levels on one copy differ by themselves alone; on copies of
 * their own, by the copies too, as one block cannot tell.
 */
export const MAX_PRICE_RATIO = 1.5;

/** Whether copies are better than changing in place by more than they cost in certainty. */
function isWorth(copies: Cost, inPlace: Cost): boolean {
  return isBetter({ ...copies, usd: MAX_PRICE_RATIO * copies.usd }, inPlace);
}

/** What is refused answers nothing. Then the cheaper one, to the cent. */
function isBetter(one: Cost, other: Cost): boolean {
  return one.fits === other.fits ? one.usd < other.usd : one.fits;
}

function toCopyChoice(
  what: Pick<CopyChoice, 'target' | 'of' | 'chosen'>,
  now: Cost,
  other: Cost,
  taken: boolean,
): CopyChoice {
  const [{ usd, seconds }, left] = taken ? [other, now] : [now, other];
  return { ...what, usd, seconds, otherUsd: left.usd, otherSeconds: left.seconds };
}

/** A way whose policy says why it was chosen. */
function explainOption(way: CopyOption, { target, of, chosen, usd, otherUsd }: CopyChoice): CopyOption {
  if (chosen === 'inPlace') return way;
  const [now, other] = [`the rig costs ${usd.toFixed(2)} USD so`, `and ${otherUsd.toFixed(2)} if it were`];
  const why: Partial<CopyPolicy> =
    of === 'levels'
      ? { apartWhy: `${now}, ${other} changed in place in every round` }
      : { pauseWhy: `; ${now}, ${other} waited for` };
  const policy = { ...(way.policies.get(target) ?? IN_PLACE), ...why };
  return { ...way, policies: new Map(way.policies).set(target, policy) };
}
