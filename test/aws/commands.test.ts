import { judgeHosts, pollHosts } from '../../lib/aws/commands';
import type { CommandResult } from '../../lib/twin/hosts/driver';
import { makeAccount, getFirst } from './account';

/** A host's `status.json`. */
const status = (rc: number, facts = {}): string => JSON.stringify({ rc, started: 1, ended: 2, facts, slots: {} });
const HOSTS_KEY = 'executions/disks/exec/hosts/r1.txt';
const PREFIX = 'executions/disks/exec/raw/r1/t0001/a1/';
const EVENT = { name: 'measure', roles: ['client'], hosts: 2, hostsKey: HOSTS_KEY, outputPrefix: PREFIX };

describe('judgeHosts', () => {
  /** How a host ends the command: as it says, not at all, or it is never told. */
  type End = CommandResult['status'] | 'InProgress' | null;

  /** Two clients and a broker that is not told; each client with its end, and whether it left results. */
  async function runCommand(...clients: readonly [End, boolean][]) {
    const account = makeAccount();
    const ids = await account.instances(2);
    const broker = await account.instance({ 'fsxbench:role': 'broker' });
    const stranger = await account.instance({ 'fsxbench:rig': 'exec__r2' });
    const lines = ids.map((id, index) => `client-${index} client ${index} 10.0.0.${index} ${id}\n`);
    await account.put(HOSTS_KEY, `${lines.join('')}broker-0 broker 0 10.0.0.3 ${broker}\n`);
    const ends = ids.map((id, index) => ({ id, index, end: clients[index] ?? (['Success', true] as const) }));
    const told = ends.filter(({ end: [status] }) => status !== null);
    const commandId = await account.command([stranger, ...told.map(({ id }) => id)]);
    for (const { id, index, end } of ends) {
      const [status, complete] = end;
      const sent = account.hosts.commands.find(({ instanceId }) => instanceId === id);
      if (status !== null && status !== 'InProgress') sent?.finish({ status });
      if (complete) await account.put(`${PREFIX}client-${index}/measure/status.json`, '{}');
    }
    await account.pass(1);
    return { account, context: account.context(), event: { ...EVENT, commandId } };
  }

  it('returns SUCCEEDED when every host ended with success and uploaded results', async () => {
    const { context, event } = await runCommand(['Success', true]);
    expect(await judgeHosts(event, context)).toEqual({ name: 'measure', status: 'SUCCEEDED', failed: [] });
  });

  it('returns FAILED with the last stderr line when the script failed', async () => {
    const { account, context, event } = await runCommand(['Failed', true]);
    await account.put(`${PREFIX}client-0/measure/raw/stderr.txt`, 'starting\nfio: no space left\n\n');
    expect(await judgeHosts(event, context)).toEqual({
      name: 'measure',
      status: 'FAILED',
      failed: ['client-0: Failed: fio: no space left'],
    });
  });

  it('quotes at most 400 characters of the stderr line', async () => {
    const { account, context, event } = await runCommand(['Failed', true]);
    await account.put(`${PREFIX}client-0/measure/raw/stderr.txt`, 'x'.repeat(100_000));
    expect((await judgeHosts(event, context)).failed[0]).toBe(`client-0: Failed: ${'x'.repeat(400)}`);
  });

  it('returns LOST when a host reports a fixture, such as a mount, that differs from the plan', async () => {
    const { account, context, event } = await runCommand(['Failed', true], ['Failed', true]);
    const facts = { wrongFixture: 'mount/c1 is 0a, not 0b', problem: 'other fixtures …' };
    await account.put(
      `${PREFIX}client-0/measure/status.json`,
      JSON.stringify({ rc: 75, started: 1, ended: 2, facts, slots: {} }),
    );
    expect(await judgeHosts(event, context)).toMatchObject({
      status: 'LOST',
      failed: ['client-0: fixtures differ from the plan: mount/c1 is 0a, not 0b', 'client-1: Failed'],
    });
  });

  it('returns FAILED without a stderr line when the host uploaded no stderr', async () => {
    const { context, event } = await runCommand(['Failed', true]);
    expect(await judgeHosts(event, context)).toMatchObject({ status: 'FAILED', failed: ['client-0: Failed'] });
  });

  it.each<[string, [End, boolean], string]>([
    ['succeeded without results', ['Success', false], 'client-0: succeeded without results'],
    ['failed without results', ['Failed', false], 'client-0: Failed'],
    ['timed out', ['TimedOut', false], 'client-0: ExecutionTimedOut'],
    ['was cancelled', ['Cancelled', false], 'client-0: Cancelled'],
    ['still runs', ['InProgress', false], 'client-0: InProgress'],
    ['was never sent the command', [null, false], 'client-0: not delivered'],
  ])('returns LOST when a host %s', async (_what, first, text) => {
    const { context, event } = await runCommand(first);
    expect(await judgeHosts(event, context)).toEqual({ name: 'measure', status: 'LOST', failed: [text] });
  });

  it('returns LOST, not FAILED, when one host failed and another was lost', async () => {
    const { context, event } = await runCommand(['Failed', true], ['TimedOut', false]);
    const { status, failed } = await judgeHosts(event, context);
    expect([status, failed]).toEqual(['LOST', ['client-0: Failed', 'client-1: ExecutionTimedOut']]);
  });

  it('ignores results of other commands and other attempts', async () => {
    const { account, context, event } = await runCommand(['Success', false]);
    await account.put(`${PREFIX}client-0/fill/status.json`, '{}');
    await account.put(`${PREFIX.replace('/a1/', '/a2/')}client-0/measure/status.json`, '{}');
    await account.put(`${PREFIX}client-0/measure/raw/fio.json`, '{}');
    expect(await judgeHosts(event, context)).toMatchObject({ status: 'LOST' });
  });

  it('returns LOST when the host list has fewer hosts than the command needs', async () => {
    const { context, event } = await runCommand(['Success', true]);
    expect(await judgeHosts({ ...event, hosts: 3 }, context)).toMatchObject({
      status: 'LOST',
      failed: ['2 of 3 hosts are known'],
    });
  });

  it('returns LOST when the host list is missing', async () => {
    const { context, event } = await runCommand(['Success', true]);
    const nowhere = { ...event, hostsKey: 'executions/disks/exec/hosts/r2.txt' };
    expect(await judgeHosts(nowhere, context)).toMatchObject({
      status: 'LOST',
      failed: [`the host list ${nowhere.hostsKey} is missing`],
    });
  });

  it('returns LOST when the command has two roles and the host of the second was not sent it', async () => {
    const { context, event } = await runCommand(['Success', true]);
    const both = await judgeHosts({ ...event, roles: ['client', 'broker'], hosts: 3 }, context);
    expect(both).toMatchObject({ status: 'LOST', failed: ['broker-0: not delivered'] });
  });

  it('judges all 40 hosts, and quotes at most 20 of them', async () => {
    const account = makeAccount();
    const ids = await account.instances(40);
    await account.put(HOSTS_KEY, ids.map((id, index) => `client-${index} client ${index} 10.0.0.1 ${id}\n`).join(''));
    const commandId = await account.command(ids);
    for (const [index, id] of ids.entries()) {
      getFirst(account.hosts.commands.filter(({ instanceId }) => instanceId === id)).finish({ status: 'Failed' });
      // The last one leaves nothing: it is lost.
      if (index < 39) await account.put(`${PREFIX}client-${index}/measure/status.json`, '{}');
    }
    await account.pass(1);
    const { status, failed } = await judgeHosts({ ...EVENT, commandId, hosts: 40 }, account.context());
    expect([status, failed.length]).toEqual(['LOST', 20]);
  });

  it.each(['Success', 'InProgress', 'TimedOut', 'Failed', 'Cancelled', null] as const)(
    'prefers status.json of a host to the Systems Manager status %s',
    async (end) => {
      const { account, context, event } = await runCommand([end, false]);
      await account.put(`${PREFIX}client-0/measure/status.json`, status(0));
      expect(await judgeHosts(event, context)).toEqual({ name: 'measure', status: 'SUCCEEDED', failed: [] });
      await account.put(`${PREFIX}client-0/measure/status.json`, status(28));
      await account.put(`${PREFIX}client-0/measure/raw/stderr.txt`, 'fio: no space left\n');
      const failed = ['client-0: exit code 28: fio: no space left'];
      expect(await judgeHosts(event, context)).toEqual({ name: 'measure', status: 'FAILED', failed });
    },
  );

  it('judges without Systems Manager when every host left a readable status.json', async () => {
    const { account, context, event } = await runCommand();
    for (const host of [0, 1]) await account.put(`${PREFIX}client-${host}/measure/status.json`, status(0));
    account.refuse('ListCommandInvocations', 'AccessDenied');
    expect(await judgeHosts(event, context)).toMatchObject({ status: 'SUCCEEDED' });
  });

  it.each(['ListCommandInvocations', 'ListObjectsV2', 'GetObject'])(
    'throws AccessDenied when %s fails',
    async (action) => {
      const { account, context, event } = await runCommand(['Success', true]);
      account.refuse(action, 'AccessDenied');
      await expect(judgeHosts(event, context)).rejects.toMatchObject({ name: 'AccessDenied' });
    },
  );

  it('throws InvalidCommandId when Systems Manager has no such command', async () => {
    const { context, event } = await runCommand(['Success', true]);
    await expect(
      judgeHosts({ ...event, commandId: '00000000-0000-4000-8000-000000000000' }, context),
    ).rejects.toMatchObject({
      name: 'InvalidCommandId',
    });
  });
});

describe('pollHosts', () => {
  const STATUS = 'client-0/measure/status.json';
  /** Status by SSM, or none yet; and the key of its upload, or none. */
  type HostReport = readonly [CommandResult['status'] | null, string | null];

  /** A command on two clients, of which the second has ended by both witnesses. */
  async function poll(first: HostReport, second: HostReport = ['Success', 'client-1/measure/status.json']) {
    const account = makeAccount();
    const ids = await account.instances(2);
    const commandId = await account.command(ids);
    await account.put(HOSTS_KEY, ids.map((id, index) => `client-${index} client ${index} 10.0.0.1 ${id}\n`).join(''));
    for (const [index, [status, key]] of [first, second].entries()) {
      const sent = account.hosts.commands.find(({ instanceId }) => instanceId === ids[index]);
      if (status !== null) sent?.finish({ status });
      if (key !== null) await account.put(`${PREFIX}${key}`, '{}');
    }
    await account.pass(1);
    return { account, event: { ...EVENT, commandId } };
  }

  it.each<[string, HostReport, boolean]>([
    ['the end when Systems Manager and status.json report it', ['Success', STATUS], true],
    ['the end when Systems Manager reports it, without results', ['TimedOut', null], true],
    ['the end when only status.json reports it', [null, STATUS], true],
    ['no end when neither source reports it', [null, null], false],
    ['no end when results exist without a status.json', [null, 'client-0/measure/raw/fio.json'], false],
    ['no end when an earlier command of the attempt left a status.json', [null, 'client-0/fill/status.json'], false],
    ['no end when a host of another role left a status.json', [null, 'broker-0/measure/status.json'], false],
    ['no end when another attempt left a status.json', [null, `../a2/${STATUS}`], false],
  ])('reports %s', async (_what, first, ended) => {
    const { account, event } = await poll(first);
    expect(await pollHosts(event, account.context())).toEqual({ ended });
  });

  it('reports the end when Systems Manager covers one host and status.json the other', async () => {
    const { account, event } = await poll([null, STATUS], ['TimedOut', null]);
    expect(await pollHosts(event, account.context())).toEqual({ ended: true });
  });

  it('reports no end when both sources report the end of one host and neither that of the other', async () => {
    const { account, event } = await poll([null, null]);
    expect(await pollHosts(event, account.context())).toEqual({ ended: false });
  });

  it('lists neither bucket nor invocations when Systems Manager reports the end of the command', async () => {
    const { account, event } = await poll(['Success', STATUS]);
    for (const action of ['ListObjectsV2', 'ListCommandInvocations']) account.refuse(action, 'AccessDenied');
    expect(await pollHosts(event, account.context())).toEqual({ ended: true });
  });

  it('reports the end by status.json when ListCommands is throttled, and throws when a host lacks one', async () => {
    const { account, event } = await poll([null, STATUS]);
    account.refuse('ListCommands', 'ThrottlingException');
    expect(await pollHosts(event, account.context())).toEqual({ ended: true });
    const early = await poll([null, null]);
    early.account.refuse('ListCommands', 'ThrottlingException');
    await expect(pollHosts(early.event, early.account.context())).rejects.toMatchObject({
      name: 'ThrottlingException',
    });
  });

  it('ignores status.json and reports no end when the host list is missing or incomplete', async () => {
    const { account, event } = await poll([null, STATUS]);
    const incomplete = { ...event, hosts: 3 };
    expect(await pollHosts(incomplete, account.context())).toEqual({ ended: false });
    const missing = { ...event, hostsKey: 'executions/disks/exec/hosts/r2.txt' };
    expect(await pollHosts(missing, account.context())).toEqual({ ended: false });
  });

  it('finds the status.json of every host behind thousands of other keys', async () => {
    const { account, event } = await poll([null, STATUS]);
    for (let file = 0; file < 2100; file += 1) await account.put(`${PREFIX}client-0/fill/raw/${file}.json`, '{}');
    expect(await pollHosts(event, account.context())).toEqual({ ended: true });
  });
});
