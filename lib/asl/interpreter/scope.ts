/** Where variables live, and what ends together: an execution, a branch, an iteration. */
import { Ended } from './failure';
import type { State } from './machine';

/** What `$states.context.Map.Item` holds. */
export interface MapItem {
  readonly Index: number;
  readonly Value: unknown;
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

  constructor(
    readonly parent?: Scope,
    readonly options: ScopeOptions = {},
  ) {
    this.lastEvent = parent?.lastEvent ?? 0;
    this.item = options.item ?? parent?.item;
    parent?.children.add(this);
  }

  get ended(): boolean {
    return this.over;
  }

  /** @throws {Ended} */
  check(): void {
    if (this.over) throw new Ended();
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
