/** Advice that needs the whole plan: several target instances, and trials that take too long or are too short. */
import rules from '../rules.json';
import { ensure } from '../../shapes/errors';
import { findCell } from '../../shapes/find-cell';
import { groupBy } from '../../shapes/collections';
import type { Cell, Plan, PlannedStep, TrialPlan } from '../../shapes/plan';
import { problemAt, problemIf, type Problem } from '../../shapes/problem';
import { formatSeconds } from '../../shapes/quantity';
import { listServerMetrics } from '../../shapes/server-metrics';
import type { Spec } from '../../shapes/spec';
import { joinNames } from '../../shapes/suggest';
import { findVaryingFactors, listFactorNames } from '../design/space';
import type { ResolvedCell } from '../design/cells';
import type { ExpandedSpec } from '../design/expand';
import { type Kinds, getCellTarget, getCellWorkload } from '../kinds';
import type { RigDraft } from './rig/draft';

/** Advice on factor values with separate target instances. Checks one block, because all blocks are equal. */
export function adviseTargets(
  drafts: readonly RigDraft[],
  { cells, space }: Pick<ExpandedSpec, 'cells' | 'space'>,
  kinds: Kinds,
): Problem[] {
  const factors = listFactorNames(space);
  const found = drafts
    .filter(({ block }) => block === 1)
    .flatMap((draft) =>
      [...groupBy(draft.copies, ({ target }) => target).values()].flatMap((copies) => {
        const groups = copies.map(({ copy }) => listTargetCells(draft, copy, cells));
        const local = copies.every(({ kind }) => kinds.targetOf(kind)?.local === true);
        return local ? [] : adviseMoreTargets(copies, groups, factors);
      }),
    );
  // Each fleet may have its own.
  return [...new Map(found.map((problem) => [problem.path.join('.'), problem])).values()];
}

type DraftTargets = RigDraft['copies'];
type CellGroups = readonly (readonly ResolvedCell[])[];

function adviseMoreTargets(copies: DraftTargets, groups: CellGroups, factors: readonly string[]): Problem[] {
  const levels = copies.find(({ separateCause: because }) => because === 'levels');
  const price = copies.find(({ separateCause: because }) => because === 'price');
  const { target } = levels ?? price ?? {};
  if (target === undefined) return [];
  const varying = findVaryingFactors(
    groups,
    factors.filter((name) => name !== 'stage'),
  );
  const some = price === undefined ? 'them' : 'some of them';
  const why = [
    ...(levels === undefined ? [] : [`one cannot switch between ${some} (${String(levels.separateReason)})`]),
    ...(price === undefined ? [] : [price.separateReason]),
  ].join('; ');
  return [
    problemAt(rules.moreCopies, ['targets', target], { varying: joinNames(varying), length: copies.length, why }),
  ];
}

function listTargetCells(
  { stretches }: RigDraft,
  copy: string,
  cells: readonly ResolvedCell[],
): readonly ResolvedCell[] {
  const own = stretches.flatMap(({ trials }) => trials.filter((trial) => trial.copy === copy));
  const byId = new Map(cells.map((cell) => [cell.cellId, cell]));
  return [...new Set(own.map(({ cell }) => cell))].flatMap((cellId) => byId.get(cellId) ?? []);
}

/** A shorter window may contain less than three whole minutes: see `lib/results/servers/cloudwatch-requests.ts`. */
const MIN_SECONDS = 240;
const METADATA_RATE = /^metadata/;

type PlanSlice = Pick<Plan, 'local'> & {
  readonly cells: readonly Cell[];
  readonly trials: readonly Pick<TrialPlan, 'cell' | 'steps'>[];
};

/** Advice on the shortest configuration of each workload. */
export function adviseShortTrials(plan: PlanSlice, spec: Spec, kinds: Kinds): Problem[] {
  const shortest = new Map<string, { readonly cell: Cell; readonly seconds: number }>();
  for (const { cell: id, steps } of plan.trials) {
    const cell = ensure(findCell(plan.cells, id), 'the cell of a trial');
    const seconds = steps.find(({ measures }) => measures)?.expectedSeconds;
    const before = shortest.get(cell.workload);
    if (seconds !== undefined && (before === undefined || seconds < before.seconds))
      shortest.set(cell.workload, { cell, seconds });
  }
  return [...shortest.values()].flatMap(({ cell, seconds }) => [
    ...advisePhases(cell, seconds, spec, kinds),
    ...(plan.local ? [] : adviseMetadata(cell, seconds, spec, kinds)),
  ]);
}

/** Without server-side metrics, metadata rates may show client caches. */
function adviseMetadata(cell: Cell, seconds: number, spec: Spec, kinds: Kinds): Problem[] {
  const metadata =
    cell.limitedRates.length > 0 &&
    cell.limitedRates.every(({ bytes, operations }) => bytes === null && METADATA_RATE.test(operations?.limit ?? ''));
  const { target, stage, workload } = cell;
  const isTold = listServerMetrics(getCellTarget(spec, cell, kinds).kind).length > 0;
  const where = stage === null ? '' : ` at \`${stage}\``;
  const facts = { seconds: formatSeconds(Math.round(seconds)), target, where, least: formatSeconds(MIN_SECONDS) };
  const isShort = metadata && isTold && seconds < MIN_SECONDS;
  return problemIf(isShort, rules.trialTooShortForServers, ['workloads', workload], facts);
}

/** If even the mean phase is too short for its metrics, no trial is fully valid. */
function advisePhases(cell: Cell, seconds: number, spec: Spec, kinds: Kinds): Problem[] {
  const { total, measured, phases: its } = getCellWorkload(spec, cell, kinds).duration(cell.params);
  if (its === undefined) return [];
  const each = (seconds - (total - measured)) / its.count;
  const { count, leastSeconds, setting } = its;
  const facts = { count, each: formatSeconds(Number(each.toPrecision(2))), target: cell.target, setting };
  return problemIf(each < leastSeconds, rules.shortPhases, ['workloads', cell.workload, setting], {
    ...facts,
    least: formatSeconds(leastSeconds),
    times: Math.ceil(leastSeconds / each),
  });
}

type CellRef = Pick<Cell, 'cellId' | 'workload' | 'target'>;
type TimedStep = Pick<PlannedStep, 'name' | 'expectedSeconds' | 'timeoutSeconds'>;

export interface TrialLengths {
  readonly cells: readonly CellRef[];
  readonly trials: readonly (Pick<TrialPlan, 'cell'> & { readonly steps: readonly TimedStep[] })[];
}

/** Warns of trials with a timeout below their estimated duration, once for each workload on each target. */
export function warnEarlyTimeouts({ trials, cells }: TrialLengths): Problem[] {
  const worst = new Map<string, { readonly cell: CellRef; readonly step: TimedStep }>();
  for (const trial of trials)
    for (const step of trial.steps) {
      if (step.expectedSeconds <= step.timeoutSeconds) continue;
      const cell = ensure(findCell(cells, trial.cell), 'the cell of a trial');
      const key = `${cell.workload}\n${cell.target}`;
      const before = worst.get(key)?.step.expectedSeconds ?? 0;
      if (step.expectedSeconds > before) worst.set(key, { cell, step });
    }
  return [...worst.values()].map(({ cell: { workload, target }, step }) =>
    problemAt(rules.givenUpEarly, ['workloads', workload], {
      name: step.name,
      expectedSeconds: formatSeconds(step.expectedSeconds),
      target,
      timeoutSeconds: formatSeconds(step.timeoutSeconds),
    }),
  );
}
