/** The one way of a state on which a change matters, where it is one. */
import { isObject, type Json, type JsonObject } from './json';

/**
 * Compares a state before and after a change.
 * @returns name of the state to which the way led before; null where the change may matter on any way, or to the state
 * itself
 */
export function changedWay(before: JsonObject, after: JsonObject): string | null {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const [field] = changed;
  if (field === undefined || changed.length > 1) return null;
  switch (field) {
    case 'Next':
    case 'Default':
      return nameOf(before[field]);
    case 'Output':
    case 'Assign':
      // A Choice puts these out on its default way; what ends has no way on.
      return nameOf(before['Type'] === 'Choice' ? before['Default'] : before['Next']);
    case 'Catch':
    case 'Choices':
      return entryWay(before[field], after[field]);
    default:
      return null;
  }
}

/** One catcher or rule that is gone, or that differs in what it does once it was chosen. */
function entryWay(before: Json | undefined, after: Json | undefined): string | null {
  const old = Array.isArray(before) ? before : [];
  const now = Array.isArray(after) ? after : [];
  const first = old.findIndex((entry, index) => JSON.stringify(entry) !== JSON.stringify(now[index]));
  const entry = old[first];
  if (!isObject(entry)) return null;
  if (now.length === old.length - 1) return nameOf(entry['Next']);
  const others = old.filter((other, index) => index !== first && JSON.stringify(other) !== JSON.stringify(now[index]));
  if (now.length !== old.length || others.length > 0) return null;
  const changed = now[first];
  const chosen = (one: Json | undefined): string =>
    isObject(one) ? JSON.stringify([one['ErrorEquals'], one['Condition']]) : '';
  return chosen(entry) === chosen(changed) ? nameOf(entry['Next']) : null;
}

function nameOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
