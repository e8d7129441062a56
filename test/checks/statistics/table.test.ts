import { readFileSync } from 'node:fs';
import { findBreaches, hashDeciding, PAGE, readRates, readStamp, type Table } from '../../../checks/statistics/table';
import { TABLES } from '../../../checks/statistics/tables';

const page = readFileSync(PAGE, 'utf8');

it('was made with the code that decides now: else `npm run statistics`', () => {
  expect(readStamp(page)).toBe(hashDeciding());
});

it('has every table that is made, and no other', () => {
  expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(
    Object.values(TABLES).map(({ title }) => title),
  );
});

it.each(Object.entries(TABLES))('shows no rate of %s out of its bounds', (_, table) => {
  const rates = readRates(page, table);
  expect(rates.map(({ length }) => length)).toEqual(table.rows.map(({ worlds }) => worlds.length));
  expect(findBreaches(table, rates)).toEqual([]);
});

it('finds a rate that is too high, and one that is too low', () => {
  const row = { label: 'x', worlds: [], hit: () => true };
  const table = (more: Partial<Table>): Table => ({ title: 'T', head: [], rows: [row], ...more });
  const rates = [[{ hits: 120, runs: 2000 }]];
  expect(findBreaches(table({ most: 0.07 }), rates)).toEqual([]);
  expect(findBreaches(table({ most: 0.065 }), rates)).toEqual(['T x, column 1: 6.0 %, at most 6.5 % is allowed']);
  expect(findBreaches(table({ rows: [{ ...row, least: [0.1] }] }), rates)).toEqual([
    'T x, column 1: 6.0 %, at least 10 % is expected',
  ]);
});
