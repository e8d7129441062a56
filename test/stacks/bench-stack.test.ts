import { CONTRACT_VERSION } from '../../lib/shapes/contract-version';
import { readFileSync } from 'node:fs';
import { deploy, type DeployedTemplates, type Resource } from './deployed-templates';
import { filterAllowing, parseStatements } from './policies';

const SPEC = `experiment: nightly
question: Is it still as fast?
schedule: { cron: "0 3 ? * SUN *", timezone: Asia/Tokyo }
`;

const NIGHTLY = { experiment: 'nightly', text: SPEC, expression: 'cron(0 3 ? * SUN *)', timezone: 'Asia/Tokyo' };
const deployed = deploy({}, [NIGHTLY]);
const existing = deploy({ vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0', hostCpu: 'arm64' });

function getOnly({ resources }: DeployedTemplates, type: string): Resource {
  const [found, ...more] = Object.values(resources.bench).filter((one) => one.Type === type);
  if (found === undefined || more.length > 0) throw new Error(`there is not exactly one ${type}`);
  return found;
}

/** What the function that creates storage is told. */
function getStorageEnvironment({ resources }: DeployedTemplates): Readonly<Record<string, unknown>> {
  const found = Object.values(resources.bench).find(
    ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties.FunctionName === 'fsxbench-call-storage',
  );
  return found?.Properties.Environment?.Variables ?? {};
}

describe('network of the bench stack', () => {
  it('has two public subnets, an S3 gateway endpoint and no NAT gateway', () => {
    const { HostsSubnet, SecondSubnet } = deployed.resources.bench;
    expect(HostsSubnet?.Properties).toMatchObject({ MapPublicIpOnLaunch: true, CidrBlock: '10.0.0.0/18' });
    expect(SecondSubnet?.Properties).toMatchObject({ CidrBlock: '10.0.128.0/18' });
    expect(HostsSubnet?.Properties['AvailabilityZone']).not.toEqual(SecondSubnet?.Properties['AvailabilityZone']);
    expect(getOnly(deployed, 'AWS::EC2::VPCEndpoint').Properties).toMatchObject({ VpcEndpointType: 'Gateway' });
    for (const type of ['AWS::EC2::NatGateway', 'AWS::EC2::EIP']) deployed.bench.resourceCountIs(type, 0);
    deployed.bench.resourceCountIs('AWS::EC2::RouteTable', 1);
  });

  it('allows inbound traffic from hosts only, and outbound traffic on port 443', () => {
    const group = getOnly(deployed, 'AWS::EC2::SecurityGroup').Properties;
    expect(group).not.toHaveProperty('SecurityGroupIngress');
    expect(group['SecurityGroupEgress']).toEqual([expect.objectContaining({ FromPort: 443, ToPort: 443 })]);
    expect(getOnly(deployed, 'AWS::EC2::SecurityGroupIngress').Properties).toMatchObject({
      GroupId: '<HostSecurityGroup.GroupId>',
      SourceSecurityGroupId: '<HostSecurityGroup.GroupId>',
    });
  });

  it('allows outbound port 80 only when httpPackages is true', () => {
    const ports = ({ resources }: DeployedTemplates): unknown[] =>
      (
        getOnly({ resources } as DeployedTemplates, 'AWS::EC2::SecurityGroup').Properties[
          'SecurityGroupEgress'
        ] as unknown[]
      ).map((rule) => (rule as { FromPort: number }).FromPort);
    expect(ports(deployed)).toEqual([443]);
    expect(ports(deploy({ httpPackages: 'true' }))).toEqual([443, 80]);
  });

  it('has one route table for both subnets, with the tag that FSx requires to change routes', () => {
    const table = getOnly(deployed, 'AWS::EC2::RouteTable').Properties;
    expect(table['Tags']).toContainEqual({ Key: 'AmazonFSx', Value: 'ManagedByAmazonFSx' });
    const uses = Object.values(deployed.resources.bench).filter(
      ({ Type }) => Type === 'AWS::EC2::SubnetRouteTableAssociation',
    );
    expect(uses.map(({ Properties }) => [Properties['SubnetId'], Properties['RouteTableId']])).toEqual([
      ['<HostsSubnet>', '<Routes>'],
      ['<SecondSubnet>', '<Routes>'],
    ]);
  });

  it('allows traffic from hosts to the endpoint range of Multi-AZ file systems', () => {
    expect(deployed.resources.bench['ToEndpoints']?.Properties).toMatchObject({
      GroupId: '<HostSecurityGroup.GroupId>',
      CidrIp: '10.0.255.192/26',
      IpProtocol: '-1',
    });
    expect(getStorageEnvironment(deployed)).toMatchObject({
      FSXBENCH_SUBNET_2: '<SecondSubnet>',
      FSXBENCH_ROUTE_TABLE: '<Routes>',
      FSXBENCH_ENDPOINT_RANGE: '10.0.255.192/26',
    });
  });

  it('has one subnet and no Multi-AZ endpoint range when only the first Availability Zone is set', () => {
    const zoned = deploy({ availabilityZone: 'us-east-1d' });
    expect(getOnly(zoned, 'AWS::EC2::Subnet').Properties['AvailabilityZone']).toBe('us-east-1d');
    expect(zoned.resources.bench['ToEndpoints']).toBeUndefined();
    expect(getStorageEnvironment(zoned)).not.toHaveProperty('FSXBENCH_SUBNET_2');
    const both = deploy({ availabilityZone: 'us-east-1d', secondAvailabilityZone: 'us-east-1f' });
    expect(both.resources.bench['SecondSubnet']?.Properties['AvailabilityZone']).toBe('us-east-1f');
  });

  it('uses the second subnet, route table and endpoint range of an existing VPC', () => {
    const second = { secondSubnetId: 'subnet-1123456789abcdef0', routeTableId: 'rtb-0123456789abcdef0' };
    const yours = { vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' };
    const two = deploy({ ...yours, ...second, endpointRange: '10.9.255.0/28' });
    two.bench.resourceCountIs('AWS::EC2::RouteTable', 0);
    expect(two.resources.bench['ToEndpoints']?.Properties).toMatchObject({ CidrIp: '10.9.255.0/28' });
    expect(getStorageEnvironment(two)).toMatchObject({
      FSXBENCH_SUBNET_2: 'subnet-1123456789abcdef0',
      FSXBENCH_ROUTE_TABLE: 'rtb-0123456789abcdef0',
    });
  });

  it('uses an existing VPC and subnet instead of new ones', () => {
    existing.bench.resourceCountIs('AWS::EC2::VPC', 0);
    existing.bench.resourceCountIs('AWS::EC2::Subnet', 0);
    expect(getOnly(existing, 'AWS::EC2::SecurityGroup').Properties['VpcId']).toBe('vpc-0123456789abcdef0');
    existing.bench.hasResourceProperties('AWS::StepFunctions::StateMachine', {
      StateMachineName: 'fsxbench-launch',
      DefinitionSubstitutions: { SubnetId: 'subnet-0123456789abcdef0' },
    });
  });
});

describe('load host', () => {
  const role = Object.values(deployed.resources.bench).find(
    ({ Type, Properties }) =>
      Type === 'AWS::IAM::Role' && JSON.stringify(Properties.AssumeRolePolicyDocument).includes('ec2.amazonaws.com'),
  );
  const allowed = (role?.Properties.Policies ?? []).flatMap((one) => parseStatements(one.PolicyDocument));
  const key = (rest: string): string => `arn:aws:s3:::fsxbench-results/executions/e/x/${rest}`;

  it('writes raw results only, and each object once (if-none-match)', () => {
    const [write, ...more] = filterAllowing(
      allowed,
      's3:PutObject',
      key('raw/r1/t0001/a1/client-0/measure/status.json'),
    );
    expect(more).toEqual([]);
    expect(write?.conditions).toEqual({ Null: { 's3:if-none-match': 'false' } });
    expect(filterAllowing(allowed, 's3:PutObject', key('summary.json'))).toEqual([]);
    expect(filterAllowing(allowed, 's3:PutObject', 'arn:aws:s3:::fsxbench-results/fences/x.json')).toEqual([]);
  });

  it('reads scripts, host lists and tools, but no raw results, and cannot replace tools', () => {
    expect(filterAllowing(allowed, 's3:GetObject', key(`scripts/${'a'.repeat(64)}.sh`))).not.toEqual([]);
    expect(filterAllowing(allowed, 's3:GetObject', key('hosts/r1.txt'))).not.toEqual([]);
    // What users bring runs as root on hosts: they read it, and cannot replace it.
    const tool = 'arn:aws:s3:::fsxbench-results/tools/ior/debian-12-x86_64.txt';
    expect(filterAllowing(allowed, 's3:GetObject', tool)).not.toEqual([]);
    expect(filterAllowing(allowed, 's3:PutObject', tool)).toEqual([]);
    expect(filterAllowing(allowed, 's3:GetObject', key('raw/r1/t0001/a1/client-0/measure/status.json'))).toEqual([]);
  });

  it('lacks s3:ListBucket', () => {
    expect(allowed.flatMap((one) => one.actions)).not.toContain('s3:ListBucket');
  });

  it('lacks every Secrets Manager action by default', () => {
    expect(allowed.flatMap(({ actions }) => actions).filter((one) => one.startsWith('secretsmanager:'))).toEqual([]);
  });

  it('reads only secrets with the tag of this deployment when its rig uses a secret', () => {
    const reading = Object.values(deployed.resources.bench).find(
      ({ Properties }) => Properties['Description'] === 'fsxbench: load hosts that read a secret',
    );
    const its = (reading?.Properties.Policies ?? []).flatMap((one) => parseStatements(one.PolicyDocument));
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

  it('has only permissions of ec2messages, s3, ssm and ssmmessages', () => {
    expect(role?.Properties).not.toHaveProperty('ManagedPolicyArns');
    const services = new Set(allowed.flatMap((one) => one.actions).map((action) => action.split(':')[0]));
    expect([...services].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'ec2messages',
      's3',
      'ssm',
      'ssmmessages',
    ]);
  });

  it('boots the Amazon Linux 2023 image of the configured CPU architecture', () => {
    const images = ({ bench }: DeployedTemplates): unknown =>
      Object.values(bench.toJSON()['Parameters'] as Record<string, { Default: string }>).map((one) => one.Default);
    expect(images(deployed)).toContainEqual(expect.stringContaining('al2023-ami-kernel-6.1-x86_64'));
    expect(images(existing)).toContainEqual(expect.stringContaining('al2023-ami-kernel-6.1-arm64'));
  });
});

describe('SSM document fsxbench-run-script', () => {
  it('has the content of document.json with filled variables, and updates as a new version', () => {
    const text = readFileSync('workloads/host/document.json', 'utf8');
    const filled = text
      .replaceAll('${ResultsBucket}', 'fsxbench-results')
      .replaceAll('${Region}', 'xx-local-1')
      .replaceAll('${ContractVersion}', String(CONTRACT_VERSION))
      .replaceAll('${SecretServers}', '');
    expect(getOnly(deployed, 'AWS::SSM::Document').Properties).toEqual({
      Name: 'fsxbench-run-script',
      DocumentType: 'Command',
      DocumentFormat: 'JSON',
      TargetType: '/AWS::EC2::Instance',
      UpdateMethod: 'NewVersion',
      Content: JSON.parse(filled),
    });
  });
});

describe('script download of managed hosts in the SSM document', () => {
  it('reads from the results bucket by its fixed name, not by a parameter', () => {
    const { Content } = getOnly(deployed, 'AWS::SSM::Document').Properties;
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

describe('EventBridge schedule of a spec', () => {
  it('starts the experiment machine with the text of the spec', () => {
    expect(getOnly(deployed, 'AWS::Scheduler::Schedule').Properties).toMatchObject({
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
