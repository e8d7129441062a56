/** A JSONata expression: parsed once, evaluated often, with the error messages of Step Functions. */
import jsonata from 'jsonata';
import { BOUNDS, FUNCTION_BOUNDS, guardEvaluation } from './guard';
import { provideFunctions, VIEW } from './functions';
import { type References, findReferences } from './references';
import { compileShortcut, NOT_SIMPLE, type Shortcut } from './shortcut';
import type { View } from './view';

/** A failed evaluation; the message continues "The JSONata expression '…' specified for the field '…' ". */
export class EvaluationFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EvaluationFault';
  }
}

/** One compiled `{% … %}` expression; several evaluations can run at the same time. */
export class Expression {
  readonly references: References;
  private readonly compiled: jsonata.Expression;
  private readonly shortcut: Shortcut | undefined;
  /** Values bound for an evaluation: only for names in the expression. */
  private readonly variables: readonly string[];

  /**
   * @param source the text between `{%` and `%}`, trimmed.
   * @throws the error of jsonata, with `code`, `position` and `message`, if the syntax is invalid.
   */
  constructor(readonly source: string) {
    this.compiled = jsonata(source);
    const ast = this.compiled.ast();
    this.references = findReferences(ast);
    this.variables = [...this.references.names].filter((name) => name !== '' && name !== '$' && name !== 'states');
    provideFunctions(this.compiled, this.references.names);
    const { grows, lambdas } = this.references;
    this.shortcut = grows ? undefined : compileShortcut(ast);
    if (grows) guardEvaluation(this.compiled, lambdas ? FUNCTION_BOUNDS : BOUNDS);
  }

  /**
   * Evaluates to plain JSON, or undefined if the expression has no value. Shortcuts return no promise.
   * @throws {EvaluationFault}
   */
  evaluate(view: View): unknown {
    const value = this.shortcut === undefined ? NOT_SIMPLE : this.shortcut(view);
    if (value !== NOT_SIMPLE) return value;
    return this.evaluateFully(view);
  }

  private async evaluateFully(view: View): Promise<unknown> {
    const bindings: Record<string, unknown> = { states: view.states, [VIEW]: view };
    for (const name of this.variables) {
      const value = view.variable(name);
      if (value !== undefined) bindings[name] = value;
    }
    try {
      return toPlainJson(await this.compiled.evaluate(undefined, bindings));
    } catch (error) {
      if (error instanceof EvaluationFault) throw error;
      throw new EvaluationFault(`threw an error during evaluation${describeError(error)}`);
    }
  }
}

/** Maximum cached expressions: more than all machines of the project contain. */
const CACHE_MAX = 10_000;
const cache = new Map<string, Expression>();

/**
 * Returns the compiled expression of a text and caches it: tests and campaigns load the same texts many times.
 * @throws as the constructor of {@link Expression}
 */
export function getExpression(source: string): Expression {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const made = new Expression(source);
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(source, made);
  return made;
}

/**
 * jsonata also throws plain objects: `. T1006: Attempted to invoke a non-function`, `: Expression evaluation timeout`.
 */
function describeError(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const text = typeof message === 'string' ? message : String(error);
  return typeof code === 'string' ? `. ${code}: ${text}` : `: ${text}`;
}

const UNSUPPORTED = 'returned an unsupported result type.';

/**
 * Converts a JSONata result to plain JSON. JSONata marks arrays with extra properties and may share arrays with its
 * input. Only marked arrays are copied, so that large inputs pass without a copy. Numbers that are not finite become
 * texts (`"Infinity"`, `"NaN"`), as in Step Functions; -0 becomes 0; undefined members are dropped.
 * @throws {EvaluationFault} if the value is or contains a function, which has no JSON form.
 */
export function toPlainJson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value || 0 : String(value);
  if (typeof value === 'function') throw new EvaluationFault(UNSUPPORTED);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return plainArray(value);
  return plainObject(value as Record<string, unknown>);
}

/** Properties that jsonata 2 sets on arrays: see `createSequence` and `evaluatePath` in its source. */
const MARKS = ['sequence', 'keepSingleton', 'cons', 'tupleStream', 'outerWrapper'];

function plainArray(value: readonly unknown[]): unknown[] {
  const copy = value.map((item) => (item === undefined ? null : toPlainJson(item)));
  const marked = MARKS.some((mark) => mark in value);
  return marked || copy.some((item, index) => !Object.is(item, value[index])) ? copy : (value as unknown[]);
}

function plainObject(value: Record<string, unknown>): Record<string, unknown> {
  if (value['_jsonata_lambda'] === true || value['_jsonata_function'] === true) throw new EvaluationFault(UNSUPPORTED);
  const copy: Record<string, unknown> = {};
  let changed = false;
  for (const key of Object.keys(value)) {
    const before = value[key];
    const after = toPlainJson(before);
    if (!Object.is(before, after) || after === undefined) changed = true;
    // Unlike an assignment, this also creates an ordinary member with the name `__proto__`.
    if (after !== undefined)
      Object.defineProperty(copy, key, { value: after, enumerable: true, configurable: true, writable: true });
  }
  return changed ? copy : value;
}
