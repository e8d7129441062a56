/** The trials of a rig in their order, and the changes of its copies between them. */
import { canonical, dropUndefined } from '../../../shapes/canonical';
import { expected } from '../../../shapes/errors';
import { getOrMake } from '../../../shapes/group';
import { type Fixture, slotsOf, type WantedSlot } from '../../../shapes/fixture';
import type { CopyChange, PlannedStep, TrialPlan } from '../../../shapes/plan';
import type { Step } from '../../../workloads/contract';
import type { ResolvedCell } from '../../design/cells';
import { happeningIn } from '../../design/events';
import { type PastChange, paused } from '../../design/copies';
import type { Commands } from '../commands';
import { changeIn } from '../../../shapes/events';
import { type GuardedTurn, guardedTurns, unitsOf, type Ordered, turnsOf } from './order';
import { type RigCopies, type RigCopy, slowSlots } from './copies';
import { requestPollSeconds, type RigInput, type Stretch } from './draft';
import { expectedSeconds, rounded, timed } from '../step-times';
import { reachesBetween } from '../../language/reach';

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
  /** What must stand, and as it was put into the plan. */
  readonly wanted: readonly Fixture[];
  readonly slots: readonly WantedSlot[];
  /** Commands that put it up, as they are planned. */
  readonly commands: Map<Step | null, readonly PlannedStep[]>;
}

/** The command of one trial that puts up what must stand; none where nothing must. */
interface PuttingUp {
  readonly fixtures: readonly PlannedStep[];
  /** It comes before the first attempt too. */
  readonly first: boolean;
  readonly seconds: number;
}

/** A copy as it stands while the order is walked through. */
interface Standing {
  readonly on: RigCopy;
  config: Config;
  key: string;
  past: readonly PastChange[];
  /** The stage in which it is; undefined where nothing has brought it to one yet. */
  stage: string | null | undefined;
  /** What stands on hosts for it. */
  fixtures: readonly Fixture[];
}

/** Where the trials belong. */
export interface Numbers {
  readonly rig: string;
  readonly block: number;
  /** Trials of the plan before them. */
  readonly trials: number;
}

/** The turns of a rig. */
export type RigTurns = readonly GuardedTurn<OnCopy>[];

/** Whose turn it is, from the first trial to the last. */
export function turnsIn({ spec, seed, timing, searches }: RigInput, copies: RigCopies, block: number): RigTurns {
  const cells = copies.flatMap((on) => cellsOn(on, timing));
  const turns = turnsOf(unitsOf(cells, searches), spec.design, [seed, rigSeed(copies), String(block)]);
  return guardedTurns(turns, cells, searches);
}

/** What each copy measures first: it is created, and put up on hosts, as that needs it. */
export function firstCells(turns: RigTurns): ReadonlyMap<string, ResolvedCell> {
  const first = new Map<string, ResolvedCell>();
  for (const { cell: one } of turns) if (!first.has(one.on.copy)) first.set(one.on.copy, one.cell);
  return first;
}

/** The trials, cut wherever a copy changes. */
export function stretchesOf(
  input: RigInput,
  turns: RigTurns,
  commands: Commands,
  { rig, block, trials: before }: Numbers,
): Stretch[] {
  const { timing } = input;
  const standing = standingAt(turns);
  const known = new Map<OnCopy, Steps>();
  const stepsOf = (one: OnCopy): Steps => getOrMake(known, one, () => plannedSteps(one, timing, commands));
  const stretches: (Stretch & { readonly trials: TrialPlan[] })[] = [];
  const asked = new Map<string, NonNullable<CopyChange['asked']>>();
  for (const [index, turn] of turns.entries()) {
    const last = stretches.at(-1);
    const beginning = last?.period !== turn.period;
    const wanted = beginning ? firstOfPeriod(turns, index) : [turn.cell];
    const changes = wanted.flatMap((one) => {
      const by = asked.get(one.on.copy);
      const found = changeOf(expected(standing.get(one.on.copy), 'a copy'), one);
      if (by === undefined || found.length === 0) return found;
      asked.delete(one.on.copy);
      return found.map((change) => ({ ...change, asked: by }));
    });
    const steps = stepsOf(turn.cell);
    const putting = puttingUp(turn.cell, steps, expected(standing.get(turn.cell.on.copy), 'a copy'), commands, timing);
    const happening = happeningIn(turn.cell, input, turns.length + before + index);
    const number = before + index + 1;
    const trial = { ...trialOf(turn, steps, putting, { rig, block, number }), ...happening.planned };
    const { transition } = happening;
    if (transition !== undefined) asked.set(transition.copy, { trial: trial.trial, seconds: happening.after });
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

function standingAt(turns: RigTurns): Map<string, Standing> {
  const standing = new Map<string, Standing>();
  for (const { cell: one } of turns) {
    if (standing.has(one.on.copy)) continue;
    // All of it is put up when the copy is made ready.
    const fixtures = one.on.steps.fixtures.prepared(one.cell);
    const { on, cell, key } = one;
    standing.set(on.copy, { on, config: cell.targetConfig, key, past: [], stage: undefined, fixtures });
  }
  return standing;
}

function plannedSteps({ on, cell }: OnCopy, timing: RigInput['timing'], commands: Commands): Steps {
  const fleet = on.steps.fleet(cell.targetConfig);
  const steps = on.steps.stepsOf(cell).map((step) => commands.add(step, fleet));
  const wanted = on.steps.fixtures.of(cell);
  return { steps, seconds: expectedSeconds(steps, timing), wanted, slots: slotsOf(wanted), commands: new Map() };
}

/**
 * What comes before a second attempt seldom has anything to do, and a host that hangs would hold the whole rig until it
 * is given up: three times as long as putting up everything anew is modelled to take, ten minutes at least.
 */
function longestAgain(anewSeconds: number): number {
  return Math.max(600, 3 * anewSeconds);
}

/** What has to be put up where the copy stands as it does by the plan. */
function puttingUp(
  { on, cell }: OnCopy,
  { wanted, commands: known }: Steps,
  standing: Standing,
  commands: Commands,
  timing: RigInput['timing'],
): PuttingUp {
  const { step, changes, after } = on.steps.fixtures.command(wanted, standing.fixtures);
  standing.fixtures = after;
  const sent = changes ? step : on.steps.fixtures.again(wanted);
  const fleet = on.steps.fleet(cell.targetConfig);
  const add = (one: Step): PlannedStep => (changes ? commands.add(one, fleet) : bounded(one));
  const bounded = (one: Step): PlannedStep => {
    const anew = timed(on.steps.fixtures.command(wanted, []).step ?? one, fleet, timing).expectedSeconds;
    const planned = commands.add(one, fleet);
    return { ...planned, timeoutSeconds: Math.min(planned.timeoutSeconds, Math.ceil(longestAgain(anew))) };
  };
  const fixtures = getOrMake(known, sent, () => (sent === null ? [] : [add(sent)]));
  return { fixtures, first: changes, seconds: changes ? expectedSeconds(fixtures, timing) : 0 };
}

/** Equal in every block and execution for the same copies. */
function rigSeed(copies: RigCopies): string {
  return copies.map(({ steps }) => steps.first.target).join(' ');
}

function cellsOn(on: RigCopy, timing: RigInput['timing']): OnCopy[] {
  const { steps, stages } = on;
  const variants = new Set(steps.cells.map(({ variantKey }) => variantKey));
  const slow = slowSlots(on, timing);
  return steps.cells.map((cell) => {
    const key = canonical(cell.targetConfig);
    const slots = slow.size === 0 ? [] : slotsOf(steps.fixtures.of(cell)).filter(({ slot }) => slow.has(slot));
    const hard = [...(variants.size === 1 ? [] : [key]), ...(slots.length === 0 ? [] : [canonical(slots)])];
    return {
      cell,
      on,
      key,
      stageIndex: stages.indexOf(cell.stage),
      stages: stages.length,
      plotKey: hard.length === 0 ? '' : [on.copy, ...hard].join(' '),
      copy: on.copy,
      ...(changeIn(cell.events) === undefined ? {} : { once: true as const }),
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
  const actions = copy.stage === stage ? [] : reachesBetween(copy.on.steps.entry, copy.stage, stage);
  copy.stage = stage;
  if (actions.length > 0) {
    copy.config = targetConfig;
    copy.key = key;
    return [{ copy: copy.on.copy, stage, config: targetConfig, requests: [], actions }];
  }
  if (key === copy.key) return [];
  const change = copy.on.steps.target.change(copy.config, targetConfig);
  const requests = change.kind === 'inPlace' ? change.requests : [];
  const { changes, waits } = paused(requests, copy.past);
  copy.config = targetConfig;
  copy.key = key;
  copy.past = [...copy.past, ...requests.map((request) => ({ request, seconds: 0 }))];
  const planned = changes.map((request) => ({ ...request, pollSeconds: requestPollSeconds(request) }));
  // What only hosts do needs no request.
  if (planned.length === 0) return [];
  const waitSeconds = waits > 0 ? { waitSeconds: rounded(waits) } : {};
  return [{ copy: copy.on.copy, stage, config: targetConfig, requests: planned, ...waitSeconds }];
}

function trialOf(
  { cell: one, period, round, plot, replicate, guard, share }: GuardedTurn<OnCopy>,
  { steps, seconds, slots }: Steps,
  { fixtures, first, seconds: putting }: PuttingUp,
  { rig, block, number }: { readonly rig: string; readonly block: number; readonly number: number },
): TrialPlan {
  const { stage, cellId: cell } = one.cell;
  const turn = { period, copy: one.on.copy, stage, cell, replicate, round, plot };
  const work = { steps, slots, fixtures, fixturesFirst: first, expectedSeconds: rounded(seconds + putting) };
  const trial = `t${String(number).padStart(4, '0')}`;
  return { trial, rig, block, ...turn, ...work, ...dropUndefined({ guard, share }) };
}
