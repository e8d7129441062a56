import { readFileSync } from 'node:fs';
import { hashDeciding, PAGE, readStamp } from '../../../checks/statistics/table';
import { TABLES } from '../../../checks/statistics/tables';

const page = readFileSync(PAGE, 'utf8');

it('has every table that is made', () => {
  const titles = Object.values(TABLES).map((make) => make(0).title);
  expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(titles);
});

it('was made with the code that decides now: else `npm run statistics`', () => {
  expect(readStamp(page)).toBe(hashDeciding());
});
