import { listBroken, type Rule } from '../../lib/shapes/problem';
import targets from '../../lib/targets/rules.json';
import workloads from '../../lib/workloads/rules.json';

const RULE = {
  severity: 'error',
  code: 'TooMany',
  at: 'jobs',
  message: 'found {jobs}; allowed: {most}',
  source: 'man',
};

/** All rows of a table, however deep they are. */
function rowsOf(table: object): readonly Rule[] {
  return 'message' in table ? [table as Rule] : Object.values(table).flatMap((one) => rowsOf(one as object));
}

describe('rules as data', () => {
  it('tell those that are broken, with facts in their places', () => {
    expect(listBroken([false, RULE], [true, RULE, { jobs: 9, most: 4 }])).toEqual([
      { severity: 'error', code: 'TooMany', path: ['jobs'], message: 'found 9; allowed: 4', source: 'man' },
    ]);
    expect(() => listBroken([true, RULE, { jobs: 9 }])).toThrow(/the fact most/);
  });

  it('have known severities', () => {
    const severities = [...new Set(rowsOf({ targets, workloads }).map(({ severity }) => severity))];
    expect(severities.toSorted()).toEqual(['advice', 'error', 'warning']);
  });
});
