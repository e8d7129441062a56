/** Names of metrics: a part of `docs/spec.md` that is made from what the workloads say. */
import { ensure } from '../../lib/shapes/errors';
import { WORKLOAD_KINDS } from '../../lib/shapes/workload-kinds';
import { findWorkload } from '../../lib/workloads/registry';

const BEGIN = '<!-- Metrics: made by `npm run reference` -->';
const END = '<!-- End of metrics -->';

/**
 * The page with its tables of metrics made anew.
 * @param page as it stands, with the two marks
 * @throws Error where the page has no place for them
 */
export function withMetrics(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`docs/spec.md needs the marks ${BEGIN} and ${END}`);
  const tables = WORKLOAD_KINDS.map(formatTable).join('\n\n');
  return `${page.slice(0, begin + BEGIN.length)}\n\n${tables}\n\n${page.slice(end)}`;
}

function formatTable(kind: string): string {
  const { metrics } = ensure(findWorkload(kind), `the workload ${kind}`);
  const rows = Object.entries(metrics).map(([name, { unit, better, words }]) => [`\`${name}\``, unit, better, words]);
  const all = [[`\`metric\` of ${kind}`, 'unit', 'better', 'in words'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = all;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
