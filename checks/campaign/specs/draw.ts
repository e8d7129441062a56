/** Random values: mostly valid, so that most specs are valid, and mistakes occur one at a time. */
import fc from 'fast-check';

/** A block of a spec. */
export type Settings = Readonly<Record<string, unknown>>;

/** One of this many values is invalid. */
const WRONG_ONE_OF = 60;

/** Mostly a valid value. */
export function likely<T, U>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: WRONG_ONE_OF - 1, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

/** A block with all of `needed`, with a rare omission, and any of `optional`. */
export function settings(
  needed: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  optional: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<Settings> {
  const names = Object.keys(needed);
  const nothing = fc.constant(undefined);
  const forgotten = names.length === 0 ? nothing : likely(nothing, fc.constantFrom(...names));
  return fc
    .tuple(fc.record(needed), fc.record(optional, { requiredKeys: [] }), forgotten)
    .map(([must, may, without]) => {
      const all: Record<string, unknown> = { ...must, ...may };
      if (without !== undefined) Reflect.deleteProperty(all, without);
      return all;
    });
}

/** `{ s0: …, s1: … }`. */
export function nameValues<T>(prefix: string, values: readonly T[]): Record<string, T> {
  return Object.fromEntries(values.map((value, index) => [`${prefix}${index}`, value]));
}
