import { FUNCTIONS } from '../../../lib/stacks/functions/function-table';
import { ALL_MACHINES } from '../../../lib/shapes/machines';
import { deploy } from '../deployed-templates';
import { listMachineCalls, listMapLabels } from './machine-calls';
import {
  listDocuments,
  filterAllowing,
  matchesPattern,
  type Statement,
  parseStatements,
  listStatements,
} from '../policies';
import cases from './machine-grants.cases.json';

const HOOK = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';
const deployed = deploy({ hooks: [HOOK] });
const roles = new Map(
  [...ALL_MACHINES, ...Object.keys(FUNCTIONS)].map((name) => [name, listStatements(deployed, name)]),
);
const getStatements = (name: string): Statement[] => roles.get(name) ?? [];
const listRoleActions = (name: string): string[] => [...new Set(getStatements(name).flatMap((one) => one.actions))];
const arn = (rest: string): string => `arn:aws:states:xx-local-1:000000000000:${rest}`;

/** A machine that logs needs these; they know no resources (Step Functions guide, Logging). */
const LOGGING = /^logs:/;

describe.each(ALL_MACHINES)('IAM role of the machine %s', (machine) => {
  const calls = listMachineCalls(machine);
  const listAllowing = (action: string, resource: string): Statement[] =>
    filterAllowing(getStatements(machine), action, resource);

  it('allows exactly the actions that the machine file needs, besides logging', () => {
    const needed = new Set(calls.flatMap((call) => call.actions));
    const optional = listMapLabels(machine).flatMap(() =>
      ['Start', 'Describe', 'Stop'].map((name) => `states:${name}Execution`),
    );
    const allowed = listRoleActions(machine).filter((action) => !LOGGING.test(action));
    expect(allowed).toEqual(expect.arrayContaining([...needed]));
    expect(allowed.filter((action) => !needed.has(action) && !optional.includes(action))).toEqual([]);
  });

  it('names exactly the functions and machines that the machine file calls', () => {
    for (const call of calls) {
      const target = String(call.arguments['FunctionName'] ?? call.arguments['StateMachineArn']);
      const [, called] = /^\$\{(\w+)(?:Machine|Function)Arn\}$/.exec(target) ?? [];
      if (called === undefined || call.resource.endsWith(':listExecutions')) continue;
      const name = `fsxbench${called.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      if (call.resource.includes('lambda')) {
        const fn = `arn:aws:lambda:xx-local-1:000000000000:function:${name}`;
        expect(listAllowing('lambda:InvokeFunction', fn)).toHaveLength(1);
        continue;
      }
      // A machine may be started here to be waited for, and there not to be.
      const waits = calls.some(
        (one) =>
          one.arguments['StateMachineArn'] === call.arguments['StateMachineArn'] && one.resource.endsWith('.sync:2'),
      );
      // A distributed Map needs the executions of its own machine, which may also start another one.
      const mapped = name === `fsxbench-${machine}` && listMapLabels(machine).length > 0;
      const child = arn(`execution:${name}:some.name`);
      expect([
        listAllowing('states:StartExecution', arn(`stateMachine:${name}`)).length > 0,
        listAllowing('states:StopExecution', child).length > 0,
        listAllowing('states:DescribeExecution', child).length > 0,
      ]).toEqual([true, waits || mapped, waits || mapped]);
    }
  });

  it('allows its distributed Map to start, describe and stop children', () => {
    for (const label of listMapLabels(machine)) {
      const children = arn(`execution:fsxbench-${machine}/${label}:0001`);
      expect(listAllowing('states:StartExecution', arn(`stateMachine:fsxbench-${machine}`))).not.toEqual([]);
      expect(listAllowing('states:DescribeExecution', children)).not.toEqual([]);
      expect(listAllowing('states:StopExecution', children)).not.toEqual([]);
    }
  });
});

describe('IAM role of the machine action', () => {
  it('starts and describes configured hooks, and cannot stop their executions', () => {
    const child = `${HOOK.replace(':stateMachine:', ':execution:')}:e-1__r1__act__2__c1__1`;
    expect(filterAllowing(getStatements('action'), 'states:StartExecution', HOOK)).toHaveLength(1);
    expect(filterAllowing(getStatements('action'), 'states:StartExecution', `${HOOK}-other`)).toEqual([]);
    expect(filterAllowing(getStatements('action'), 'states:DescribeExecution', child)).toHaveLength(1);
    expect(listRoleActions('action')).not.toContain('states:StopExecution');
  });

  it('lacks states:StartExecution when hooks is not set', () => {
    const none = listStatements(deploy(), 'action').flatMap((one) => one.actions);
    expect(none).not.toContain('states:StartExecution');
    expect(none).toEqual(expect.arrayContaining(['s3:PutObject', 'sns:Publish']));
  });
});

describe('set of all IAM policies', () => {
  const allowing = listDocuments(deployed)
    .flatMap(({ document }) => parseStatements(document))
    .filter(({ effect }) => effect === 'Allow');

  it('names every action without wildcards, and a resource unless the action supports none', () => {
    const names = ['ec2:(Describe|GetSecurityGroupsForVpc)', 'fsx:Describe', 'ssm:(Describe|List|Cancel|Update)'];
    // Its create knows none (Service authorization reference): it asks for tags.
    // Nor do looks at quotas and metrics; and alarms are listed by the begin of their names.
    names.push('servicequotas:Get', 'cloudwatch:(GetMetricData|DescribeAlarms)$', 'states:SendTaskSuccess$');
    const efs = 'elasticfilesystem:(Describe|CreateFileSystem$)';
    names.push('s3:ListAllMyBuckets$', 's3files:(List|CreateFileSystem$)');
    const listings = new RegExp(
      `^(${[...names, efs, 'secretsmanager:ListSecrets$', 'ssmmessages:', 'ec2messages:', 'logs:'].join('|')})`,
    );
    for (const { actions, resources } of allowing) {
      expect(actions.filter((action) => action.includes('*'))).toEqual([]);
      if (resources.includes('*')) expect(actions.filter((action) => !listings.test(action))).toEqual([]);
    }
  });

  it('excludes deletion of results, redriving of executions and tagging of existing resources', () => {
    const actions = allowing.flatMap((one) => one.actions);
    for (const action of ['states:RedriveExecution', 'ec2:DeleteTags', 'iam:PutRolePolicy'])
      expect(actions).not.toContain(action);
    // Only in buckets that executions create.
    const deleting = allowing.filter((one) => one.actions.some((action) => action.startsWith('s3:DeleteObject')));
    expect(deleting.flatMap(({ resources }) => resources)).toEqual(
      deleting.map(() => expect.stringMatching(/:s3:::fsxbench-fsxbench--\*\/\*$/) as unknown),
    );
    const narrow = ['ec2:CreateAction', 'aws:RequestTag/fsxbench:stack'];
    for (const { conditions } of allowing.filter((one) => one.actions.some((action) => /:(Create)?Tag/.test(action)))) {
      const keys = Object.keys(conditions['StringEquals'] ?? {});
      // FSx alone, in the name of who asks for a file system in two zones, marks the route table that it is told of.
      const byFsx = String(conditions['ForAnyValue:StringEquals']?.['aws:CalledVia']) === 'fsx.amazonaws.com';
      const marking = byFsx && keys.includes('aws:RequestTag/AmazonFSx');
      expect(keys.some((key) => narrow.includes(key)) || marking).toBe(true);
    }
  });

  it('allows create calls only with the ledger tags in the request', () => {
    const ec2 = 'arn:aws:ec2:xx-local-1:000000000000';
    const fsx = 'arn:aws:fsx:xx-local-1:000000000000';
    const creates = [
      ['ec2:CreateLaunchTemplate', `${ec2}:launch-template/lt-1`],
      ['ec2:CreateFleet', `${ec2}:fleet/fleet-1`],
      ['ec2:RunInstances', `${ec2}:instance/i-1`],
      ['ec2:RunInstances', `${ec2}:volume/vol-1`],
      ['ec2:RunInstances', `${ec2}:network-interface/eni-1`],
      ['fsx:CreateFileSystem', `${fsx}:file-system/fs-1`],
      ['fsx:CreateVolume', `${fsx}:volume/fs-1/fsvol-1`],
      ['fsx:TagResource', `${fsx}:file-system/fs-1`],
    ] as const;
    for (const [action, resource] of creates) {
      const found = filterAllowing([...roles.values()].flat(), action, resource).filter(
        // What a template gives is looked at as a resource that exists.
        (one) => one.conditions['StringEquals']?.['aws:ResourceTag/fsxbench:stack'] === undefined,
      );
      expect(found).not.toEqual([]);
      for (const one of found) {
        expect(one.conditions).toEqual({
          StringEquals: {
            'aws:RequestTag/fsxbench:stack': 'fsxbench',
            ...(resource.includes(':instance/') ? { 'ec2:MetadataHttpTokens': 'required' } : {}),
          },
          Null: {
            'aws:RequestTag/fsxbench:experiment': 'false',
            'aws:RequestTag/fsxbench:execution': 'false',
            'aws:RequestTag/fsxbench:rig': 'false',
            'aws:RequestTag/fsxbench:expires-at': 'false',
          },
        });
      }
    }
  });

  it('denies TagResource on resources of other stacks, with a Name tag or from CloudFormation', () => {
    const denied = getStatements('call-storage').filter(({ effect }) => effect === 'Deny');
    const own = 'aws:ResourceTag/fsxbench:stack';
    const things = cases.things;
    for (const [service, thing] of Object.entries(things)) {
      const its = denied.filter(({ actions }) => actions.includes(`${service}:TagResource`));
      expect(its.map((one) => one.conditions)).toEqual([
        { Null: { [own]: 'false' }, StringNotEquals: { [own]: 'fsxbench' } },
        { Null: { [own]: 'true', 'aws:ResourceTag/Name': 'false' } },
        { Null: { [own]: 'true', 'aws:ResourceTag/aws:cloudformation:stack-id': 'false' } },
      ]);
      const made = `arn:aws:${service}:xx-local-1:000000000000:${thing}`;
      for (const one of its) {
        // In one statement for all services, and of nothing but what tags.
        expect(one.actions).toEqual(
          Object.keys(things)
            .map((name) => `${name}:TagResource`)
            .sort(),
        );
        expect(one.resources.some((pattern) => matchesPattern(pattern, made))).toBe(true);
      }
    }
    // And alarms that do more than tell.
    expect(denied).toHaveLength(4);
  });

  it("allows the customer's KMS key through EC2 only, and only when ebsKeyArn is set", () => {
    const key = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
    const with_ = listStatements(deploy({ ebsKeyArn: key }), 'launch').filter((one) => one.resources.includes(key));
    expect(with_.flatMap((one) => one.actions).sort()).toEqual(cases.useKeyCustomer);
    for (const one of with_) expect(one.conditions['StringEquals']?.['kms:ViaService']).toMatch(/^ec2\.xx-local-1\./);
    const granting = with_.find((one) => one.actions.includes('kms:CreateGrant'));
    expect(granting?.conditions['Bool']).toEqual({ 'kms:GrantIsForAWSResource': 'true' });
    expect(listRoleActions('launch').filter((one) => one.startsWith('kms:'))).toEqual([]);
  });

  it('limits launches of hosts to the placement group of the stack', () => {
    const group = 'arn:aws:ec2:xx-local-1:000000000000:placement-group/';
    for (const action of ['ec2:CreateFleet', 'ec2:RunInstances']) {
      const its = listStatements(deploy(), 'launch').filter(({ actions: all }) => all.includes(action));
      const named = its.flatMap(({ resources }) => resources.filter((one) => one.startsWith(group)));
      expect(named).toHaveLength(1);
      expect(named[0]).not.toContain('*');
    }
  });

  it('limits terminating, deleting and SendCommand to resources with the tag of this stack', () => {
    const instance = 'arn:aws:ec2:xx-local-1:000000000000:instance/i-1';
    const template = 'arn:aws:ec2:xx-local-1:000000000000:launch-template/lt-1';
    const all = [...roles.values()].flat();
    const ends = [
      ...filterAllowing(all, 'ec2:TerminateInstances', instance),
      ...filterAllowing(all, 'ec2:DeleteLaunchTemplate', template),
    ];
    expect(ends).toHaveLength(2);
    for (const one of ends)
      expect(one.conditions).toEqual({ StringEquals: { 'aws:ResourceTag/fsxbench:stack': 'fsxbench' } });
    // Who measures, and who has hosts take away what they have put into stores of others.
    const sends = filterAllowing(all, 'ssm:SendCommand', instance);
    expect(sends).toHaveLength(2);
    for (const one of sends)
      expect(one.conditions).toEqual({ StringEquals: { 'ssm:resourceTag/fsxbench:stack': 'fsxbench' } });
  });

  it('allows CreateFleet to the launch role only, and RunInstances to launch and admit only', () => {
    const allowing = (actions: RegExp): string[] =>
      [...roles].flatMap(([name, its]) =>
        its.some((one) => one.actions.some((action) => actions.test(action))) ? [name] : [],
      );
    expect(allowing(/^ec2:Create(Fleet|LaunchTemplate)$/)).toEqual(['launch']);
    expect(new Set(allowing(/^ec2:RunInstances$/))).toEqual(new Set(['launch', 'admit']));
  });

  it('allows PassRole for the two host roles to EC2 only, and for the service role to S3 Files only', () => {
    const passing = [...roles.values()].flat().filter((one) => one.actions.includes('iam:PassRole'));
    const files = passing.filter(({ resources }) => resources.some((one) => one.startsWith('<S3FilesRole')));
    expect(files.map((one) => one.conditions)).toEqual([
      { StringEquals: { 'iam:PassedToService': 'elasticfilesystem.amazonaws.com' } },
    ]);
    // Who launches, and admission, which tries that.
    expect(passing).toHaveLength(3);
    for (const { resources, conditions } of passing.filter((one) => !files.includes(one))) {
      expect(resources).toEqual([
        expect.stringMatching(/^<HostRole\w+\.Arn>$/),
        expect.stringMatching(/^<SecretHostRole\w+\.Arn>$/),
      ]);
      expect(conditions).toEqual({ StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } });
    }
  });
});

describe('matchesPattern', () => {
  it('matches resource patterns like IAM, with * across slashes', () => {
    expect(matchesPattern('arn:aws:s3:::b/rigs/*.json', 'arn:aws:s3:::b/rigs/e/x/r1.json')).toBe(true);
    expect(matchesPattern('arn:aws:s3:::b/fences/*', 'arn:aws:s3:::b/pointers/x.json')).toBe(false);
  });
});
