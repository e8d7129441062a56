/** Optional members of compiled states. */
import type { Template } from '../jsonata/template';

/** An object with one optional member, or an empty one if its value is undefined. */
export function toMember<K extends string>(key: K, value: Template | undefined): { [P in K]?: Template } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: Template };
}
