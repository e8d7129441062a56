import { readFileSync } from 'node:fs';
import { hashDeciding, PAGE, readStamp, withTable } from '../../../checks/statistics/page';
import { TABLES } from '../../../checks/statistics/tables';

const page = readFileSync(PAGE, 'utf8');

describe('the page of statistics', () => {
  it('has every table that is made, once, and no other', () => {
    const names = [...page.matchAll(/<!-- Simulated: (\w+) -->/g)].map(([, name = '']) => name);
    expect(names.toSorted()).toEqual(Object.keys(TABLES).toSorted());
  });

  it('was made with the code that decides now: else `npm run statistics`, then `npm run test:statistics`', () => {
    expect(readStamp(page)).toBe(hashDeciding());
  });

  it('has no place for a table that it does not name', () => {
    expect(() => withTable(page, 'nothing', { head: [], lines: [] })).toThrow('no place for nothing');
  });
});
