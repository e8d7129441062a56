/** Ways that lead elsewhere. */
import { type JsonObject, valueAt, without, withValue } from '../json';
import type { Mutation, Operator } from '../mutant';
import { type Place, placesOf, targetsOf } from '../states';

/** A Default that is not there, or that goes where a rule goes. */
export const changeDefault: Operator = {
  name: 'change-default',
  apply: (definition) =>
    placesOf(definition).flatMap((place) => {
      const { name, state, path } = place;
      if (typeof state['Default'] !== 'string') return [];
      const elsewhere = [...new Set(targetsOf(place).map((target) => target.to))].filter(
        (to) => to !== state['Default'],
      );
      return [
        { state: name, detail: 'none', what: 'Default dropped', definition: without(definition, [...path, 'Default']) },
        ...elsewhere.map((to) => ({
          state: name,
          detail: to,
          what: `Default leads to ${to}`,
          definition: withValue(definition, [...path, 'Default'], to),
        })),
      ];
    }),
};

/** Each way of a state leads to the state after its right one, in the order of the file; a Next may also just end. */
export const redirectNext: Operator = {
  name: 'redirect',
  apply: (definition) =>
    placesOf(definition).flatMap((place) =>
      targetsOf(place).flatMap(({ path, to }): Mutation[] => {
        const at = path.slice(place.path.length).join('/');
        const other = neighbour(definition, place, to);
        if (at === 'Default' || other === null) return [];
        const what = `${at} leads to ${other} in place of ${to}`;
        return [{ state: place.name, detail: at, what, definition: withValue(definition, path, other) }];
      }),
    ),
};

function neighbour(definition: JsonObject, place: Place, to: string): string | null {
  const names = Object.keys(valueAt(definition, [...place.graph, 'States']) as JsonObject);
  const from = names.indexOf(to);
  const others = [...names.slice(from + 1), ...names.slice(0, Math.max(from, 0))];
  return others.find((name) => name !== to && name !== place.name) ?? null;
}
