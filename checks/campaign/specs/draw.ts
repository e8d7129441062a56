/** How values are drawn: most of them right, so that most specs come through, and each mistake comes by itself. */
import fc from 'fast-check';

/** A block of a spec. */
export type Settings = Readonly<Record<string, unknown>>;

/** One value of this many is drawn from what is wrong. */
const WRONG_ONE_OF = 60;

/** Mostly what is right. */
export function likely<T, U>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: WRONG_ONE_OF - 1, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

/** A block with all of `needed`, but for one that is now and then forgotten, and any of `optional`. */
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
