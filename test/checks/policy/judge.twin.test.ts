import { TAG_KEYS } from '../../../lib/shapes/layout';
import { check, type Keys, requestTags, resourceTags } from '../../../checks/policy/calls/check';
import { grantsAsDeployed, PLACE } from '../../../checks/policy/findings';
import { Judge } from '../../../checks/policy/judge';
import { meet, vocabularyProblems } from '../../../checks/policy/vocabulary';

const grants = grantsAsDeployed();
const judge = new Judge(grants, PLACE);
const arn = (service: string, rest: string): string => `arn:aws:${service}:${PLACE.region}:${PLACE.account}:${rest}`;
const may = (role: string, action: string, resource: string, keys: Keys = {}): boolean =>
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

describe('what creates', () => {
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
    '%s: %s of %s needs every tag of the ledger, and this deployment’s',
    (role, action, resource, keys) => {
      expect(may(role, action, resource, { ...keys, ...requestTags(OURS) })).toBe(true);
      expect(may(role, action, resource, keys)).toBe(false);
      expect(may(role, action, resource, { ...keys, ...requestTags(FOREIGN) })).toBe(false);
      for (const tag of Object.keys(OURS))
        expect(may(role, action, resource, { ...keys, ...requestTags(without(tag)) })).toBe(false);
      // Admission tries launches as dry runs, and IAM has no condition for these.
      const allowed = action === 'ec2:RunInstances' ? [role, 'admit'] : [role];
      for (const other of grants.roles.filter(({ name }) => !allowed.includes(name)))
        expect(may(other.name, action, resource, { ...keys, ...requestTags(OURS) })).toBe(false);
    },
  );

  it('launches no host that answers the old metadata service, and none from a foreign template or subnet', () => {
    const tags = requestTags(OURS);
    const host = arn('ec2', 'instance/i-1');
    expect(may('launch', 'ec2:RunInstances', host, { ...tags, 'ec2:MetadataHttpTokens': 'optional' })).toBe(false);
    const template = arn('ec2', 'launch-template/lt-1');
    expect(may('launch', 'ec2:RunInstances', template, resourceTags(OURS))).toBe(true);
    expect(may('launch', 'ec2:RunInstances', template, resourceTags(FOREIGN))).toBe(false);
    expect(may('launch', 'ec2:RunInstances', arn('ec2', `subnet/${PLACE.subnet}`))).toBe(true);
    expect(may('launch', 'ec2:RunInstances', arn('ec2', 'subnet/subnet-1'))).toBe(false);
    expect(may('launch', 'ec2:RunInstances', arn('ec2', 'security-group/sg-1'))).toBe(false);
  });

  // Types as karpenter.sh publishes them (Reference, CloudFormation), without spot and capacity reservations.
  it('asks for a fleet of everything that a host is made of, but for hosts from no snapshot', () => {
    const ours = ['image/ami-1', 'snapshot/snap-1'].map((rest) => `arn:aws:ec2:${PLACE.region}::${rest}`);
    const made = ['instance/i-1', 'volume/vol-1', 'network-interface/eni-1'];
    const given = [`subnet/${PLACE.subnet}`, `security-group/${PLACE.securityGroup}`];
    const all = [...ours, ...[...made, ...given].map((rest) => arn('ec2', rest))];
    expect(all.filter((resource) => !may('launch', 'ec2:CreateFleet', resource))).toEqual([]);
    expect(may('launch', 'ec2:CreateFleet', arn('ec2', 'security-group/sg-1'))).toBe(false);
    expect(may('launch', 'ec2:RunInstances', `arn:aws:ec2:${PLACE.region}::snapshot/snap-1`)).toBe(false);
  });

  it('tags only in creates', () => {
    const tag = (createAction?: string): boolean =>
      may('launch', 'ec2:CreateTags', arn('ec2', 'instance/i-1'), {
        ...requestTags(OURS),
        ...(createAction === undefined ? {} : { 'ec2:CreateAction': createAction }),
      });
    expect(tag('RunInstances')).toBe(true);
    expect(tag()).toBe(false);
    expect(tag('CreateImage')).toBe(false);
  });

  it('adopts no file system of others by tagging it', () => {
    const adopt = (its: Keys): boolean =>
      may('call-storage', 'fsx:TagResource', arn('fsx', 'file-system/fs-1'), { ...requestTags(OURS), ...its });
    expect(adopt({})).toBe(true);
    expect(adopt(resourceTags(FOREIGN))).toBe(false);
    expect(adopt(resourceTags({ Name: 'theirs' }))).toBe(false);
  });

  it('passes on the roles of the hosts, to EC2, and no other', () => {
    const [host = '', reading = ''] = ['hosts', 'hosts that read secrets'].map(
      (role) => grants.roles.find(({ name }) => name === role)?.arn,
    );
    const pass = (role: string, to: string): boolean =>
      may('launch', 'iam:PassRole', role, { 'iam:PassedToService': to });
    expect(pass(host, 'ec2.amazonaws.com')).toBe(true);
    expect(pass(reading, 'ec2.amazonaws.com')).toBe(true);
    expect(pass(host, 'lambda.amazonaws.com')).toBe(false);
    expect(pass(`arn:aws:iam::${PLACE.account}:role/Admin`, 'ec2.amazonaws.com')).toBe(false);
    for (const { name, arn: role } of grants.roles.filter(({ kind }) => kind !== 'hosts'))
      expect({ name, may: pass(role, 'ec2.amazonaws.com') }).toEqual({ name, may: false });
  });
});

describe('what changes and deletes', () => {
  it.each([
    ['teardown', 'ec2:TerminateInstances', arn('ec2', 'instance/i-1')],
    ['teardown', 'ec2:DeleteLaunchTemplate', arn('ec2', 'launch-template/lt-1')],
    ['delete-storage', 'fsx:DeleteFileSystem', arn('fsx', 'file-system/fs-1')],
    ['call-storage', 'fsx:UpdateFileSystem', arn('fsx', 'file-system/fs-1')],
    ['call-storage', 'fsx:UpdateVolume', arn('fsx', 'volume/fs-1/fsvol-1')],
  ])('%s: %s of %s touches only what carries this deployment’s tag', (role, action, resource) => {
    expect(may(role, action, resource, resourceTags(OURS))).toBe(true);
    expect(may(role, action, resource, resourceTags(FOREIGN))).toBe(false);
    expect(may(role, action, resource)).toBe(false);
  });

  it('makes no backup, and changes no tags away', () => {
    for (const { name } of grants.roles) {
      for (const action of ['fsx:CreateBackup', 'fsx:UntagResource', 'ec2:DeleteTags', 's3:DeleteObject'])
        expect({ name, action, may: may(name, action, '*', resourceTags(OURS)) }).toEqual({ name, action, may: false });
    }
  });

  it('commands only hosts of this deployment, by its own document', () => {
    const send = (resource: string, keys: Keys = {}): boolean => may('host-command', 'ssm:SendCommand', resource, keys);
    expect(send(arn('ssm', 'document/fsxbench-run-script'))).toBe(true);
    expect(send(arn('ssm', 'document/AWS-RunShellScript'))).toBe(false);
    expect(send(arn('ec2', 'instance/i-1'), resourceTags(OURS, 'ssm:resourceTag/'))).toBe(true);
    expect(send(arn('ec2', 'instance/i-1'), resourceTags(FOREIGN, 'ssm:resourceTag/'))).toBe(false);
    expect(send(arn('ec2', 'instance/i-1'))).toBe(false);
  });
});

describe('the bucket', () => {
  const tls = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };
  const object = (key: string, bucket = PLACE.bucket): string => `arn:aws:s3:::${bucket}/${key}`;

  it('is read over TLS, and no other is', () => {
    expect(may('admit', 's3:GetObject', object('specs/a.yaml'), tls)).toBe(true);
    expect(may('admit', 's3:GetObject', object('specs/a.yaml'), { ...tls, 'aws:SecureTransport': 'false' })).toBe(
      false,
    );
    expect(may('admit', 's3:GetObject', object('specs/a.yaml'), { ...tls, 's3:TlsVersion': '1.1' })).toBe(false);
    for (const { name } of grants.roles) {
      for (const action of ['s3:GetObject', 's3:PutObject'])
        expect(may(name, action, object('a', 'other'), tls)).toBe(false);
    }
  });

  it('takes raw results once, from hosts, who see nobody else’s', () => {
    const raw = object('executions/play/play-1/raw/r1/t0001/a1/h1/measure/status.json');
    expect(may('hosts', 's3:PutObject', raw, { ...tls, 's3:if-none-match': '*' })).toBe(true);
    expect(may('hosts', 's3:PutObject', raw, tls)).toBe(false);
    expect(may('hosts', 's3:GetObject', raw, tls)).toBe(false);
    expect(may('hosts', 's3:ListBucket', `arn:aws:s3:::${PLACE.bucket}`, tls)).toBe(false);
  });

  it('has its fence closed by those two functions alone that end executions', () => {
    const writers = grants.roles.filter(({ name }) => may(name, 's3:PutObject', object('fences/play-1.json'), tls));
    expect(writers.map(({ name }) => name)).toEqual(['close-fence', 'start-guardian']);
  });
});

describe('who may take a role', () => {
  it.each([
    ['machine', 'states.amazonaws.com', arn('states', 'stateMachine:fsxbench-rig')],
    ['function', 'lambda.amazonaws.com', arn('lambda', 'function:fsxbench-admit')],
    ['hosts', 'ec2.amazonaws.com', arn('ec2', 'instance/i-1')],
  ] as const)('of a %s: %s alone', (kind, service, source) => {
    const keys = { 'aws:SourceAccount': PLACE.account, 'aws:SourceArn': source };
    for (const role of grants.roles.filter((one) => one.kind === kind)) {
      expect(judge.mayTake(role.name, `Service:${service}`, keys)).toBe(true);
      expect(judge.mayTake(role.name, 'Service:scheduler.amazonaws.com', keys)).toBe(false);
      expect(judge.mayTake(role.name, 'AWS:arn:aws:iam::999999999999:root', keys)).toBe(false);
    }
  });

  it('of schedules: Scheduler, for its own group', () => {
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

  it('of a machine: not for machines of others', () => {
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

describe('what services may do by themselves', () => {
  const tls = { 'aws:SecureTransport': 'true' };
  const lets = (service: string, action: string, resource: string, keys: Keys): boolean =>
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
    ['the rule calls its function', 'events', 'lambda:InvokeFunction', recover ?? '', { 'aws:SourceArn': rule }],
    ['the rule leaves what it cannot deliver', 'events', 'sqs:SendMessage', queue, { 'aws:SourceArn': rule, ...tls }],
    ['alarms tell people', 'cloudwatch', 'sns:Publish', topic, { ...own, ...tls }],
  ])('%s, and nobody else does', (_what, service, action, resource, keys) => {
    expect(lets(service, action, resource, keys)).toBe(true);
    expect(lets('scheduler', action, resource, keys)).toBe(false);
    for (const theirs of [arn('events', 'rule/theirs'), arn('cloudwatch', 'alarm:theirs'), rule.replace('000', '999')])
      expect(lets(service, action, resource, { ...keys, 'aws:SourceArn': theirs })).toBe(false);
    expect(lets(service, action, resource, tls)).toBe(false);
    expect(lets(service, action, `${resource}-2`, keys)).toBe(false);
  });

  it('is no more than that: no other function, nothing without TLS, no alarm of another account', () => {
    expect(lets('events', 'lambda:InvokeFunction', other ?? '', { 'aws:SourceArn': rule })).toBe(false);
    const plain = { 'aws:SecureTransport': 'false' };
    expect(lets('events', 'sqs:SendMessage', queue, { 'aws:SourceArn': rule, ...plain })).toBe(false);
    expect(lets('cloudwatch', 'sns:Publish', topic, { ...own, ...plain })).toBe(false);
    expect(lets('cloudwatch', 'sns:Publish', topic, { ...own, ...tls, 'aws:SourceAccount': '999999999999' })).toBe(
      false,
    );
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

describe('the words of the policies', () => {
  it('are AWS’s own: actions, resources and keys', () => {
    expect(vocabularyProblems(grants)).toEqual([]);
  });

  it('would be found out if they were invented', () => {
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

  it('meet where some text is matched by both patterns', () => {
    expect(meet('a*c', 'ab*')).toBe(true);
    expect(meet('a*c', 'b*')).toBe(false);
    expect(meet('*', '')).toBe(true);
  });
});
