/** A planted fault in a state machine. */
import type { JsonObject } from './json';

/** What an operator makes: one change of one machine. */
export interface Mutation {
  /** State that is changed; empty for the machine itself. */
  readonly state: string;
  /** Tells the changes of one operator in one state apart; stable as long as that state is not changed. */
  readonly detail: string;
  /** For people: what was done. */
  readonly what: string;
  readonly definition: JsonObject;
}

/** A kind of fault. */
export interface Operator {
  /** Kebab case, part of the id. */
  readonly name: string;
  readonly apply: (definition: JsonObject) => Mutation[];
}

export interface Mutant {
  /** `<machine>:<state>:<operator>:<detail>`. */
  readonly id: string;
  readonly machine: string;
  readonly operator: string;
  readonly state: string;
  /** State to which the only way leads on which the change matters; null where it may matter on any way. */
  readonly way: string | null;
  readonly what: string;
  /** Text of the changed machine file. */
  readonly definition: string;
}
