/** The copies of one rig: which cells are measured on which, and when each is begun so that all are ready together. */
import { expected } from '../../../shapes/errors';
import { groupBy } from '../../../shapes/group';
import type { PlannedCreate } from '../../../shapes/plan';
import type { Problem } from '../../../shapes/problem';
import { secondsInWaves } from '../../../shapes/requests';
import type { ResolvedCell } from '../../design/cells';
import { type Copy, copiesOf, type CopyPolicy } from '../../design/copies';
import { reachOf } from '../../language/reach';
import { stagesOf } from '../../language/settings';
import { PREPARED_AT_ONCE, type RigInput } from './draft';
import { shareOf } from './guarded';
import { type RigSteps, type StepSources, stepsFor } from './steps';

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
export function copiesIn(input: RigInput, cells: readonly ResolvedCell[], policies: Policies): RigCopies {
  const { spec, timing } = input;
  const groups = groupBy(cells, ({ target }) => target);
  const drafts = [...groups].flatMap(([name, its]) => {
    // Its name is not known yet, and changes no length.
    const all = stepsFor(input, its, 'c1');
    const secondsOf = (some: readonly ResolvedCell[]): number =>
      spec.design.replicates *
      some.reduce((sum, cell) => sum + shareOf(input.searches, cell) * all.secondsOf(cell, timing), 0);
    const reached = (stage: string | null): boolean => reachOf(all.entry, stage) !== null;
    return copiesOf(all.target, its, stagesOf(all.entry), secondsOf, policies.get(name), reached);
  });
  const atOnce = Math.min(PREPARED_AT_ONCE, drafts.length);
  const copies = drafts.map(({ cells: own, stages, why, because }, index) => {
    const copy = `c${index + 1}`;
    return { copy, steps: stepsFor(input, own, copy, atOnce), stages, why, because };
  });
  return [expected(copies[0], 'a copy in every rig'), ...copies.slice(1)];
}

/** What kinds of a spec say of their fixtures that cannot be: no copy of these cells could be made ready. */
export function contradictionsIn(input: StepSources, cells: readonly ResolvedCell[]): Problem[] {
  const groups = groupBy(cells, ({ fleetKey, target }) => JSON.stringify([fleetKey, target]));
  const found = [...groups.values()].flatMap((its) => {
    const { fixtures } = stepsFor(input, its, 'c1');
    return its.flatMap((cell) => fixtures.problems(cell));
  });
  return [...new Map(found.map((problem) => [`${problem.path.join(' ')} ${problem.message}`, problem])).values()];
}

/** When each copy is begun, seconds after the rig: the slowest at once, the others so that they wait for nobody. */
export function startsOf(copies: readonly (readonly Pick<PlannedCreate, 'expectedSeconds' | 'wave'>[])[]): {
  readonly starts: readonly number[];
  readonly readySeconds: number;
} {
  const lengths = copies.map((requests) => secondsInWaves(requests, ({ expectedSeconds }) => expectedSeconds));
  const readySeconds = Math.max(0, ...lengths);
  // What needs nothing made has nothing to wait for.
  return { starts: lengths.map((length) => (length === 0 ? 0 : readySeconds - length)), readySeconds };
}

/** Slots that hold different things in turn, and take longer to fill than a trial: they are hard to change. */
export function slowSlots({ steps }: RigCopy, timing: RigInput['timing']): ReadonlySet<string> {
  const keys = groupBy(
    steps.cells.flatMap((cell) => steps.fixtures.of(cell)),
    ({ slot, roles }) => `${slot} ${roles.join()}`,
  );
  const changing = new Set(
    [...keys.values()].filter((its) => new Set(its.map(({ key }) => key)).size > 1).map((its) => its[0]?.slot),
  );
  const slow = new Set<string>();
  if (changing.size === 0) return slow;
  for (const cell of steps.cells) {
    const wanted = steps.fixtures.of(cell);
    for (const { slot } of wanted)
      if (
        changing.has(slot) &&
        !slow.has(slot) &&
        steps.fixtureSeconds(slot, cell, timing) > steps.secondsOf(cell, timing)
      )
        slow.add(slot);
  }
  return slow;
}
