/** Fields that are not there: bounds, defaults, parts of arguments, assignments and outputs. */
import { isObject, type Json, type JsonObject, type Path, valueAt, valuesOf, without } from '../json';
import type { Mutation, Operator } from '../mutant';
import { type Place, placesOf } from '../states';

/** Arguments that make a call the same call when it is repeated, or that make its result findable. */
const TOKENS = new Set(['ClientToken', 'ClientRequestToken', 'CreationToken', 'Name']);
/** Deeper parts of arguments are details of one service; they are changed through their expressions. */
const ARGUMENT_DEPTH_MAX = 3;

export const dropTimeout: Operator = {
  name: 'drop-timeout',
  apply: (definition) => [
    ...drops(definition, [['TimeoutSeconds']], '', []),
    ...perState(definition, ({ state }) => ('TimeoutSeconds' in state ? [['TimeoutSeconds']] : [])),
  ],
};

export const dropToken: Operator = {
  name: 'drop-token',
  apply: (definition) =>
    perState(definition, ({ state }) =>
      Object.keys(argumentsOf(state))
        .filter((key) => TOKENS.has(key))
        .map((key) => ['Arguments', key]),
    ),
};

export const dropArgument: Operator = {
  name: 'drop-argument',
  apply: (definition) =>
    perState(definition, ({ state }) =>
      [...valuesOf(argumentsOf(state))]
        .map(({ path }) => path)
        .filter((path) => path.length >= 1 && path.length <= ARGUMENT_DEPTH_MAX)
        .filter((path) => !path.includes('TagSpecifications') && !path.includes('Tags'))
        .filter((path) => !(path.length === 1 && TOKENS.has(String(path[0]))))
        .map((path) => ['Arguments', ...path]),
    ),
};

export const dropAssign: Operator = { name: 'drop-assign', apply: (definition) => perState(definition, assigned) };

export const dropOutput: Operator = {
  name: 'drop-output',
  apply: (definition) =>
    perState(definition, (place) =>
      [['Output'], ['ItemSelector'], ['Items'], ...listed(place.state, 'Output')].flatMap((path): Path[] => {
        const value = valueAt(place.state, path);
        // An empty output only keeps payloads small: nobody can read anything from it.
        if (value === undefined || (isObject(value) && Object.keys(value).length === 0)) return [];
        const keys = isObject(value) ? Object.keys(value).map((key) => [...path, key]) : [];
        return [path, ...(keys.length > 1 ? keys : [])];
      }),
    ),
};

function assigned({ state }: Place): Path[] {
  return [['Assign'], ...listed(state, 'Assign')].flatMap((path) => {
    const value = valueAt(state, path);
    return isObject(value) ? Object.keys(value).map((key) => [...path, key]) : [];
  });
}

/** Paths of a field in rules and catchers. */
function listed(state: JsonObject, field: string): Path[] {
  return ['Choices', 'Catch'].flatMap((list) => {
    const entries: Json | undefined = state[list];
    return Array.isArray(entries) ? entries.map((_, index) => [list, index, field]) : [];
  });
}

function perState(definition: JsonObject, paths: (place: Place) => Path[]): Mutation[] {
  return placesOf(definition).flatMap((place) => drops(definition, paths(place), place.name, place.path));
}

function drops(definition: JsonObject, paths: readonly Path[], state: string, base: Path): Mutation[] {
  return paths.flatMap((path) => {
    if (valueAt(definition, [...base, ...path]) === undefined) return [];
    const at = path.join('/');
    return [{ state, detail: at, what: `${at} dropped`, definition: without(definition, [...base, ...path]) }];
  });
}

function argumentsOf(state: JsonObject): JsonObject {
  const given: Json | undefined = state['Arguments'];
  return isObject(given) ? given : {};
}
