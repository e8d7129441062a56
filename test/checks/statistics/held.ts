/** Holds a table against the page that shows it, and against what is allowed. */
import { readFileSync } from 'node:fs';
import { figuresOn, PAGE } from '../../../checks/statistics/page';
import type { Table } from '../../../checks/statistics/table';
import { upper } from '../../../checks/statistics/world';

/** The rate of false decisions may be this much at most, with 95 % confidence (DESIGN: statistics). */
const FALSE_MAX = 0.065;

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

/** Expects every rate to be one that is allowed, and the page to say so, which is held elsewhere where name is null. */
export function expectSeldom(name: string | null, table: Table): void {
  for (const { label, figures } of table.lines)
    for (const { rate } of figures)
      expect({ label, tooMany: upper(rate) > FALSE_MAX }).toEqual({ label, tooMany: false });
  if (name !== null) expectOnPage(name, table);
}

/** Figures as shares, by line. */
export function shares({ lines }: Table): readonly (readonly number[])[] {
  return lines.map(({ figures }) => figures.map(({ rate }) => rate.hits / rate.runs));
}
