/** A small machine with a place for every operator, and helpers for the mutants of an operator. */
import type { JsonObject } from '../../../checks/mutants/plant/json';
import { applyEdit } from '../../../checks/mutants/plant/generate';
import { OPERATORS } from '../../../checks/mutants/plant/operators';
import { listPlaces } from '../../../checks/mutants/plant/states';
import cases from './machines.cases.json';

export const MACHINE = cases.machine as JsonObject;

interface Mutation {
  readonly state: string;
  readonly detail: string;
  readonly what: string;
  readonly definition: JsonObject;
}

/** The mutants that an operator makes of a machine. */
export function makeMutations(operator: string, definition = MACHINE): Mutation[] {
  const { edits, top } = OPERATORS.find(({ name }) => name === operator)!;
  const machine = (top?.(definition) ?? []).map((edit) => ({ edit, state: '', path: [] as readonly string[] }));
  const all = listPlaces(definition).flatMap((place) =>
    edits(place, definition).map((edit) => ({ edit, state: place.name, path: place.path })),
  );
  return [...machine, ...all].map(({ edit, state, path }) => ({
    state,
    detail: edit.detail,
    what: edit.what,
    definition: applyEdit(definition, path, edit),
  }));
}

/** The same as `state detail`. */
export function listDetails(operator: string, definition = MACHINE): string[] {
  return makeMutations(operator, definition).map(({ state, detail }) => `${state} ${detail}`);
}

/** One mutation, by its state and detail. */
export function findMutation(operator: string, state: string, detail: string): Mutation {
  const found = makeMutations(operator).find((one) => one.state === state && one.detail === detail);
  if (found === undefined) throw new Error(`${operator} makes no ${state} ${detail}`);
  return found;
}
