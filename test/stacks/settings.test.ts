import { readSettings } from '../../lib/stacks/settings';

const read = (context: Record<string, unknown>): ReturnType<typeof readSettings> =>
  readSettings((name) => context[name], [], {}, Object.keys(context));

function refusal(context: Record<string, unknown>): Error {
  try {
    read(context);
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was refused');
}

describe('readSettings', () => {
  it('needs nothing', () => {
    expect(read({})).toEqual({
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

  it('takes a network that is there', () => {
    const network = { vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' };
    expect(read(network).network).toEqual({ kind: 'existing', ...network });
    const zoned = { ...network, availabilityZone: 'us-east-1a' };
    expect(read(zoned).network).toEqual({ kind: 'existing', ...zoned });
    expect(read({ availabilityZone: 'us-east-1a' }).network).toEqual({ kind: 'own', availabilityZone: 'us-east-1a' });
  });

  it('takes what file systems in two zones need, all of it or nothing', () => {
    const network = { vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' };
    const second = { secondSubnetId: 'subnet-1123456789abcdef0', routeTableId: 'rtb-0123456789abcdef0' };
    const endpointRange = '10.9.255.0/28';
    const { secondSubnetId: subnetId, routeTableId } = second;
    expect(read({ ...network, ...second, endpointRange }).network).toEqual({
      kind: 'existing',
      ...network,
      second: { subnetId, routeTableId, endpointRange },
    });
    expect(refusal({ ...network, ...second }).message).toContain('routeTableId set without endpointRange');
    expect(refusal(second).message).toContain('set without vpcId and subnetId');
    expect(refusal({ ...network, ...second, endpointRange: '10.9.255.0/29' }).message).toContain(
      'of 16 or more addresses',
    );
    const zones = { availabilityZone: 'us-east-1a', secondAvailabilityZone: 'us-east-1b' };
    expect(read(zones).network).toEqual({ kind: 'own', ...zones });
    expect(refusal({ ...network, secondAvailabilityZone: 'us-east-1b' }).message).toContain('set secondSubnetId');
    const same = { ...zones, secondAvailabilityZone: 'us-east-1a' };
    expect(refusal(same).message).toContain('choose another zone');
  });

  it('tells every problem at once, with what was found and what is allowed', () => {
    const error = refusal({ stackName: 'My_Stack', vpcId: 'vpc-1', hostCpu: 'sparc', notifyEmail: 7 });
    expect(error.name).toBe('SettingsInvalid');
    for (const part of ['stackName is "My_Stack"', 'vpcId is "vpc-1"', 'x86_64 or arm64', 'notifyEmail is 7'])
      expect(error.message).toContain(part);
    expect(error.message).toContain('vpcId is set without subnetId');
  });

  it('takes no misspelt setting, and leaves words of others alone', () => {
    const found = refusal({ maxRunnning: 2, stack: 'b' }).message;
    expect(found).toContain('unknown setting `maxRunnning`; did you mean `maxRunning`?');
    expect(found).toContain('unknown setting `stack`; did you mean `stackName`?');
    const others = { 'cli-telemetry': false, owner: 'me', '@aws-cdk/core:tags': true, 'aws:cdk:tag': 1 };
    expect(read(others)).toEqual(read({}));
  });

  it.each(['-a', 'a-', 'A', 'a--b', 'a'.repeat(21), '1a'])('refuses the name %s', (stackName) => {
    expect(refusal({ stackName }).message).toContain('lower-case words');
  });

  it.each(['aws-bench', 'awsome', 'amazon', 'amzn-1'])('refuses the name %s, which Systems Manager keeps', (name) => {
    expect(refusal({ stackName: name }).message).toContain(`stackName is "${name}"; allowed:`);
    expect(refusal({ stackName: name }).message).toContain('not aws…, amazon… or amzn…');
  });

  it('takes numbers as cdk.json writes them and as -c does', () => {
    expect(read({ reservedConcurrency: 5 }).reservedConcurrency).toBe(5);
    expect(read({ reservedConcurrency: '5' }).reservedConcurrency).toBe(5);
    expect(refusal({ reservedConcurrency: 0 }).message).toContain('reservedConcurrency is 0; allowed: a whole number');
  });

  it('takes a limit in dollars, and no nonsense', () => {
    for (const name of ['maxUsd', 'maxUsdPerMonth'] as const) {
      expect([200, '200', '0.5'].map((usd) => read({ [name]: usd }).limits?.[name])).toEqual([200, 200, 0.5]);
      for (const usd of [0, '0.00', -1, 'all', '1e3', '$5', Infinity])
        expect(refusal({ [name]: usd }).message).toContain('allowed: US dollars above 0');
    }
    expect(read({ maxRunning: '3' }).limits).toEqual({ maxRunning: 3 });
    expect(refusal({ maxRunning: 0 }).message).toContain('maxRunning is 0; allowed: a whole number from 1 to 999');
  });

  it('takes yes and no as cdk.json writes them and as -c does', () => {
    expect([true, 'true', false, 'false'].map((dashboard) => read({ dashboard }).dashboard)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    for (const name of ['dashboard', 'httpPackages', 'commands'])
      expect(refusal({ [name]: 'yes' }).message).toContain(`${name} is "yes"; allowed: true or false`);
  });

  it('takes days after which results are archived, or never', () => {
    expect([undefined, '90', 90, 'never'].map((archiveDays) => read({ archiveDays }).archiveDays)).toEqual([
      undefined,
      90,
      90,
      null,
    ]);
    expect(refusal({ archiveDays: 0 }).message).toContain('archiveDays is 0; allowed: days, 1 to 9999, or never');
  });

  it('takes a key for volumes by its ARN only', () => {
    const key = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
    expect(read({ ebsKeyArn: key }).ebsKeyArn).toBe(key);
    expect(refusal({ ebsKeyArn: 'alias/mine' }).message).toContain('ebsKeyArn is "alias/mine"');
  });

  it('refuses two schedules of one name', () => {
    const one = { experiment: 'e', text: '', expression: 'cron(0 3 ? * SUN *)', timezone: 'UTC' };
    expect(() => readSettings(() => undefined, [one, one])).toThrow('two scheduled specs have the experiment name e');
  });
});
