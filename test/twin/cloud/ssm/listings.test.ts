import { makeHosts } from '../world';
import { type Invocation, makeSsmWorld, send } from './commands';

describe('ListCommandInvocations', () => {
  it('pages 50 at a time', async () => {
    const world = makeSsmWorld();
    const hosts = await makeHosts(world, 120);
    world.hosts.answer = {};
    const CommandId = await send(world);
    await world.pass(1_000);
    const seen: string[] = [];
    let NextToken: string | undefined;
    do {
      const page: { CommandInvocations: Invocation[]; NextToken?: string } = await world.call(
        'ssm',
        'ListCommandInvocations',
        { CommandId, NextToken },
      );
      expect(page.CommandInvocations.length).toBeLessThanOrEqual(50);
      seen.push(...page.CommandInvocations.map(({ InstanceId }) => InstanceId));
      NextToken = page.NextToken;
    } while (NextToken !== undefined);
    expect(seen).toEqual(hosts);
  });

  it('shows status and details of each host, and only one host where asked', async () => {
    const world = makeSsmWorld();
    const [, second = ''] = await makeHosts(world, 2);
    const CommandId = await send(world, { Comment: 'e1__r1 t0001.a1 measure' });
    world.hosts.commands[1]?.finish({ exitCode: 1, status: 'Failed' });
    await world.pass(1_000);
    const answer = await world.call('ssm', 'ListCommandInvocations', { CommandId, InstanceId: second, Details: false });
    expect(answer).toEqual({
      CommandInvocations: [
        expect.objectContaining({
          CommandId,
          InstanceId: second,
          Comment: 'e1__r1 t0001.a1 measure',
          Status: 'Failed',
          StatusDetails: 'Failed',
          CommandPlugins: [],
        }),
      ],
    });
  });

  it('lists nothing yet in the first moment', async () => {
    const world = makeSsmWorld();
    await makeHosts(world, 1);
    const CommandId = await send(world);
    expect(await world.call('ssm', 'ListCommandInvocations', { CommandId })).toEqual({ CommandInvocations: [] });
  });

  it.each([
    [{ MaxResults: 51 }, 'ValidationException'],
    [{ MaxResults: 0 }, 'ValidationException'],
    [{ NextToken: 'x' }, 'InvalidNextToken'],
    [{ Details: true }, 'ArgumentError'],
  ])('refuses %j', async (input, name) => {
    await expect(makeSsmWorld().call('ssm', 'ListCommandInvocations', input)).rejects.toMatchObject({ name });
  });

  it('refuses a command that was never sent', async () => {
    const CommandId = '0'.repeat(36);
    await expect(makeSsmWorld().call('ssm', 'ListCommandInvocations', { CommandId })).rejects.toMatchObject({
      name: 'InvalidCommandId',
    });
  });
});

describe('ListCommands', () => {
  it('lists all commands in pages', async () => {
    const world = makeSsmWorld();
    const ids = [await send(world), await send(world), await send(world)];
    const first = await world.call<{ Commands: { CommandId: string }[]; NextToken: string }>('ssm', 'ListCommands', {
      MaxResults: 2,
    });
    expect(first.Commands.map(({ CommandId }) => CommandId)).toEqual(ids.slice(0, 2));
    const second = await world.call('ssm', 'ListCommands', { NextToken: first.NextToken });
    expect(second).toMatchObject({ Commands: [{ CommandId: ids[2] }] });
    expect(second).not.toHaveProperty('NextToken');
  });
});

describe('GetCommandInvocation', () => {
  it('gives exit code, times and the beginning of the output', async () => {
    const world = makeSsmWorld();
    const [InstanceId = ''] = await makeHosts(world, 1);
    const CommandId = await send(world);
    await world.pass(4_500);
    const running = await world.call('ssm', 'GetCommandInvocation', { CommandId, InstanceId });
    expect(running).toMatchObject({ Status: 'InProgress', ResponseCode: -1, ExecutionEndDateTime: '' });
    const output = { stdout: 'o'.repeat(30_000), stderr: 'e'.repeat(30_000) };
    world.hosts.commands[0]?.finish({ exitCode: 7, status: 'Failed', ...output });
    await world.pass(1);
    const ended = await world.call('ssm', 'GetCommandInvocation', { CommandId, InstanceId });
    expect(ended).toMatchObject({ Status: 'Failed', ResponseCode: 7, ExecutionElapsedTime: 'PT4.5S' });
    expect(ended['StandardOutputContent']).toBe('o'.repeat(24_000));
    expect(ended['StandardErrorContent']).toBe('e'.repeat(8_000));
  });

  it('does not exist in the first moment, nor for another host', async () => {
    const world = makeSsmWorld();
    const [InstanceId] = await makeHosts(world, 1);
    const CommandId = await send(world);
    const get = (id: string | undefined) => world.call('ssm', 'GetCommandInvocation', { CommandId, InstanceId: id });
    await expect(get(InstanceId)).rejects.toMatchObject({ name: 'InvocationDoesNotExist' });
    await world.pass(1_000);
    await expect(get(InstanceId)).resolves.toMatchObject({ Status: 'InProgress' });
    await expect(get('i-00000000000000000')).rejects.toMatchObject({ name: 'InvocationDoesNotExist' });
  });
});
