/** Figures that a study has published: read from a spec, and as plan and results take them. */
import texts from '../messages.json';
import type { Unit } from '../../shapes/observation';
import { errorAt, type Path, type Problem, say } from '../../shapes/problem';
import type { Published, PublishedFigure } from '../../shapes/published';
import { parseAnyQuantity, parseQuantity, QuantityError } from '../../shapes/quantity';
import type { Design, Entry, PartialCell, PublishedNumber, PublishedRow, PublishedSpec } from '../../shapes/spec';
import type { Kinds } from '../kinds';
import { isMapping, show } from '../language/mapping';
import { publishedRow, publishedStudy } from '../language/schema';
import { lenient } from '../language/schema-problems';
import { metricsOf } from './decide';
import { readPartial, type Space } from './space';

/** What rows are checked against. */
export interface Measured {
  readonly space: Space;
  readonly workloads: Readonly<Record<string, Entry>>;
  /** Undefined where it could not be read. */
  readonly design: Pick<Design, 'reference'> | undefined;
}

export interface ReadPublished {
  /** Absent where the section is, or where not all of it can be read. */
  readonly written?: PublishedSpec;
  /** Null with it. */
  readonly published: Published | null;
  readonly problems: readonly Problem[];
}

/** Reads the section `published`, row by row: what is wrong with one hides nothing of another. Never throws. */
export function readPublished(raw: unknown, measured: Measured, kinds: Kinds): ReadPublished {
  const nothing = { published: null, problems: [] };
  if (raw === undefined) return nothing;
  const problems: Problem[] = [];
  const section = lenient(raw, publishedStudy, ['published'], problems);
  const listed = isMapping(raw) ? raw['rows'] : undefined;
  const rows = Array.isArray(listed) ? (listed as unknown[]) : [];
  const reader = new Reader(measured, kinds, problems);
  const written: PublishedRow[] = [];
  const figures: PublishedFigure[] = [];
  for (const [index, one] of rows.entries()) {
    const before = problems.length;
    const row = lenient(one, publishedRow, ['published', 'rows', index], problems);
    const figure = row === undefined ? undefined : reader.figure(row, index, problems.length === before);
    if (row !== undefined) written.push(row);
    if (figure !== undefined) figures.push(figure);
  }
  sayTwice(figures, problems);
  if (section === undefined || problems.some(({ severity }) => severity === 'error')) return { ...nothing, problems };
  const { study } = section;
  return { written: { study, rows: written }, published: { study, figures }, problems };
}

class Reader {
  private readonly metrics: ReturnType<typeof metricsOf>['metrics'];

  constructor(
    private readonly measured: Measured,
    kinds: Kinds,
    private readonly problems: Problem[],
  ) {
    this.metrics = metricsOf(measured.workloads, kinds).metrics;
  }

  /**
   * @param whole nothing of the row was left out because it is wrong
   * @returns undefined where it cannot be told what the row says
   */
  figure(row: PublishedRow, index: number, whole: boolean): PublishedFigure | undefined {
    const path = ['published', 'rows', index];
    const where = this.levels(row.where, [...path, 'where']);
    if ((row.value === undefined) === (row.ratio === undefined)) {
      if (whole) this.notOne(row, path);
      return undefined;
    }
    const to = this.compared(row, path);
    const amount = this.amount(row, path);
    if (amount === undefined) return undefined;
    const { metric, operation = null, statistic = null, host = null, note = null } = row;
    return { row: index + 1, where, metric, operation, statistic, host, ...amount, to, note };
  }

  private levels(partial: PartialCell, path: Path): Record<string, readonly string[]> {
    const { wanted, problems } = readPartial(this.measured.space, partial, path);
    this.problems.push(...problems);
    return Object.fromEntries(wanted);
  }

  /** Levels of the cell that a ratio is to; null for the reference. */
  private compared({ ratio, to }: PublishedRow, path: Path): Record<string, string> | null {
    if (ratio === undefined) {
      if (to !== undefined)
        this.wrong('Contradiction', [...path, 'to'], '`to` says what a `ratio` is to, and this row has none');
      return null;
    }
    if (to === undefined) {
      if (this.measured.design !== undefined && this.measured.design.reference === undefined)
        this.wrong('MissingKey', [...path, 'ratio'], texts.ratioToNothing);
      return null;
    }
    const found = Object.entries(this.levels(to, [...path, 'to']));
    if (found.length === 0 && Object.keys(to).length === 0)
      this.wrong('BadValue', [...path, 'to'], 'found {}; a ratio to the same cell is 1: name the levels that differ');
    return Object.fromEntries(
      found.flatMap(([factor, labels]) => {
        const [label] = labels;
        if (labels.length > 1)
          this.wrong(
            'UnknownLevel',
            [...path, 'to', factor],
            `this names ${labels.length} levels of \`${factor}\`; one is needed here`,
          );
        return label === undefined ? [] : [[factor, label] as const];
      }),
    );
  }

  private notOne({ value }: PublishedRow, path: Path): void {
    const found = value === undefined ? 'neither `value` nor `ratio`' : '`value` and `ratio`';
    const code = value === undefined ? 'MissingKey' : 'Contradiction';
    this.wrong(code, path, `found ${found}; a row holds one of both: what was published`);
  }

  private amount(
    { metric, value, ratio }: PublishedRow,
    path: Path,
  ): Pick<PublishedFigure, 'kind' | 'low' | 'high' | 'unit'> | undefined {
    const unit = this.metrics.get(metric)?.unit;
    const kind = value === undefined ? 'ratio' : 'value';
    const given = value ?? ratio;
    const ends = Array.isArray(given) ? (given as readonly PublishedEnd[]) : [given as PublishedEnd];
    const read = ends.map((end, index) =>
      this.number(end, kind === 'ratio' ? 'ratio' : unit, [...path, kind, ...(ends.length > 1 ? [index] : [])]),
    );
    const [low, high = low] = read;
    if (low === undefined || high === undefined || read.includes(undefined)) return undefined;
    if (low.unit !== high.unit || low.value > high.value) {
      const message = `found [${ends.map(show).join(', ')}]; the lowest stands first, then the highest, in one unit`;
      this.wrong('Contradiction', [...path, kind], message);
      return undefined;
    }
    return { kind, low: low.value, high: high.value, unit: low.unit };
  }

  private number(
    given: PublishedEnd,
    unit: Unit | 'ratio' | undefined,
    path: Path,
  ): { value: number; unit: Unit | null } | undefined {
    if (unit === 'ratio') {
      const value = Number(given);
      if (value > 0 && Number.isFinite(value)) return { value, unit: null };
      this.wrong('BadValue', path, `found ${show(given)}; a ratio is a number above 0, e.g. 0.6`);
      return undefined;
    }
    try {
      return unit === undefined ? parseAnyQuantity(given) : { value: parseQuantity(unit, given), unit };
    } catch (error) {
      if (!(error instanceof QuantityError)) throw error;
      this.wrong('BadValue', path, error.message);
      return undefined;
    }
  }

  private wrong(code: string, path: Path, message: string): void {
    this.problems.push(errorAt(code, path, message));
  }
}

type PublishedEnd = Exclude<PublishedNumber, readonly unknown[]>;

/** Two rows about the same cells and the same number: only one of them could be shown. */
function sayTwice(figures: readonly PublishedFigure[], problems: Problem[]): void {
  const first = new Map<string, number>();
  for (const { row, where, metric, operation, statistic, host } of figures) {
    const levels = Object.entries(where).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([levels, metric, operation, statistic, host]);
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, row);
      continue;
    }
    const message = say(texts.publishedTwice, { before });
    problems.push(errorAt('Contradiction', ['published', 'rows', row - 1], message));
  }
}
