import { readFileSync } from 'node:fs';
import { grantsAsDeployed } from '../../../checks/policy/findings';
import { gather } from '../../../checks/policy/gather';
import { isKept, KEPT } from '../../../checks/policy/unused-grants';
import { securityPage, unusedGrants } from '../../../checks/policy/page';

const found = gather();
it('finds no rehearsal of a shipped experiment that costs more than its estimate', () => {
  // users.md, defect 8
  expect(found.aboveEstimate).toEqual([]);
});

describe('IAM policy of a deployment', () => {
  it('allows every simulated call to the role that makes it', () => expect(found.denials).toEqual([]));

  it('grants only permissions that a call uses or that are listed with a reason', () => {
    expect(found.used.length).toBeGreaterThan(200);
    expect(unusedGrants(found)).toEqual([]);
  });

  it('has only listed reasons that an unused permission needs', () => {
    const unused = found.used.filter(({ by }) => by.length === 0).map(({ key }) => key.split(' | '));
    const needed = KEPT.filter((one) =>
      unused.some(([role = '', action = '', resource = '']) => isKept(one, role, action, resource)),
    );
    expect(needed).toEqual(KEPT);
  });

  it('matches docs/security.md (npm run policy)', () => {
    expect(readFileSync('docs/security.md', 'utf8')).toBe(securityPage(grantsAsDeployed(), found));
  });
});
