/** HTML templates that always escape: only {@link Html} is inserted unchanged, every other value becomes text. */
import { replaceUnprintable } from '../shapes/printable';

export class Html {
  constructor(readonly text: string) {}
}

type HtmlValue = Html | string | number | null | undefined | false | readonly (Html | string)[];

/** Template tag: escapes values for text and for attributes in double quotes; omits null, undefined and false. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(
    strings.reduce((text, part, index) => text + part + (index < values.length ? renderValue(values[index]) : ''), ''),
  );
}

export function joinHtml(parts: readonly (Html | string)[], between = ''): Html {
  return new Html(parts.map(renderValue).join(between));
}

function renderValue(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  // Writes percentages without a space, `90%`, also in texts from other folders.
  if (typeof value === 'string' || typeof value === 'number')
    return escapeText(String(value).replace(/(\d) %(?!\w)/g, '$1%'));
  return value.map(renderValue).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for use between tags and in quoted attributes. Drops control and bidi characters. */
export function escapeText(text: string): string {
  return replaceUnprintable(text, '', '\t\n\r')
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Prose; parts in backticks become `<code>`. */
export function renderProse(text: string): Html {
  return joinHtml(
    text.split(/`([^`\n]+)`/).map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`)),
  );
}

/** Inserts no-break characters, so that `31.5k ops/s`, `n = 3` and `30.1k–32.0k` stay on one line. */
export function keepTogether(text: string): string {
  return text
    .replaceAll(' = ', '\u00a0=\u00a0')
    .replace(/(\d[kM]?) (ops\/s|[kMG]?B\/s|µs|ms|s)\b/g, '$1\u00a0$2')
    .replace(/([\dkM])–(?=\d)/g, '$1\u2060–\u2060');
}

/** Allows line breaks after commas: `op=read,bs=1m,depth=8`. */
export function allowBreaks(text: string): Html {
  return joinHtml(text.split(/(?<=,)(?=\S)/), '<wbr>');
}

/** Relative link from `report/index.html` to a file of the execution. */
export function makeRawHref(key: string): string {
  return `../${key.split('/').map(encodeURIComponent).join('/')}`;
}
