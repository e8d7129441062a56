/** Expressions in a definition, and their text without what stands in quotes. */
import { type JsonObject, type Path, valuesOf } from './json';
import { placesOf } from './states';

/** An expression of a state. */
export interface Code {
  readonly state: string;
  /** Path of the string in the definition. */
  readonly path: Path;
  /** The same path from the state on, for ids. */
  readonly at: string;
  /** The whole string, `{%` and `%}` included. */
  readonly text: string;
}

/** All expressions, each once: those of inner states belong to the inner states. */
export function codesOf(definition: JsonObject): Code[] {
  return placesOf(definition).flatMap(({ name, state, path }) => {
    const { Branches: _branches, ItemProcessor: _processor, ...own } = state;
    return [...valuesOf(own)].flatMap(({ path: at, value }) => {
      if (typeof value !== 'string' || !/^\{%[\s\S]*%\}$/.test(value)) return [];
      return [{ state: name, path: [...path, ...at], at: at.join('/'), text: value }];
    });
  });
}

/** The text with every character in quotes, and the quotes, made blank: places stay, words in strings vanish. */
export function unquoted(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (quoted) => ' '.repeat(quoted.length));
}

/** Every place where a pattern matches outside of quotes. */
export function matchesIn(text: string, pattern: RegExp): { readonly index: number; readonly found: string }[] {
  return [...unquoted(text).matchAll(pattern)].map((match) => ({ index: match.index, found: match[0] }));
}

/** The text with what stands at an index replaced. */
export function spliced(text: string, index: number, length: number, by: string): string {
  return text.slice(0, index) + by + text.slice(index + length);
}
