/** Counts as tables, for the terminal and for a page. */
import type { Drawn } from '../plant/sample';
import type { Count, Tally } from './tally';

const HEAD = ['', 'mutants', 'by lint', 'by scenario', 'hung', 'survived', 'equivalent', 'noticed'];

/** Columns with blanks between them, numbers to the right. */
export function textTable(counts: readonly Count[], title: string): string {
  const rows = [[title, ...HEAD.slice(1)], ...counts.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return rows.map(line).join('\n');
}

/** A Markdown table. */
export function markdownTable(counts: readonly Count[], title: string): string {
  const head = [title, ...HEAD.slice(1)];
  const rows = [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...counts.map(cells)];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** All that a run has to say, for the terminal. */
export function textReport(tally: Tally): string {
  const survivors = tally.survivors.map(({ mutant }) => `  ${mutant.id}\n      ${mutant.what}`);
  return [
    textTable([...tally.machines, tally.total], 'machine'),
    textTable([...tally.operators, tally.total], 'operator'),
    ...(survivors.length === 0 ? [] : [`Survivors (${survivors.length}):\n${survivors.join('\n')}`]),
    ...(tally.explained.length === 0
      ? []
      : [`${tally.explained.length} survivors are equivalent, each with its reason.`]),
    ...tally.refuted.map((id) => `Said to be equivalent, and noticed: ${id}`),
  ].join('\n\n');
}

/** What was drawn by lot, machine by machine. */
export function leftLine(left: Drawn['left']): string {
  const machines = [...new Set(left.map((one) => one.machine))];
  const kinds = (machine: string): string =>
    left
      .filter((one) => one.machine === machine)
      .map(({ operator, kept, of }) => `${operator} ${kept} of ${of}`)
      .join(', ');
  return machines.map((machine) => `${machine} (${kinds(machine)})`).join('; ');
}

/** A share as people read it; never 100 % while one is missing. */
export function percent(rate: number): string {
  return `${(Math.floor(rate * 1000) / 10).toFixed(1)} %`;
}

function cells(count: Count): string[] {
  const numbers = [count.mutants, count.lint, count.scenario, count.hung, count.survived, count.equivalent];
  return [count.label, ...numbers.map(String), percent(count.rate)];
}
