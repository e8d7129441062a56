/** Scopes of variables: an execution, a branch or an iteration. A scope ends as a whole, and a redrive continues it. */
import { BranchEnded } from './failure';
import type { State } from './machine';

/** `$states.context.Map.Item`. */
export interface MapItem {
  readonly Index: number;
  readonly Value: unknown;
}

/**
 * The position of a scope: in a state, between two states, or at its end. A redrive needs only the position, so each
 * scope has one such object, even with a long history.
 */
export interface ScopePosition {
  /** Whether the scope's first state was reached. */
  begun: boolean;
  /** The current or next state; undefined at the end. */
  next: string | undefined;
  /** Input of the current state, or output of the last one. */
  value: unknown;
  /** Id of the event that entered the state, and its time (epoch milliseconds); 0 between states. */
  enteredEvent: number;
  enteredAt: number;
  /** Progress of a Parallel or Map. */
  work: Work | undefined;
}

/** Progress of a Parallel or Map for a redrive; only the state that made it uses its contents. */
export interface Work {
  readonly of: 'branches' | 'items' | 'run';
}

/** Options of a scope, in addition to its parent. */
export interface ScopeOptions {
  readonly item?: MapItem;
  /** Details of the Map iteration's events. */
  readonly iteration?: { readonly name: string; readonly index: number };
}

/**
 * States that run one after another: an execution, a branch of a Parallel, or an iteration of an inline Map. A scope
 * contains the variables assigned in it, reads variables of outer scopes, and ends with them.
 */
export class Scope {
  private readonly variables = new Map<string, unknown>();
  private readonly endings = new Set<() => void>();
  private over = false;
  /** Id of the scope's last event. */
  lastEvent: number;
  /** The current state; undefined between states, and after the state reported its own failure. */
  open: State | undefined;
  readonly item: MapItem | undefined;
  readonly children = new Set<Scope>();
  readonly place: ScopePosition = {
    begun: false,
    next: undefined,
    value: undefined,
    enteredEvent: 0,
    enteredAt: 0,
    work: undefined,
  };

  constructor(
    readonly parent?: Scope,
    readonly options: ScopeOptions = {},
  ) {
    this.lastEvent = parent?.lastEvent ?? 0;
    this.item = options.item ?? parent?.item;
    parent?.children.add(this);
  }

  get hasEnded(): boolean {
    return this.over;
  }

  /** Whether the last state has ended; its output is the value of the position. */
  get isDone(): boolean {
    return this.place.begun && this.place.next === undefined;
  }

  /** A new scope with the variables of this ended one. Code that still unwinds in the old scope does not affect it. */
  revive(parent?: Scope): Scope {
    const scope = new Scope(parent, this.options);
    for (const [name, value] of this.variables) scope.variables.set(name, value);
    return scope;
  }

  /** @throws {BranchEnded} */
  check(): void {
    if (this.over) throw new BranchEnded();
  }

  /** Value of a variable of this scope or an outer one; undefined if it was not assigned. */
  variable(name: string): unknown {
    return this.variables.has(name) ? this.variables.get(name) : this.parent?.variable(name);
  }

  assign(values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) this.variables.set(name, value);
  }

  ownVariables(): IterableIterator<[string, unknown]> {
    return this.variables.entries();
  }

  /** Calls `action` when the scope is ended from outside; the returned function cancels the registration. */
  onEnd(action: () => void): () => void {
    if (this.over) action();
    else this.endings.add(action);
    return () => this.endings.delete(action);
  }

  /** Ends this scope and all inside it at once: cancels waits and task attempts, and stops the recording of events. */
  end(): void {
    if (this.over) return;
    this.over = true;
    for (const child of this.children) child.end();
    const endings = [...this.endings];
    this.endings.clear();
    for (const action of endings) action();
  }

  /** Detaches from the parent after the last state. */
  leave(): void {
    if (this.parent === undefined) return;
    this.parent.children.delete(this);
    this.parent.lastEvent = Math.max(this.parent.lastEvent, this.lastEvent);
  }
}
