import { deploy } from './deployed';
import { managedOf, secretsOf, waysOf } from '../../lib/stacks/external';

const SECRET = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf';
const WAY = { cidr: '10.20.0.0/24', ports: [2049, '6800-7568'] };

describe('what a deployment is told of stores of others', () => {
  it('is a list, as JSON text or in cdk.json', () => {
    const problems: string[] = [];
    expect(waysOf(undefined, problems)).toEqual([]);
    expect(waysOf(JSON.stringify([WAY]), problems)).toEqual([WAY]);
    expect(waysOf([WAY], problems)).toEqual([WAY]);
    expect(secretsOf([SECRET], problems)).toEqual([SECRET]);
    expect(problems).toEqual([]);
  });

  it.each([
    '10.20.0.0/24',
    '[{"cidr":"10.20.0.0/24"}]',
    '[{"cidr":"10.20.0.0","ports":[1]}]',
    '[{"cidr":"0.0.0.0/0","ports":[1]}]',
    '[{"cidr":"10.20.0.300/24","ports":[1]}]',
    '[{"cidr":"10.20.0.0/24","ports":[0]}]',
    '[{"cidr":"10.20.0.0/24","ports":["7568-6800"]}]',
    '[{"cidr":"10.20.0.0/24","ports":["1-65536"]}]',
    JSON.stringify([{ cidr: '10.20.0.0/24', ports: Array.from({ length: 51 }, (_, port) => port + 1) }]),
  ])('is refused with what is allowed: %s', (text) => {
    const problems: string[] = [];
    expect(waysOf(text, problems)).toEqual([]);
    expect(problems).toEqual([
      `external is ${text.slice(0, 200)}; allowed: a list of ranges and TCP ports, e.g. ` +
        '[{"cidr":"10.20.0.0/24","ports":[2049,"6800-7568"]}]; ranges are of IPv4 and not wider than /8, and ranges ' +
        'times ports are at most 50',
    ]);
  });

  it('names secrets by their ARN', () => {
    const problems: string[] = [];
    expect(secretsOf(['ceph'], problems)).toEqual([]);
    expect(problems).toEqual([
      'secrets is ["ceph"]; allowed: a list of ARNs of Secrets Manager, e.g. ' +
        '["arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf"]',
    ]);
  });
});

describe('a deployment that lets hosts out', () => {
  const { bench } = deploy({ external: [WAY], secrets: [SECRET] }).resources;
  const statements = (description: string): readonly object[] =>
    Object.values(bench)
      .filter(({ Properties }) => Properties['Description'] === description)
      .flatMap(({ Properties: { Policies = [] } }) =>
        Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
      );
  const reading = {
    Effect: 'Allow',
    Action: 'secretsmanager:GetSecretValue',
    Resource: SECRET,
  };

  it('opens these ports to these ranges, beside AWS', () => {
    const group = bench['HostSecurityGroup']?.Properties ?? {};
    expect(group['SecurityGroupEgress']).toMatchObject([
      { CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443 },
      { CidrIp: '10.20.0.0/24', IpProtocol: 'tcp', FromPort: 2049, ToPort: 2049 },
      { CidrIp: '10.20.0.0/24', IpProtocol: 'tcp', FromPort: 6800, ToPort: 7568 },
    ]);
  });

  it('lets a role of its own read these secrets, and tells admission of both', () => {
    expect(statements('fsxbench: load hosts that mount by a secret')).toContainEqual(reading);
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

  it('has no such role where no secret is named', () => {
    const roles = Object.values(deploy({}).resources.bench).filter(({ Type }) => Type === 'AWS::IAM::InstanceProfile');
    expect(roles).toHaveLength(1);
  });
});

const HOSTS = { tagKey: 'fsxbench', tagValue: 'client', roleArn: 'arn:aws:iam::123456789012:role/hosts' };

describe('managed hosts', () => {
  it('are named by their tags, and at most ten of them', () => {
    const problems: string[] = [];
    expect(managedOf(JSON.stringify([HOSTS]), problems)).toEqual([HOSTS]);
    expect(managedOf([{ tagKey: 'a', tagValue: 'b' }], problems)).toEqual([{ tagKey: 'a', tagValue: 'b' }]);
    expect(managedOf(undefined, problems)).toEqual([]);
    expect(problems).toEqual([]);
    const wrong = [[{ tagKey: 'fsxbench:rig', tagValue: 'b' }], [{ tagKey: 'a', tagValue: '*' }], [{ tagKey: 'a' }]];
    for (const value of [...wrong, Array.from({ length: 11 }, () => HOSTS)]) managedOf(value, problems);
    expect(problems).toHaveLength(4);
    expect(problems[2]).toBe(
      'managed is [{"tagKey":"a"}]; allowed: a list of tags, e.g. [{"tagKey":"fsxbench","tagValue":"client",' +
        '"roleArn":"arn:aws:iam::123456789012:role/hosts"}], at most 10; roleArn may be left out',
    );
  });

  it('may be sent commands, by two roles, and use the bucket; nothing may end them', () => {
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
    expect(text(bench)).toContain('"TargetType":"/"');
    expect(text(deploy({}).resources.bench)).toContain('"TargetType":"/AWS::EC2::Instance"');
  });
});
