/** Trials that are modelled to be over too soon: for what servers tell by the minute, and for their own figures. */
import { expected } from '../../shapes/errors';
import { findCell } from '../../shapes/find-cell';
import type { Cell, Plan, TrialPlan } from '../../shapes/plan';
import type { Problem } from '../../shapes/problem';
import { formatSeconds } from '../../shapes/quantity';
import type { Spec } from '../../shapes/spec';
import { type Kinds, targetOfCell, workloadOfCell } from '../kinds';

/** A window that holds three whole minutes wherever it begins: see `lib/results/servers/ask.ts`. */
const LEAST_SECONDS = 240;
/** Limits of operations that servers count. */
const OF_SERVERS = /^metadata/;

type Shortened = Pick<Plan, 'local'> & {
  readonly cells: readonly Cell[];
  readonly trials: readonly Pick<TrialPlan, 'cell' | 'steps'>[];
};

/** Advice, once for each workload, on its shortest cell. */
export function shortTrials(plan: Shortened, spec: Spec, kinds: Kinds): Problem[] {
  const shortest = new Map<string, { readonly cell: Cell; readonly seconds: number }>();
  for (const { cell: id, steps } of plan.trials) {
    const cell = expected(findCell(plan.cells, id), 'the cell of a trial');
    const seconds = steps.find(({ measures }) => measures)?.expectedSeconds;
    const before = shortest.get(cell.workload);
    if (seconds !== undefined && (before === undefined || seconds < before.seconds))
      shortest.set(cell.workload, { cell, seconds });
  }
  return [...shortest.values()].flatMap(({ cell, seconds }) => [
    ...phases(cell, seconds, spec, kinds),
    ...(plan.local ? [] : forServers(cell, seconds, spec, kinds)),
  ]);
}

/** Of metadata: rates that only clients tell may be of their memory. */
function forServers(cell: Cell, seconds: number, spec: Spec, kinds: Kinds): Problem[] {
  const metadata =
    cell.held.length > 0 &&
    cell.held.every(({ bytes, operations }) => bytes === null && OF_SERVERS.test(operations?.limit ?? ''));
  const { serverMetrics = [] } = targetOfCell(spec, cell, kinds);
  if (!metadata || serverMetrics.length === 0 || seconds >= LEAST_SECONDS) return [];
  const message =
    `its trials are modelled to take about ${formatSeconds(Math.round(seconds))} on \`${cell.target}\`` +
    `${cell.stage === null ? '' : ` at \`${cell.stage}\``}, and what servers tell is known of whole minutes, three ` +
    `at least: of trials under ${formatSeconds(LEAST_SECONDS)} only the hosts tell. Give it more to do`;
  return [{ severity: 'advice', code: 'TooShortForServers', path: ['workloads', cell.workload], message }];
}

/** Where even the mean of its phases is shorter than what its figures need, none of its trials counts in full. */
function phases(cell: Cell, seconds: number, spec: Spec, kinds: Kinds): Problem[] {
  const workload = workloadOfCell(spec, cell, kinds);
  const its = workload.phases?.(cell.params);
  if (its === undefined) return [];
  const { total, measured } = workload.duration(cell.params);
  const each = (seconds - (total - measured)) / its.count;
  if (each >= its.leastSeconds) return [];
  const message =
    `its ${its.count} phases are modelled to take about ${formatSeconds(Number(each.toPrecision(2)))} each on ` +
    `\`${cell.target}\`: below ${formatSeconds(its.leastSeconds)} starting processes and barriers decide, and trials ` +
    `are SUSPECT (\`ShortRun\`). About ${Math.ceil(its.leastSeconds / each)} times as much \`${its.setting}\` lasts ` +
    'so long';
  return [{ severity: 'advice', code: 'ShortPhases', path: ['workloads', cell.workload, its.setting], message }];
}
