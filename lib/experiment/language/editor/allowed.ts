/** What may stand for a setting, in words: pages and `fsxbench explain` say it alike. */
import type { JsonSchema } from '../../../shapes/setting';
import type { AboutForm } from './form';

/** What may stand there: as its schema says it, else its form in words. */
export function allowed(form: AboutForm): string {
  return form.allowed ?? words(form);
}

function words(form: JsonSchema): string {
  const { type, enum: values, const: only, anyOf, minimum, maximum, exclusiveMinimum, pattern, examples } = form;
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (only !== undefined) return `\`${JSON.stringify(only).replaceAll('"', '')}\``;
  if (Array.isArray(anyOf)) return (anyOf as JsonSchema[]).map(words).join(', ');
  if (type === 'boolean') return '`true`, `false`';
  if (type === 'object') return 'a mapping';
  if (type === 'array') return 'a list';
  if (type === 'integer' || type === 'number') {
    const number = type === 'integer' ? 'a whole number' : 'a number';
    if (minimum !== undefined && maximum !== undefined) return `${number}, ${figure(minimum)} to ${figure(maximum)}`;
    if (minimum !== undefined) return `${number}, ${figure(minimum)} or more`;
    return exclusiveMinimum === undefined ? number : `${number} above ${figure(exclusiveMinimum)}`;
  }
  const some = Array.isArray(examples) ? examples.map((one) => `\`${String(one)}\``).join(', ') : '';
  return `${pattern === undefined || some === '' ? 'a text' : 'a quantity'}${some === '' ? '' : `, e.g. ${some}`}`;
}

function figure(value: unknown): string {
  return Number(value).toLocaleString('en-US');
}
