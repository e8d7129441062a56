/** Trials of a rig in order, and the changes of its target instances between them. */
import { dropServices, dropUnknownServices, shareServices } from './services';
import { canonicalize, dropUndefined } from '../../../shapes/canonical-json';
import { ensure } from '../../../shapes/errors';
import { getOrMake, groupBy } from '../../../shapes/collections';
import { type Fixture, toSlots, type WantedSlot } from '../../../shapes/fixture';
import type { CopyChange, PlannedStep, TrialPlan } from '../../../shapes/plan';
import type { Step } from '../../../workloads/contract';
import type { ResolvedCell } from '../../design/cells';
import { type PlannedEvents, planEvents } from '../../design/events';
import { type PastChange, addPauses } from '../../design/target-instances';
import type { ScriptStore } from '../commands';
import { findChange } from '../../../shapes/events';
import { LOOK_ROUNDS_MIN } from '../../../shapes/decision-rule';
import { computeUsableSeconds } from '../../../shapes/requests';
import {
  type GuardedTurn,
  guardLaterTurns,
  guardLookTurns,
  guardTurns,
  pickTurnCells,
  type OrderedCell,
  orderTurns,
} from './order';
import { type RigTargets, type RigTarget, findSlowSlots } from './rig-targets';
import { computePollSeconds, type RigInput, type TrialStretch } from './draft';
import { sumStepSeconds, roundToMs, estimateStepTimes } from '../step-times';
import { listReachSteps } from '../../language/reach';

/** A configuration on its target instance, with the shared data of its trials. */
interface TargetCell extends OrderedCell {
  readonly cell: ResolvedCell;
  readonly on: RigTarget;
  /** Target configuration as canonical JSON. */
  readonly key: string;
}

/** The configuration that a target instance should have. */
type TargetSettings = { readonly cell: Pick<ResolvedCell, 'targetConfig' | 'stage'> } & Pick<TargetCell, 'key'>;

interface CellSteps {
  readonly steps: readonly PlannedStep[];
  readonly seconds: number;
  /** Required fixtures, and their form in the plan. */
  readonly wanted: readonly Fixture[];
  readonly slots: readonly WantedSlot[];
  readonly commands: Map<Step | null, readonly PlannedStep[]>;
}

/** The setup command of one trial; empty without fixtures. */
interface TrialFixtures {
  readonly fixtures: readonly PlannedStep[];
  /** Whether the command also runs before the first attempt. */
  readonly first: boolean;
  readonly seconds: number;
}

/** State of a target instance at the current position. */
interface TargetState {
  readonly on: RigTarget;
  config: Readonly<Record<string, unknown>>;
  key: string;
  past: readonly PastChange[];
  stage: string | null | undefined;
  fixtures: readonly Fixture[];
}

export interface RigNumbers {
  readonly rig: string;
  readonly block: number;
  /** Number of earlier trials in the plan. */
  readonly trials: number;
}

export type RigTurns = readonly GuardedTurn<TargetCell>[];

/** Turns from the first trial to the last. */
export function planTurns(input: RigInput, copies: RigTargets, block: number): RigTurns {
  const { spec, seed, timing, searches, comparison } = input;
  const cells = copies.flatMap((on) => toTargetCells(on, timing));
  // A trial that is not needed would leave out the changes between plots.
  const looks = input.looks && cells.every(({ plotKey }) => plotKey === '');
  // Equal in every block and execution with the same targets.
  const rigSeed = copies.map(({ steps }) => steps.first.target).join(' ');
  const design = { ...spec.design, looks };
  const turns = orderTurns(pickTurnCells(cells, searches), design, [seed, rigSeed, String(block)]);
  if (looks) return guardLookTurns(turns, ({ cell }) => cell.isAsked);
  return comparison === 'cheapestFirst' ? guardLaterTurns(turns) : guardTurns(turns, cells, searches);
}

/** First configuration of each target instance: fsxbench creates and prepares the instance for it. */
export function listFirstCells(turns: RigTurns): ReadonlyMap<string, ResolvedCell> {
  const first = new Map<string, ResolvedCell>();
  for (const { cell: one } of turns) if (!first.has(one.on.copy)) first.set(one.on.copy, one.cell);
  return first;
}

/** The trials, divided wherever a target instance changes. */
export function planStretches(
  input: RigInput,
  turns: RigTurns,
  commands: ScriptStore,
  { rig, block, trials: before }: RigNumbers,
): TrialStretch[] {
  const { timing } = input;
  const standing = initTargetStates(turns);
  const known = new Map<TargetCell, CellSteps>();
  const stepsOf = (one: TargetCell): CellSteps => getOrMake(known, one, () => planSteps(one, timing, commands));
  const stretches: (TrialStretch & { readonly trials: TrialPlan[] })[] = [];
  const pending = new Map<string, NonNullable<CopyChange['requestedBy']>>();
  const varied = findVariedTargets(turns, (one) => stepsOf(one).slots);
  for (const [index, turn] of turns.entries()) {
    const last = stretches.at(-1);
    const beginning = last?.period !== turn.period;
    const wanted = beginning ? findFirstInPeriod(turns, index) : [turn.cell];
    const changes = wanted.flatMap((one) => {
      const by = pending.get(one.on.copy);
      const found = planChanges(ensure(standing.get(one.on.copy), 'a target instance'), one);
      if (by === undefined || found.length === 0) return found;
      pending.delete(one.on.copy);
      return found.map((change) => ({ ...change, requestedBy: by }));
    });
    const steps = stepsOf(turn.cell);
    const planned = planFixtures(
      turn.cell,
      steps,
      ensure(standing.get(turn.cell.on.copy), 'a target instance'),
      commands,
      timing,
    );
    // A trial before this one may not run, and leave other fixtures than planned.
    const isLate = varied.has(turn.cell.on) && turn.round > LOOK_ROUNDS_MIN;
    const putting = { ...planned, first: planned.first || (isLate && planned.fixtures.length > 0) };
    if (putting.first) shareServices(standing, turn.cell.on.copy);
    // A killed service may not be back: the next trial sends its setup command again.
    if (turn.cell.cell.events.some(({ action }) => 'kill' in action)) dropServices(standing);
    const number = before + index + 1;
    const happening = planEvents(turn.cell, number);
    const transition = planTransition(ensure(standing.get(turn.cell.on.copy), 'a target instance'), happening);
    const events = addUsableSeconds(happening.planned, transition);
    const trial = { ...planTrial(turn, steps, putting, { rig, block, number }), ...events };
    if (transition !== undefined) pending.set(transition.copy, { trial: trial.trial, seconds: happening.after });
    const isChanged = changes.length > 0 || transition !== undefined || last?.transition !== undefined;
    if (last === undefined || beginning || isChanged)
      stretches.push({ period: turn.period, changes, trials: [trial], ...dropUndefined({ transition }) });
    else last.trials.push(trial);
    for (const one of standing.values())
      one.past = one.past.map(({ request, seconds }) => ({
        request,
        seconds: seconds + (trial.share ?? 1) * trial.expectedSeconds,
      }));
  }
  return stretches;
}

/** Target instances with looks whose configurations have different fixtures. */
function findVariedTargets(
  turns: RigTurns,
  slotsOf: (one: TargetCell) => readonly WantedSlot[],
): ReadonlySet<RigTarget> {
  if (turns.every(({ guard }) => guard?.look !== true)) return new Set();
  const targets = groupBy(new Set(turns.map(({ cell }) => cell)), ({ on }) => on);
  const count = (cells: readonly TargetCell[]): number => new Set(cells.map((one) => canonicalize(slotsOf(one)))).size;
  return new Set([...targets].flatMap(([on, cells]) => (count(cells) > 1 ? [on] : [])));
}

function initTargetStates(turns: RigTurns): Map<string, TargetState> {
  const standing = new Map<string, TargetState>();
  for (const { cell: one } of turns) {
    if (standing.has(one.on.copy)) continue;
    // The preparation of the instance sets up all of these.
    const fixtures = one.on.steps.fixtures.prepared(one.cell);
    const { on, cell, key } = one;
    standing.set(on.copy, { on, config: cell.targetConfig, key, past: [], stage: undefined, fixtures });
  }
  dropUnknownServices(standing);
  return standing;
}

function planSteps({ on, cell }: TargetCell, timing: RigInput['timing'], commands: ScriptStore): CellSteps {
  const fleet = on.steps.fleet(cell);
  const steps = on.steps.trialSteps(cell).map((step) => commands.add(step, fleet));
  const wanted = on.steps.fixtures.forCell(cell);
  return { steps, seconds: sumStepSeconds(steps, timing), wanted, slots: toSlots(wanted), commands: new Map() };
}

/** The setup command, given the current fixtures of the instance by the plan. */
function planFixtures(
  { on, cell }: TargetCell,
  { wanted, commands: known }: CellSteps,
  standing: TargetState,
  commands: ScriptStore,
  timing: RigInput['timing'],
): TrialFixtures {
  const { step, changes, after } = on.steps.fixtures.command(wanted, standing.fixtures);
  standing.fixtures = after;
  const sent = changes ? step : on.steps.fixtures.retryStep(wanted);
  const fleet = on.steps.fleet(cell);
  const add = (one: Step): PlannedStep => (changes ? commands.add(one, fleet) : bounded(one));
  const bounded = (one: Step): PlannedStep => {
    const anew = estimateStepTimes(on.steps.fixtures.command(wanted, []).step ?? one, fleet, timing).expectedSeconds;
    const planned = commands.add(one, fleet);
    // Three times the estimate of a full setup, at least ten minutes. A longer timeout before a second attempt would
    // let one hanging host block the whole rig, and there is seldom anything to set up.
    const retrySeconds = Math.ceil(Math.max(600, 3 * anew));
    return { ...planned, timeoutSeconds: Math.min(planned.timeoutSeconds, retrySeconds) };
  };
  const fixtures = getOrMake(known, sent, () => (sent === null ? [] : [add(sent)]));
  return { fixtures, first: changes, seconds: changes ? sumStepSeconds(fixtures, timing) : 0 };
}

function toTargetCells(on: RigTarget, timing: RigInput['timing']): TargetCell[] {
  const { steps, stages } = on;
  const variants = new Set(steps.cells.map(({ variantKey }) => variantKey));
  const slow = findSlowSlots(on, timing);
  return steps.cells.map((cell) => {
    const key = canonicalize(cell.targetConfig);
    const slots = slow.size === 0 ? [] : toSlots(steps.fixtures.forCell(cell)).filter(({ slot }) => slow.has(slot));
    const hard = [...(variants.size === 1 ? [] : [key]), ...(slots.length === 0 ? [] : [canonicalize(slots)])];
    return {
      cell,
      on,
      key,
      stageIndex: stages.indexOf(cell.stage),
      stages: stages.length,
      plotKey: hard.length === 0 ? '' : [on.copy, ...hard].join(' '),
      copy: on.copy,
      replicates: cell.replicates,
      ...(findChange(cell.events) === undefined ? {} : { once: true as const }),
    };
  });
}

/** First configuration of each target instance in the period that starts with this turn. */
function findFirstInPeriod(turns: RigTurns, from: number): TargetCell[] {
  const period = turns[from]?.period;
  const found = new Map<string, TargetCell>();
  for (let index = from; turns[index]?.period === period; index += 1) {
    const { cell } = ensure(turns[index], 'a turn');
    if (!found.has(cell.on.copy)) found.set(cell.on.copy, cell);
  }
  return [...found.values()];
}

/** Changes that bring a target instance to a configuration; empty if it is there already. */
function planChanges(copy: TargetState, { cell: { targetConfig, stage }, key }: TargetSettings): CopyChange[] {
  const actions = copy.stage === stage ? [] : listReachSteps(copy.on.steps.entry, copy.stage, stage);
  copy.stage = stage;
  if (actions.length > 0) {
    copy.config = targetConfig;
    copy.key = key;
    return [{ copy: copy.on.copy, stage, config: targetConfig, requests: [], actions }];
  }
  if (key === copy.key) return [];
  const change = copy.on.steps.target.change(copy.config, targetConfig);
  const requests = change.kind === 'inPlace' ? change.requests : [];
  const { changes, waits } = addPauses(requests, copy.past);
  copy.config = targetConfig;
  copy.key = key;
  copy.past = [...copy.past, ...requests.map((request) => ({ request, seconds: 0 }))];
  const planned = changes.map((request) => ({ ...request, pollSeconds: computePollSeconds(request) }));
  // Changes on hosts alone need no request.
  if (planned.length === 0) return [];
  const waitSeconds = waits > 0 ? { waitSeconds: roundToMs(waits) } : {};
  return [{ copy: copy.on.copy, stage, config: targetConfig, requests: planned, ...waitSeconds }];
}

/** The change during a trial. The state stays: the first trial in the new stage finds the change. */
function planTransition(
  copy: TargetState,
  { transition, before }: PlannedEvents,
): TrialStretch['transition'] | undefined {
  if (transition === undefined) return undefined;
  const { stage, config } = transition;
  const [change] = planChanges({ ...copy }, { cell: { targetConfig: config, stage }, key: canonicalize(config) });
  const none: CopyChange = { ...transition, requests: [] };
  return { ...(change ?? none), afterSeconds: before };
}

function addUsableSeconds(
  { events }: PlannedEvents['planned'],
  transition: TrialStretch['transition'],
): PlannedEvents['planned'] {
  if (events === undefined || transition === undefined) return dropUndefined({ events });
  const usableSeconds = computeUsableSeconds(transition.requests);
  return { events: events.map((event) => ('change' in event.action ? { ...event, usableSeconds } : event)) };
}

function planTrial(
  { cell: one, period, round, plot, replicate, guard, share }: GuardedTurn<TargetCell>,
  { steps, seconds, slots }: CellSteps,
  { fixtures, first, seconds: putting }: TrialFixtures,
  { rig, block, number }: { readonly rig: string; readonly block: number; readonly number: number },
): TrialPlan {
  const { stage, cellId: cell } = one.cell;
  const turn = { period, copy: one.on.copy, stage, cell, replicate, round, plot };
  const work = { steps, slots, fixtures, fixturesFirst: first, expectedSeconds: roundToMs(seconds + putting) };
  const trial = `t${String(number).padStart(4, '0')}`;
  return { trial, rig, block, ...turn, ...work, ...dropUndefined({ guard, share }) };
}
