import { CONTRACT_VERSION } from '../../lib/shapes/contract-version';
import { readFileSync } from 'node:fs';
import { deploy, type DeployedTemplates, type Resource } from './deployed-templates';
import { allowing, statements } from './policies';

const SPEC = `experiment: nightly
question: Is it still as fast?
schedule: { cron: "0 3 ? * SUN *", timezone: Asia/Tokyo }
`;

const NIGHTLY = { experiment: 'nightly', text: SPEC, expression: 'cron(0 3 ? * SUN *)', timezone: 'Asia/Tokyo' };
const deployed = deploy({}, [NIGHTLY]);
const existing = deploy({ vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0', hostCpu: 'arm64' });

function only({ resources }: DeployedTemplates, type: string): Resource {
  const [found, ...more] = Object.values(resources.bench).filter((one) => one.Type === type);
  if (found === undefined || more.length > 0) throw new Error(`there is not exactly one ${type}`);
  return found;
}

/** What the function that creates storage is told. */
function storageOf({ resources }: DeployedTemplates): Readonly<Record<string, unknown>> {
  const found = Object.values(resources.bench).find(
    ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties.FunctionName === 'fsxbench-call-storage',
  );
  return found?.Properties.Environment?.Variables ?? {};
}

describe('the network', () => {
  it('is two public subnets with a gateway to S3, and costs nothing while it is idle', () => {
    const { HostsSubnet, SecondSubnet } = deployed.resources.bench;
    expect(HostsSubnet?.Properties).toMatchObject({ MapPublicIpOnLaunch: true, CidrBlock: '10.0.0.0/18' });
    expect(SecondSubnet?.Properties).toMatchObject({ CidrBlock: '10.0.128.0/18' });
    expect(HostsSubnet?.Properties['AvailabilityZone']).not.toEqual(SecondSubnet?.Properties['AvailabilityZone']);
    expect(only(deployed, 'AWS::EC2::VPCEndpoint').Properties).toMatchObject({ VpcEndpointType: 'Gateway' });
    for (const type of ['AWS::EC2::NatGateway', 'AWS::EC2::EIP']) deployed.bench.resourceCountIs(type, 0);
    deployed.bench.resourceCountIs('AWS::EC2::RouteTable', 1);
  });

  it('lets nobody in from outside', () => {
    const group = only(deployed, 'AWS::EC2::SecurityGroup').Properties;
    expect(group).not.toHaveProperty('SecurityGroupIngress');
    expect(group['SecurityGroupEgress']).toEqual([expect.objectContaining({ FromPort: 443, ToPort: 443 })]);
    expect(only(deployed, 'AWS::EC2::SecurityGroupIngress').Properties).toMatchObject({
      GroupId: '<HostSecurityGroup.GroupId>',
      SourceSecurityGroupId: '<HostSecurityGroup.GroupId>',
    });
  });

  it('lets hosts out over HTTP where packages need it, and not else', () => {
    const ports = ({ resources }: DeployedTemplates): unknown[] =>
      (
        only({ resources } as DeployedTemplates, 'AWS::EC2::SecurityGroup').Properties[
          'SecurityGroupEgress'
        ] as unknown[]
      ).map((rule) => (rule as { FromPort: number }).FromPort);
    expect(ports(deployed)).toEqual([443]);
    expect(ports(deploy({ httpPackages: 'true' }))).toEqual([443, 80]);
  });

  it('has one route table for both, in which FSx may write', () => {
    const table = only(deployed, 'AWS::EC2::RouteTable').Properties;
    expect(table['Tags']).toContainEqual({ Key: 'AmazonFSx', Value: 'ManagedByAmazonFSx' });
    const uses = Object.values(deployed.resources.bench).filter(
      ({ Type }) => Type === 'AWS::EC2::SubnetRouteTableAssociation',
    );
    expect(uses.map(({ Properties }) => [Properties['SubnetId'], Properties['RouteTableId']])).toEqual([
      ['<HostsSubnet>', '<Routes>'],
      ['<SecondSubnet>', '<Routes>'],
    ]);
  });

  it('lets hosts out to the addresses of file systems in two zones, which no subnet has', () => {
    expect(deployed.resources.bench['ToEndpoints']?.Properties).toMatchObject({
      GroupId: '<HostSecurityGroup.GroupId>',
      CidrIp: '10.0.255.192/26',
      IpProtocol: '-1',
    });
    expect(storageOf(deployed)).toMatchObject({
      FSXBENCH_SUBNET_2: '<SecondSubnet>',
      FSXBENCH_ROUTE_TABLE: '<Routes>',
      FSXBENCH_ENDPOINT_RANGE: '10.0.255.192/26',
    });
  });

  it('has one zone where nobody says the other one, and no way for file systems in two', () => {
    const zoned = deploy({ availabilityZone: 'us-east-1d' });
    expect(only(zoned, 'AWS::EC2::Subnet').Properties['AvailabilityZone']).toBe('us-east-1d');
    expect(zoned.resources.bench['ToEndpoints']).toBeUndefined();
    expect(storageOf(zoned)).not.toHaveProperty('FSXBENCH_SUBNET_2');
    const both = deploy({ availabilityZone: 'us-east-1d', secondAvailabilityZone: 'us-east-1f' });
    expect(both.resources.bench['SecondSubnet']?.Properties['AvailabilityZone']).toBe('us-east-1f');
  });

  it('that is yours may have what file systems in two zones need', () => {
    const second = { secondSubnetId: 'subnet-1123456789abcdef0', routeTableId: 'rtb-0123456789abcdef0' };
    const yours = { vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' };
    const two = deploy({ ...yours, ...second, endpointRange: '10.9.255.0/28' });
    two.bench.resourceCountIs('AWS::EC2::RouteTable', 0);
    expect(two.resources.bench['ToEndpoints']?.Properties).toMatchObject({ CidrIp: '10.9.255.0/28' });
    expect(storageOf(two)).toMatchObject({
      FSXBENCH_SUBNET_2: 'subnet-1123456789abcdef0',
      FSXBENCH_ROUTE_TABLE: 'rtb-0123456789abcdef0',
    });
  });

  it('is the one that was named, without any of its own', () => {
    existing.bench.resourceCountIs('AWS::EC2::VPC', 0);
    existing.bench.resourceCountIs('AWS::EC2::Subnet', 0);
    expect(only(existing, 'AWS::EC2::SecurityGroup').Properties['VpcId']).toBe('vpc-0123456789abcdef0');
    existing.bench.hasResourceProperties('AWS::StepFunctions::StateMachine', {
      StateMachineName: 'fsxbench-launch',
      DefinitionSubstitutions: { SubnetId: 'subnet-0123456789abcdef0' },
    });
  });
});

describe('a host', () => {
  const role = Object.values(deployed.resources.bench).find(
    ({ Type, Properties }) =>
      Type === 'AWS::IAM::Role' && JSON.stringify(Properties.AssumeRolePolicyDocument).includes('ec2.amazonaws.com'),
  );
  const allowed = (role?.Properties.Policies ?? []).flatMap((one) => statements(one.PolicyDocument));
  const key = (rest: string): string => `arn:aws:s3:::fsxbench-results/executions/e/x/${rest}`;

  it('writes raw results only, and each once', () => {
    const [write, ...more] = allowing(allowed, 's3:PutObject', key('raw/r1/t0001/a1/client-0/measure/status.json'));
    expect(more).toEqual([]);
    expect(write?.conditions).toEqual({ Null: { 's3:if-none-match': 'false' } });
    expect(allowing(allowed, 's3:PutObject', key('summary.json'))).toEqual([]);
    expect(allowing(allowed, 's3:PutObject', 'arn:aws:s3:::fsxbench-results/fences/x.json')).toEqual([]);
  });

  it('reads scripts and lists of hosts, and nobody else’s results', () => {
    expect(allowing(allowed, 's3:GetObject', key(`scripts/${'a'.repeat(64)}.sh`))).not.toEqual([]);
    expect(allowing(allowed, 's3:GetObject', key('hosts/r1.txt'))).not.toEqual([]);
    // What users bring runs as root on hosts: they read it, and cannot replace it.
    const tool = 'arn:aws:s3:::fsxbench-results/tools/ior/debian-12-x86_64.txt';
    expect(allowing(allowed, 's3:GetObject', tool)).not.toEqual([]);
    expect(allowing(allowed, 's3:PutObject', tool)).toEqual([]);
    expect(allowing(allowed, 's3:GetObject', key('raw/r1/t0001/a1/client-0/measure/status.json'))).toEqual([]);
  });

  it('sees no names of what others have left', () => {
    expect(allowed.flatMap((one) => one.actions)).not.toContain('s3:ListBucket');
  });

  it('reads no secret', () => {
    expect(allowed.flatMap(({ actions }) => actions).filter((one) => one.startsWith('secretsmanager:'))).toEqual([]);
  });

  it('of a rig with a secret reads those of this deployment, and can neither make nor list any', () => {
    const reading = Object.values(deployed.resources.bench).find(
      ({ Properties }) => Properties['Description'] === 'fsxbench: load hosts that read a secret',
    );
    const its = (reading?.Properties.Policies ?? []).flatMap((one) => statements(one.PolicyDocument));
    const reads = its.filter(({ actions }) => actions.some((one) => one.startsWith('secretsmanager:')));
    expect(its.length).toBe(allowed.length + 1);
    expect(reads).toEqual([
      expect.objectContaining({
        actions: ['secretsmanager:GetSecretValue'],
        resources: [expect.stringMatching(/:secretsmanager:.*:secret:fsxbench\/\*$/)],
        conditions: { StringEquals: { 'aws:ResourceTag/fsxbench:stack': expect.any(String) as unknown } },
      }),
    ]);
  });

  it('has no other permission than to be a host', () => {
    expect(role?.Properties).not.toHaveProperty('ManagedPolicyArns');
    const services = new Set(allowed.flatMap((one) => one.actions).map((action) => action.split(':')[0]));
    expect([...services].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'ec2messages',
      's3',
      'ssm',
      'ssmmessages',
    ]);
  });

  it('boots the image of its processors', () => {
    const images = ({ bench }: DeployedTemplates): unknown =>
      Object.values(bench.toJSON()['Parameters'] as Record<string, { Default: string }>).map((one) => one.Default);
    expect(images(deployed)).toContainEqual(expect.stringContaining('al2023-ami-kernel-6.1-x86_64'));
    expect(images(existing)).toContainEqual(expect.stringContaining('al2023-ami-kernel-6.1-arm64'));
  });
});

describe('the document', () => {
  it('is the file, and stays the same document when it changes', () => {
    const text = readFileSync('workloads/host/document.json', 'utf8');
    const filled = text
      .replaceAll('${ResultsBucket}', 'fsxbench-results')
      .replaceAll('${Region}', 'xx-local-1')
      .replaceAll('${ContractVersion}', String(CONTRACT_VERSION))
      .replaceAll('${SecretServers}', '');
    expect(only(deployed, 'AWS::SSM::Document').Properties).toEqual({
      Name: 'fsxbench-run-script',
      DocumentType: 'Command',
      DocumentFormat: 'JSON',
      TargetType: '/AWS::EC2::Instance',
      UpdateMethod: 'NewVersion',
      Content: JSON.parse(filled),
    });
  });
});

describe('what managed hosts run as root', () => {
  it('comes from the results bucket, which the document names and no parameter', () => {
    const { Content } = only(deployed, 'AWS::SSM::Document').Properties;
    const { parameters, mainSteps } = Content as {
      readonly parameters: object;
      readonly mainSteps: unknown;
    };
    const text = JSON.stringify(mainSteps);
    expect(text).toContain("aws s3 cp --only-show-errors 's3://fsxbench-results/{{ WrapperKey }}'");
    expect(text).not.toMatch(/\$\{[A-Z]/);
    expect(Object.keys(parameters)).not.toEqual(expect.arrayContaining(['Bucket']));
  });
});

describe('a scheduled spec', () => {
  it('starts the experiment machine with its text', () => {
    expect(only(deployed, 'AWS::Scheduler::Schedule').Properties).toMatchObject({
      Name: 'nightly',
      ScheduleExpression: 'cron(0 3 ? * SUN *)',
      ScheduleExpressionTimezone: 'Asia/Tokyo',
      Target: {
        Arn: 'arn:aws:states:xx-local-1:000000000000:stateMachine:fsxbench-experiment',
        Input: JSON.stringify({ spec: SPEC, scheduledAt: '<aws.scheduler.scheduled-time>' }),
      },
    });
    existing.bench.resourceCountIs('AWS::Scheduler::Schedule', 0);
  });
});
