/** Looks at the fence that do not hold anybody back. */
import { isObject, type Json, type JsonObject, withValue, wordOf } from '../json';
import type { Mutation, Operator } from '../mutant';
import { type Place, placesOf, targetsOf } from '../states';
import { redirect } from './remove-state';

export const skipFence: Operator = {
  name: 'skip-fence',
  apply: (definition) =>
    placesOf(definition).flatMap((place) => {
      const open = whereOpen(place.state);
      return open === null ? [] : [around(definition, place, open), ...through(definition, place, open)];
    }),
};

/** Where a look at the fence leads when there is none; null for other states. */
function whereOpen(state: JsonObject): string | null {
  if (!/fence/i.test(JSON.stringify(state['Arguments'] ?? '')) || !Array.isArray(state['Catch'])) return null;
  const absent = state['Catch'].find(
    (entry: Json) => isObject(entry) && wordOf(entry['ErrorEquals']).includes('NoSuchKey'),
  );
  const next = isObject(absent) ? absent['Next'] : undefined;
  return typeof next === 'string' ? next : null;
}

function around(definition: JsonObject, place: Place, open: string): Mutation {
  const what = `skipped; what led here leads to ${open}`;
  return { state: place.name, detail: 'around', what, definition: redirect(definition, place, open) };
}

/** A closed fence, or one that could not be looked at, lets through. */
function through(definition: JsonObject, place: Place, open: string): Mutation[] {
  return targetsOf(place)
    .filter((target) => target.to !== open)
    .map(({ path }) => {
      const at = path.slice(place.path.length).join('/');
      const what = `${at} leads to ${open}, as if the fence were open`;
      return { state: place.name, detail: at, what, definition: withValue(definition, path, open) };
    });
}
