/** A state that is not there: what led to it leads to what followed it. A last state becomes a bare Succeed. */
import { changed, type JsonObject, type Path, valueAt, withValue, wordOf } from '../json';
import type { Mutation, Operator } from '../mutant';
import { type Place, placesOf, targetsTo } from '../states';

export const removeState: Operator = {
  name: 'remove-state',
  apply: (definition) => placesOf(definition).flatMap((place) => removed(definition, place)),
};

function removed(definition: JsonObject, place: Place): Mutation[] {
  const { name, state, path } = place;
  const next = state['Next'] ?? state['Default'];
  if (typeof next !== 'string') return bare(definition, place);
  if (next === name) return [];
  const redirected = redirect(definition, place, next);
  const gone = changed(redirected, (copy) => {
    const states = valueAt(copy, path.slice(0, -1)) as JsonObject;
    delete states[name];
  });
  return [{ state: name, detail: 'gone', what: `removed; what led here leads to ${next}`, definition: gone }];
}

/** The definition with every way to a state leading to another one. */
export function redirect(definition: JsonObject, place: Place, next: string): JsonObject {
  const targets: Path[] = targetsTo(definition, place).map((target) => target.path);
  return targets.reduce((changing, path) => withValue(changing, path, next), definition);
}

function bare(definition: JsonObject, { name, state, path }: Place): Mutation[] {
  if (isBare(state)) return [];
  const what = `${wordOf(state['Type'])} replaced by a bare Succeed`;
  return [{ state: name, detail: 'bare', what, definition: withValue(definition, path, { Type: 'Succeed' }) }];
}

/** A last state that hands on what it was given, as a bare Succeed does. */
function isBare(state: JsonObject): boolean {
  const idle = state['Type'] === 'Succeed' || (state['Type'] === 'Pass' && state['End'] === true);
  return idle && Object.keys(state).every((field) => ['Type', 'End', 'Comment'].includes(field));
}
