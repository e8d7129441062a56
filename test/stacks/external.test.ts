import { deploy, getEnvironment, listAll } from './deployed-templates';
import { readSettings } from '../../lib/stacks/settings';
import { readList, checkListBytes, listUnroutedCidrs } from '../../lib/stacks/external';

const ARN = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf';
const SECRET = { secret: ARN, servers: ['10.20.0.11'] };
const yours = { vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' };
const HOSTS = { tagKey: 'fsxbench', tagValue: 'client', roleArn: 'arn:aws:iam::123456789012:role/hosts' };
const WAY = { cidr: '10.20.0.0/24', ports: [2049, '6800-7568'] };

/** Bytes of the environment of the function with the largest one. */
const measureLargestEnvironment = (deployed: ReturnType<typeof deploy>): number =>
  Math.max(
    ...listAll(deployed).map(({ Properties }) =>
      Object.entries(Properties.Environment?.Variables ?? {}).reduce((sum, one) => sum + one.join('').length, 0),
    ),
  );

describe('validation of the settings external, secrets, managed, tags and hooks', () => {
  it.each([
    ['external', undefined, []],
    ['external', JSON.stringify([WAY]), [WAY]],
    ['external', [WAY], [WAY]],
    ['secrets', [SECRET], [SECRET]],
    ['tags', '[{"key":"CostCenter","value":"Perf Team"}]', [{ key: 'CostCenter', value: 'Perf Team' }]],
    ['managed', undefined, []],
    ['managed', JSON.stringify([HOSTS]), [HOSTS]],
    ['managed', [{ tagKey: 'a', tagValue: 'b' }], [{ tagKey: 'a', tagValue: 'b' }]],
  ] as const)('accepts in %s the list %j, as JSON text or as in cdk.json', (name, value, expected) => {
    const problems: string[] = [];
    expect([readList(name, value, problems), problems]).toEqual([expected, []]);
  });

  const ALLOWED = {
    external:
      'allowed for external: a list of ranges and TCP ports, e.g. ' +
      '[{"cidr":"10.20.0.0/24","ports":[2049,"6800-7568"]}]; for S3 Files also its `fileSystemId` and `bucket`; ' +
      'ranges times ports are at most 50',
    tags:
      'allowed for tags: a list of tags, e.g. [{"key":"CostCenter","value":"4711"}], at most 10; ' +
      'no key is Name, and values may have spaces',
    managed:
      'allowed for managed: a list of tags, e.g. [{"tagKey":"fsxbench","tagValue":"client",' +
      '"roleArn":"arn:aws:iam::123456789012:role/hosts"}], at most 10; roleArn may be left out',
  };
  const CIDR = 'allowed: an IPv4 range of /8 to /32, e.g. 10.20.0.0/24';
  const PORT = 'allowed: a port from 1 to 65535, or a range in ascending order, e.g. "6800-7568"';
  const KEY = 'allowed: letters, digits and _.:/=+@-, 128 in a key, 256 in a value; no key of aws: or fsxbench:';
  const makeRange = (cidr: string, ...ports: unknown[]) => [{ cidr, ports }];
  const repeat = (count: number, item: (index: number) => unknown) =>
    Array.from({ length: count }, (_, at) => item(at));

  it.each([
    ['external', '10.20.0.0/24', expect.stringMatching(/^external: no valid JSON: .*position 5/)],
    [
      'external',
      [{ ...WAY, bucket: 'my-data' }],
      'external[0]: a bucket needs the fileSystemId of its file system too',
    ],
    [
      'external',
      [{ ...WAY, fileSystemId: 'fs-1' }],
      "external[0].fileSystemId: 'fs-1'; allowed: an id of S3 Files, e.g. fs-0123456789abcdef0",
    ],
    [
      'external',
      [{ ...WAY, fileSystemId: 'fs-0123456789abcdef0', bucket: '*' }],
      "external[0].bucket: '*'; allowed: the name of a bucket, without prefix",
    ],
    ['external', [{ cidr: '10.20.0.0/24' }], 'external[0].ports: Invalid input: expected array, received undefined'],
    ['external', makeRange('10.20.0.0', 1), `external[0].cidr: '10.20.0.0'; ${CIDR}`],
    ['external', makeRange('0.0.0.0/0', 1), `external[0].cidr: '0.0.0.0/0'; ${CIDR}`],
    ['external', makeRange('10.20.0.300/24', 1), `external[0].cidr: '10.20.0.300/24'; ${CIDR}`],
    ['external', makeRange('10.20.0.0/24', 0), `external[0].ports[0]: '0'; ${PORT}`],
    ['external', makeRange('10.20.0.0/24', 1, '7568-6800'), `external[0].ports[1]: '7568-6800'; ${PORT}`],
    ['external', makeRange('10.20.0.0/24', '1-65536'), `external[0].ports[0]: '1-65536'; ${PORT}`],
    ['external', makeRange('10.20.0.0/24', ...repeat(51, (at) => at + 1)), 'external: more than 50 ranges times ports'],
    ['tags', [{ key: 'aws:x', value: '1' }], `tags[0].key: 'aws:x'; ${KEY}`],
    ['tags', [{ key: 'fsxbench:stack', value: '1' }], `tags[0].key: 'fsxbench:stack'; ${KEY}`],
    ['tags', [{ key: '', value: '1' }], `tags[0].key: ''; ${KEY}`],
    ['tags', [{ key: 'Name', value: '1' }], `tags[0].key: 'Name'; ${KEY}`],
    ['tags', repeat(2, (at) => ({ key: 'a', value: `${at}` })), 'tags: two tags have the same key; keys must differ'],
    ['tags', { CostCenter: '4711' }, 'tags: Invalid input: expected array, received object'],
    ['tags', repeat(11, (at) => ({ key: `k${at}`, value: '' })), 'tags: Too big: expected array to have <=10 items'],
    ['managed', [{ tagKey: 'fsxbench:rig', tagValue: 'b' }], `managed[0].tagKey: 'fsxbench:rig'; ${KEY}`],
    ['managed', [{ tagKey: 'a', tagValue: '*' }], `managed[0].tagValue: '*'; ${KEY}`],
    ['managed', [{ tagKey: 'a' }], 'managed[0].tagValue: Invalid input: expected string, received undefined'],
    ['managed', repeat(11, () => HOSTS), 'managed: Too big: expected array to have <=10 items'],
  ] as const)('refuses in %s the value %j, with the path of the entry and its rule', (name, value, mistake) => {
    const problems: string[] = [];
    expect(readList(name, typeof value === 'string' ? value : JSON.stringify(value), problems)).toEqual([]);
    expect(problems).toEqual([mistake, ALLOWED[name]]);
  });

  it('refuses private ranges in external when the stack creates its network', () => {
    const to = (...cidrs: string[]) => cidrs.map((cidr) => ({ cidr, ports: [2049] }));
    const inside = ['10.20.0.0/24', '172.31.255.0/24', '192.168.7.7/32', '100.64.0.0/12', '172.0.0.0/8'];
    expect(listUnroutedCidrs(to(...inside))).toEqual(inside);
    expect(
      listUnroutedCidrs(to('9.255.255.255/32', '11.0.0.0/8', '172.15.0.0/16', '172.32.0.0/16', '100.128.0.0/9')),
    ).toEqual([]);
    const of = (more: Readonly<Record<string, string>>) => () =>
      readSettings((name) => ({ external: JSON.stringify([WAY, ...to('54.1.2.0/24')]), ...more })[name]);
    expect(of({})).toThrow(
      "external has 10.20.0.0/24, which the stack's network cannot reach. Set vpcId and subnetId of a network " +
        'that can, e.g. by peering or a VPN',
    );
    expect(of(yours)).not.toThrow();
  });

  it('refuses external and secrets of more than 2000 bytes of JSON together', () => {
    const many = Array.from({ length: 24 }, (_, index) => ({
      ...SECRET,
      secret: `${ARN.slice(0, -2)}${String(index).padStart(2, '0')}`,
    }));
    const bytes = JSON.stringify([WAY]).length + JSON.stringify(many).length;
    expect(checkListBytes({ external: [WAY], secrets: many })).toEqual([
      `external and secrets are ${bytes} bytes of JSON together; allowed: 2000, because Lambda limits environments ` +
        'of functions to 4 KB. Use fewer entries, or a second deployment',
    ]);
    const secrets = many.slice(0, 24 - Math.ceil((bytes - 2000) / (JSON.stringify(SECRET).length + 1)));
    expect(checkListBytes({ external: [WAY], secrets })).toEqual([]);
    // With the longest names that there are, all functions have what they are told.
    const network = { ...yours, secondSubnetId: 'subnet-0123456789abcdef1', routeTableId: 'rtb-0123456789abcdef0' };
    const names = { availabilityZone: 'ap-northeast-1a', stackName: 'a-name-of-twenty-yes' };
    const settings = { ...network, ...names, endpointRange: '10.0.255.192/26', external: [WAY], secrets };
    const largest = measureLargestEnvironment(deploy(settings));
    expect(largest).toBeGreaterThan(2500);
    expect(largest).toBeLessThan(4096 - 100);
  });

  it.each([
    ['short', (index: number) => `h${index}`],
    ['long', (index: number) => `${'h'.repeat(78)}${index}`],
  ])('accepts hooks with %s names up to the byte limit, within size limits of Lambda and IAM', (_, nameOf) => {
    const arnOf = (index: number): string => `arn:aws:states:ap-northeast-1:123456789012:stateMachine:${nameOf(index)}`;
    const all = Array.from({ length: 60 }, (_none, index) => arnOf(10 + index));
    const most =
      all.findLastIndex((_one, index) => checkListBytes({ hooks: all.slice(0, index + 1) }).length === 0) + 1;
    const hooks = all.slice(0, most);
    const bytes = JSON.stringify(all.slice(0, most + 1)).length;
    expect(() => deploy({ hooks: all.slice(0, most + 1) })).toThrow(`hooks are ${bytes} bytes of JSON together`);
    const deployed = deploy({ hooks, stackName: 'a-name-of-twenty-yes' });
    expect(measureLargestEnvironment(deployed)).toBeLessThan(4096 - 100);
    for (const { Properties } of listAll(deployed))
      expect(JSON.stringify((Properties.Policies ?? []).map((one) => one.PolicyDocument)).length).toBeLessThan(10_240);
  });
});

describe('deployment with a file system of S3 Files in external', () => {
  const FILES = { cidr: '10.20.0.15/32', ports: [2049], fileSystemId: 'fs-0123456789abcdef0', bucket: 'my-data' };
  const { bench } = deploy({ ...yours, external: [FILES] }).resources;

  it.each(['fsxbench: load hosts', 'fsxbench: load hosts that read a secret'])(
    'allows the role "%s" to mount that file system and those of the stack, and to read their buckets',
    (description) => {
      const role = Object.values(bench).find(({ Properties }) => Properties['Description'] === description);
      const statements = role?.Properties.Policies?.flatMap((one) => one.PolicyDocument.Statement) ?? [];
      const text = JSON.stringify(statements.filter(({ Action }) => /s3files|GetObjectVersion/.test(String(Action))));
      expect(text.match(/file-system\/[^"]*/g)).toEqual(['file-system/*', 'file-system/fs-0123456789abcdef0']);
      expect(text.match(/:s3:::[^"]*/g)).toEqual([':s3:::fsxbench-fsxbench--*/*', ':s3:::my-data/*']);
      expect(text).toContain('"s3files:ClientMount","s3files:ClientRootAccess","s3files:ClientWrite"');
    },
  );
});

describe('deployment with the settings external and secrets', () => {
  const deployed = deploy({ ...yours, external: [WAY], secrets: [SECRET] });
  const { bench } = deployed.resources;
  const listSecrets = (description: string): unknown[] =>
    Object.values(bench)
      .filter(({ Properties }) => Properties['Description'] === description)
      .flatMap(({ Properties: { Policies = [] } }) =>
        Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
      )
      .filter(({ Action }) => Action === 'secretsmanager:GetSecretValue');

  it('allows outbound traffic to the external ranges and ports, and to port 443', () => {
    expect(bench['HostSecurityGroup']?.Properties['SecurityGroupEgress']).toMatchObject([
      { CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443 },
      { CidrIp: '10.20.0.0/24', IpProtocol: 'tcp', FromPort: 2049, ToPort: 2049 },
      { CidrIp: '10.20.0.0/24', IpProtocol: 'tcp', FromPort: 6800, ToPort: 7568 },
    ]);
  });

  it('grants the secrets to the secret host role only, and passes both settings to admit', () => {
    const reading = { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: ARN };
    expect(listSecrets('fsxbench: load hosts that read a secret')).toContainEqual(reading);
    expect(listSecrets('fsxbench: load hosts')).toEqual([]);
    const launch = Object.values(bench).find(({ Properties }) => Properties.StateMachineName === 'fsxbench-launch');
    const { HostProfileArn, SecretHostProfileArn } = launch?.Properties.DefinitionSubstitutions ?? {};
    expect(HostProfileArn).not.toBe(SecretHostProfileArn);
    expect(getEnvironment(deployed, 'admit')).toMatchObject({
      FSXBENCH_EXTERNAL: JSON.stringify([WAY]),
      FSXBENCH_SECRETS: JSON.stringify([SECRET]),
    });
  });
});

it('grants with managed SSM commands on hosts with the tag, and bucket access to their role in its account', () => {
  const deployed = deploy({ managed: [HOSTS] });
  const [bench, safety, plain] = [deployed.resources.bench, deployed.resources.safety, deploy().resources.bench].map(
    (resources) => JSON.stringify(resources),
  );
  for (const text of [bench, safety]) {
    expect(text).toContain('"StringEquals":{"ssm:resourceTag/fsxbench":"client"}');
    expect(text).toContain('managed-instance/*');
    expect(text).not.toContain('ec2:ResourceTag/fsxbench"');
  }
  // The policy is attached by the name of the role: where the stack goes to another account, that is another role.
  const template = deployed.bench.toJSON();
  const policies = Object.values(template.Resources).filter((one) => 'Type' in one && one.Type === 'AWS::IAM::Policy');
  expect(policies).toMatchObject([{ Condition: 'Is123456789012', Properties: { Roles: ['hosts'] } }]);
  expect(template.Conditions).toMatchObject({
    Is123456789012: { 'Fn::Equals': [{ Ref: 'AWS::AccountId' }, '123456789012'] },
  });
  expect(bench).toContain('"TargetType":"/"');
  expect(plain).toContain('"TargetType":"/AWS::EC2::Instance"');
});
