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
    await send(world, { Targets: [{ Key: 'InstanceIds', Values: brokers }] });
    expect(world.hosts.commands).toHaveLength(2);
  });

  it('counts targets only a moment later', async () => {
    const world = makeSsmWorld();
    await makeHosts(world, 2);
    const byTag = await send(world);
    expect(await look(world, byTag)).toMatchObject({ Status: 'Pending', TargetCount: 0 });
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
    [{ MaxConcurrency: '50' }, 'ArgumentError'],
    [{ MaxErrors: undefined }, 'ArgumentError'],
    [{ Targets: undefined }, 'ArgumentError'],
    [{ InstanceIds: ['i-00000000000000000'] }, 'ArgumentError'],
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
});
