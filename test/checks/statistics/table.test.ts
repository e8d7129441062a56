import { readFileSync } from 'node:fs';
import { findBreaches, hashDeciding, PAGE, readRates, readStamp, type Table } from '../../../checks/statistics/table';
import { TABLES } from '../../../checks/statistics/tables';

const page = readFileSync(PAGE, 'utf8');

it('finds in docs/statistics-tables.md the hash of the current decision code (npm run statistics)', () => {
  expect(readStamp(page)).toBe(hashDeciding());
});

it('finds in docs/statistics-tables.md exactly the titles of all tables, in their order', () => {
  expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(
    Object.values(TABLES).map(({ title }) => title),
  );
});

it.each(Object.entries(TABLES))('reads from the docs only decision rates within their bounds: %s', (_, table) => {
  const rates = readRates(page, table);
  expect(rates.map(({ length }) => length)).toEqual(table.rows.map(({ worlds }) => worlds.length));
  expect(findBreaches(table, rates)).toEqual([]);
});

it('reports rates above and below their bounds (findBreaches)', () => {
  const row = { label: 'x', worlds: [], hit: () => true };
  const table = (more: Partial<Table>): Table => ({ title: 'T', head: [], rows: [row], ...more });
  const rates = [[{ hits: 120, runs: 2000 }]];
  expect(findBreaches(table({ most: 0.07 }), rates)).toEqual([]);
  expect(findBreaches(table({ most: 0.065 }), rates)).toEqual(['T x, column 1: 6.0 %, at most 6.5 % is allowed']);
  expect(findBreaches(table({ rows: [{ ...row, least: [0.1] }] }), rates)).toEqual([
    'T x, column 1: 6.0 %, at least 10 % is expected',
  ]);
});
