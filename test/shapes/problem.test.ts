import { listBroken, makeProblem, type Rule } from '../../lib/shapes/problem';
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

  it('takes exactly the facts of a known text, by its type', () => {
    type GivenFacts = NonNullable<Parameters<typeof makeProblem<(typeof targets.efs)['notProvisioned']>>[1]>;
    const isExact: keyof GivenFacts extends 'requested' | 'throughputMode' ? true : never = true;
    const facts: GivenFacts = { requested: 9, throughputMode: 'elastic' };
    expect([isExact, makeProblem(targets.efs.notProvisioned, facts).message]).toEqual([
      true,
      expect.stringMatching(/9.*elastic/),
    ]);
  });

  it('has rules of exactly three severities for targets and workloads: advice, error and warning', () => {
    const severities = [...new Set(listRules({ targets, workloads }).map(({ severity }) => severity))];
    expect(severities.toSorted()).toEqual(['advice', 'error', 'warning']);
  });
});
