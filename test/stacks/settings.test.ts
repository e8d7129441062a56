import { readSettings } from '../../lib/stacks/settings';

const readContext = (context: Record<string, unknown>): ReturnType<typeof readSettings> =>
  readSettings((name) => context[name], [], {}, Object.keys(context));

function catchRefusal(context: Record<string, unknown>): Error {
  try {
    readContext(context);
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was refused');
}

describe('readSettings', () => {
  it('returns defaults when no setting is given', () => {
    expect(readContext({})).toEqual({
      stackName: 'fsxbench',
      network: { kind: 'own' },
      hostCpu: 'x86_64',
      rootDevice: '/dev/xvda',
      httpPackages: false,
      commands: false,
      dashboard: false,
      schedules: [],
    });
  });

  it('accepts an existing VPC and subnet, and an Availability Zone', () => {
    const network = { vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' };
    expect(readContext(network).network).toEqual({ kind: 'existing', ...network });
    const zoned = { ...network, availabilityZone: 'us-east-1a' };
    expect(readContext(zoned).network).toEqual({ kind: 'existing', ...zoned });
    expect(readContext({ availabilityZone: 'us-east-1a' }).network).toEqual({
      kind: 'own',
      availabilityZone: 'us-east-1a',
    });
  });

  it('accepts the settings for Multi-AZ file systems only together', () => {
    const network = { vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' };
    const second = { secondSubnetId: 'subnet-1123456789abcdef0', routeTableId: 'rtb-0123456789abcdef0' };
    const endpointRange = '10.9.255.0/28';
    const { secondSubnetId: subnetId, routeTableId } = second;
    expect(readContext({ ...network, ...second, endpointRange }).network).toEqual({
      kind: 'existing',
      ...network,
      second: { subnetId, routeTableId, endpointRange },
    });
    expect(catchRefusal({ ...network, ...second }).message).toContain('routeTableId set without endpointRange');
    expect(catchRefusal(second).message).toContain('set without vpcId and subnetId');
    expect(catchRefusal({ ...network, ...second, endpointRange: '10.9.255.0/29' }).message).toContain(
      'of 16 or more addresses',
    );
    const zones = { availabilityZone: 'us-east-1a', secondAvailabilityZone: 'us-east-1b' };
    expect(readContext(zones).network).toEqual({ kind: 'own', ...zones });
    expect(catchRefusal({ ...network, secondAvailabilityZone: 'us-east-1b' }).message).toContain('set secondSubnetId');
    const same = { ...zones, secondAvailabilityZone: 'us-east-1a' };
    expect(catchRefusal(same).message).toContain('choose another zone');
  });

  it('reports all problems together, with found and allowed values', () => {
    const error = catchRefusal({ stackName: 'My_Stack', vpcId: 'vpc-1', hostCpu: 'sparc', notifyEmail: 7 });
    expect(error.name).toBe('SettingsInvalid');
    for (const part of ['stackName is "My_Stack"', 'vpcId is "vpc-1"', 'x86_64 or arm64', 'notifyEmail is 7'])
      expect(error.message).toContain(part);
    expect(error.message).toContain('vpcId is set without subnetId');
  });

  it('refuses misspelled settings with a suggestion, and ignores context keys of CDK and users', () => {
    const found = catchRefusal({ maxRunnning: 2, stack: 'b' }).message;
    expect(found).toContain('unknown setting `maxRunnning`; did you mean `maxRunning`?');
    expect(found).toContain('unknown setting `stack`; did you mean `stackName`?');
    const others = { 'cli-telemetry': false, owner: 'me', '@aws-cdk/core:tags': true, 'aws:cdk:tag': 1 };
    expect(readContext(others)).toEqual(readContext({}));
  });

  it.each(['-a', 'a-', 'A', 'a--b', 'a'.repeat(21), '1a'])('refuses the stack name %s', (stackName) => {
    expect(catchRefusal({ stackName }).message).toContain('lower-case words');
  });

  it.each(['aws-bench', 'awsome', 'amazon', 'amzn-1'])(
    'refuses the stack name %s, whose prefix Systems Manager reserves',
    (name) => {
      expect(catchRefusal({ stackName: name }).message).toContain(`stackName is "${name}"; allowed:`);
      expect(catchRefusal({ stackName: name }).message).toContain('not aws…, amazon… or amzn…');
    },
  );

  it('accepts reservedConcurrency as a number and as text, and refuses 0', () => {
    expect(readContext({ reservedConcurrency: 5 }).reservedConcurrency).toBe(5);
    expect(readContext({ reservedConcurrency: '5' }).reservedConcurrency).toBe(5);
    expect(catchRefusal({ reservedConcurrency: 0 }).message).toContain(
      'reservedConcurrency is 0; allowed: a whole number',
    );
  });

  it('accepts dollar limits above 0 as number or decimal text, and refuses other values', () => {
    for (const name of ['maxUsd', 'maxUsdPerMonth'] as const) {
      expect([200, '200', '0.5'].map((usd) => readContext({ [name]: usd }).limits?.[name])).toEqual([200, 200, 0.5]);
      for (const usd of [0, '0.00', -1, 'all', '1e3', '$5', Infinity])
        expect(catchRefusal({ [name]: usd }).message).toContain('allowed: US dollars above 0');
    }
    expect(readContext({ maxRunning: '3' }).limits).toEqual({ maxRunning: 3 });
    expect(catchRefusal({ maxRunning: 0 }).message).toContain('maxRunning is 0; allowed: a whole number from 1 to 999');
  });

  it('accepts true and false as boolean and as text, and refuses yes', () => {
    expect([true, 'true', false, 'false'].map((dashboard) => readContext({ dashboard }).dashboard)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    for (const name of ['dashboard', 'httpPackages', 'commands'])
      expect(catchRefusal({ [name]: 'yes' }).message).toContain(`${name} is "yes"; allowed: true or false`);
  });

  it('accepts days from 1 to 9999 or `never` as archiveDays', () => {
    expect([undefined, '90', 90, 'never'].map((archiveDays) => readContext({ archiveDays }).archiveDays)).toEqual([
      undefined,
      90,
      90,
      null,
    ]);
    expect(catchRefusal({ archiveDays: 0 }).message).toContain('archiveDays is 0; allowed: days, 1 to 9999, or never');
  });

  it('accepts a KMS key by its ARN, and refuses an alias', () => {
    const key = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
    expect(readContext({ ebsKeyArn: key }).ebsKeyArn).toBe(key);
    expect(catchRefusal({ ebsKeyArn: 'alias/mine' }).message).toContain('ebsKeyArn is "alias/mine"');
  });

  it('refuses two schedules with the same experiment name', () => {
    const one = { experiment: 'e', text: '', expression: 'cron(0 3 ? * SUN *)', timezone: 'UTC' };
    expect(() => readSettings(() => undefined, [one, one])).toThrow('two scheduled specs have the experiment name e');
  });
});
