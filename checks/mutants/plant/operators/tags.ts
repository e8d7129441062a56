/** Tags that are not there. */
import { REQUIRED_TAGS } from '../../../../lib/shapes/layout';
import { isObject, type Json, type JsonObject, type Path, valuesOf, without, withValue, wordOf } from '../json';
import type { Mutation, Operator } from '../mutant';
import { placesOf } from '../states';

const REQUIRED = REQUIRED_TAGS;

export const dropTag: Operator = {
  name: 'drop-tag',
  apply: (definition) =>
    placesOf(definition).flatMap(({ name, state, path }) =>
      [...valuesOf(state['Arguments'] ?? {})].flatMap(({ path: at, value }) => {
        const last = at.at(-1);
        const full = [...path, 'Arguments', ...at];
        const place = at.join('/');
        if (last === 'TagSpecifications' && Array.isArray(value)) return entries(definition, name, full, place, value);
        return last === 'Tags' ? tags(definition, name, full, place, value) : [];
      }),
    ),
};

/** One kind of resource that is born without tags. */
function entries(definition: JsonObject, state: string, path: Path, at: string, list: readonly Json[]): Mutation[] {
  return list.map((entry, index) => {
    const type = isObject(entry) ? wordOf(entry['ResourceType']) : String(index);
    const what = `${at} without its entry for ${type}`;
    return { state, detail: `${at}/${type}`, what, definition: without(definition, [...path, index]) };
  });
}

/** One tag less: taken out of a list, or filtered out of the list that an expression gives. */
function tags(definition: JsonObject, state: string, path: Path, at: string, value: Json): Mutation[] {
  if (Array.isArray(value)) {
    return value.map((entry, index) => {
      const key = isObject(entry) ? wordOf(entry['Key']) : String(index);
      const what = `${at} without ${key}`;
      return { state, detail: `${at}/${key}`, what, definition: without(definition, [...path, index]) };
    });
  }
  if (typeof value !== 'string') return [];
  return REQUIRED.map((key) => {
    const filtered = value.replace(/^\{%\s*([\s\S]*?)\s*%\}$/, `{% [($1)[Key != '${key}']] %}`);
    const what = `${at} without ${key}`;
    return { state, detail: `${at}/${key}`, what, definition: withValue(definition, path, filtered) };
  });
}
