/** Holds a table against the page that shows it. */
import { readFileSync } from 'node:fs';
import { figuresOn, PAGE } from '../../../tools/statistics/page';
import type { Table } from '../../../tools/statistics/table';

/** Other builds of the same language may round a logarithm the other way: a few runs of thousands. */
const POINTS = 0.3;

/** Expects what the page says of each figure to be what was measured now. `npm run statistics` renews it. */
export function expectOnPage(name: string, { lines }: Table): void {
  const page = figuresOn(readFileSync(PAGE, 'utf8'), name);
  for (const { label, figures } of lines) {
    const shown = page.get(label);
    expect([label, shown?.length]).toEqual([label, figures.length]);
    for (const [index, { rate }] of figures.entries())
      expect(Math.abs((shown?.[index] ?? Number.NaN) - (100 * rate.hits) / rate.runs)).toBeLessThan(POINTS);
  }
}
