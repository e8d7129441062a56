/** Where variables live, what ends together and where that goes on after a redrive: an execution, a branch, an item. */
import { BranchEnded } from './failure';
import type { State } from './machine';

/** What `$states.context.Map.Item` holds. */
export interface MapItem {
  readonly Index: number;
  readonly Value: unknown;
}

/**
 * Where a scope stands: in a state, between two, or at its end. All that a redrive has to know; one object for each
 * scope, however long its history.
 */
export interface ScopePosition {
  /** Whether its first state was reached. */
  begun: boolean;
  /** The state that it is in or goes to; undefined where its states are through. */
  next: string | undefined;
  /** Input of that state, or the output of the last one. */
  value: unknown;
  /** Id of the event that entered the state, and when that was (epoch milliseconds); 0 between states. */
  enteredEvent: number;
  enteredAt: number;
  /** What a Parallel or Map has done of its work so far. */
  work: Work | undefined;
}

/** Work of a Parallel or Map that a redrive takes up again; who begins it knows its shape. */
export interface Work {
  readonly of: 'branches' | 'items' | 'run';
}

/** What a scope is part of, besides its parent. */
export interface ScopeOptions {
  readonly item?: MapItem;
  /** Details of the Map iteration's events. */
  readonly iteration?: { readonly name: string; readonly index: number };
}

/**
 * A stretch of states that run one after another: the execution itself, a branch of a Parallel, an iteration of an
 * inline Map. It holds the variables assigned in it, reads those of the scopes around it, and ends with them.
 */
export class Scope {
  private readonly variables = new Map<string, unknown>();
  private readonly endings = new Set<() => void>();
  private over = false;
  /** Id of its last event. */
  lastEvent: number;
  /** The state it is in; undefined between states, and once the state reported its own failure. */
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

  /** Whether its last state was left: its output is the value of its place. */
  get isDone(): boolean {
    return this.place.begun && this.place.next === undefined;
  }

  /** A new scope with the variables of this one, which has ended, and nothing of what still unwinds in it. */
  revive(parent?: Scope): Scope {
    const scope = new Scope(parent, this.options);
    for (const [name, value] of this.variables) scope.variables.set(name, value);
    return scope;
  }

  /** @throws {BranchEnded} */
  check(): void {
    if (this.over) throw new BranchEnded();
  }

  /** Value of a variable here or in a scope around; undefined where none was assigned. */
  variable(name: string): unknown {
    return this.variables.has(name) ? this.variables.get(name) : this.parent?.variable(name);
  }

  assign(values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) this.variables.set(name, value);
  }

  /** Names and values of the variables of this scope alone. */
  ownVariables(): IterableIterator<[string, unknown]> {
    return this.variables.entries();
  }

  /** Calls `action` when the scope is ended from outside; the returned function takes it back. */
  onEnd(action: () => void): () => void {
    if (this.over) action();
    else this.endings.add(action);
    return () => this.endings.delete(action);
  }

  /** Ends the scope and all inside it at once: waits and task attempts are cancelled, nothing more is recorded. */
  end(): void {
    if (this.over) return;
    this.over = true;
    for (const child of this.children) child.end();
    const endings = [...this.endings];
    this.endings.clear();
    for (const action of endings) action();
  }

  /** Leaves the parent when its states are through. */
  leave(): void {
    if (this.parent === undefined) return;
    this.parent.children.delete(this);
    this.parent.lastEvent = Math.max(this.parent.lastEvent, this.lastEvent);
  }
}
