/** YAML mappings as plain data. */
export type Mapping = Readonly<Record<string, unknown>>;

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Type of a YAML or JSON value in YAML terms. */
export function describeType(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'number' ? 'a number' : 'true or false';
}

/** A scalar as written, shortened to 60 characters; a list or mapping by its type. */
export function quoteValue(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return describeType(value);
  const text = String(value);
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return typeof value === 'string' ? `'${short}'` : short;
}
