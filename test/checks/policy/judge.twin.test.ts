/** Rights that the deployment needs, and the nearest ones that it must not grant. */
import { check, type Keys, requestTags, resourceTags } from '../../../checks/policy/calls/check';
import { grantsAsDeployed, PLACE } from '../../../checks/policy/findings';
import { Judge } from '../../../checks/policy/judge';
import { TOKEN } from '../../../checks/policy/roles/external';
import { meet, vocabularyProblems } from '../../../checks/policy/vocabulary';
import { TAG_KEYS } from '../../../lib/shapes/tags';

const grants = grantsAsDeployed();
const judge = new Judge(grants, PLACE);
const names = grants.roles.map(({ name }) => name);
const arn = (service: string, rest: string): string => `arn:aws:${service}:${PLACE.region}:${PLACE.account}:${rest}`;
const object = (key: string, bucket = PLACE.bucket): string => `arn:aws:s3:::${bucket}/${key}`;
const isAllowed = (role: string, action: string, resource: string, keys: Keys = {}): boolean =>
  judge.may(role, check(action, resource, keys));
/** Names of all roles with this right. */
const holders = (action: string, resource: string, keys: Keys = {}): string[] =>
  names.filter((name) => isAllowed(name, action, resource, keys));

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
const [HOST, VOLUME, FILES] = [arn('ec2', 'instance/i-1'), arn('ec2', 'volume/vol-1'), arn('fsx', 'file-system/fs-1')];
const TEMPLATE = arn('ec2', 'launch-template/lt-1');
const TLS = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };
const METADATA = { 'ec2:MetadataHttpTokens': 'required' };
const ec2 = (rest: string): string => `arn:aws:ec2:${PLACE.region}::${rest}`;

it.each<[string, string, string, Keys]>([
  ['call-storage', 'fsx:CreateFileSystem', FILES, {}],
  ['call-storage', 'fsx:CreateVolume', arn('fsx', 'volume/fs-1/fsvol-1'), {}],
  ['call-storage', 'fsx:TagResource', FILES, {}],
  ['launch', 'ec2:CreateLaunchTemplate', TEMPLATE, {}],
  ['launch', 'ec2:CreateFleet', arn('ec2', 'fleet/fleet-1'), {}],
  ['launch', 'ec2:RunInstances', HOST, METADATA],
  ['launch', 'ec2:RunInstances', VOLUME, {}],
  ['launch', 'ec2:RunInstances', arn('ec2', 'network-interface/eni-1'), {}],
])('allows %s to call %s on %s only with all tags of this deployment', (role, action, resource, keys) => {
  // Admission tries launches as dry runs, and IAM has no condition for these.
  const allowed = action === 'ec2:RunInstances' ? ['admit', role] : [role];
  expect(holders(action, resource, { ...keys, ...requestTags(OURS) }).sort()).toEqual(allowed);
  for (const tags of [{}, FOREIGN, ...Object.keys(OURS).map(without)])
    expect(isAllowed(role, action, resource, { ...keys, ...requestTags(tags) })).toBe(false);
});

it.each([
  ['teardown', 'ec2:TerminateInstances', HOST],
  ['teardown', 'ec2:DeleteLaunchTemplate', TEMPLATE],
  ['delete-storage', 'fsx:DeleteFileSystem', FILES],
  ['call-storage', 'fsx:UpdateFileSystem', FILES],
  ['call-storage', 'fsx:UpdateVolume', arn('fsx', 'volume/fs-1/fsvol-1')],
])('allows %s to call %s on %s only with the tag of this deployment', (role, action, resource) => {
  const found = [resourceTags(OURS), resourceTags(FOREIGN), {}].map((keys) => isAllowed(role, action, resource, keys));
  expect(found).toEqual([true, false, false]);
});

const RAW = object('executions/play/play-1/raw/r1/t0001/a1/h1/measure/status.json');
const ONCE = { ...TLS, 's3:if-none-match': '*' };
const SECRET = arn('secretsmanager', 'secret:fsxbench/x/e__r1__c1.secret-AbCdEf');
const SCRIPT = object(`executions/play/play-1/scripts/${'a'.repeat(64)}.sh`);
const tagging = (createAction: string): Keys => ({ ...requestTags(OURS), 'ec2:CreateAction': createAction });
const toHost = (tags: Record<string, string>): Keys => resourceTags(tags, 'ssm:resourceTag/');

it.each<[boolean, string, string, string, Keys?]>([
  [false, 'launch', 'ec2:RunInstances', HOST, { ...requestTags(OURS), 'ec2:MetadataHttpTokens': 'optional' }],
  [true, 'launch', 'ec2:RunInstances', TEMPLATE, resourceTags(OURS)],
  [false, 'launch', 'ec2:RunInstances', TEMPLATE, resourceTags(FOREIGN)],
  [true, 'launch', 'ec2:RunInstances', arn('ec2', `subnet/${PLACE.subnet}`)],
  [false, 'launch', 'ec2:RunInstances', arn('ec2', 'subnet/subnet-1')],
  [false, 'launch', 'ec2:RunInstances', arn('ec2', 'security-group/sg-1')],
  [false, 'launch', 'ec2:RunInstances', ec2('snapshot/snap-1')],
  // Types as karpenter.sh publishes them (Reference, CloudFormation), without spot and capacity reservations.
  [true, 'launch', 'ec2:CreateFleet', ec2('image/ami-1')],
  [true, 'launch', 'ec2:CreateFleet', ec2('snapshot/snap-1')],
  [true, 'launch', 'ec2:CreateFleet', HOST],
  [true, 'launch', 'ec2:CreateFleet', VOLUME],
  [true, 'launch', 'ec2:CreateFleet', arn('ec2', 'network-interface/eni-1')],
  [true, 'launch', 'ec2:CreateFleet', arn('ec2', `subnet/${PLACE.subnet}`)],
  [true, 'launch', 'ec2:CreateFleet', arn('ec2', `security-group/${PLACE.securityGroup}`)],
  [false, 'launch', 'ec2:CreateFleet', arn('ec2', 'security-group/sg-1')],
  [true, 'launch', 'ec2:CreateTags', HOST, tagging('RunInstances')],
  [false, 'launch', 'ec2:CreateTags', HOST, tagging('CreateImage')],
  [false, 'launch', 'ec2:CreateTags', HOST, requestTags(OURS)],
  [false, 'call-storage', 'fsx:TagResource', FILES, { ...requestTags(OURS), ...resourceTags(FOREIGN) }],
  [false, 'call-storage', 'fsx:TagResource', FILES, { ...requestTags(OURS), ...resourceTags({ Name: 'theirs' }) }],
  [true, 'host-command', 'ssm:SendCommand', arn('ssm', 'document/fsxbench-run-script')],
  [false, 'host-command', 'ssm:SendCommand', arn('ssm', 'document/AWS-RunShellScript')],
  [true, 'host-command', 'ssm:SendCommand', HOST, toHost(OURS)],
  [false, 'host-command', 'ssm:SendCommand', HOST, toHost(FOREIGN)],
  [false, 'host-command', 'ssm:SendCommand', HOST],
  [true, 'admit', 's3:GetObject', object('specs/a.yaml'), TLS],
  [false, 'admit', 's3:GetObject', object('specs/a.yaml'), { ...TLS, 'aws:SecureTransport': 'false' }],
  [false, 'admit', 's3:GetObject', object('specs/a.yaml'), { ...TLS, 's3:TlsVersion': '1.1' }],
  [true, 'hosts', 's3:PutObject', RAW, ONCE],
  [false, 'hosts', 's3:PutObject', RAW, TLS],
  [false, 'hosts', 's3:GetObject', RAW, TLS],
  [false, 'hosts', 's3:ListBucket', `arn:aws:s3:::${PLACE.bucket}`, TLS],
  [false, 'hosts', 'secretsmanager:GetSecretValue', SECRET, resourceTags(OURS)],
  [true, 'hosts that read secrets', 'secretsmanager:GetSecretValue', SECRET, resourceTags(OURS)],
  [false, 'hosts that read secrets', 'secretsmanager:GetSecretValue', SECRET, resourceTags(FOREIGN)],
])('answers %s to %s for %s on %s', (allowed, role, action, resource, keys = {}) => {
  expect(isAllowed(role, action, resource, keys)).toBe(allowed);
});

it('allows iam:PassRole only to launch and to its dry runs, for the roles of hosts, to EC2', () => {
  const pass = (role: string, service: string): string[] =>
    holders('iam:PassRole', role, { 'iam:PassedToService': `${service}.amazonaws.com` });
  for (const { kind, arn: role } of grants.roles) {
    expect(pass(role, 'ec2')).toEqual(kind === 'hosts' ? ['admit', 'launch'] : []);
    if (kind === 'hosts') expect(pass(role, 'lambda')).toEqual([]);
  }
  expect(pass(`arn:aws:iam::${PLACE.account}:role/Admin`, 'ec2')).toEqual([]);
});

it.each<[string[], string, string, Keys?]>([
  [[], 'fsx:CreateBackup', '*', resourceTags(OURS)],
  [[], 'fsx:UntagResource', '*', resourceTags(OURS)],
  [[], 'ec2:DeleteTags', '*', resourceTags(OURS)],
  [[], 's3:DeleteObject', '*', resourceTags(OURS)],
  [[], 's3:GetObject', object('a', 'other'), TLS],
  [[], 's3:PutObject', object('a', 'other'), TLS],
  [['close-fence', 'start-guardian'], 's3:PutObject', object('fences/play-1.json'), TLS],
  [['admit'], 's3:PutObject', SCRIPT, TLS],
  [['admit'], 's3:PutObject', SCRIPT, ONCE],
  ...['UpdateDocument', 'UpdateDocumentDefaultVersion', 'CreateDocument', 'DeleteDocument'].map(
    (action): [string[], string, string, Keys] => [
      [],
      `ssm:${action}`,
      arn('ssm', 'document/fsxbench-run-script'),
      resourceTags(OURS),
    ],
  ),
])('allows only %j to call %s on %s', (roles, action, resource, keys = {}) => {
  expect(holders(action, resource, keys)).toEqual(roles);
});

// A tag of this deployment on a secret of others opens nothing.
it.each([
  ['hosts that read secrets may GetSecretValue', 'that the deployment names', TOKEN],
  ['', 'that it does not name', arn('secretsmanager', 'secret:prometheus-GhIjKl')],
  ['', 'with a longer name', TOKEN.replace('prometheus', 'prometheus-2')],
  ['', 'of this name in another account', TOKEN.replace('000000000000', '999999999999')],
  ['', 'of this name in another Region', TOKEN.replace('xx-local-1', 'xx-local-2')],
])('allows only "%s" on a secret %s', (allowed, _, secret) => {
  const actions = ['GetSecretValue', 'PutSecretValue', 'UpdateSecret', 'TagResource', 'PutResourcePolicy'];
  const may = (action: string) =>
    [{}, resourceTags(OURS)].flatMap((keys) => holders(`secretsmanager:${action}`, secret, keys));
  const found = actions.flatMap((action) => may(action).map((name) => `${name} may ${action}`));
  expect([...new Set(found)].join()).toBe(allowed);
});

describe('trust policy', () => {
  const take = (role: string, principal: string, source: string, account = PLACE.account): boolean =>
    judge.mayTake(role, principal, { 'aws:SourceAccount': account, 'aws:SourceArn': source });

  it.each([
    ['machine', 'states', arn('states', 'stateMachine:fsxbench-rig')],
    ['function', 'lambda', arn('lambda', 'function:fsxbench-admit')],
    ['hosts', 'ec2', HOST],
  ])('allows only the service to assume the role of a %s: %s', (kind, service, source) => {
    const of = grants.roles.filter((one) => one.kind === kind).map(({ name }) => name);
    expect(of.filter((role) => !take(role, `Service:${service}.amazonaws.com`, source))).toEqual([]);
    expect(of.filter((role) => take(role, 'Service:scheduler.amazonaws.com', source))).toEqual([]);
    expect(of.filter((role) => take(role, 'AWS:arn:aws:iam::999999999999:root', source))).toEqual([]);
  });

  it('allows only schedules and state machines of the same stack and account', () => {
    for (const part of ['safety', 'bench']) {
      const by = (group: string): boolean =>
        take(`schedules of ${part}`, 'Service:scheduler.amazonaws.com', arn('scheduler', `schedule-group/${group}`));
      expect([by(`fsxbench-${part}`), by('another')]).toEqual([true, false]);
    }
    const by = (machine: string, account?: string): boolean =>
      take('rig', 'Service:states.amazonaws.com', arn('states', `stateMachine:${machine}`), account);
    expect([by('fsxbench-rig'), by('fsxbench-rig', '999999999999'), by('theirs')]).toEqual([true, false, false]);
  });
});

describe('resource policy', () => {
  const lets = (service: string, action: string, resource: string, keys: Keys): boolean =>
    judge.lets(`${service}.amazonaws.com`, check(action, resource, keys));
  const tls = { 'aws:SecureTransport': 'true' };
  const rule = arn('events', 'rule/fsxbench-ended-badly');
  const alarm = arn('cloudwatch', 'alarm:fsxbench-undelivered');
  const own = { 'aws:SourceAccount': PLACE.account, 'aws:SourceArn': alarm, ...tls };
  const queue = arn('sqs', 'UndeliveredF3CF66A9');
  const topic = arn('sns', 'fsxbench-notify');
  const recover = arn('lambda', 'function:fsxbench-start-guardian');

  it.each<[string, string, string, Keys]>([
    ['events', 'lambda:InvokeFunction', recover, { 'aws:SourceArn': rule }],
    ['events', 'sqs:SendMessage', queue, { 'aws:SourceArn': rule, ...tls }],
    ['cloudwatch', 'sns:Publish', topic, own],
  ])('allows only %s of this stack to %s on %s', (service, action, resource, keys) => {
    expect(lets(service, action, resource, keys)).toBe(true);
    expect(lets('scheduler', action, resource, keys)).toBe(false);
    for (const theirs of [arn('events', 'rule/theirs'), arn('cloudwatch', 'alarm:theirs'), rule.replace('000', '999')])
      expect(lets(service, action, resource, { ...keys, 'aws:SourceArn': theirs })).toBe(false);
    expect(lets(service, action, resource, tls)).toBe(false);
    expect(lets(service, action, `${resource}-2`, keys)).toBe(false);
    const plain = { ...keys, 'aws:SecureTransport': 'false' };
    if ('aws:SecureTransport' in keys) expect(lets(service, action, resource, plain)).toBe(false);
    const elsewhere = { ...keys, 'aws:SourceAccount': '999999999999' };
    if ('aws:SourceAccount' in keys) expect(lets(service, action, resource, elsewhere)).toBe(false);
  });

  it('has no other allowed action', () => {
    const all = grants.atResources.flatMap(({ statements }) => statements).filter(({ effect }) => effect === 'Allow');
    const actions = ['lambda:InvokeFunction', 'sns:Publish', 'sqs:SendMessage'];
    expect(all.flatMap(({ actions: { patterns } }) => patterns).sort()).toEqual(actions);
    const other = arn('lambda', 'function:fsxbench-admit');
    expect(lets('events', 'lambda:InvokeFunction', other, { 'aws:SourceArn': rule })).toBe(false);
  });
});

it('accepts the vocabulary of the deployment, and reports unknown actions, resources and condition keys', () => {
  expect(vocabularyProblems(grants)).toEqual([]);
  const role = JSON.stringify(grants.roles.find(({ name }) => name === 'delete-storage'));
  const change = (from: string, to: string): string =>
    vocabularyProblems({ roles: [JSON.parse(role.replaceAll(from, to)) as (typeof grants.roles)[number]] }).join();
  expect(change('fsx:DeleteFileSystem', 'fsx:RemoveFileSystem')).toContain('AWS knows no such action');
  expect(change(':file-system/*', ':filesystem/*')).toContain('the action knows no such resource');
  expect(change('aws:ResourceTag/', 'fsx:ResourceTag/')).toContain('the action has no condition key fsx:ResourceTag/');
  expect([meet('a*c', 'ab*'), meet('a*c', 'b*'), meet('*', '')]).toEqual([true, false, true]);
});
