/** Limits of an evaluation, so that an expression cannot block this process or fill its memory. */
import type { Expression as Compiled, Environment } from 'jsonata';
import { LIMIT_ERRORS, VALUE_MAX_BYTES, VIEW } from './functions';
import type { View } from './view';

/** Limits that end an evaluation. */
export interface Bounds {
  readonly steps: number;
  readonly depth: number;
  /** Total elements of the lists of all steps. */
  readonly elements: number;
}

/**
 * Step Functions stops an evaluation at a depth above 100 (github.com/floci-io/floci/issues/2737), by size and after
 * some seconds. Limits of steps and elements, worth a few seconds, have the same effect on every machine.
 */
export const BOUNDS: Bounds = { steps: 1_000_000, depth: 100, elements: 50_000_000 };

/** Limits of expressions that define functions, whose steps take longer. */
export const FUNCTION_BOUNDS: Bounds = { ...BOUNDS, steps: 500_000 };

/** Counters of running evaluations. A view belongs to one state, so several evaluations may share its limits. */
interface Progress {
  steps: number;
  depth: number;
  elements: number;
}

/**
 * Stops endless recursion and values that grow without limit. It uses jsonata's documented hooks for embedding, with
 * the messages of their example (https://github.com/jsonata-js/jsonata/blob/master/test/run-test-suite.js,
 * timeboxExpression).
 */
export function guardEvaluation(compiled: Compiled, bounds: Bounds): void {
  const progress = new WeakMap<View, Progress>();
  const of = (environment: Environment): Progress => {
    const view = environment.lookup(VIEW) as View;
    const known = progress.get(view) ?? { steps: 0, depth: 0, elements: 0 };
    progress.set(view, known);
    return known;
  };
  bindHook(compiled, 'jsonata.__evaluate_entry', (_expression, _input, environment) => {
    const now = of(environment);
    now.steps++;
    now.depth++;
    if (now.depth > bounds.depth) throw new Error(LIMIT_ERRORS.stack);
    if (now.steps > bounds.steps) throw new Error(LIMIT_ERRORS.time);
  });
  bindHook(compiled, 'jsonata.__evaluate_exit', (_expression, _input, environment, result) => {
    const now = of(environment);
    now.depth--;
    if (typeof result === 'string' ? result.length <= SMALL_LENGTH : typeof result !== 'object') return;
    // The limits apply to each member of $states separately.
    if (result === (environment.lookup(VIEW) as View).states) return;
    if (Array.isArray(result)) now.elements += result.length;
    if (now.elements > bounds.elements) throw new Error(LIMIT_ERRORS.time);
    if (countValueBytes(result) > VALUE_MAX_BYTES) throw new Error(LIMIT_ERRORS.memory);
  });
}

/** Texts below this length are not checked. */
const SMALL_LENGTH = 100_000;

type Hook = (expression: unknown, input: unknown, environment: Environment, result: unknown) => void;

function bindHook(compiled: Compiled, name: string, hook: Hook): void {
  (compiled.assign as (name: unknown, value: unknown) => void)(Symbol.for(name), hook);
}

/** Sizes of values, by object. */
const sizeCache = new WeakMap<object, number>();

/** A number, a boolean or null. */
const SCALAR = 8;

/**
 * Size of a value in an evaluation, as measured on AWS (see {@link VALUE_MAX_BYTES}), bytes: one for each character,
 * and one for each list or object in addition to its content. The size of each object is cached; a value that occurs
 * twice counts twice.
 */
export function countValueBytes(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || isFunction(value)) return SCALAR;
  const before = sizeCache.get(value);
  if (before !== undefined) return before;
  const size = Array.isArray(value) ? listBytes(value) : objectBytes(value as Readonly<Record<string, unknown>>);
  sizeCache.set(value, size);
  return size;
}

function listBytes(list: readonly unknown[]): number {
  // jsonata keeps the context of items in a list of tuples, which expressions never see.
  if ('tupleStream' in list) return 1;
  let size = 1;
  for (const item of list) size += countValueBytes(item);
  return size;
}

function objectBytes(value: Readonly<Record<string, unknown>>): number {
  let size = 1;
  for (const key of Object.keys(value)) size += key.length + countValueBytes(value[key]);
  return size;
}

/** Functions of jsonata are objects that contain the whole environment, so they are not measured. */
function isFunction(value: object): boolean {
  return '_jsonata_lambda' in value || '_jsonata_function' in value;
}
