/**
 * What the doctor asks IAM's simulator about the roles, answered by the project's own evaluator of the policies that
 * the stacks deploy: the questions fit the policies, and a condition that is taken out is noticed.
 */
import { rmSync } from 'node:fs';
import type { ContextEntry } from '@aws-sdk/client-iam';
import type { DoctorCalls } from '../../../../lib/aws/doctor/calls';
import type { CheckResult } from '../../../../lib/aws/doctor/run-checks';
import { Context } from '../../../../checks/policy/evaluate/match';
import { evaluate } from '../../../../checks/policy/evaluate/evaluate';
import type { Statement } from '../../../../checks/policy/evaluate/policy';
import { readGrants, type Role } from '../../../../checks/policy/roles/roles';
import type { Template } from '../../../../checks/policy/roles/synthesise';
import { deploy } from '../../../stacks/deployed-templates';
import { check } from '../check';
import { ACCOUNT, BUCKET, REGION, soundFacts } from '../facts';
import { makeDoctorCalls } from '../sound-account';

let roles: readonly Role[];
beforeAll(() => {
  const { folder, safety, bench } = deploy({});
  rmSync(folder, { recursive: true });
  const templates = { safety: safety.toJSON() as unknown as Template, bench: bench.toJSON() as unknown as Template };
  const place = { region: REGION, account: ACCOUNT, bucket: BUCKET, subnet: 'subnet-1', securityGroup: 'sg-1' };
  roles = readGrants(templates, place).roles;
});

/** Names as `facts.ts` gives roles: `fsxbench-launch-role`, `fsxbench-call-storage`, that of the hosts. */
function findRole(arn: string): Role {
  const name = arn.replace(/^.*:role\/(fsxbench-)?/, '').replace(/-role$/, '');
  const found = roles.find((one) => one.name === (name.includes('HostRole') ? 'hosts' : name));
  if (found === undefined) throw new Error(`no role ${name} among ${roles.map((one) => one.name).join(', ')}`);
  return found;
}

const toContext = (entries: readonly ContextEntry[]): Context =>
  new Context(Object.fromEntries(entries.map((one) => [String(one.ContextKeyName), one.ContextKeyValues])));

/** @param lax what a role has in the place of its statements */
async function checkLines(ids: readonly string[], lax: (statements: readonly Statement[]) => readonly Statement[]) {
  const sound = makeDoctorCalls(soundFacts());
  const simulatePrincipalPolicy: DoctorCalls['iam']['simulatePrincipalPolicy'] = async (input) => {
    const { PolicySourceArn = '', ActionNames: [action = ''] = [], ResourceArns: [resource = ''] = [] } = input;
    const request = { action, resource, context: toContext(input.ContextEntries ?? []) };
    const { allowed } = evaluate(lax(findRole(PolicySourceArn).statements), request);
    return { EvaluationResults: [{ EvalActionName: action, EvalDecision: allowed ? 'allowed' : 'implicitDeny' }] };
  };
  const calls = { ...sound, iam: { ...sound.iam, simulatePrincipalPolicy } };
  return check(calls, { ids });
}

const listViolations = (answers: readonly CheckResult[]): string[] =>
  answers.filter(({ state }) => state !== 'holds').map(({ assumption, saw }) => `${assumption.id}: ${saw}`);

/** Lines that ask the simulator about a deployed role. */
const SIMULATED = [
  'command-tag-condition',
  'create-action',
  'existing-resource-tags',
  'map-child-arns',
  'metadata-tokens',
  'template-tags',
  'write-once-condition',
];

describe('simulated permissions of roles', () => {
  it('confirms every simulated assumption with the deployed policies', async () => {
    expect(listViolations(await checkLines(SIMULATED, (statements) => statements))).toEqual([]);
  });

  const dropConditions = (statements: readonly Statement[]): Statement[] =>
    statements.filter(({ effect }) => effect === 'Allow').map((one) => ({ ...one, conditions: [] }));
  it.each([
    ...SIMULATED.map((id) => [id, 'have no permissions', () => []] as const),
    ...SIMULATED.filter((id) => id !== 'map-child-arns').map((id) => [id, 'lack conditions', dropConditions] as const),
  ])('finds the assumption %s violated when policies %s', async (id, _, lax) => {
    const [answer] = await checkLines([id], lax);
    expect([answer?.saw, answer?.state]).toEqual([expect.any(String), 'does not hold']);
  });
});
