import { readFileSync } from 'node:fs';
import { measureTable, PAGE, readRates } from '../../../checks/statistics/table';
import { TABLES } from '../../../checks/statistics/tables';

/** Other builds of the same language may round a logarithm the other way: a few runs of thousands. */
const POINTS = 0.003;

it.each(Object.entries(TABLES))(
  'measures the decision rates of docs/statistics-tables.md within 0.3 percentage points: %s',
  (_, table) => {
    const shown = readRates(readFileSync(PAGE, 'utf8'), table);
    for (const [row, rates] of measureTable(table).entries())
      for (const [column, { hits, runs }] of rates.entries())
        expect(Math.abs((shown[row]?.[column]?.hits ?? Number.NaN) - hits) / runs).toBeLessThan(POINTS);
  },
);
