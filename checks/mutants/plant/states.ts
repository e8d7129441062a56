/** States of a definition with their paths, the transitions between them, and their expressions. */
import { isObject, type Json, type JsonObject, type Path, valueAt, walkValues, toWord } from './json';

/** One state of a machine, at any depth. */
export interface Place {
  readonly name: string;
  readonly state: JsonObject;
  /** Path of the state. */
  readonly path: Path;
  /** Path of its graph: machine, branch or processor. */
  readonly graph: Path;
}

/** A field that names the next state. */
export interface Target {
  readonly path: Path;
  readonly to: string;
}

/** All states, outer ones before inner ones, in the order of the file. */
export function listPlaces(definition: JsonObject, graph: Path = []): Place[] {
  const states = valueAt(definition, [...graph, 'States']);
  if (!isObject(states)) return [];
  return Object.entries(states).flatMap(([name, state]) => {
    if (!isObject(state)) return [];
    const path = [...graph, 'States', name];
    const branches = Array.isArray(state['Branches']) ? state['Branches'] : [];
    return [
      { name, state, path, graph },
      ...branches.flatMap((_, index) => listPlaces(definition, [...path, 'Branches', index])),
      ...(isObject(state['ItemProcessor']) ? listPlaces(definition, [...path, 'ItemProcessor']) : []),
    ];
  });
}

/** Fields of a state that name next states: Next, Default, those of its rules and of its catchers. */
export function listTargets({ state, path }: Place): Target[] {
  const own = ['Next', 'Default'].map((field) => ({ path: [...path, field], to: state[field] }));
  const listed = ['Choices', 'Catch'].flatMap((field) => {
    const entries: Json | undefined = state[field];
    if (!Array.isArray(entries)) return [];
    return entries.map((entry, index) => ({
      path: [...path, field, index, 'Next'],
      to: isObject(entry) ? entry['Next'] : undefined,
    }));
  });
  return [...own, ...listed].flatMap(({ path: at, to }) => (typeof to === 'string' ? [{ path: at, to }] : []));
}

/** Fields of a graph that lead to one of its states: its StartAt, and the fields of its states. */
export function listTransitionsTo(definition: JsonObject, { name, graph }: Place): Target[] {
  const start: Target = { path: [...graph, 'StartAt'], to: toWord(valueAt(definition, [...graph, 'StartAt'])) };
  const beside = listPlaces(definition, graph).filter((place) => place.graph.length === graph.length);
  return [start, ...beside.flatMap(listTargets)].filter((target) => target.to === name);
}

/** Values of a state, without those of inner states. */
export function listOwnValues(state: JsonObject): { readonly path: Path; readonly value: Json }[] {
  const { Branches: _branches, ItemProcessor: _processor, ...own } = state;
  return [...walkValues(own)];
}

export function isCode(one: { readonly path: Path; readonly value: Json }): one is { path: Path; value: string } {
  return typeof one.value === 'string' && /^\{%[\s\S]*%\}$/.test(one.value);
}

/** The text with quotes and quoted characters replaced by blanks: indexes stay the same. */
function blankQuoted(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (quoted) => ' '.repeat(quoted.length));
}

/** All matches of a pattern outside of quotes. */
export function findUnquoted(text: string, pattern: RegExp): { readonly index: number; readonly found: string }[] {
  return [...blankQuoted(text).matchAll(pattern)].map((match) => ({ index: match.index, found: match[0] }));
}

/** Replaces a part of the text. */
export function replaceAt(text: string, index: number, length: number, by: string): string {
  return text.slice(0, index) + by + text.slice(index + length);
}
