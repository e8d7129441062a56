import { TAG_KEYS } from '../../../lib/shapes/layout';
import { check, type Keys, requestTags, resourceTags } from '../../../checks/policy/calls/check';
import { grantsAsDeployed, PLACE } from '../../../checks/policy/findings';
import { Judge } from '../../../checks/policy/judge';
import { meet, vocabularyProblems } from '../../../checks/policy/vocabulary';

const grants = grantsAsDeployed();
const judge = new Judge(grants, PLACE);
const arn = (service: string, rest: string): string => `arn:aws:${service}:${PLACE.region}:${PLACE.account}:${rest}`;
const isAllowed = (role: string, action: string, resource: string, keys: Keys = {}): boolean =>
  judge.may(role, check(action, resource, keys));

const OURS = {
  [TAG_KEYS.stack]: 'fsxbench-local',
  [TAG_KEYS.experiment]: 'play',
  [TAG_KEYS.execution]: 'play-1',
  [TAG_KEYS.rig]: 'play-1.r1',
  [TAG_KEYS.expiresAt]: '1767300000',
};
const FOREIGN = { ...OURS, [TAG_KEYS.stack]: 'another' };
const without = (key: string): Record<string, string> =>
  Object.fromEntries(Object.entries(OURS).filter(([name]) => name !== key));

describe('IAM policy for creation', () => {
  const metadata = { 'ec2:MetadataHttpTokens': 'required' };
  const creates: readonly [string, string, string, Keys][] = [
    ['call-storage', 'fsx:CreateFileSystem', arn('fsx', 'file-system/fs-1'), {}],
    ['call-storage', 'fsx:CreateVolume', arn('fsx', 'volume/fs-1/fsvol-1'), {}],
    ['call-storage', 'fsx:TagResource', arn('fsx', 'file-system/fs-1'), {}],
    ['launch', 'ec2:CreateLaunchTemplate', arn('ec2', 'launch-template/lt-1'), {}],
    ['launch', 'ec2:CreateFleet', arn('ec2', 'fleet/fleet-1'), {}],
    ['launch', 'ec2:RunInstances', arn('ec2', 'instance/i-1'), metadata],
    ['launch', 'ec2:RunInstances', arn('ec2', 'volume/vol-1'), {}],
    ['launch', 'ec2:RunInstances', arn('ec2', 'network-interface/eni-1'), {}],
  ];

  it.each(creates)(
    'allows %s to call %s on %s only with all tags of this deployment',
    (role, action, resource, keys) => {
      expect(isAllowed(role, action, resource, { ...keys, ...requestTags(OURS) })).toBe(true);
      expect(isAllowed(role, action, resource, keys)).toBe(false);
      expect(isAllowed(role, action, resource, { ...keys, ...requestTags(FOREIGN) })).toBe(false);
      for (const tag of Object.keys(OURS))
        expect(isAllowed(role, action, resource, { ...keys, ...requestTags(without(tag)) })).toBe(false);
      // Admission tries launches as dry runs, and IAM has no condition for these.
      const allowed = action === 'ec2:RunInstances' ? [role, 'admit'] : [role];
      for (const other of grants.roles.filter(({ name }) => !allowed.includes(name)))
        expect(isAllowed(other.name, action, resource, { ...keys, ...requestTags(OURS) })).toBe(false);
    },
  );

  it('denies hosts without IMDSv2, and templates, subnets and security groups of other stacks', () => {
    const tags = requestTags(OURS);
    const host = arn('ec2', 'instance/i-1');
    expect(isAllowed('launch', 'ec2:RunInstances', host, { ...tags, 'ec2:MetadataHttpTokens': 'optional' })).toBe(
      false,
    );
    const template = arn('ec2', 'launch-template/lt-1');
    expect(isAllowed('launch', 'ec2:RunInstances', template, resourceTags(OURS))).toBe(true);
    expect(isAllowed('launch', 'ec2:RunInstances', template, resourceTags(FOREIGN))).toBe(false);
    expect(isAllowed('launch', 'ec2:RunInstances', arn('ec2', `subnet/${PLACE.subnet}`))).toBe(true);
    expect(isAllowed('launch', 'ec2:RunInstances', arn('ec2', 'subnet/subnet-1'))).toBe(false);
    expect(isAllowed('launch', 'ec2:RunInstances', arn('ec2', 'security-group/sg-1'))).toBe(false);
  });

  // Types as karpenter.sh publishes them (Reference, CloudFormation), without spot and capacity reservations.
  it('allows CreateFleet for every resource of a host, and denies RunInstances from a snapshot', () => {
    const ours = ['image/ami-1', 'snapshot/snap-1'].map((rest) => `arn:aws:ec2:${PLACE.region}::${rest}`);
    const made = ['instance/i-1', 'volume/vol-1', 'network-interface/eni-1'];
    const given = [`subnet/${PLACE.subnet}`, `security-group/${PLACE.securityGroup}`];
    const all = [...ours, ...[...made, ...given].map((rest) => arn('ec2', rest))];
    expect(all.filter((resource) => !isAllowed('launch', 'ec2:CreateFleet', resource))).toEqual([]);
    expect(isAllowed('launch', 'ec2:CreateFleet', arn('ec2', 'security-group/sg-1'))).toBe(false);
    expect(isAllowed('launch', 'ec2:RunInstances', `arn:aws:ec2:${PLACE.region}::snapshot/snap-1`)).toBe(false);
  });

  it('allows ec2:CreateTags only as part of RunInstances', () => {
    const tag = (createAction?: string): boolean =>
      isAllowed('launch', 'ec2:CreateTags', arn('ec2', 'instance/i-1'), {
        ...requestTags(OURS),
        ...(createAction === undefined ? {} : { 'ec2:CreateAction': createAction }),
      });
    expect(tag('RunInstances')).toBe(true);
    expect(tag()).toBe(false);
    expect(tag('CreateImage')).toBe(false);
  });

  it('denies tagging of file systems of other stacks', () => {
    const adopt = (its: Keys): boolean =>
      isAllowed('call-storage', 'fsx:TagResource', arn('fsx', 'file-system/fs-1'), { ...requestTags(OURS), ...its });
    expect(adopt({})).toBe(true);
    expect(adopt(resourceTags(FOREIGN))).toBe(false);
    expect(adopt(resourceTags({ Name: 'theirs' }))).toBe(false);
  });

  it('allows iam:PassRole only for the roles of hosts and only to EC2', () => {
    const [host = '', reading = ''] = ['hosts', 'hosts that read secrets'].map(
      (role) => grants.roles.find(({ name }) => name === role)?.arn,
    );
    const pass = (role: string, to: string): boolean =>
      isAllowed('launch', 'iam:PassRole', role, { 'iam:PassedToService': to });
    expect(pass(host, 'ec2.amazonaws.com')).toBe(true);
    expect(pass(reading, 'ec2.amazonaws.com')).toBe(true);
    expect(pass(host, 'lambda.amazonaws.com')).toBe(false);
    expect(pass(`arn:aws:iam::${PLACE.account}:role/Admin`, 'ec2.amazonaws.com')).toBe(false);
    for (const { name, arn: role } of grants.roles.filter(({ kind }) => kind !== 'hosts'))
      expect({ name, may: pass(role, 'ec2.amazonaws.com') }).toEqual({ name, may: false });
  });
});

describe('IAM policy for changes and deletion', () => {
  it.each([
    ['teardown', 'ec2:TerminateInstances', arn('ec2', 'instance/i-1')],
    ['teardown', 'ec2:DeleteLaunchTemplate', arn('ec2', 'launch-template/lt-1')],
    ['delete-storage', 'fsx:DeleteFileSystem', arn('fsx', 'file-system/fs-1')],
    ['call-storage', 'fsx:UpdateFileSystem', arn('fsx', 'file-system/fs-1')],
    ['call-storage', 'fsx:UpdateVolume', arn('fsx', 'volume/fs-1/fsvol-1')],
  ])('allows %s to call %s on %s only with the tag of this deployment', (role, action, resource) => {
    expect(isAllowed(role, action, resource, resourceTags(OURS))).toBe(true);
    expect(isAllowed(role, action, resource, resourceTags(FOREIGN))).toBe(false);
    expect(isAllowed(role, action, resource)).toBe(false);
  });

  it('denies all roles, even on tagged resources, backups, removal of tags and deletion of S3 objects', () => {
    for (const { name } of grants.roles) {
      for (const action of ['fsx:CreateBackup', 'fsx:UntagResource', 'ec2:DeleteTags', 's3:DeleteObject'])
        expect({ name, action, may: isAllowed(name, action, '*', resourceTags(OURS)) }).toEqual({
          name,
          action,
          may: false,
        });
    }
  });

  it('allows ssm:SendCommand only to hosts of this deployment with its SSM document', () => {
    const send = (resource: string, keys: Keys = {}): boolean =>
      isAllowed('host-command', 'ssm:SendCommand', resource, keys);
    expect(send(arn('ssm', 'document/fsxbench-run-script'))).toBe(true);
    expect(send(arn('ssm', 'document/AWS-RunShellScript'))).toBe(false);
    expect(send(arn('ec2', 'instance/i-1'), resourceTags(OURS, 'ssm:resourceTag/'))).toBe(true);
    expect(send(arn('ec2', 'instance/i-1'), resourceTags(FOREIGN, 'ssm:resourceTag/'))).toBe(false);
    expect(send(arn('ec2', 'instance/i-1'))).toBe(false);
  });
});

describe('IAM policy for the results bucket', () => {
  const tls = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };
  const object = (key: string, bucket = PLACE.bucket): string => `arn:aws:s3:::${bucket}/${key}`;

  it('requires TLS, and denies other buckets', () => {
    expect(isAllowed('admit', 's3:GetObject', object('specs/a.yaml'), tls)).toBe(true);
    expect(isAllowed('admit', 's3:GetObject', object('specs/a.yaml'), { ...tls, 'aws:SecureTransport': 'false' })).toBe(
      false,
    );
    expect(isAllowed('admit', 's3:GetObject', object('specs/a.yaml'), { ...tls, 's3:TlsVersion': '1.1' })).toBe(false);
    for (const { name } of grants.roles) {
      for (const action of ['s3:GetObject', 's3:PutObject'])
        expect(isAllowed(name, action, object('a', 'other'), tls)).toBe(false);
    }
  });

  it('allows hosts to write a raw result once, and denies them reading and listing', () => {
    const raw = object('executions/play/play-1/raw/r1/t0001/a1/h1/measure/status.json');
    expect(isAllowed('hosts', 's3:PutObject', raw, { ...tls, 's3:if-none-match': '*' })).toBe(true);
    expect(isAllowed('hosts', 's3:PutObject', raw, tls)).toBe(false);
    expect(isAllowed('hosts', 's3:GetObject', raw, tls)).toBe(false);
    expect(isAllowed('hosts', 's3:ListBucket', `arn:aws:s3:::${PLACE.bucket}`, tls)).toBe(false);
  });

  it('allows only close-fence and start-guardian to write fences', () => {
    const writers = grants.roles.filter(({ name }) =>
      isAllowed(name, 's3:PutObject', object('fences/play-1.json'), tls),
    );
    expect(writers.map(({ name }) => name)).toEqual(['close-fence', 'start-guardian']);
  });
});

describe('trust policy', () => {
  it.each([
    ['machine', 'states.amazonaws.com', arn('states', 'stateMachine:fsxbench-rig')],
    ['function', 'lambda.amazonaws.com', arn('lambda', 'function:fsxbench-admit')],
    ['hosts', 'ec2.amazonaws.com', arn('ec2', 'instance/i-1')],
  ] as const)('allows only the service to assume the role of a %s: %s', (kind, service, source) => {
    const keys = { 'aws:SourceAccount': PLACE.account, 'aws:SourceArn': source };
    for (const role of grants.roles.filter((one) => one.kind === kind)) {
      expect(judge.mayTake(role.name, `Service:${service}`, keys)).toBe(true);
      expect(judge.mayTake(role.name, 'Service:scheduler.amazonaws.com', keys)).toBe(false);
      expect(judge.mayTake(role.name, 'AWS:arn:aws:iam::999999999999:root', keys)).toBe(false);
    }
  });

  it('allows only Scheduler with the schedule group of the same stack', () => {
    for (const part of ['safety', 'bench']) {
      const by = (group: string): boolean =>
        judge.mayTake(`schedules of ${part}`, 'Service:scheduler.amazonaws.com', {
          'aws:SourceAccount': PLACE.account,
          'aws:SourceArn': arn('scheduler', `schedule-group/${group}`),
        });
      expect(by(`fsxbench-${part}`)).toBe(true);
      expect(by('another')).toBe(false);
    }
  });

  it('denies state machines of other accounts and other stacks', () => {
    const by = (account: string, machine: string): boolean =>
      judge.mayTake('rig', 'Service:states.amazonaws.com', {
        'aws:SourceAccount': account,
        'aws:SourceArn': arn('states', `stateMachine:${machine}`),
      });
    expect(by(PLACE.account, 'fsxbench-rig')).toBe(true);
    expect(by('999999999999', 'fsxbench-rig')).toBe(false);
    expect(by(PLACE.account, 'theirs')).toBe(false);
  });
});

describe('resource policy', () => {
  const tls = { 'aws:SecureTransport': 'true' };
  const isServiceAllowed = (service: string, action: string, resource: string, keys: Keys): boolean =>
    judge.lets(`${service}.amazonaws.com`, check(action, resource, keys));
  const rule = arn('events', 'rule/fsxbench-ended-badly');
  const alarm = arn('cloudwatch', 'alarm:fsxbench-undelivered');
  const own = { 'aws:SourceAccount': PLACE.account, 'aws:SourceArn': alarm };
  const queue = arn('sqs', 'UndeliveredF3CF66A9');
  const [recover, other] = ['fsxbench-start-guardian', 'fsxbench-admit'].map((name) =>
    arn('lambda', `function:${name}`),
  );
  const topic = arn('sns', 'fsxbench-notify');

  it.each([
    [
      'the event rule to invoke its function',
      'events',
      'lambda:InvokeFunction',
      recover ?? '',
      { 'aws:SourceArn': rule },
    ],
    [
      'the event rule to send to the dead-letter queue',
      'events',
      'sqs:SendMessage',
      queue,
      { 'aws:SourceArn': rule, ...tls },
    ],
    ['alarms to publish to the topic', 'cloudwatch', 'sns:Publish', topic, { ...own, ...tls }],
  ])('allows only %s', (_what, service, action, resource, keys) => {
    expect(isServiceAllowed(service, action, resource, keys)).toBe(true);
    expect(isServiceAllowed('scheduler', action, resource, keys)).toBe(false);
    for (const theirs of [arn('events', 'rule/theirs'), arn('cloudwatch', 'alarm:theirs'), rule.replace('000', '999')])
      expect(isServiceAllowed(service, action, resource, { ...keys, 'aws:SourceArn': theirs })).toBe(false);
    expect(isServiceAllowed(service, action, resource, tls)).toBe(false);
    expect(isServiceAllowed(service, action, `${resource}-2`, keys)).toBe(false);
  });

  it('denies other functions, requests without TLS and alarms of other accounts', () => {
    expect(isServiceAllowed('events', 'lambda:InvokeFunction', other ?? '', { 'aws:SourceArn': rule })).toBe(false);
    const plain = { 'aws:SecureTransport': 'false' };
    expect(isServiceAllowed('events', 'sqs:SendMessage', queue, { 'aws:SourceArn': rule, ...plain })).toBe(false);
    expect(isServiceAllowed('cloudwatch', 'sns:Publish', topic, { ...own, ...plain })).toBe(false);
    expect(
      isServiceAllowed('cloudwatch', 'sns:Publish', topic, { ...own, ...tls, 'aws:SourceAccount': '999999999999' }),
    ).toBe(false);
    const allows = grants.atResources.flatMap(({ statements }) =>
      statements.filter(({ effect }) => effect === 'Allow'),
    );
    expect(allows.flatMap(({ actions }) => actions.patterns).sort()).toEqual([
      'lambda:InvokeFunction',
      'sns:Publish',
      'sqs:SendMessage',
    ]);
  });
});

describe('vocabularyProblems', () => {
  it('accepts all actions, resources and condition keys of the deployment', () => {
    expect(vocabularyProblems(grants)).toEqual([]);
  });

  it('reports unknown actions, resources and condition keys', () => {
    const [role] = grants.roles.filter(({ name }) => name === 'delete-storage');
    const change = (from: string, to: string): string[] =>
      vocabularyProblems({
        roles: [JSON.parse(JSON.stringify(role).replaceAll(from, to)) as (typeof grants.roles)[number]],
      });
    expect(change('fsx:DeleteFileSystem', 'fsx:RemoveFileSystem').join()).toContain('AWS knows no such action');
    expect(change(':file-system/*', ':filesystem/*').join()).toContain('the action knows no such resource');
    expect(change('aws:ResourceTag/', 'fsx:ResourceTag/').join()).toContain(
      'the action has no condition key fsx:ResourceTag/',
    );
  });

  it('detects whether two patterns can match the same text (meet)', () => {
    expect(meet('a*c', 'ab*')).toBe(true);
    expect(meet('a*c', 'b*')).toBe(false);
    expect(meet('*', '')).toBe(true);
  });
});
