/** The context of one running state. It evaluates all fields, so that all have the same `$states`. */
import { Stop } from '../clock/stop';
import { makeEntered, makeExited, plainDetails } from './history/details';
import { Failure } from './failure';
import { PAYLOAD_MAX_BYTES, makeTooLargeFailure } from './payload-limit';
import type { Details } from './history/history';
import type { Interpreter } from './interpreter';
import { EvaluationFault } from './jsonata/expression';
import type { Leaf, Template } from './jsonata/template';
import type { View } from './jsonata/view';
import type { State, StateType } from './machine';
import type { MapItem, ScopePosition, Scope, Work } from './scope';
import type { Step } from './step';
import { checkVariables } from './variables';

/** Parts of `$states` besides `input` and `context`. */
export interface StatesVariableFields {
  readonly result?: unknown;
  readonly errorOutput?: unknown;
  /** `$states.context.Task.Token`. */
  readonly token?: string;
  /** `$states.context.Map.Item`, if it differs from the scope's item. */
  readonly item?: MapItem;
}

/** Fields of a state, a rule or a catcher that determine its result. */
interface OutcomeFields {
  readonly output?: Template | undefined;
  readonly assign?: Template | undefined;
  readonly next?: string | undefined;
}

/** Type names of JSONata values in messages of evaluation errors. */
export type ValueType = 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string';

/** One entered state: its input, its events, and the evaluation of its fields. */
export class Frame<S extends State = State> {
  /** Retries so far; `$states.context` contains the number in states that can have Retry. */
  retryCount = 0;
  private readonly enteredAt: number;
  private readonly enteredEvent: number;
  private work: Work | undefined;

  /** @param again the position of the state when its execution ended; undefined on the first entry. */
  constructor(
    readonly interpreter: Interpreter,
    readonly scope: Scope,
    readonly state: S,
    readonly input: unknown,
    again?: ScopePosition,
  ) {
    const { clock, history } = interpreter;
    const { place } = scope;
    place.begun = true;
    place.next = state.name;
    place.value = input;
    if (again === undefined || again.enteredEvent === 0 || !REENTERED_QUIETLY[state.type]) {
      this.enteredAt = clock.now();
      history.measure(input);
      this.enteredEvent = this.record(`${state.type}StateEntered`, makeEntered(state.name, input));
      history.transitions++;
    } else {
      this.enteredAt = again.enteredAt;
      this.enteredEvent = again.enteredEvent;
      this.work = again.work;
    }
    place.enteredAt = this.enteredAt;
    place.enteredEvent = this.enteredEvent;
    scope.open = state;
  }

  /** Progress of the state before a redrive; only the first attempt gets it. */
  takeWork<W extends Work>(of: W['of']): W | undefined {
    const { work } = this;
    this.work = undefined;
    return work?.of === of ? (work as W) : undefined;
  }

  /** Keeps progress for a redrive; undefined if a redrive starts the state again. */
  keepWork(work: Work | undefined): void {
    if (!this.scope.hasEnded) this.scope.place.work = work;
  }

  /** Adds an event of this state to the history. @returns its id. @throws {BranchEnded} */
  record(type: string, details?: Details): number {
    this.scope.check();
    this.scope.lastEvent = this.interpreter.history.add(type, this.scope.lastEvent, details);
    return this.scope.lastEvent;
  }

  /** Records the exit and makes the assigned variables visible. */
  exit(step: Step): void {
    this.record(`${this.state.type}StateExited`, makeExited(this.state.name, step.output, step.assigned));
    if (step.assigned !== undefined) this.scope.assign(step.assigned);
    this.scope.open = undefined;
    const { place } = this.scope;
    place.next = step.next;
    place.value = step.output;
    place.enteredEvent = 0;
    place.work = undefined;
  }

  /** Waits on the execution's clock. @throws {BranchEnded} if the branch ends meanwhile. */
  async sleep(milliseconds: number): Promise<void> {
    const cancel = new Stop();
    const release = this.scope.onEnd(() => cancel.stop('over'));
    await this.interpreter.clock.sleep(milliseconds, cancel);
    release();
    this.scope.check();
  }

  view(extra: StatesVariableFields = {}): View {
    return new FrameView(this, extra);
  }

  /** `$states`. */
  states(extra: StatesVariableFields): Readonly<Record<string, unknown>> {
    let context: unknown;
    const make = (): unknown => this.context(extra);
    const states: Record<string, unknown> = {
      input: this.input,
      get context() {
        context ??= make();
        return context;
      },
    };
    if ('result' in extra) states['result'] = extra.result;
    if ('errorOutput' in extra) states['errorOutput'] = extra.errorOutput;
    return states;
  }

  /**
   * Value of a template; a promise only if jsonata evaluates one of its expressions.
   * @throws Failure States.QueryEvaluationError, with its event, if an expression fails or has no value.
   */
  evaluate(template: Template, view: View, results: unknown[] = []): unknown {
    const leaf = template.leaves[results.length];
    if (leaf === undefined) {
      if (results.length > 0) this.scope.check();
      return template.build(results);
    }
    const value = leaf.expression.evaluate(view);
    if (!(value instanceof Promise)) return this.evaluateNext(template, view, leaf, results, value);
    return value.then(
      (found: unknown) => this.evaluateNext(template, view, leaf, results, found),
      (error: unknown) => {
        throw error instanceof EvaluationFault ? this.expressionFailure(leaf, error.message) : error;
      },
    );
  }

  /** Value of a field that requires one type; undefined if the field is absent. */
  evaluateTyped(template: Template | undefined, type: ValueType, view: View): unknown {
    return template === undefined
      ? undefined
      : chain(this.evaluate(template, view), (value) => {
          const found = getType(value);
          const leaf = template.leaves[0];
          if (found === type || leaf === undefined) return value;
          const types = `Expected '${type}', but was '${found}' for value: ${JSON.stringify(value)}`;
          throw this.expressionFailure(leaf, `returned an unexpected result type. ${types}`);
        });
  }

  /** Evaluates Assign and Output of the state, a rule or a catcher. Both use the variables as they were at entry. */
  outcome(
    { assign, output, next }: OutcomeFields,
    otherwise: unknown,
    extra?: StatesVariableFields,
  ): Step | Promise<Step> {
    if (assign === undefined && output === undefined) return { next, output: this.checkSize(otherwise) };
    const view = this.view(extra);
    return chain(assign === undefined ? undefined : this.evaluate(assign, view), (assigned) =>
      chain(output === undefined ? otherwise : this.evaluate(output, view), (found): Step => {
        const value = this.checkSize(found);
        if (assigned === undefined) return { next, output: value };
        const variables = assigned as Readonly<Record<string, unknown>>;
        checkVariables(this.state.name, this.scope, variables);
        return { next, output: value, assigned: variables };
      }),
    );
  }

  /** Returns the payload. @throws Failure if the payload is too large. */
  checkSize<T>(payload: T): T {
    if (this.interpreter.history.measure(payload) > PAYLOAD_MAX_BYTES)
      throw makeTooLargeFailure(this.state.name, 'payload');
    return payload;
  }

  /** States.QueryEvaluationError, with its event. @param location absent if the error belongs to no field. */
  evaluationFailure(text: string, location?: string): Failure {
    const cause = this.cause(text);
    const error = 'States.QueryEvaluationError';
    const details = plainDetails('evaluationFailedEventDetails', { error, cause, location, state: this.state.name });
    this.record('EvaluationFailed', details);
    return new Failure(error, cause);
  }

  /** A cause with the service's prefix, which names the state and the id of the event that entered it. */
  cause(text: string): string {
    const place = `'${this.state.name}' (entered at the event id #${this.enteredEvent})`;
    return `An error occurred while executing the state ${place}. ${text}`;
  }

  /** Keeps the value of one expression, and evaluates those after it. */
  private evaluateNext(template: Template, view: View, leaf: Leaf, results: unknown[], value: unknown): unknown {
    if (value === undefined) throw this.expressionFailure(leaf, 'returned nothing (undefined).');
    results.push(value);
    return this.evaluate(template, view, results);
  }

  private expressionFailure({ expression: { source }, location }: Leaf, what: string): Failure {
    return this.evaluationFailure(
      `The JSONata expression '${source}' specified for the field '${location}' ${what}`,
      location,
    );
  }

  private context({ token, item = this.scope.item }: StatesVariableFields): Readonly<Record<string, unknown>> {
    const retries = RETRIABLE.includes(this.state.type) ? { RetryCount: this.retryCount } : {};
    return {
      ...this.interpreter.context,
      State: { Name: this.state.name, EnteredTime: new Date(this.enteredAt).toISOString(), ...retries },
      ...(token === undefined ? {} : { Task: { Token: token } }),
      ...(item === undefined ? {} : { Map: { Item: item } }),
    };
  }
}

/** The view of a frame. It makes `$states` only for expressions that read it. */
class FrameView implements View {
  readonly millis: number;
  private made: Readonly<Record<string, unknown>> | undefined;

  constructor(
    private readonly frame: Frame,
    private readonly extra: StatesVariableFields,
  ) {
    this.millis = frame.interpreter.clock.now();
  }

  get states(): Readonly<Record<string, unknown>> {
    this.made ??= this.frame.states(this.extra);
    return this.made;
  }

  variable(name: string): unknown {
    return this.frame.scope.variable(name);
  }

  random(): number {
    return this.frame.interpreter.random();
  }

  uuid(): string {
    return this.frame.interpreter.uuid();
  }
}

/** Continues with a value, at once unless it is a promise. */
export function chain<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/**
 * Whether a redriven state continues without another StateEntered event, as after a retry. Only a Fail state is
 * documented as entered again. https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html
 */
const REENTERED_QUIETLY: Readonly<Record<StateType, boolean>> = {
  Task: true,
  Parallel: true,
  Map: true,
  Pass: true,
  Choice: true,
  Wait: true,
  Succeed: true,
  Fail: false,
};

/** States whose context has RetryCount: those that can have Retry. Observed for Task; a Pass has none. */
const RETRIABLE: readonly StateType[] = ['Task', 'Parallel', 'Map'];

function getType(value: unknown): ValueType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as ValueType);
}
