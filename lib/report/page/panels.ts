/** Panels of a metric: one per combination of levels, and per operation if a cell has several. */
import type { CellMeasure, CellSummary } from '../../results/cells';
import { BASE_LABEL, findBase, describeLevels } from '../../results/label';
import { pickPrimary } from '../../results/measures';
import { groupBy } from '../../shapes/collections';
import type { Factor } from '../facets';
import type { Page } from './context';

export interface MetricPanel {
  /** Levels that the cells of the panel share, and the operation; empty if there is only one panel. */
  readonly title: string;
  /** The measure of the cell with these levels; undefined without statistics. */
  readonly find: (levels: Readonly<Record<string, string>>) => FoundMeasure | undefined;
  /** All measures of the panel, also without statistics. */
  readonly found: readonly FoundMeasure[];
}

export interface FoundMeasure {
  readonly cell: CellSummary;
  readonly measure: CellMeasure;
}

export function listMetricPanels(page: Page, factors: readonly Factor[], metric: string): readonly MetricPanel[] {
  const names = factors.map(({ name }) => name);
  const groups = groupBy(page.summary.cells, ({ levels }) => JSON.stringify(names.map((name) => levels[name])));
  return [...groups.values()].flatMap((cells) => {
    const all = cells.map((cell) => ({ cell, own: pickPrimary(cell.measures, metric) }));
    // Cells with several operations, e.g. a mix of reads and writes, have a panel for each.
    const split = all.some(({ own }) => own.length > 1);
    const operations = new Set(all.flatMap(({ own }) => own.map(({ operation }) => (split ? operation : null))));
    const place = nameLevels(page, cells[0]?.levels ?? {}, names);
    return [...operations].map((operation) => {
      const found = all.flatMap(({ cell, own }) => {
        const measure = own.find((one) => !split || one.operation === operation);
        return measure === undefined ? [] : [{ cell, measure }];
      });
      return {
        title: [place, operation ?? ''].filter((part) => part !== '').join(', '),
        find: (wanted) =>
          found.find(
            ({ cell, measure }) =>
              measure.statistics !== null &&
              Object.entries(wanted).every(([name, level]) => cell.levels[name] === level),
          ),
        found,
      };
    });
  });
}

/** Name of shared levels, in the style of cell labels: all levels, or only those that differ from the base. */
function nameLevels({ summary }: Page, levels: Readonly<Record<string, string>>, factors: readonly string[]): string {
  const own = factors.filter((name) => levels[name] !== undefined);
  if (own.length === 0) return '';
  const names = summary.factors.map(({ name }) => name);
  const base = findBase(summary.cells, names);
  if (base === null) return describeLevels(levels, own);
  const varying = own.filter((name) => levels[name] !== base.levels[name]);
  return varying.length === 0 ? BASE_LABEL : describeLevels(levels, varying);
}
