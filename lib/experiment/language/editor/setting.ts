/** Settings of a kind as a list: those of mappings in it, too. */
import type { AboutForm } from './form';

/** A setting with its place inside of its entry. */
export interface Setting {
  readonly path: readonly string[];
  readonly form: AboutForm;
  readonly required: boolean;
}

/** Settings of a form, those of mappings in it too, in the order of the schema. */
export function settingsOf(form: AboutForm, path: readonly string[] = []): Setting[] {
  const required = (form['required'] ?? []) as readonly string[];
  return Object.entries(form.properties ?? {}).flatMap(([name, one]): Setting[] => {
    if (path.length === 0 && name === 'kind') return [];
    const here = [...path, name];
    const each = mappingOf(one['additionalProperties']);
    // Of entries that the user names, what each may say.
    const ofEach = each === undefined ? [] : settingsOf(each, [...here, 'NAME']);
    const inner = [...settingsOf(one, here), ...ofEach];
    // What has the names of its neighbours is explained with them.
    const known = inner.every(({ path: at }) => Object.hasOwn(form.properties ?? {}, at.at(-1) ?? ''));
    return [{ path: here, form: one, required: required.includes(name) }, ...(known ? [] : inner)];
  });
}

/** What an entry may say: itself, or of several forms the first that is a mapping. Undefined for no form. */
function mappingOf(form: unknown): AboutForm | undefined {
  if (typeof form !== 'object' || form === null) return undefined;
  const own = form as AboutForm;
  const { anyOf } = own;
  return Array.isArray(anyOf) ? (anyOf as AboutForm[]).find(({ properties }) => properties !== undefined) : own;
}
