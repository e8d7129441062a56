import { CONTRACT_VERSION } from '../../lib/shapes/contract-version';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploy, type DeployedTemplates, filterByType, getEnvironment, getOnly } from './deployed-templates';
import { filterAllowing, parseStatements } from './policies';

const SPEC = `experiment: nightly
question: Is it still as fast?
schedule: { cron: "0 3 ? * SUN *", timezone: Asia/Tokyo }
`;

const NIGHTLY = { experiment: 'nightly', text: SPEC, expression: 'cron(0 3 ? * SUN *)', timezone: 'Asia/Tokyo' };
const deployed = deploy({}, [NIGHTLY]);

const YOURS = { vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' };
const existing = deploy({ ...YOURS, hostCpu: 'arm64' });
const count = (from: DeployedTemplates, type: string): number => filterByType(from, type).length;

describe('network of the bench stack', () => {
  it('has two public subnets in different zones, an S3 gateway endpoint and no NAT gateway', () => {
    const { HostsSubnet, SecondSubnet } = deployed.resources.bench;
    expect(HostsSubnet?.Properties).toMatchObject({ MapPublicIpOnLaunch: true, CidrBlock: '10.0.0.0/18' });
    expect(SecondSubnet?.Properties).toMatchObject({ CidrBlock: '10.0.128.0/18' });
    expect(HostsSubnet?.Properties['AvailabilityZone']).not.toEqual(SecondSubnet?.Properties['AvailabilityZone']);
    expect(getOnly(deployed, 'AWS::EC2::VPCEndpoint')).toMatchObject({ VpcEndpointType: 'Gateway' });
    expect(['NatGateway', 'EIP'].map((type) => count(deployed, `AWS::EC2::${type}`))).toEqual([0, 0]);
  });

  it('allows inbound traffic from hosts only, and outbound on port 443, with httpPackages also on 80', () => {
    const ports = (from: DeployedTemplates): unknown[] => {
      const group = getOnly(from, 'AWS::EC2::SecurityGroup');
      expect(group).not.toHaveProperty('SecurityGroupIngress');
      return (group['SecurityGroupEgress'] as Record<string, number>[]).map((rule) => [
        rule['FromPort'],
        rule['ToPort'],
      ]);
    };
    expect(ports(deployed)).toEqual([[443, 443]]);
    expect(ports(deploy({ httpPackages: 'true' }))).toEqual([
      [443, 443],
      [80, 80],
    ]);
    expect(getOnly(deployed, 'AWS::EC2::SecurityGroupIngress')).toMatchObject({
      GroupId: '<HostSecurityGroup.GroupId>',
      SourceSecurityGroupId: '<HostSecurityGroup.GroupId>',
    });
  });

  it('has one route table for both subnets, with the tag that FSx requires to change routes', () => {
    expect(getOnly(deployed, 'AWS::EC2::RouteTable')['Tags']).toContainEqual({
      Key: 'AmazonFSx',
      Value: 'ManagedByAmazonFSx',
    });
    const uses = filterByType(deployed, 'AWS::EC2::SubnetRouteTableAssociation');
    expect(uses.map(({ Properties }) => [Properties['SubnetId'], Properties['RouteTableId']])).toEqual([
      ['<HostsSubnet>', '<Routes>'],
      ['<SecondSubnet>', '<Routes>'],
    ]);
  });

  const second = { secondSubnetId: 'subnet-1123456789abcdef0', routeTableId: 'rtb-0123456789abcdef0' };
  it.each([
    ['its own network', {}, '<SecondSubnet>', '<Routes>', '10.0.255.192/26', 1],
    [
      'an existing VPC',
      { ...YOURS, ...second, endpointRange: '10.9.255.0/28' },
      second.secondSubnetId,
      second.routeTableId,
      '10.9.255.0/28',
      0,
    ],
  ])('allows traffic from hosts to the endpoint range of Multi-AZ file systems in %s', (_, settings, ...values) => {
    const [subnet, table, range, tables] = values;
    const stacks = deploy(settings);
    expect(stacks.resources.bench['ToEndpoints']?.Properties).toMatchObject({
      GroupId: '<HostSecurityGroup.GroupId>',
      CidrIp: range,
      IpProtocol: '-1',
    });
    expect(getEnvironment(stacks, 'call-storage')).toMatchObject({
      FSXBENCH_SUBNET_2: subnet,
      FSXBENCH_ROUTE_TABLE: table,
      FSXBENCH_ENDPOINT_RANGE: range,
    });
    expect(count(stacks, 'AWS::EC2::RouteTable')).toBe(tables);
  });

  it('has one subnet and no Multi-AZ endpoint range when only the first Availability Zone is set', () => {
    const zoned = deploy({ availabilityZone: 'us-east-1d' });
    expect(getOnly(zoned, 'AWS::EC2::Subnet')['AvailabilityZone']).toBe('us-east-1d');
    expect(zoned.resources.bench['ToEndpoints']).toBeUndefined();
    expect(getEnvironment(zoned, 'call-storage')).not.toHaveProperty('FSXBENCH_SUBNET_2');
    // The CDK warns of a zone that is written out (W3010).
    expect(readFileSync(join(zoned.folder, 'FsxbenchBench.metadata.json'), 'utf8')).toContain('Validate::W3010');
    const both = deploy({ availabilityZone: 'us-east-1d', secondAvailabilityZone: 'us-east-1f' });
    expect(both.resources.bench['SecondSubnet']?.Properties['AvailabilityZone']).toBe('us-east-1f');
  });

  it('uses an existing VPC and subnet instead of new ones', () => {
    expect(['VPC', 'Subnet'].map((type) => count(existing, `AWS::EC2::${type}`))).toEqual([0, 0]);
    expect(getOnly(existing, 'AWS::EC2::SecurityGroup')['VpcId']).toBe(YOURS.vpcId);
    const launch = filterByType(existing, 'AWS::StepFunctions::StateMachine').find(
      ({ Properties }) => Properties.StateMachineName === 'fsxbench-launch',
    );
    expect(launch?.Properties.DefinitionSubstitutions).toMatchObject({ SubnetId: YOURS.subnetId });
  });
});

describe('load host', () => {
  const find = (description: string) =>
    Object.values(deployed.resources.bench).find(
      ({ Type, Properties }) => Type === 'AWS::IAM::Role' && Properties['Description'] === description,
    )?.Properties;
  const role = find('fsxbench: load hosts');
  const listAllowed = (from: typeof role) =>
    (from?.Policies ?? []).flatMap((one) => parseStatements(one.PolicyDocument));
  const allowed = listAllowed(role);
  const BUCKET = 'arn:aws:s3:::fsxbench-results';
  const RAW = `${BUCKET}/executions/e/x/raw/r1/t0001/a1/client-0/measure/status.json`;

  it('writes each raw result once (if-none-match)', () => {
    expect(filterAllowing(allowed, 's3:PutObject', RAW).map(({ conditions }) => conditions)).toEqual([
      { Null: { 's3:if-none-match': 'false' } },
    ]);
  });

  // What users bring runs as root on hosts: they read it, and cannot replace it.
  it.each([
    ['executions/e/x/summary.json', 's3:PutObject', false],
    ['fences/x.json', 's3:PutObject', false],
    [`executions/e/x/scripts/${'a'.repeat(64)}.sh`, 's3:GetObject', true],
    ['executions/e/x/hosts/r1.txt', 's3:GetObject', true],
    ['tools/ior/debian-12-x86_64.txt', 's3:GetObject', true],
    ['tools/ior/debian-12-x86_64.txt', 's3:PutObject', false],
    [RAW.replace(`${BUCKET}/`, ''), 's3:GetObject', false],
  ])('has for %s the permission %s: %s', (key, action, expected) => {
    expect(filterAllowing(allowed, action, `${BUCKET}/${key}`).length > 0).toBe(expected);
  });

  it('has only permissions of ec2messages, s3 without ListBucket, s3files, ssm and ssmmessages', () => {
    expect(role).not.toHaveProperty('ManagedPolicyArns');
    const actions = allowed.flatMap((one) => one.actions);
    expect(actions).not.toContain('s3:ListBucket');
    const services = new Set(actions.map((action) => action.split(':')[0] ?? ''));
    expect([...services].toSorted()).toEqual(['ec2messages', 's3', 's3files', 'ssm', 'ssmmessages']);
  });

  it('reads only secrets with the tag of this deployment when its rig uses a secret', () => {
    const its = listAllowed(find('fsxbench: load hosts that read a secret'));
    expect(its.length).toBe(allowed.length + 1);
    expect(its.filter(({ actions }) => actions.some((one) => one.startsWith('secretsmanager:')))).toEqual([
      expect.objectContaining({
        actions: ['secretsmanager:GetSecretValue'],
        resources: [expect.stringMatching(/:secretsmanager:.*:secret:fsxbench\/\*$/)],
        conditions: { StringEquals: { 'aws:ResourceTag/fsxbench:stack': expect.any(String) as unknown } },
      }),
    ]);
  });

  it('boots the Amazon Linux 2023 image of the configured CPU architecture', () => {
    const images = ({ bench }: DeployedTemplates): unknown =>
      Object.values(bench.toJSON().Parameters ?? {}).map((one) => one.Default);
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
    expect(getOnly(deployed, 'AWS::SSM::Document')).toEqual({
      Name: 'fsxbench-run-script',
      DocumentType: 'Command',
      DocumentFormat: 'JSON',
      TargetType: '/AWS::EC2::Instance',
      UpdateMethod: 'NewVersion',
      Content: JSON.parse(filled),
    });
    expect(filled).not.toMatch(/\$\{[A-Z]/);
  });

  it('downloads scripts of managed hosts from the results bucket by its fixed name, not by a parameter', () => {
    const { Content } = getOnly(deployed, 'AWS::SSM::Document');
    const { parameters, mainSteps } = Content as Readonly<Record<'parameters' | 'mainSteps', object>>;
    const download = "aws s3 cp --only-show-errors 's3://fsxbench-results/{{ WrapperKey }}'";
    expect(JSON.stringify(mainSteps)).toContain(download);
    expect(parameters).not.toHaveProperty('Bucket');
  });
});

describe('EventBridge schedule of a spec', () => {
  it('starts the experiment machine with the text of the spec', () => {
    expect(getOnly(deployed, 'AWS::Scheduler::Schedule')).toMatchObject({
      Name: 'nightly',
      ScheduleExpression: 'cron(0 3 ? * SUN *)',
      ScheduleExpressionTimezone: 'Asia/Tokyo',
      Target: {
        Arn: 'arn:aws:states:xx-local-1:000000000000:stateMachine:fsxbench-experiment',
        Input: JSON.stringify({ spec: SPEC, scheduledAt: '<aws.scheduler.scheduled-time>' }),
      },
    });
    expect(Object.values(existing.resources.bench).filter(({ Type }) => Type === 'AWS::Scheduler::Schedule')).toEqual(
      [],
    );
  });
});
