/**
 * Values for settings that are wrong or missing, so that the rest of an entry can still be checked: the rules of a kind
 * need a whole entry. What would be wrong whatever stands there is reported at once, and not in the next round.
 */
import type * as z from 'zod';

/** Choices tried for all settings together: more would say no more. */
const MAX_TRIED = 64;

interface Def {
  readonly type?: string;
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly options?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
  readonly innerType?: unknown;
  readonly in?: unknown;
}

/**
 * Entries in which each of the keys has one of the values that the schema lists for it, or is left out. None where a
 * key needs something that cannot be listed, e.g. a number.
 */
export function standIns(
  schema: z.ZodType,
  entry: Readonly<Record<string, unknown>>,
  keys: Iterable<string | number>,
): Readonly<Record<string, unknown>>[] {
  const { shape = {} } = inner(schema);
  let tried: Readonly<Record<string, unknown>>[] = [entry];
  for (const key of keys) {
    const values = valuesOf(shape[String(key)]);
    tried = tried.flatMap((one) => [without(one, key), ...values.map((value) => ({ ...one, [key]: value }))]);
    if (tried.length > MAX_TRIED) return [];
  }
  return tried;
}

/** Of some keys those for which no value can be listed: that they are left out says nothing against an entry. */
export function unlisted(schema: z.ZodType, keys: Iterable<string | number>): ReadonlySet<string | number> {
  const { shape = {} } = inner(schema);
  return new Set([...keys].filter((key) => valuesOf(shape[String(key)]).length === 0));
}

function without(entry: Readonly<Record<string, unknown>>, key: string | number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => name !== String(key)));
}

function valuesOf(schema: unknown): readonly unknown[] {
  const def = inner(schema);
  if (def.type === 'union') return (def.options ?? []).flatMap(valuesOf);
  if (def.type === 'enum') return Object.values(def.entries ?? {});
  return def.type === 'literal' ? (def.values ?? []) : [];
}

function inner(schema: unknown): Def {
  const def = (schema as { _zod?: { def?: Def } } | undefined)?._zod?.def ?? {};
  const wrapped = def.innerType ?? def.in;
  return wrapped === undefined ? def : inner(wrapped);
}
