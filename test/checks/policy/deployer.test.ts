import { readFileSync } from 'node:fs';
import { deployerPage, makePolicies, POLICY_MAX } from '../../../checks/policy/deployer';
import { ALL_TYPES, synthesise } from '../../../checks/policy/roles/synthesise';

const templates = Object.values(synthesise(ALL_TYPES));
const now = readFileSync('docs/deployer-policy.md', 'utf8');

describe('deployerPage', () => {
  it('equals docs/deployer-policy.md for the templates with all types of resources', () => {
    expect(deployerPage(now, templates)).toBe(now);
  });

  it('refuses templates with a type that lacks rights, and rights of a type that all templates lack', () => {
    const [first] = templates;
    const odd = { Resources: { ...first?.Resources, Odd: { Type: 'AWS::Odd::Type' } } };
    expect(() => deployerPage(now, [odd, ...templates])).toThrow('differ: AWS::Odd::Type');
    expect(() => deployerPage(now, templates.slice(1))).toThrow('AWS::S3::Bucket');
  });
});

describe('makePolicies', () => {
  it('returns policies that fit into managed policies, without rights to all actions', () => {
    for (const policy of makePolicies()) {
      expect(JSON.stringify(policy).length).toBeLessThanOrEqual(POLICY_MAX);
      for (const { Action } of policy.Statement)
        for (const action of Action) expect(action).toMatch(/^[a-z0-9]+:[A-Z][A-Za-z]+\*?$/);
    }
  });

  it('limits every change to names of the deployment, except those of EC2 and of saved queries', () => {
    const changes = makePolicies()
      .flatMap(({ Statement }) => Statement)
      .filter(({ Resource }) => Resource.includes('*'))
      .flatMap(({ Action }) => Action)
      .filter((action) => !/:(Describe|Get|List)/.test(action));
    expect(new Set(changes.map((action) => action.split(':')[0]))).toEqual(new Set(['ec2', 'logs']));
  });
});
