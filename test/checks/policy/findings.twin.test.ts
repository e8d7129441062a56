import { readFileSync } from 'node:fs';
import { makeMachineReader } from '../../../checks/machines/machine-reader';
import { grantsAsDeployed, PLACE, STORIES, usedGrants } from '../../../checks/policy/findings';
import { Judge } from '../../../checks/policy/judge';
import { securityPage, unusedGrants } from '../../../checks/policy/page';
import { CUT_OFF, experiments, EXTRA, rehearseOne, runAborted } from '../../../checks/policy/rehearsals';
import { isKept, KEPT } from '../../../checks/policy/unused-grants';
import { executionScenarios } from '../../machines/scenarios';
import { audience } from '../../machines/stage';

const grants = grantsAsDeployed();
const judge = new Judge(grants, PLACE);

it.each([...experiments(), ...EXTRA])('rehearses %s for at most its estimate', async (name) => {
  // users.md, defect 8
  expect(await rehearseOne(name, PLACE.region, judge.watch(name))).toEqual([]);
});

it('aborts an experiment once for each machine, at its first execution', async () => {
  expect(await runAborted(PLACE.region, () => judge.watch(CUT_OFF))).toBeGreaterThan(5);
});

describe('each state machine', () => {
  const load = makeMachineReader(process.cwd());
  beforeAll(() => {
    audience.enter = () => judge.watch(STORIES);
  });
  afterAll(() => {
    audience.enter = null;
  });

  const scenarios = executionScenarios.map(({ name, check }) => [name, check] as const);
  it.each(scenarios)('passes the scenario "%s"', async (_, check) => expect(await check(load)).toEqual([]));
});

describe('the policy of both stacks', () => {
  it('denies no call of these executions, and grants only used or listed permissions', () => {
    expect(judge.denials()).toEqual([]);
    const used = usedGrants(judge);
    expect(used.length).toBeGreaterThan(200);
    expect(unusedGrants({ used })).toEqual([]);
    // Each listed reason is needed.
    const unused = used.filter(({ by }) => by.length === 0).map(({ key }) => key.split(' | '));
    const needed = KEPT.filter((one) =>
      unused.some(([role = '', action = '', resource = '']) => isKept(one, role, action, resource)),
    );
    expect(needed).toEqual(KEPT);
  });

  it('equals the roles in docs/security.md', () => {
    const page = readFileSync('docs/security.md', 'utf8');
    expect(securityPage(page, grants, { used: usedGrants(judge) })).toBe(page);
  });
});
