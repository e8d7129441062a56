/** YAML mappings as plain data. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Whether a value is a YAML mapping. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
