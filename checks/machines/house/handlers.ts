/** Every Retry and Catch comes from the table, by the call of its state. */
import type { State } from '../scope';
import { type Finding, reporter, type Subject } from '../subject';
import { looksAtFence } from './fence';
import {
  BY_RESOURCE,
  CATCHES,
  EXCEPTIONS,
  type Handlers,
  OF_MAPS,
  OF_READING_MAPS,
  RETRIERS,
  type Retrier,
  type RetrierName,
} from './handler-table';

const retryReport = reporter('retry-table');
const catchReport = reporter('catch-table');

type Entry = NonNullable<State['Retry']>[number] | NonNullable<State['Catch']>[number];

/** Retriers and catchers that differ from the table, and calls that it lacks. */
export function handlerFindings({ name: machine, states }: Subject): Finding[] {
  return states.flatMap(({ name, state }) => {
    if (!['Task', 'Map', 'Parallel'].includes(state.Type)) return [];
    const usual = findUsual(state);
    if (usual === null) {
      const unknown = state.Resource ?? 'a Task without a Resource';
      return [retryReport(name, `checks/machines/house/handler-table.ts has no retries for ${unknown}`)];
    }
    const allowed: Handlers = { ...usual, ...EXCEPTIONS[`${machine}/${name}`] };
    return [
      ...retryComplaints(state, allowed.retry).map((text) => retryReport(name, text)),
      ...catchComplaints(state, allowed.catch).map((text) => catchReport(name, text)),
    ];
  });
}

/** The usual handlers of a state; null for a call that is not in the table. */
function findUsual(state: State): Handlers | null {
  if (state.Type !== 'Task') return 'ItemReader' in state ? OF_READING_MAPS : OF_MAPS;
  const resource = state.Resource ?? '';
  const [, found] =
    Object.entries(BY_RESOURCE).find(([pattern]) =>
      pattern.endsWith('*') ? resource.startsWith(pattern.slice(0, -1)) : resource === pattern,
    ) ?? [];
  if (found === undefined) return null;
  return looksAtFence(state) ? { ...found, catch: 'absent-fence' } : found;
}

function retryComplaints(state: State, allowed: readonly RetrierName[]): string[] {
  const given = state.Retry ?? [];
  const names = allowed.length === 0 ? 'none' : allowed.map((name) => `"${name}"`).join(', then ');
  const hint = `allowed here: ${names} (checks/machines/house/handler-table.ts)`;
  if (given.length !== allowed.length) {
    return [`Retry has ${given.length} ${given.length === 1 ? 'entry' : 'entries'}, not ${allowed.length}; ${hint}`];
  }
  return allowed.flatMap((name, index) => {
    const differences = listDifferences(given[index], toFields(RETRIERS[name]));
    return differences.length === 0 ? [] : [`Retry[${index}] is not "${name}": ${differences.join('; ')}; ${hint}`];
  });
}

function toFields(retrier: Retrier): Readonly<Record<string, unknown>> {
  return {
    ErrorEquals: retrier.errors,
    IntervalSeconds: retrier.intervalSeconds,
    MaxAttempts: retrier.maxAttempts,
    BackoffRate: retrier.backoffRate,
    MaxDelaySeconds: retrier.maxDelaySeconds,
    JitterStrategy: 'FULL',
  };
}

/** The last two entries catch all other errors: a result that is too large takes the same path as any other failure. */
function catchComplaints(state: State, allowed: keyof typeof CATCHES): string[] {
  const given = state.Catch ?? [];
  const names = given.map((entry) => entry.ErrorEquals);
  const hint = `allowed here: "${allowed}" (checks/machines/house/handler-table.ts)`;
  if (!alike(names, CATCHES[allowed])) {
    return [`Catch is not "${allowed}": it names ${formatValue(names)}, not ${formatValue(CATCHES[allowed])}; ${hint}`];
  }
  const [large, rest] = given.slice(-2).map(({ ErrorEquals: _, ...leads }) => leads);
  const differences = listDifferences(large, rest);
  if (differences.length === 0) return [];
  const [first, second] = [`Catch[${given.length - 2}]`, `Catch[${given.length - 1}]`];
  return [`${first} and ${second} have to lead to the same: ${differences.join('; ')} in ${second}`];
}

/** `MaxAttempts is 3, not 6`, for every field of either. */
function listDifferences(
  given: Entry | Readonly<Record<string, unknown>> = {},
  wanted: Readonly<Record<string, unknown>> = {},
): string[] {
  const values: Readonly<Record<string, unknown>> = given;
  const fields = [...new Set([...Object.keys(wanted), ...Object.keys(values)])];
  return fields
    .filter((field) => !alike(values[field], wanted[field]))
    .map((field) => `${field} is ${formatValue(values[field])}, not ${formatValue(wanted[field])}`);
}

function alike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function formatValue(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
