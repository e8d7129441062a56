/** All planted faults of a machine, in an order and with ids that do not change from run to run. */
import type { JsonObject } from './json';
import type { Mutant, Operator } from './mutant';
import { dropCatch, dropRetry, dropRule } from './operators/drop-handlers';
import { dropArgument, dropAssign, dropOutput, dropTimeout, dropToken } from './operators/drop-fields';
import { breakName, negate } from './operators/expressions';
import { skipFence } from './operators/fence';
import { changeDefault, redirectNext } from './operators/flow';
import { changeNumber } from './operators/numbers';
import { removeState } from './operators/remove-state';
import { dropTag } from './operators/tags';
import { placesOf } from './states';
import { changedWay } from './way';

/** All operators; where two make the same change, the first one counts. */
export const OPERATORS: readonly Operator[] = [
  removeState,
  dropCatch,
  dropRetry,
  dropTag,
  dropToken,
  skipFence,
  dropTimeout,
  changeDefault,
  breakName,
  negate,
  changeNumber,
  redirectNext,
  dropRule,
  dropAssign,
  dropOutput,
  dropArgument,
];

/**
 * Mutants of one machine file.
 * @param text JSON of the machine, placeholders not filled in
 */
export function mutantsOf(machine: string, text: string): Mutant[] {
  const definition = JSON.parse(text) as JsonObject;
  const before = statesByName(definition);
  const seen = new Set([JSON.stringify(definition, null, 2)]);
  return OPERATORS.flatMap((operator) =>
    operator.apply(definition).flatMap((mutation) => {
      const changed = JSON.stringify(mutation.definition, null, 2);
      if (seen.has(changed)) return [];
      seen.add(changed);
      const { state, detail, what } = mutation;
      const id = `${machine}:${state}:${operator.name}:${detail}`;
      const [old, now] = [before.get(state), statesByName(mutation.definition).get(state)];
      const way = old === undefined || now === undefined ? null : changedWay(old, now);
      return [{ id, machine, operator: operator.name, state, way, what, definition: changed }];
    }),
  );
}

function statesByName(definition: JsonObject): Map<string, JsonObject> {
  return new Map(placesOf(definition).map(({ name, state }) => [name, state]));
}
