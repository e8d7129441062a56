/** What the newest execution of an experiment reports: its levels, and changes that no earlier execution reported. */
import type { ExecutionHistory, ReportedChange } from '../../shapes/result';
import { type ExperimentHistory, listChanges, type NamedChange } from './experiment-history';
import { CHANGE_AGE_MAX, LEVEL_MIN } from './scan';

/** Changes that a scan up to the newest execution can find first. Later, no mail is of use. */
export function listRecentChanges(history: ExperimentHistory): readonly NamedChange[] {
  const recent = new Set(history.executions.slice(-CHANGE_AGE_MAX).map(({ execution }) => execution));
  return listChanges(history).filter(({ change }) => !change.newest && recent.has(change.from.execution));
}

/** Earlier executions that may have reported one of these changes, in order of time. */
export function listReporters({ executions }: ExperimentHistory, changes: readonly NamedChange[]): readonly string[] {
  const names = executions.map(({ execution }) => execution);
  const first = Math.min(...changes.map(({ change }) => names.indexOf(change.from.execution)));
  return changes.length === 0 ? [] : names.slice(Math.max(0, first - LEVEL_MIN), -1);
}

/**
 * The changes without those that were reported. A later scan may place a change a few executions away; two changes of
 * one series are at least {@link LEVEL_MIN} executions apart.
 */
export function pickUnreported(
  { executions }: ExperimentHistory,
  changes: readonly NamedChange[],
  reported: readonly ReportedChange[],
): readonly NamedChange[] {
  const place = new Map(executions.map(({ execution }, at) => [execution, at]));
  const at = (execution: string): number => place.get(execution) ?? -Infinity;
  return changes.filter(({ cell, operation, change }) => {
    const isSame = (one: ReportedChange): boolean =>
      one.cell === cell && one.operation === operation && one.change < 0 === change.change < 0;
    return !reported.some((one) => isSame(one) && Math.abs(at(one.from) - at(change.from.execution)) < LEVEL_MIN);
  });
}

/** Kept differences of a change: its result is part of an event of 256 KiB. */
const DIFFERS_MAX = 10;

/** @param differs what else differs where the change begins; null if it is unknown */
export function toReportedChange(
  { cell, label, operation, change: { change, low, high, before, from, executions } }: NamedChange,
  differs: readonly string[] | null,
): ReportedChange {
  const { execution, started } = from;
  const size = { change, low, high };
  const place = { before: before.execution, from: execution, started, executions };
  return { cell, label, operation, ...size, ...place, differs: differs?.slice(0, DIFFERS_MAX) ?? null };
}

export function makeExecutionHistory(
  metric: string,
  { executions, measures }: ExperimentHistory,
  changes: readonly ReportedChange[],
): ExecutionHistory {
  const levels = measures.flatMap(({ operation, unit, cells }) =>
    cells.map(({ label, level, since }) => ({ label, operation, level, unit, since: since?.execution ?? null })),
  );
  return { metric, executions: executions.length, levels, changes };
}
