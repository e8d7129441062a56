/** Expressions that say something else. */
import { codesOf, matchesIn, spliced } from '../code';
import { withValue } from '../json';
import type { Mutation, Operator } from '../mutant';

/** Each variable, and each field of the input, of the result and of the error, misspelt once in each expression. */
export const breakName: Operator = {
  name: 'break-name',
  apply: (definition) =>
    codesOf(definition).flatMap(({ state, path, at, text }) => {
      const names = matchesIn(text, /\$(?:states(?:\.\w+)+|[A-Za-z_]\w*(?!\w|\s*\())/g);
      const first = names.filter((name, index) => names.findIndex((other) => other.found === name.found) === index);
      return first.flatMap(({ index, found }): Mutation[] => {
        // The context object has fixed names: misspelling them is what the lint finds by itself.
        if (/^\$states(\.context)?$/.test(found)) return [];
        const what = `${at}: ${found} misspelt`;
        const broken = spliced(text, index + found.length, 0, 'Wrong');
        return [{ state, detail: `${at}/${found}`, what, definition: withValue(definition, path, broken) }];
      });
    }),
};

const OPPOSITE: Readonly<Record<string, string>> = {
  '=': '!=',
  '!=': '=',
  '>': '<=',
  '<=': '>',
  '<': '>=',
  '>=': '<',
  and: 'or',
  or: 'and',
};

/** Each comparison turned into its opposite; and, or exchanged. */
export const negate: Operator = {
  name: 'negate',
  apply: (definition) =>
    codesOf(definition).flatMap(({ state, path, at, text }) =>
      matchesIn(text, /!=|<=|>=|(?<![:~])[=<>]|(?<=\s)(?:and|or)(?=\s)/g).flatMap(
        ({ index, found }, count): Mutation[] => {
          if (text[index - 1] === '~' || (found === '=' && text[index - 1] === ':')) return [];
          const by = OPPOSITE[found] ?? found;
          const what = `${at}: ${found} turned into ${by}`;
          const turned = spliced(text, index, found.length, by);
          return [{ state, detail: `${at}/${count}`, what, definition: withValue(definition, path, turned) }];
        },
      ),
    ),
};
