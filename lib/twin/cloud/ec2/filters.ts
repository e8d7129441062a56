/** Filters of the Describe actions: all must match, each by any of its values; `*` and `?` are wildcards. */
import type { Filter } from '@aws-sdk/client-ec2';
import { ServiceError } from '../service';
import type { Tags } from './state';

/** Values of a resource by filter name, beside its tags. */
export type Fields = Readonly<Record<string, string>>;

/**
 * A predicate over tags and fields.
 * @param names filters that the action has, beside `tag:KEY` and `tag-key`
 * @throws ServiceError InvalidParameterValue for a filter that the action does not have
 */
export function matcher(
  filters: readonly Filter[] | undefined,
  names: readonly string[],
): (tags: Tags, fields: Fields) => boolean {
  const tests = (filters ?? []).map(({ Name = '', Values = [] }) => {
    if (!Name.startsWith('tag:') && Name !== 'tag-key' && !names.includes(Name)) {
      throw new ServiceError('InvalidParameterValue', `The filter '${Name}' is invalid`, 400);
    }
    if (Values.length === 0 || Values.length > 200) {
      const message = `The filter '${Name}' needs 1 to 200 values, it has ${Values.length}`;
      throw new ServiceError('InvalidParameterValue', message, 400);
    }
    const fits = anyOf(Values);
    if (Name === 'tag-key') return (tags: Tags): boolean => Object.keys(tags).some(fits);
    const tag = Name.startsWith('tag:') ? Name.slice('tag:'.length) : undefined;
    return (tags: Tags, fields: Fields): boolean => {
      const value = tag === undefined ? fields[Name] : tags[tag];
      return value !== undefined && fits(value);
    };
  });
  return (tags, fields) => tests.every((test) => test(tags, fields));
}

/** Whether a value is one of these. Most have no wildcard, and are looked for among hundreds of instances. */
function anyOf(values: readonly string[]): (value: string) => boolean {
  const plain = new Set(values.filter((value) => !/[*?\\]/.test(value)));
  const patterns = values.filter((value) => !plain.has(value)).map(wildcard);
  return (value) => plain.has(value) || patterns.some((pattern) => pattern.test(value));
}

/** `*` stands for any characters, `?` for one, a backslash before either for itself. */
function wildcard(value: string): RegExp {
  const source = value.replace(/\\([*?\\])|[*?]|[^A-Za-z0-9]/g, (found, escaped: string | undefined) => {
    if (escaped !== undefined) return `\\${escaped}`;
    if (found === '*') return '[^]*';
    return found === '?' ? '[^]' : `\\u{${Number(found.codePointAt(0)).toString(16)}}`;
  });
  return new RegExp(`^${source}$`, 'u');
}
