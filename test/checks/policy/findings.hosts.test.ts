import { readFileSync } from 'node:fs';
import { grantsAsDeployed } from '../../../checks/policy/findings';
import { gather } from '../../../checks/policy/gather';
import { isKept, KEPT } from '../../../checks/policy/unused-grants';
import { securityPage, unusedGrants } from '../../../checks/policy/page';

const found = gather();
it('no rehearsal of a shipped experiment costs more than its estimate', () => {
  // users.md, defect 8
  expect(found.aboveEstimate).toEqual([]);
});

describe('every call that can be seen', () => {
  it('is allowed to the role that makes it', () => expect(found.denials).toEqual([]));

  it('is why something is granted: nothing is unused but what is listed with its reason', () => {
    expect(found.used.length).toBeGreaterThan(200);
    expect(unusedGrants(found)).toEqual([]);
  });

  it('leaves no reason that nobody needs', () => {
    const unused = found.used.filter(({ by }) => by.length === 0).map(({ key }) => key.split(' | '));
    const needed = KEPT.filter((one) =>
      unused.some(([role = '', action = '', resource = '']) => isKept(one, role, action, resource)),
    );
    expect(needed).toEqual(KEPT);
  });

  it('is in docs/security.md (npm run policy)', () => {
    expect(readFileSync('docs/security.md', 'utf8')).toBe(securityPage(grantsAsDeployed(), found));
  });
});
