/** Optional members of compiled states. */
import type { Template } from '../jsonata/template';

/** A member of that name, or none: optional members of a state are absent, not undefined. */
export function toMember<K extends string>(key: K, value: Template | undefined): { [P in K]?: Template } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: Template };
}
