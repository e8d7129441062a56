/** Log lines of a call: what it is about, by the names and object keys in its event, and how it ended. */
import { EXECUTION_ID_PATTERN, findRig, parseExecutionId, toExecutionId } from '../../shapes/execution-names';
import { EXECUTIONS_PREFIX, FENCES_PREFIX, parseFenceKey } from '../../shapes/layout';
import type { Context } from '../context';

const KEYS = ['experiment', 'execution', 'rig', 'trial'] as const;
/** Members of log lines; absent if the event lacks them. */
type LogKeys = Readonly<Partial<Record<(typeof KEYS)[number], string>>>;
type Members = Readonly<Record<string, unknown>>;

/** Members of events with the name of an execution, a tag, or an object key of an execution. */
const NAMES = ['executionId', 'rigTag', 'tagValue', 'caller', 'outputPrefix', 'hostsKey', 'fenceKey'];

const OBJECT_KEY = new RegExp(
  `^${EXECUTIONS_PREFIX}(?<experiment>[^/]+)/(?<execution>[^/]+)/(raw/(?<rig>r\\d+)/((?<trial>t\\d+)/)?)?`,
);

/** @param event of any function, perhaps invalid */
export function listLogKeys(event: unknown): LogKeys {
  const { detail, experiment, rig, trial, ...given } = toMembers(event);
  // A trial of the results machine is an item with its plan; the event rule names an ended execution.
  const planned = toMembers(toMembers(trial)['trial']);
  const names = [...NAMES.map((name) => given[name]), toMembers(detail)['name']];
  const sources = [planned, { experiment, rig, trial }, ...names.map(parseName)];
  const found = KEYS.map((key) => [key, sources.map((one) => one[key]).find((value) => typeof value === 'string')]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as LogKeys;
}

function parseName(name: unknown): Members {
  if (typeof name !== 'string') return {};
  if (name.startsWith(FENCES_PREFIX)) return { execution: parseFenceKey(name) };
  const execution = toExecutionId(parseExecutionId(name));
  if (EXECUTION_ID_PATTERN.test(execution)) return { execution, rig: findRig(name) };
  return OBJECT_KEY.exec(name)?.groups ?? {};
}

function toMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

/** Longer texts of an answer are not logged. */
const TEXT_MAX = 100;

/** Short members of the answer of a function: `trial=t0001 verdict=VALID`. */
export function formatAnswer(answer: unknown): string {
  return Object.entries(toMembers(answer))
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name}=${value as string}`)
    .filter((text) => text.length <= TEXT_MAX)
    .join(' ');
}

/** Names the execution, rig and trial of a call on each of its log lines, and logs how it ended. */
export async function logCall<R, C extends Context>(
  event: unknown,
  context: C,
  call: (context: C) => Promise<R>,
): Promise<R> {
  const log = context.log.withKeys?.({ ...listLogKeys(event) }) ?? context.log;
  const began = context.now();
  const take = (): { milliseconds: number } => ({ milliseconds: context.now() - began });
  try {
    const answer = await call({ ...context, log });
    log.info('done', { ...take(), answer: formatAnswer(answer) });
    return answer;
  } catch (error) {
    const { name, message } = error as Error;
    log.warn('failed', { ...take(), error: name, cause: message });
    throw error;
  }
}
