/** The trials of a rig in their order, and the changes of its copies between them. */
import { canonical } from '../../../shapes/canonical';
import { expected } from '../../../shapes/errors';
import { slotsOf, type WantedSlot } from '../../../shapes/fixture';
import type { CopyChange, PlannedStep, TrialPlan } from '../../../shapes/plan';
import type { ResolvedCell } from '../../cells/cells';
import { type PastChange, paused } from '../../cells/copies';
import type { Commands } from '../commands';
import { type Ordered, type Turn, turnsOf } from './order';
import type { RigCopies, RigCopy } from './copies';
import { REQUEST_POLL_SECONDS, type RigInput, type Stretch } from './draft';
import { expectedSeconds, rounded } from '../step-times';

type Config = Readonly<Record<string, unknown>>;

/** A cell on its copy, with all that its trials share. */
interface OnCopy extends Ordered {
  readonly cell: ResolvedCell;
  readonly on: RigCopy;
  /** Its target's configuration as one text. */
  readonly key: string;
}

/** The steps of a cell's trials. */
interface Steps {
  readonly steps: readonly PlannedStep[];
  readonly seconds: number;
  /** What must stand, as it was put into the plan; and the command that puts it up, none where nothing must stand. */
  readonly slots: readonly WantedSlot[];
  readonly fixtures: readonly PlannedStep[];
  readonly fixturesSeconds: number;
}

/** A copy as it stands while the order is walked through. */
interface Standing {
  readonly on: RigCopy;
  config: Config;
  key: string;
  past: readonly PastChange[];
  /** What stands on hosts for it. */
  slots: string;
}

/** Where the trials belong. */
export interface Numbers {
  readonly rig: string;
  readonly block: number;
  /** Trials of the plan before them. */
  readonly trials: number;
}

/** The turns of a rig. */
export type RigTurns = readonly Turn<OnCopy>[];

/** Whose turn it is, from the first trial to the last. */
export function turnsIn({ spec, seed, timing }: RigInput, copies: RigCopies, block: number): RigTurns {
  return turnsOf(
    copies.flatMap((on) => cellsOn(on, timing)),
    spec.design,
    [seed, rigSeed(copies), String(block)],
  );
}

/** What each copy measures first: it is created, and put up on hosts, as that needs it. */
export function firstCells(turns: RigTurns): ReadonlyMap<string, ResolvedCell> {
  const first = new Map<string, ResolvedCell>();
  for (const { cell: one } of turns) if (!first.has(one.on.copy)) first.set(one.on.copy, one.cell);
  return first;
}

/** The trials, cut wherever a copy changes. */
export function stretchesOf(
  { timing }: RigInput,
  turns: RigTurns,
  commands: Commands,
  { rig, block, trials: before }: Numbers,
): Stretch[] {
  const standing = standingAt(turns);
  const known = new Map<OnCopy, Steps>();
  const stepsOf = (one: OnCopy): Steps => {
    const made = known.get(one) ?? plannedSteps(one, timing, commands);
    known.set(one, made);
    return made;
  };
  const stretches: { period: number; changes: readonly CopyChange[]; trials: TrialPlan[] }[] = [];
  for (const [index, turn] of turns.entries()) {
    const last = stretches.at(-1);
    const beginning = last?.period !== turn.period;
    const wanted = beginning ? firstOfPeriod(turns, index) : [turn.cell];
    const changes = wanted.flatMap((one) => changeOf(expected(standing.get(one.on.copy), 'a copy'), one));
    const steps = stepsOf(turn.cell);
    const own = expected(standing.get(turn.cell.on.copy), 'a copy');
    const first = own.slots !== canonical(steps.slots);
    own.slots = canonical(steps.slots);
    const trial = trialOf(turn, steps, first, { rig, block, number: before + index + 1 });
    if (last === undefined || beginning || changes.length > 0)
      stretches.push({ period: turn.period, changes, trials: [trial] });
    else last.trials.push(trial);
    for (const one of standing.values())
      one.past = one.past.map(({ request, seconds }) => ({ request, seconds: seconds + trial.expectedSeconds }));
  }
  return stretches;
}

function standingAt(turns: RigTurns): Map<string, Standing> {
  const standing = new Map<string, Standing>();
  for (const { cell: one } of turns) {
    if (standing.has(one.on.copy)) continue;
    // What the first trial needs is put up when the copy is made ready.
    const slots = canonical(slotsOf(one.on.steps.fixtures(one.cell)));
    standing.set(one.on.copy, { on: one.on, config: one.cell.targetConfig, key: one.key, past: [], slots });
  }
  return standing;
}

function plannedSteps({ on, cell }: OnCopy, timing: RigInput['timing'], commands: Commands): Steps {
  const fleet = on.steps.fleet(cell.targetConfig);
  const steps = on.steps.stepsOf(cell).map((step) => commands.add(step, fleet));
  const slots = slotsOf(on.steps.fixtures(cell));
  const step = on.steps.fixturesStep(cell);
  const fixtures = step === null ? [] : [commands.add(step, fleet)];
  const fixturesSeconds = expectedSeconds(fixtures, timing);
  return { steps, seconds: expectedSeconds(steps, timing), slots, fixtures, fixturesSeconds };
}

/** Equal in every block and execution for the same copies. */
function rigSeed(copies: RigCopies): string {
  return copies.map(({ steps }) => steps.first.target).join(' ');
}

/** What a cell needs takes longer to put up than its trial. */
function isSlow({ steps }: RigCopy, cell: ResolvedCell, timing: RigInput['timing']): boolean {
  return (steps.fixturesStep(cell)?.expectedSeconds ?? 0) > steps.secondsOf(cell, timing);
}

function cellsOn(on: RigCopy, timing: RigInput['timing']): OnCopy[] {
  const { steps, stages } = on;
  const variants = new Set(steps.cells.map(({ variantKey }) => variantKey));
  const slotsIn = steps.cells.map((cell) => canonical(slotsOf(steps.fixtures(cell))));
  const slow = new Set(slotsIn).size > 1 && steps.cells.some((cell) => isSlow(on, cell, timing));
  return steps.cells.map((cell, index) => {
    const key = canonical(cell.targetConfig);
    const hard = [...(variants.size === 1 ? [] : [key]), ...(slow ? [slotsIn[index]] : [])];
    return {
      cell,
      on,
      key,
      stageIndex: stages.indexOf(cell.stage),
      stages: stages.length,
      plotKey: hard.length === 0 ? '' : [on.copy, ...hard].join(' '),
    };
  });
}

/** What each copy measures first in the period that begins with this turn. */
function firstOfPeriod(turns: RigTurns, from: number): OnCopy[] {
  const period = turns[from]?.period;
  const found = new Map<string, OnCopy>();
  for (let index = from; turns[index]?.period === period; index += 1) {
    const { cell } = expected(turns[index], 'a turn');
    if (!found.has(cell.on.copy)) found.set(cell.on.copy, cell);
  }
  return [...found.values()];
}

/** What brings a copy to where a cell needs it; nothing where it is there. */
function changeOf(copy: Standing, { cell: { targetConfig, stage }, key }: OnCopy): CopyChange[] {
  if (key === copy.key) return [];
  const change = copy.on.steps.target.change(copy.config, targetConfig);
  const requests = change.kind === 'inPlace' ? change.requests : [];
  const { changes } = paused(requests, copy.past);
  copy.config = targetConfig;
  copy.key = key;
  copy.past = [...copy.past, ...requests.map((request) => ({ request, seconds: 0 }))];
  const planned = changes.map((request) => ({ ...request, pollSeconds: REQUEST_POLL_SECONDS }));
  // What only hosts do needs no request.
  return planned.length === 0 ? [] : [{ copy: copy.on.copy, stage, config: targetConfig, requests: planned }];
}

function trialOf(
  { cell: one, period, round, plot, replicate }: Turn<OnCopy>,
  { steps, seconds, slots, fixtures, fixturesSeconds }: Steps,
  fixturesFirst: boolean,
  { rig, block, number }: { readonly rig: string; readonly block: number; readonly number: number },
): TrialPlan {
  return {
    trial: `t${String(number).padStart(4, '0')}`,
    rig,
    block,
    period,
    copy: one.on.copy,
    stage: one.cell.stage,
    cell: one.cell.cellId,
    replicate,
    round,
    plot,
    steps,
    slots,
    fixtures,
    fixturesFirst,
    expectedSeconds: rounded(seconds + (fixturesFirst ? fixturesSeconds : 0)),
  };
}
