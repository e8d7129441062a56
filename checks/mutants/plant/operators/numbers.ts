/** Numbers that are another size. */
import { codesOf, matchesIn, spliced } from '../code';
import { type JsonObject, type Path, valuesOf, withValue } from '../json';
import type { Mutation, Operator } from '../mutant';
import { placesOf } from '../states';

/** Pace of retries: a matter of taste, which the lint holds against its table. */
const TASTE = new Set(['IntervalSeconds', 'BackoffRate', 'MaxDelaySeconds']);
/** Bounds that are wide on purpose: wider is a matter of taste, none at all is not. */
const BOUNDS = new Set(['TimeoutSeconds', 'MaxAttempts']);

export const changeNumber: Operator = {
  name: 'change-number',
  apply: (definition) => [...plain(definition), ...inCode(definition)],
};

function plain(definition: JsonObject): Mutation[] {
  return placesOf(definition).flatMap(({ name, state, path }) => {
    const { Branches: _branches, ItemProcessor: _processor, ...own } = state;
    return [...valuesOf(own)].flatMap(({ path: at, value }) => {
      const field = String(at.at(-1));
      if (typeof value !== 'number' || TASTE.has(field)) return [];
      const others = BOUNDS.has(field) && at[0] !== 'Arguments' ? [0] : variants(value);
      return others.map((other) => mutation(name, at.join('/'), value, other, definition, [...path, ...at], other));
    });
  });
}

function inCode(definition: JsonObject): Mutation[] {
  return codesOf(definition).flatMap(({ state, path, at, text }) =>
    matchesIn(text, /(?<![\w.$])\d+(?:\.\d+)?(?![\w.])/g).flatMap(({ index, found }, count) =>
      variants(Number(found)).map((other) => {
        const changed = spliced(text, index, found.length, String(other));
        return mutation(state, `${at}/${count}`, Number(found), other, definition, path, changed);
      }),
    ),
  );
}

function mutation(
  state: string,
  at: string,
  from: number,
  to: number,
  definition: JsonObject,
  path: Path,
  value: number | string,
): Mutation {
  const detail = `${at}/${to === 0 ? 'zero' : to === 1 ? 'one' : 'times-10'}`;
  return { state, detail, what: `${at}: ${from} turned into ${to}`, definition: withValue(definition, path, value) };
}

/** Ten times as much, and nothing; in place of nothing, one. */
function variants(value: number): number[] {
  return value === 0 ? [1] : [value * 10, 0];
}
