import { readFileSync } from 'node:fs';
import { grantsAsDeployed } from '../../../checks/policy/findings';
import { gather } from '../../../checks/policy/gather';
import { securityPage, unusedGrants } from '../../../checks/policy/page';
import { isKept, KEPT } from '../../../checks/policy/unused-grants';

it('denies no simulated call, grants only used or listed permissions, and matches docs/security.md', () => {
  const found = gather();
  // users.md, defect 8
  expect(found.aboveEstimate).toEqual([]);
  expect(found.denials).toEqual([]);
  expect(found.used.length).toBeGreaterThan(200);
  expect(unusedGrants(found)).toEqual([]);
  // Each listed reason is needed.
  const unused = found.used.filter(({ by }) => by.length === 0).map(({ key }) => key.split(' | '));
  const needed = KEPT.filter((one) =>
    unused.some(([role = '', action = '', resource = '']) => isKept(one, role, action, resource)),
  );
  expect(needed).toEqual(KEPT);
  const page = readFileSync('docs/security.md', 'utf8');
  expect(securityPage(page, grantsAsDeployed(), found)).toBe(page);
});
