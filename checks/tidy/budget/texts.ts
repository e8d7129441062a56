/** The texts of a file that readers see: prose, strings of several words, titles of tests. */
import { parseSync } from '@swc/core';

type Node = { readonly type?: string } & Readonly<Record<string, unknown>>;

const CALLS = ['describe', 'it', 'test'];

/** Titles at their lines, each behind `¶` and what calls it; all else is blank. Parts of templates are `x`. */
export function pickTitles(text: string): string {
  const lines = text.split('\n').map(() => '');
  let from = 0;
  for (const { call, raw, title } of findTitles(parseSync(text, { syntax: 'typescript' }).body)) {
    // Calls are found in the order of the text.
    from = Math.max(from, text.indexOf(raw, from) + raw.length);
    const line = text.slice(0, from).split('\n').length - 1;
    lines[line] = `${lines[line] ?? ''}¶${call} ${title}`;
  }
  return lines.join('\n');
}

function findTitles(node: unknown): { readonly call: string; readonly raw: string; readonly title: string }[] {
  if (Array.isArray(node)) return node.flatMap(findTitles);
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee, arguments: args } = node as Node;
  const inside = Object.values(node).flatMap(findTitles);
  const call = type === 'CallExpression' ? findCallee(callee as Node) : undefined;
  if (call === undefined) return inside;
  const [first] = args as readonly { readonly expression: Node }[];
  const title = first === undefined ? undefined : readText(first.expression);
  return title === undefined ? inside : [{ call, ...title }, ...inside];
}

/** `it` of `it(…)`, `it.each(…)(…)` and the like. */
function findCallee(node: Node): string | undefined {
  if (node.type === 'Identifier') return CALLS.find((name) => name === node['value']);
  const next = node['callee'] ?? node['object'] ?? node['tag'];
  return next === undefined ? undefined : findCallee(next as Node);
}

function readText(node: Node): { readonly raw: string; readonly title: string } | undefined {
  if (node.type === 'StringLiteral') return { raw: node['raw'] as string, title: node['value'] as string };
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = (node['quasis'] as readonly { readonly raw: string }[]).map(({ raw }) => raw);
  return { raw: parts[0] ?? '', title: parts.join('x') };
}

/** Blanks code blocks and quoted code; keeps line numbers. */
export function toProse(text: string): string {
  return text
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, 'x')
    .replace(/^\|.*$/gm, (row) => row.replaceAll('|', '.'))
    .replace(/^(?:[-*]|\d+\.|#+) /gm, '. ');
}

/** Strings of several words, with `¶` between them; everything else is blank, and line numbers are kept. */
export function pickTexts(path: string, text: string): string {
  if (path.endsWith('.json')) return text;
  return text
    .split('\n')
    .map((line) =>
      /^\s*(?:\/?\*|\/\/)/.test(line)
        ? ''
        : [...line.matchAll(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g)]
            // Names of values are no words of the text.
            .map(([string]) => string.replace(/\$\{[^}'"`]*\}/g, 'x'))
            .filter((string) => /\w \w/.test(string))
            .join(' ¶ '),
    )
    .join('\n');
}
