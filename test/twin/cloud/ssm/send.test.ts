import { checkVelocity, maxConcurrency, maxErrors } from '../../../../lib/twin/cloud/ssm/send';
import { thrownBy } from '../world';
import { makeHosts, RIG_TAGS } from '../world';
import { look, makeSsmWorld, PARAMETERS, send, TO_RIG } from './commands';

const BROKER = { ...RIG_TAGS, 'fsxbench:role': 'broker' };
const FOREIGN = { ...RIG_TAGS, 'fsxbench:rig': 'e2.r1' };

describe('SendCommand', () => {
  it('sends one value of each parameter, and the execution time-out, to every host', async () => {
    const world = makeSsmWorld();
    const hosts = await makeHosts(world, 2);
    const CommandId = await send(world);
    expect(CommandId).toMatch(/^[0-9a-f-]{36}$/);
    expect(world.hosts.commands.map(({ instanceId }) => instanceId)).toEqual(hosts);
    expect(world.hosts.commands[0]?.command).toEqual({
      commandId: CommandId,
      parameters: {
        ...Object.fromEntries(Object.entries(PARAMETERS).map(([name, [value]]) => [name, value])),
        WrapperKey: 'none',
      },
      executionTimeoutSeconds: 600,
    });
  });

  it('reaches the hosts that meet all targets', async () => {
    const world = makeSsmWorld();
    await makeHosts(world, 2);
    const brokers = await makeHosts(world, 1, BROKER, 'broker');
    await makeHosts(world, 1, FOREIGN, 'foreign');
    await send(world, { Targets: [...TO_RIG, { Key: 'tag:fsxbench:role', Values: ['broker', 'worker'] }] });
    expect(world.hosts.commands.map(({ instanceId }) => instanceId)).toEqual(brokers);
    await send(world, { Targets: undefined, InstanceIds: brokers });
    expect(world.hosts.commands).toHaveLength(2);
  });

  it('counts targets by tag only a moment later, and those by id at once', async () => {
    const world = makeSsmWorld();
    const hosts = await makeHosts(world, 2);
    const byTag = await send(world);
    expect(await look(world, byTag)).toMatchObject({ Status: 'Pending', TargetCount: 0 });
    const byId = await send(world, { Targets: undefined, InstanceIds: hosts });
    expect(await look(world, byId)).toMatchObject({ Status: 'InProgress', TargetCount: 2 });
    await world.pass(1_000);
    expect(await look(world, byTag)).toMatchObject({ Status: 'InProgress', TargetCount: 2 });
  });

  it('"succeeds" when a tag reaches nobody', async () => {
    const world = makeSsmWorld();
    const id = await send(world);
    await world.pass(1_000);
    expect(await look(world, id)).toMatchObject({
      Status: 'Success',
      StatusDetails: 'NoInstancesInTag',
      TargetCount: 0,
    });
  });

  it('runs twice when it is sent twice: it has no client token', async () => {
    const world = makeSsmWorld();
    await makeHosts(world, 1);
    await send(world);
    await send(world);
    expect(world.hosts.commands).toHaveLength(2);
    await expect(send(world, { ClientToken: 'x' })).rejects.toMatchObject({ name: 'ArgumentError' });
  });

  it.each([
    [{ DocumentName: 'AWS-RunShellScript' }, 'InvalidDocument'],
    [{ Parameters: { ...PARAMETERS, Step: ['a; id'] } }, 'InvalidParameters'],
    [{ Parameters: { ...PARAMETERS, Shell: ['sh'] } }, 'InvalidParameters'],
    [{ Parameters: {} }, 'InvalidParameters'],
    [{ TimeoutSeconds: 29 }, 'ValidationException'],
    [{ TimeoutSeconds: 2_592_001 }, 'ValidationException'],
    [{ Comment: 'x'.repeat(101) }, 'ValidationException'],
    [{ MaxConcurrency: '0' }, 'ValidationException'],
    [{ MaxErrors: 'none' }, 'ValidationException'],
    [{ Targets: [] }, 'ValidationException'],
    [{ InstanceIds: ['i-00000000000000000'] }, 'ValidationException'],
    [{ Targets: [{ Key: 'Name', Values: ['x'] }] }, 'ValidationException'],
    [{ Targets: [{ Key: 'tag:x', Values: [] }] }, 'ValidationException'],
    [{ Targets: Array.from({ length: 6 }, () => TO_RIG[0]) }, 'ValidationException'],
    [{ OutputS3BucketName: 'results' }, 'ArgumentError'],
  ])('refuses %j', async (change, name) => {
    const world = makeSsmWorld();
    await makeHosts(world, 1);
    await expect(send(world, change)).rejects.toMatchObject({ name });
    expect(world.hosts.commands).toEqual([]);
  });

  it('takes at most 50 ids, each once, all of managed hosts', async () => {
    const world = makeSsmWorld();
    const hosts = await makeHosts(world, 51);
    const toIds = (InstanceIds: string[]) => send(world, { Targets: undefined, InstanceIds });
    await expect(toIds(hosts)).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(toIds([hosts[0] ?? '', hosts[0] ?? ''])).rejects.toMatchObject({ name: 'DuplicateInstanceId' });
    await expect(toIds([...hosts.slice(0, 2), 'i-00000000000000000'])).rejects.toMatchObject({
      name: 'InvalidInstanceId',
      message: 'Instances [[i-00000000000000000]] not in a valid state for account 000000000000',
    });
    await toIds(hosts.slice(1));
    expect(world.hosts.commands).toHaveLength(50);
  });
});

describe('maxConcurrency', () => {
  it.each([
    ['50', 200, 50],
    ['100%', 200, 200],
    ['10%', 55, 5],
    ['1%', 3, 1],
    ['7', 3, 7],
  ])('%s of %d hosts is %d', (text, hosts, expected) => {
    expect(maxConcurrency(text, hosts)).toBe(expected);
  });
});

describe('maxErrors', () => {
  it.each([
    ['0', 200, 0],
    ['100%', 200, 200],
    ['0%', 200, 0],
    ['10%', 9, 0],
    ['3', 200, 3],
  ])('%s of %d hosts is %d', (text, hosts, expected) => {
    expect(maxErrors(text, hosts)).toBe(expected);
  });
});

describe('checkVelocity', () => {
  it.each([
    ['0', '0'],
    ['100 %', '0'],
    ['101%', '0'],
    ['-1', '0'],
    ['50', 'all'],
    ['50', '101%'],
  ])('refuses MaxConcurrency %s with MaxErrors %s', (concurrency, errors) => {
    expect(thrownBy(() => checkVelocity(concurrency, errors))).toMatchObject({ name: 'ValidationException' });
  });

  it('takes the defaults', () => {
    expect(() => checkVelocity('50', '0')).not.toThrow();
  });
});
