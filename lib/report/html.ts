/** Markup that cannot be forgotten to be escaped: only {@link Html} goes in as it stands, every other value is text. */

export class Html {
  constructor(readonly text: string) {}
}

type HtmlValue = Html | string | number | null | undefined | false | readonly (Html | string)[];

/**
 * Template of markup: values are escaped for text and for attributes in double quotes; null, undefined and false are
 * left out.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(
    strings.reduce((text, part, index) => text + part + (index < values.length ? renderValue(values[index]) : ''), ''),
  );
}

/** Parts one after the other. */
export function joinHtml(parts: readonly (Html | string)[], between = ''): Html {
  return new Html(parts.map(renderValue).join(between));
}

function renderValue(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  // Shares have one form, `90%`, whoever wrote them.
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

/**
 * Text that is safe between tags and in quoted attributes. Control characters that no document may hold are dropped.
 */
export function escapeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Prose: what stands in it between backticks is what somebody writes, a command or a key, and looks so. */
export function renderProse(text: string): Html {
  return joinHtml(
    text.split(/`([^`\n]+)`/).map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`)),
  );
}

/** Keeps what belongs together on one line: `31.5k ops/s`, `n = 3`, `30.1k–32.0k`. */
export function keepTogether(text: string): string {
  return text
    .replaceAll(' = ', '\u00a0=\u00a0')
    .replace(/(\d[kM]?) (ops\/s|[kMG]?B\/s|µs|ms|s)\b/g, '$1\u00a0$2')
    .replace(/([\dkM])–(?=\d)/g, '$1\u2060–\u2060');
}

/** Text that may break after its commas: `op=read,bs=1m,depth=8` is one word else. */
export function allowBreaks(text: string): Html {
  return joinHtml(text.split(/(?<=,)(?=\S)/), '<wbr>');
}

/** Relative link to a file below the execution's root, seen from `report/index.html`. */
export function makeRawHref(key: string): string {
  return `../${key.split('/').map(encodeURIComponent).join('/')}`;
}
