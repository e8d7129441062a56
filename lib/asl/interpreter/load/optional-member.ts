/** Optional members of compiled states. */
import type { Template } from '../jsonata/template';

/** An object with that member, or an empty one: optional members are absent, not undefined. */
export function toMember<K extends string>(key: K, value: Template | undefined): { [P in K]?: Template } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: Template };
}
