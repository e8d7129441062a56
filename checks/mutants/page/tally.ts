/** The results of mutants, counted. */
import type { MutantResult } from '../campaign';
import type { Equivalents } from '../equivalent';
import type { Sample } from '../plant/generate';
import { alignColumns } from '../../../lib/report/lines';
import { markdownTable } from '../../tables';

const HEAD = ['mutants', 'by lint', 'by scenario', 'hung', 'survived', 'equivalent', 'noticed'];

/** Columns for the terminal, numbers aligned to the right. */
function formatColumns(counts: readonly Count[], title: string): string {
  const rows = [[title, ...HEAD], ...counts.map(toCells)];
  return alignColumns(
    rows,
    HEAD.map((_, index) => index + 1),
  ).join('\n');
}

/** Tables for the page. */
export function formatPageTables({ machines, operators, total }: Tally): string[] {
  return [
    markdownTable(['machine', ...HEAD], [...machines, total].map(toCells), HEAD),
    '',
    markdownTable(['operator', ...HEAD], [...operators, total].map(toCells), HEAD),
  ];
}

/** The report for the terminal. */
export function textReport(tally: Tally): string {
  const survivors = tally.survivors.map(({ mutant }) => `  ${mutant.id}\n      ${mutant.what}`);
  return [
    formatColumns([...tally.machines, tally.total], 'machine'),
    formatColumns([...tally.operators, tally.total], 'operator'),
    ...(survivors.length === 0 ? [] : [`Survivors (${survivors.length}):\n${survivors.join('\n')}`]),
    ...(tally.explained.length === 0
      ? []
      : [`${tally.explained.length} survivors are equivalent, each with its reason.`]),
    ...tally.refuted.map((id) => `Said to be equivalent, and noticed: ${id}`),
  ].join('\n\n');
}

/** Machines with a random sample, and its size. */
export function formatSampled(left: Sample['left']): string {
  const machines = [...new Set(left.map((one) => one.machine))];
  const kinds = (machine: string): string =>
    left
      .filter((one) => one.machine === machine)
      .map(({ operator, kept, of }) => `${operator} ${kept} of ${of}`)
      .join(', ');
  return machines.map((machine) => `${machine} (${kinds(machine)})`).join('; ');
}

/** A share for readers; never 100% while one is missing. */
export function percent(rate: number): string {
  return `${(Math.floor(rate * 1000) / 10).toFixed(1)}%`;
}

function toCells(count: Count): string[] {
  const numbers = [count.mutants, count.lint, count.scenario, count.hung, count.survived, count.equivalent];
  return [count.label, ...numbers.map(String), percent(count.rate)];
}

/** One line of a table. */
export interface Count {
  readonly label: string;
  readonly mutants: number;
  /** Detected by the lint. */
  readonly lint: number;
  /** Detected by a complaint of a scenario. */
  readonly scenario: number;
  /** Detected because a scenario hung or died. */
  readonly hung: number;
  readonly survived: number;
  /** Equivalent survivors; they do not count in the rate. */
  readonly equivalent: number;
  /** Detected share of the non-equivalent mutants, 0–1; 1 where there are none. */
  readonly rate: number;
}

export interface Tally {
  readonly total: Count;
  readonly machines: readonly Count[];
  readonly operators: readonly Count[];
  /** Unexplained survivors. */
  readonly survivors: readonly MutantResult[];
  /** Survivors with their reasons. */
  readonly explained: readonly { readonly judged: MutantResult; readonly reason: string }[];
  /** Ids listed as equivalent although they are detected. */
  readonly refuted: readonly string[];
}

/** Counts by machine and by operator, in order of first occurrence. */
export function makeTally(judged: readonly MutantResult[], equivalents: Equivalents): Tally {
  const by = (label: (one: MutantResult) => string): Count[] =>
    [...new Set(judged.map(label))].map((name) =>
      count(
        name,
        judged.filter((one) => label(one) === name),
        equivalents,
      ),
    );
  const survived = judged.filter((one) => one.notice === null);
  return {
    total: count('all', judged, equivalents),
    machines: by((one) => one.mutant.machine),
    operators: by((one) => one.mutant.operator),
    survivors: survived.filter((one) => !equivalents.has(one.mutant.id)),
    explained: survived.flatMap((one) => {
      const reason = equivalents.get(one.mutant.id);
      return reason === undefined ? [] : [{ judged: one, reason }];
    }),
    refuted: judged.filter((one) => one.notice !== null && equivalents.has(one.mutant.id)).map((one) => one.mutant.id),
  };
}

function count(label: string, judged: readonly MutantResult[], equivalents: Equivalents): Count {
  const by = (...kinds: readonly string[]): number =>
    judged.filter((one) => one.notice !== null && kinds.includes(one.notice.by)).length;
  const unnoticed = judged.filter((one) => one.notice === null);
  const equivalent = unnoticed.filter((one) => equivalents.has(one.mutant.id)).length;
  const survived = unnoticed.length - equivalent;
  const faults = judged.length - equivalent;
  return {
    label,
    mutants: judged.length,
    lint: by('lint'),
    scenario: by('scenario'),
    hung: by('time-out', 'crash'),
    survived,
    equivalent,
    rate: faults === 0 ? 1 : (faults - survived) / faults,
  };
}
