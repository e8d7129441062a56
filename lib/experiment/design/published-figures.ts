/** Published figures of a study: parsing, and the form that plan and results use. */
import rules from '../rules.json';
import { mergeLevels, type Unit } from '../../shapes/observation';
import { sumAll } from '../../shapes/collections';
import { problemAt, problemIf, type Path, type Problem } from '../../shapes/problem';
import { appliesTo, countLevels, type PublishedStudy, type PublishedFigure } from '../../shapes/published-study';
import { parseAnyQuantity, parseQuantity } from '../../shapes/quantity';
import { SERVER_METRICS } from '../../shapes/server-metrics';
import type { Design, Entry, Level, PublishedNumber, PublishedRow, PublishedSpec } from '../../shapes/spec';
import type { Kinds } from '../kinds';
import type { ResolvedCell } from './cells';
import { isMapping, quoteValue } from '../language/mapping';
import { publishedRowSchema, publishedStudySchema } from '../../shapes/spec-schema';
import { parseLeniently } from '../language/schema-problems';
import { collectMetrics, readQuantity } from './decide';
import { pickSingleLevels, readPartialCell, type Space } from './space';

export interface PublishedContext {
  readonly space: Space;
  readonly workloads: Readonly<Record<string, Entry>>;
  /** Undefined if it is invalid. */
  readonly design: Pick<Design, 'reference'> | undefined;
}

export interface ParsedPublishedFigures {
  /** Undefined if the section is missing or partly invalid. */
  readonly written?: PublishedSpec;
  readonly published: PublishedStudy | null;
  readonly problems: readonly Problem[];
}

/** Parses the section `published` row by row, so that a problem in one does not hide others. Never throws. */
export function readPublished(raw: unknown, measured: PublishedContext, kinds: Kinds): ParsedPublishedFigures {
  const nothing = { published: null, problems: [] };
  if (raw === undefined) return nothing;
  const problems: Problem[] = [];
  const section = parseLeniently(raw, publishedStudySchema, ['published'], problems);
  const listed = isMapping(raw) ? raw['rows'] : undefined;
  const rows = Array.isArray(listed) ? (listed as unknown[]) : [];
  const reader = new PublishedRowReader(measured, kinds, problems);
  const written: PublishedRow[] = [];
  const figures: PublishedFigure[] = [];
  for (const [index, one] of rows.entries()) {
    const before = problems.length;
    const row = parseLeniently(one, publishedRowSchema, ['published', 'rows', index], problems);
    const figure = row === undefined ? undefined : reader.figure(row, index, problems.length === before);
    if (row !== undefined) written.push(row);
    if (figure !== undefined) figures.push(figure);
  }
  checkDuplicateRows(figures, problems);
  if (section === undefined || problems.some(({ severity }) => severity === 'error')) return { ...nothing, problems };
  const { study } = section;
  return { written: { study, rows: written }, published: { study, figures }, problems };
}

class PublishedRowReader {
  private readonly metrics: ReturnType<typeof collectMetrics>['metrics'];

  constructor(
    private readonly measured: PublishedContext,
    kinds: Kinds,
    private readonly problems: Problem[],
  ) {
    this.metrics = collectMetrics(measured.workloads, kinds).metrics;
  }

  /** @param whole false if an invalid part of the row was dropped @returns undefined if the row is ambiguous */
  figure(row: PublishedRow, index: number, whole: boolean): PublishedFigure | undefined {
    const path = ['published', 'rows', index];
    const where = this.levels(row.where, [...path, 'where']);
    if ((row.value === undefined) === (row.ratio === undefined)) {
      if (whole) this.wrong(row.value === undefined ? rules.noValue : rules.valueAndRatio, path);
      return undefined;
    }
    const to = this.compared(row, path);
    const amount = this.amount(row, path);
    if (amount === undefined) return undefined;
    const { metric, operation = null, statistic = null, host = null, note = null } = row;
    return { row: index + 1, where, metric, operation, statistic, host, ...amount, to, note };
  }

  private levels(partial: PublishedRow['where'], path: Path): Record<string, readonly string[]> {
    const all = Object.entries(partial).map(([factor, levels]): [string, readonly string[]] => {
      const labels = (Array.isArray(levels) ? (levels as readonly Level[]) : [levels as Level]).flatMap((level) => {
        const { wanted, problems } = readPartialCell(this.measured.space, { [factor]: level }, path);
        this.problems.push(...problems);
        return wanted.get(factor) ?? [];
      });
      return [factor, labels];
    });
    return Object.fromEntries(all.filter(([, labels]) => labels.length > 0));
  }

  /** Factor values of the configuration that a ratio refers to; null for the reference. */
  private compared({ ratio, to }: PublishedRow, path: Path): Record<string, string> | null {
    if (ratio === undefined) {
      if (to !== undefined) this.wrong(rules.toWithoutRatio, [...path, 'to']);
      return null;
    }
    if (to === undefined) {
      if (this.measured.design !== undefined && this.measured.design.reference === undefined)
        this.wrong(rules.ratioToNothing, [...path, 'ratio']);
      return null;
    }
    const there = [...path, 'to'];
    const wanted = this.levels(to, there);
    if (Object.keys(to).length === 0) this.wrong(rules.ratioToItself, there);
    return pickSingleLevels(new Map(Object.entries(wanted)), there, this.problems);
  }

  private amount(
    { metric, value, ratio }: PublishedRow,
    path: Path,
  ): Pick<PublishedFigure, 'kind' | 'low' | 'high' | 'unit'> | undefined {
    const server = SERVER_METRICS.find(({ name }) => name === metric);
    const { unit } = this.metrics.get(metric) ?? server ?? { unit: undefined };
    const kind = value === undefined ? 'ratio' : 'value';
    const given = value ?? ratio;
    const ends = Array.isArray(given) ? (given as readonly PublishedValue[]) : [given as PublishedValue];
    const read = ends.map((end, index) =>
      this.number(end, kind === 'ratio' ? 'ratio' : unit, [...path, kind, ...(ends.length > 1 ? [index] : [])]),
    );
    const [low, high = low] = read;
    if (low === undefined || high === undefined || read.includes(undefined)) return undefined;
    if (low.unit !== high.unit || low.value > high.value) {
      this.wrong(rules.publishedRangeReversed, [...path, kind], { what: ends.map(quoteValue).join(', ') });
      return undefined;
    }
    return { kind, low: low.value, high: high.value, unit: low.unit };
  }

  private number(
    given: PublishedValue,
    unit: Unit | 'ratio' | undefined,
    path: Path,
  ): { value: number; unit: Unit | null } | undefined {
    if (unit === 'ratio') {
      const value = Number(given);
      if (value > 0 && Number.isFinite(value)) return { value, unit: null };
      this.wrong(rules.noPublishedRatio, path, { found: quoteValue(given) });
      return undefined;
    }
    const read = () => (unit === undefined ? parseAnyQuantity(given) : { value: parseQuantity(unit, given), unit });
    return readQuantity(read, path, this.problems);
  }

  private wrong(...finding: Parameters<typeof problemAt>): void {
    this.problems.push(problemAt(...finding));
  }
}

type PublishedValue = Exclude<PublishedNumber, readonly unknown[]>;

/** Rows of a study with the time of a trial, the most specific first. */
export function listPublishedTimes(study: PublishedStudy | null): readonly PublishedFigure[] {
  return (study?.figures ?? [])
    .filter((one) => one.metric === 'elapsed' && one.kind === 'value' && one.statistic === null && one.host === null)
    .toSorted((a, b) => countLevels(b) - countLevels(a));
}

/** Adds the time of a fixed amount of work in the study, if it has figures for all operations. */
export function addPublishedSeconds(cell: ResolvedCell, times: readonly PublishedFigure[]): ResolvedCell {
  const { workloadKind: kind, params } = cell;
  if (times.length === 0 || kind.duration(params).until === 'time') return cell;
  const rows = times.filter((one) => appliesTo(one, cell));
  const timed = kind.listMetrics(params).filter(({ metrics }) => metrics.includes('elapsed'));
  const isOnly = timed.length === 1;
  const found = timed.flatMap(
    (one) => rows.find(({ operation }) => operation === one.operation || (operation === null && isOnly)) ?? [],
  );
  if (found.length === 0 || found.length < timed.length) return cell;
  return { ...cell, publishedSeconds: sumAll(found.map(({ high }) => high)) };
}

/**
 * Advice on figures of no configuration, and of several that differ in a factor which `where` does not name: the author
 * may have measured only some of them. Values of a search are one configuration.
 */
export function adviseWideRows(
  published: PublishedStudy | null,
  cells: readonly ResolvedCell[],
  searched: readonly string[],
): Problem[] {
  return (published?.figures ?? []).flatMap((figure) => {
    const matching = cells.filter((cell) => appliesTo(figure, cell)).map(mergeLevels);
    const names = new Set(matching.flatMap((levels) => Object.keys(levels)));
    const factors = [...names].filter(
      (name) =>
        !Object.hasOwn(figure.where, name) &&
        !searched.includes(name) &&
        new Set(matching.map((levels) => levels[name])).size > 1,
    );
    const path = ['published', 'rows', figure.row - 1, 'where'];
    return [
      ...problemIf(matching.length === 0, rules.publishedUnmatched, path),
      ...problemIf(factors.length > 0, rules.publishedWide, path, { count: matching.length, factors }),
    ];
  });
}

/** Reports rows about the same configurations and metric, because only one can be shown. */
function checkDuplicateRows(figures: readonly PublishedFigure[], problems: Problem[]): void {
  const first = new Map<string, number>();
  for (const { row, where, metric, operation, statistic, host } of figures) {
    const levels = Object.entries(where).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([levels, metric, operation, statistic, host]);
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, row);
      continue;
    }
    problems.push(problemAt(rules.publishedTwice, ['published', 'rows', row - 1], { before }));
  }
}
