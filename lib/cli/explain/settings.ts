/** Settings of a spec as topics: what several kinds have alike is one topic. */
import { type AboutForm, allowed } from '../../experiment/language/editor/form';
import { allSettings, type KeyOfSpec } from '../../experiment/language/editor/all-settings';
import { KINDS } from '../../experiment/kinds';
import { groupBy } from '../../shapes/group';
import { type Topic, told, topic } from './topic';

/** In the order of a spec. */
export function settingTopics(): Topic[] {
  const topics = allSettings(KINDS).map(topicOf);
  const alike = groupBy(topics, ({ name, meaning, facts }) => JSON.stringify([name, meaning, facts]));
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return [{ ...first, of: same.flatMap(({ of }) => of), also: [...new Set(same.flatMap(({ also }) => also))] }];
  });
}

function topicOf({ place, kind, form, required, changed }: KeyOfSpec): Topic {
  const { description = '', only, needed, source } = form;
  const path = place.filter((part) => !/^[A-Z]+$/.test(part));
  const suffixes = path.map((_, index) => path.slice(index).join('.'));
  const name = path.at(-1) ?? '';
  const own = place.slice(place.findLastIndex((part) => /^[A-Z]+$/.test(part)) + 1);
  return topic('setting', name, description, {
    of: kind === null ? [] : [kind],
    also: [...suffixes, ...(kind === null ? [] : [`${kind}.${own.join('.')}`])],
    values: valuesOf(form),
    facts: told({
      place: place.join('.'),
      allowed: allowed(form),
      needed: required ? 'always' : needed,
      only: only === needed ? undefined : only,
      default: standard(form),
      example: example(own, form),
      changed: changed === '' ? undefined : `${changed} (in a later stage, or another level of a factor)`,
      source,
    }),
  });
}

function standard({ default: usual }: AboutForm): string | undefined {
  return usual === undefined || typeof usual === 'object' ? undefined : String(usual);
}

/** As it is written in the mapping that holds it; none where no value is known. */
function example(own: readonly string[], form: AboutForm): string | undefined {
  const values = form['enum'];
  const [first] = form.examples ?? (Array.isArray(values) ? (values as unknown[]) : []);
  const value = first ?? (typeof form.default === 'object' ? undefined : form.default);
  if (value === undefined) return undefined;
  const [name = '', ...outer] = [...own].reverse();
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  return outer.reduce((inner, key) => `${key}: { ${inner} }`, `${name}: ${written}`);
}

function valuesOf(form: AboutForm): string[] {
  const { enum: values, anyOf } = form;
  const own = Array.isArray(values) ? (values as unknown[]).filter((one) => typeof one === 'string') : [];
  return [...own, ...(Array.isArray(anyOf) ? (anyOf as AboutForm[]).flatMap(valuesOf) : [])];
}
