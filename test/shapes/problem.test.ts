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
function listRules(table: object): readonly Rule[] {
  return 'message' in table ? [table as Rule] : Object.values(table).flatMap((one) => listRules(one as object));
}

describe('listBroken and rule tables', () => {
  it('returns broken rules with facts filled into messages, and throws when a fact is missing', () => {
    expect(listBroken([false, RULE], [true, RULE, { jobs: 9, most: 4 }])).toEqual([
      { severity: 'error', code: 'TooMany', path: ['jobs'], message: 'found 9; allowed: 4', source: 'man' },
    ]);
    expect(() => listBroken([true, RULE, { jobs: 9 }])).toThrow(/the fact most/);
  });

  it('does not compile, and throws, when a known text lacks a fact', () => {
    const { notProvisioned } = targets.efs;
    // @ts-expect-error: the text has {throughputMode}, too
    expect(() => listBroken([true, notProvisioned, { requested: 9 }])).toThrow(/the fact throughputMode/);
  });

  it('has rules of exactly three severities for targets and workloads: advice, error and warning', () => {
    const severities = [...new Set(listRules({ targets, workloads }).map(({ severity }) => severity))];
    expect(severities.toSorted()).toEqual(['advice', 'error', 'warning']);
  });
});
