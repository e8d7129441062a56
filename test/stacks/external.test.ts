import { deploy, deployPlain } from './deployed-templates';
import { readSettings } from '../../lib/stacks/settings';
import { readList, checkListBytes, listUnroutedCidrs } from '../../lib/stacks/external';

const ARN = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf';
const SECRET = { secret: ARN, servers: ['10.20.0.11'] };
const yours = { vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' };
const HOSTS = { tagKey: 'fsxbench', tagValue: 'client', roleArn: 'arn:aws:iam::123456789012:role/hosts' };
const WAY = { cidr: '10.20.0.0/24', ports: [2049, '6800-7568'] };

describe('validation of the settings external, secrets, tags and hooks', () => {
  it('accepts a list as JSON text or as in cdk.json', () => {
    const problems: string[] = [];
    expect(readList('external', undefined, problems)).toEqual([]);
    expect(readList('external', JSON.stringify([WAY]), problems)).toEqual([WAY]);
    expect(readList('external', [WAY], problems)).toEqual([WAY]);
    expect(readList('secrets', [SECRET], problems)).toEqual([SECRET]);
    expect(problems).toEqual([]);
  });

  const CIDR = 'allowed: an IPv4 range of /8 to /32, e.g. 10.20.0.0/24';
  const PORT = 'allowed: a port from 1 to 65535, or a range in ascending order, e.g. "6800-7568"';

  it.each([
    ['10.20.0.0/24', expect.stringMatching(/^external: no valid JSON: .*position 5/)],
    ['[{"cidr":"10.20.0.0/24"}]', 'external[0].ports: Invalid input: expected array, received undefined'],
    ['[{"cidr":"10.20.0.0","ports":[1]}]', `external[0].cidr: '10.20.0.0'; ${CIDR}`],
    ['[{"cidr":"0.0.0.0/0","ports":[1]}]', `external[0].cidr: '0.0.0.0/0'; ${CIDR}`],
    ['[{"cidr":"10.20.0.300/24","ports":[1]}]', `external[0].cidr: '10.20.0.300/24'; ${CIDR}`],
    ['[{"cidr":"10.20.0.0/24","ports":[0]}]', `external[0].ports[0]: '0'; ${PORT}`],
    ['[{"cidr":"10.20.0.0/24","ports":[1,"7568-6800"]}]', `external[0].ports[1]: '7568-6800'; ${PORT}`],
    ['[{"cidr":"10.20.0.0/24","ports":["1-65536"]}]', `external[0].ports[0]: '1-65536'; ${PORT}`],
    [
      JSON.stringify([{ cidr: '10.20.0.0/24', ports: Array.from({ length: 51 }, (_, port) => port + 1) }]),
      'external: more than 50 ranges times ports',
    ],
  ])('refuses in external the value %s, with the path of the entry and its rule', (text, mistake) => {
    const problems: string[] = [];
    expect(readList('external', text, problems)).toEqual([]);
    expect(problems).toEqual([
      mistake,
      'allowed for external: a list of ranges and TCP ports, e.g. ' +
        '[{"cidr":"10.20.0.0/24","ports":[2049,"6800-7568"]}]; ranges times ports are at most 50',
    ]);
  });

  const KEY = 'allowed: letters, digits and _.:/=+@-, 128 in a key, 256 in a value; no key of aws: or fsxbench:';
  it.each([
    ['[{"key":"aws:x","value":"1"}]', `tags[0].key: 'aws:x'; ${KEY}`],
    ['[{"key":"fsxbench:stack","value":"1"}]', `tags[0].key: 'fsxbench:stack'; ${KEY}`],
    ['[{"key":"","value":"1"}]', `tags[0].key: ''; ${KEY}`],
    ['[{"key":"Name","value":"1"}]', `tags[0].key: 'Name'; ${KEY}`],
    ['[{"key":"a","value":"1"},{"key":"a","value":"2"}]', 'tags: two tags have the same key; keys must differ'],
    ['{"CostCenter":"4711"}', 'tags: Invalid input: expected array, received object'],
    [
      JSON.stringify(Array.from({ length: 11 }, (_, key) => ({ key: `k${key}`, value: '' }))),
      'tags: Too big: expected array to have <=10 items',
    ],
  ])('refuses in tags the value %s, with the path of the entry and its rule', (text, mistake) => {
    const problems: string[] = [];
    expect(readList('tags', text, problems)).toEqual([]);
    expect(problems).toEqual([
      mistake,
      'allowed for tags: a list of tags, e.g. [{"key":"CostCenter","value":"4711"}], at most 10; ' +
        'no key is Name, and values may have spaces',
    ]);
    expect(readList('tags', '[{"key":"CostCenter","value":"Perf Team"}]', problems)).toHaveLength(1);
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
    expect(of({ vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' })).not.toThrow();
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
    const { resources } = deploy({
      ...network,
      endpointRange: '10.0.255.192/26',
      availabilityZone: 'ap-northeast-1a',
      stackName: 'a-name-of-twenty-yes',
      external: [WAY],
      secrets,
    });
    const told = [...Object.values(resources.safety), ...Object.values(resources.bench)].map(({ Properties }) =>
      Object.entries(Properties.Environment?.Variables ?? {}).reduce((sum, one) => sum + one.join('').length, 0),
    );
    expect(Math.max(...told)).toBeGreaterThan(2500);
    expect(Math.max(...told)).toBeLessThan(4096 - 100);
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
    const { bench, safety } = deploy({ hooks, stackName: 'a-name-of-twenty-yes' }).resources;
    for (const { Properties } of [...Object.values(bench), ...Object.values(safety)]) {
      const told = Object.entries(Properties.Environment?.Variables ?? {});
      expect(told.reduce((sum, one) => sum + one.join('').length, 0)).toBeLessThan(4096 - 100);
      expect(JSON.stringify((Properties.Policies ?? []).map((one) => one.PolicyDocument)).length).toBeLessThan(10_240);
    }
  });

  it('refuses ARNs of another account or Region in secrets, hooks and managed', () => {
    const hook = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';
    const settings: Readonly<Record<string, unknown>> = { secrets: [SECRET], hooks: [hook], managed: [HOSTS] };
    const refusal = (here: object): readonly string[] => {
      try {
        readSettings((name) => settings[name], [], here);
      } catch (error) {
        return (error as Error).message.split('\n').slice(1);
      }
      return [];
    };
    expect([refusal({}), refusal({ account: '123456789012', region: 'us-east-1' })]).toEqual([[], []]);
    const other = 'belongs to account 123456789012, but the stacks go to account 210987654321';
    expect(refusal({ account: '210987654321', region: 'us-east-1' })).toEqual([
      `  secrets has ${ARN}, which ${other}`,
      `  hooks has ${hook}, which ${other}`,
      `  managed has ${HOSTS.roleArn}, which ${other}. Omit roleArn, and grant the access in its own account`,
    ]);
    expect(refusal({ region: 'eu-west-1' })).toEqual([
      `  secrets has ${ARN}, which belongs to us-east-1, but the stacks go to eu-west-1`,
      `  hooks has ${hook}, which belongs to us-east-1, but the stacks go to eu-west-1`,
    ]);
  });
});

describe('deployment with the settings external and secrets', () => {
  const { bench } = deploy({ ...yours, external: [WAY], secrets: [SECRET] }).resources;
  const statements = (description: string): readonly object[] =>
    Object.values(bench)
      .filter(({ Properties }) => Properties['Description'] === description)
      .flatMap(({ Properties: { Policies = [] } }) =>
        Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
      );
  const reading = {
    Effect: 'Allow',
    Action: 'secretsmanager:GetSecretValue',
    Resource: ARN,
  };

  it('allows outbound traffic to the external ranges and ports, and to port 443', () => {
    const group = bench['HostSecurityGroup']?.Properties ?? {};
    expect(group['SecurityGroupEgress']).toMatchObject([
      { CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443 },
      { CidrIp: '10.20.0.0/24', IpProtocol: 'tcp', FromPort: 2049, ToPort: 2049 },
      { CidrIp: '10.20.0.0/24', IpProtocol: 'tcp', FromPort: 6800, ToPort: 7568 },
    ]);
  });

  it('grants the secrets to the secret host role only, and passes both settings to admit', () => {
    expect(statements('fsxbench: load hosts that read a secret')).toContainEqual(reading);
    expect(statements('fsxbench: load hosts')).not.toContainEqual(reading);
    const launch = Object.values(bench).find(({ Properties }) => Properties.StateMachineName === 'fsxbench-launch');
    const { HostProfileArn, SecretHostProfileArn } = launch?.Properties.DefinitionSubstitutions ?? {};
    expect(HostProfileArn).not.toBe(SecretHostProfileArn);
    const admit = Object.values(bench).find(({ Properties }) => Properties.FunctionName === 'fsxbench-admit');
    expect(admit?.Properties.Environment?.Variables).toMatchObject({
      FSXBENCH_EXTERNAL: JSON.stringify([WAY]),
      FSXBENCH_SECRETS: JSON.stringify([SECRET]),
    });
  });

  it('limits the secret host role to secrets of the deployment when secrets is not set', () => {
    const { bench: plain } = deployPlain().resources;
    const reading = Object.values(plain).find(
      ({ Properties }) => Properties['Description'] === 'fsxbench: load hosts that read a secret',
    );
    const resources = (reading?.Properties.Policies ?? [])
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => Action === 'secretsmanager:GetSecretValue')
      .map(({ Resource }) => JSON.stringify(Resource));
    expect(resources).toEqual([expect.stringContaining('secret:fsxbench/*')]);
  });
});

describe('the setting managed', () => {
  it('accepts at most ten tags, and refuses reserved keys and wildcards', () => {
    const problems: string[] = [];
    expect(readList('managed', JSON.stringify([HOSTS]), problems)).toEqual([HOSTS]);
    expect(readList('managed', [{ tagKey: 'a', tagValue: 'b' }], problems)).toEqual([{ tagKey: 'a', tagValue: 'b' }]);
    expect(readList('managed', undefined, problems)).toEqual([]);
    expect(problems).toEqual([]);
    const wrong = [[{ tagKey: 'fsxbench:rig', tagValue: 'b' }], [{ tagKey: 'a', tagValue: '*' }], [{ tagKey: 'a' }]];
    for (const value of [...wrong, Array.from({ length: 11 }, () => HOSTS)]) readList('managed', value, problems);
    const allowed =
      'allowed for managed: a list of tags, e.g. [{"tagKey":"fsxbench","tagValue":"client",' +
      '"roleArn":"arn:aws:iam::123456789012:role/hosts"}], at most 10; roleArn may be left out';
    const key = 'allowed: letters, digits and _.:/=+@-, 128 in a key, 256 in a value; no key of aws: or fsxbench:';
    expect(problems).toEqual([
      `managed[0].tagKey: 'fsxbench:rig'; ${key}`,
      allowed,
      `managed[0].tagValue: '*'; ${key}`,
      allowed,
      'managed[0].tagValue: Invalid input: expected string, received undefined',
      allowed,
      'managed: Too big: expected array to have <=10 items',
      allowed,
    ]);
  });

  it('grants SSM commands on hosts with the tag, and bucket access to their role in its account', () => {
    const { bench, safety } = deploy({ managed: [HOSTS] }).resources;
    const text = (resources: object): string => JSON.stringify(resources);
    for (const resources of [bench, safety]) {
      expect(text(resources)).toContain('"StringEquals":{"ssm:resourceTag/fsxbench":"client"}');
      expect(text(resources)).toContain('managed-instance/*');
      expect(text(resources)).not.toContain('ec2:ResourceTag/fsxbench"');
    }
    expect(Object.values(bench).filter(({ Type }) => Type === 'AWS::IAM::Policy')).toMatchObject([
      { Properties: { Roles: ['hosts'] } },
    ]);
    // The policy is attached by the name of the role: where the stack goes to another account, that is another role.
    const { bench: template } = deploy({ managed: [HOSTS] });
    const others = Object.values(template.findResources('AWS::IAM::Policy')).map(({ Condition }) => String(Condition));
    expect(others).toEqual(['Is123456789012']);
    expect(template.toJSON()['Conditions']).toMatchObject({
      Is123456789012: { 'Fn::Equals': [{ Ref: 'AWS::AccountId' }, '123456789012'] },
    });
    expect(text(bench)).toContain('"TargetType":"/"');
    expect(text(deployPlain().resources.bench)).toContain('"TargetType":"/AWS::EC2::Instance"');
  });
});
