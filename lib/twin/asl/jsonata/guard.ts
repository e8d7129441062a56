import type { Expression as Compiled, Environment } from 'jsonata';
import { VIEW } from './functions';
import type { View } from './view';

/** Where recursion ends. */
export interface Bounds {
  readonly steps: number;
  readonly depth: number;
}

/**
 * Step Functions ends an evaluation by depth and after some seconds; a number of steps (a few seconds of them) does the
 * same and is the same on every machine.
 */
const BOUNDS: Bounds = { steps: 500_000, depth: 5_000 };

/**
 * Steps and depth of the evaluations under way; a view belongs to one state, so several evaluations may share its
 * bound.
 */
interface Progress {
  steps: number;
  depth: number;
}

/**
 * Ends endless recursion by jsonata's documented hooks for embedding, with the messages of its own example
 * (https://github.com/jsonata-js/jsonata/blob/master/test/run-test-suite.js, timeboxExpression).
 */
export function guardRecursion(compiled: Compiled, bounds = BOUNDS): void {
  const progress = new WeakMap<View, Progress>();
  const of = (environment: Environment): Progress => {
    const view = environment.lookup(VIEW) as View;
    const known = progress.get(view) ?? { steps: 0, depth: 0 };
    progress.set(view, known);
    return known;
  };
  bind(compiled, 'jsonata.__evaluate_entry', (_expression, _input, environment) => {
    const now = of(environment);
    now.steps++;
    now.depth++;
    if (now.depth > bounds.depth) throw fault('Stack overflow error: Check for non-terminating recursive function.');
    if (now.steps > bounds.steps) throw fault('Expression evaluation timeout: Check for infinite loop');
  });
  bind(compiled, 'jsonata.__evaluate_exit', (_expression, _input, environment) => {
    of(environment).depth--;
  });
}

type Hook = (expression: unknown, input: unknown, environment: Environment) => void;

function bind(compiled: Compiled, name: string, hook: Hook): void {
  (compiled.assign as (name: unknown, value: unknown) => void)(Symbol.for(name), hook);
}

function fault(message: string): Error {
  return Object.assign(new Error(message), { code: 'U1001' });
}
