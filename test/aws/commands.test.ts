import { judgeHosts, pollHosts } from '../../lib/aws/commands';
import type { CommandResult } from '../../lib/twin/hosts/driver';
import { makeAccount } from './account';
import { expectRefusal } from './answers';

const HOSTS_KEY = 'executions/disks/exec/hosts/r1.txt';
const PREFIX = 'executions/disks/exec/raw/r1/t0001/a1/';
const EVENT = { name: 'measure', roles: ['client'], hosts: 2, hostsKey: HOSTS_KEY, outputPrefix: PREFIX };
const NO_LIST = 'executions/disks/exec/hosts/r2.txt';
const FOLDER = `${PREFIX}client-0/measure/`;
const STDERR = `${FOLDER}raw/stderr.txt`;
/** Results that are none of the command's, by key. */
const FOREIGN = {
  'of an earlier command of the attempt': `${PREFIX}client-0/fill/status.json`,
  'of another attempt': `${PREFIX.replace('/a1/', '/a2/')}client-0/measure/status.json`,
  'of a host of another role': `${PREFIX}broker-0/measure/status.json`,
  'other than status.json': `${FOLDER}raw/fio.json`,
};

/** How Systems Manager says that a host ended; null: it was never sent the command. Whether it left status.json. */
type HostEnd = readonly [end: CommandResult['status'] | 'InProgress' | null, isComplete: boolean];
interface Setup {
  /** Those that are missing here succeeded. */
  readonly ends?: readonly HostEnd[];
  readonly files?: Readonly<Record<string, string>>;
  readonly clients?: number;
  /** Hosts of another rig that also run the command. */
  readonly strangers?: number;
}

/** `status.json` of a host. */
const formatStatus = (rc: number, facts = {}): string => JSON.stringify({ rc, started: 1, ended: 2, facts, slots: {} });

/** A command on the clients of a rig, and not on its broker. */
async function runCommand({ ends = [], files = {}, clients = 2, strangers = 1 }: Setup = {}) {
  const account = makeAccount();
  const ids = await account.instances(clients);
  const broker = await account.instance({ 'fsxbench:role': 'broker' });
  const others = strangers === 0 ? [] : await account.instances(strangers, { 'fsxbench:rig': 'exec__r2' });
  const lines = ids.map((id, index) => `client-${index} client ${index} 10.0.0.${index} ${id}\n`);
  await account.put(HOSTS_KEY, `${lines.join('')}broker-0 broker 0 10.0.0.3 ${broker}\n`);
  const hosts = ids.map((id, index) => ({ id, index, end: ends[index] ?? (['Success', true] as const) }));
  const sentTo = hosts.filter(({ end: [status] }) => status !== null).map(({ id }) => id);
  const commandId = await account.command([...others, ...sentTo]);
  for (const { id, index, end } of hosts) {
    const [status, isComplete] = end;
    const sent = account.hosts.commands.find(({ instanceId }) => instanceId === id);
    if (status !== null && status !== 'InProgress') sent?.finish({ status });
    if (isComplete) await account.put(`${PREFIX}client-${index}/measure/status.json`, '{}');
  }
  for (const [key, text] of Object.entries(files)) await account.put(key, text);
  await account.pass(1);
  return { account, context: account.context(), event: { ...EVENT, commandId } };
}

describe('judgeHosts', () => {
  it.each<[status: string, title: string, Setup, failed: string[], event?: object]>([
    ['SUCCEEDED', 'every host ended with success and uploaded results', {}, []],
    ['FAILED', 'a host failed and uploaded no stderr', { ends: [['Failed', true]] }, ['client-0: Failed']],
    [
      'FAILED',
      'a host failed, with its last stderr line',
      { ends: [['Failed', true]], files: { [STDERR]: 'starting\nfio: no space left\n\n' } },
      ['client-0: Failed: fio: no space left'],
    ],
    [
      'FAILED',
      'a host failed, with at most 400 characters of stderr',
      { ends: [['Failed', true]], files: { [STDERR]: 'x'.repeat(100_000) } },
      [`client-0: Failed: ${'x'.repeat(400)}`],
    ],
    [
      'LOST',
      'a host reports a fixture, such as a mount, that differs from the plan',
      {
        ends: [
          ['Failed', true],
          ['Failed', true],
        ],
        files: {
          [`${FOLDER}status.json`]: formatStatus(75, {
            wrongFixture: 'mount/c1 is 0a, not 0b',
            problem: 'other fixtures …',
          }),
        },
      },
      ['client-0: fixtures differ from the plan: mount/c1 is 0a, not 0b', 'client-1: Failed'],
    ],
    ['LOST', 'succeeded without results', { ends: [['Success', false]] }, ['client-0: succeeded without results']],
    ['LOST', 'a host failed without results', { ends: [['Failed', false]] }, ['client-0: Failed']],
    ['LOST', 'a host timed out', { ends: [['TimedOut', false]] }, ['client-0: ExecutionTimedOut']],
    ['LOST', 'a host was cancelled', { ends: [['Cancelled', false]] }, ['client-0: Cancelled']],
    ['LOST', 'a host still runs', { ends: [['InProgress', false]] }, ['client-0: InProgress']],
    ['LOST', 'a host was never sent the command', { ends: [[null, false]] }, ['client-0: not delivered']],
    [
      'LOST',
      'one host failed and another was lost',
      {
        ends: [
          ['Failed', true],
          ['TimedOut', false],
        ],
      },
      ['client-0: Failed', 'client-1: ExecutionTimedOut'],
    ],
    [
      'LOST',
      'there are only results of other commands and other attempts',
      {
        ends: [['Success', false]],
        files: Object.fromEntries(Object.values(FOREIGN).map((key) => [key, '{}'])),
      },
      ['client-0: succeeded without results'],
    ],
    ['LOST', 'the host list is too short', {}, ['2 of 3 hosts are known'], { hosts: 3 }],
    ['LOST', 'the host list is missing', {}, [`the host list ${NO_LIST} is missing`], { hostsKey: NO_LIST }],
    [
      'LOST',
      'the command has two roles and the host of the second was not sent it',
      {},
      ['broker-0: not delivered'],
      { roles: ['client', 'broker'], hosts: 3 },
    ],
  ])('returns %s when %s', async (status, _title, setup, failed, more = {}) => {
    const { context, event } = await runCommand(setup);
    expect(await judgeHosts({ ...event, ...more }, context)).toEqual({ name: 'measure', status, failed });
  });

  it('judges all 40 hosts, and quotes at most 20 of them', async () => {
    // The last one leaves nothing: it is lost.
    const ends = Array.from({ length: 40 }, (_, index) => ['Failed', index < 39] as const);
    const { context, event } = await runCommand({ clients: 40, ends });
    const { status, failed } = await judgeHosts({ ...event, hosts: 40 }, context);
    expect([status, failed.length]).toEqual(['LOST', 20]);
  });

  it.each(['Success', 'InProgress', 'TimedOut', 'Failed', 'Cancelled', null] as const)(
    'prefers status.json of a host to the Systems Manager status %s',
    async (end) => {
      const { account, context, event } = await runCommand({ ends: [[end, false]] });
      await account.put(`${FOLDER}status.json`, formatStatus(0));
      expect(await judgeHosts(event, context)).toEqual({ name: 'measure', status: 'SUCCEEDED', failed: [] });
      await account.put(`${FOLDER}status.json`, formatStatus(28));
      await account.put(STDERR, 'fio: no space left\n');
      const failed = ['client-0: exit code 28: fio: no space left'];
      expect(await judgeHosts(event, context)).toEqual({ name: 'measure', status: 'FAILED', failed });
    },
  );

  it.each([
    ['3.5', '2.25', 2.25],
    ['3.5', '0', 0],
    ['3.5', undefined, undefined],
    ['3.5', 'x', undefined],
  ])('returns the spare time of the last host before the agreed start: %s and %s', async (first, second, expected) => {
    const [one, two] = [first, second].map((spareSeconds) => formatStatus(0, spareSeconds ? { spareSeconds } : {}));
    const files = { [`${FOLDER}status.json`]: one ?? '', [`${PREFIX}client-1/measure/status.json`]: two ?? '' };
    const { context, event } = await runCommand({ files });
    expect((await judgeHosts(event, context)).spareSeconds).toBe(expected);
  });

  it('judges without Systems Manager when every host left a readable status.json', async () => {
    const { account, context, event } = await runCommand();
    for (const host of [0, 1]) await account.put(`${PREFIX}client-${host}/measure/status.json`, formatStatus(0));
    account.refuse('ListCommandInvocations', 'AccessDenied');
    expect(await judgeHosts(event, context)).toMatchObject({ status: 'SUCCEEDED' });
  });

  it.each(['ListCommandInvocations', 'ListObjectsV2', 'GetObject'])(
    'throws AccessDenied when %s fails',
    async (action) => {
      const { account, context, event } = await runCommand();
      account.refuse(action, 'AccessDenied');
      await expectRefusal(judgeHosts(event, context), 'AccessDenied');
    },
  );

  it('throws InvalidCommandId when Systems Manager has no such command', async () => {
    const { context, event } = await runCommand();
    const unknown = { ...event, commandId: '00000000-0000-4000-8000-000000000000' };
    await expectRefusal(judgeHosts(unknown, context), 'InvalidCommandId');
  });
});

describe('pollHosts', () => {
  const ENDED = [['Success', true]] as const;
  const BY_BUCKET = [['InProgress', true]] as const;
  const RUNS = [['InProgress', false]] as const;
  const poll = (ends: readonly HostEnd[], files = {}) => runCommand({ ends, files, strangers: 0 });

  it.each<[string, readonly HostEnd[], boolean, files?: Record<string, string>]>([
    ['the end with the judgement when Systems Manager and status.json report it', ENDED, true],
    ['the end when Systems Manager reports it, without results', [['TimedOut', false]], true],
    ['the end when only status.json reports it', BY_BUCKET, true],
    ['the end of one host by Systems Manager, of the other by status.json', [...BY_BUCKET, ['TimedOut', false]], true],
    ['no end when neither source reports it', RUNS, false],
    ...Object.entries(FOREIGN).map(([of, key]): [string, readonly HostEnd[], boolean, Record<string, string>] => [
      `no end when there are only results ${of}`,
      RUNS,
      false,
      { [key]: '{}' },
    ]),
  ])('reports %s', async (_, ends, ended, files = {}) => {
    const { context, event } = await poll(ends, files);
    const judged = ended ? await judgeHosts(event, context) : undefined;
    expect(await pollHosts(event, context)).toEqual(ended ? { ended, judged } : { ended });
  });

  it('reports the end without a judgement when neither bucket nor invocations can be listed', async () => {
    const { account, context, event } = await poll(ENDED);
    for (const action of ['ListObjectsV2', 'ListCommandInvocations']) account.refuse(action, 'AccessDenied');
    expect(await pollHosts(event, context)).toEqual({ ended: true });
  });

  it('reports the end by status.json when ListCommands is throttled, and throws when a host lacks one', async () => {
    const [whole, early] = [await poll(BY_BUCKET), await poll(RUNS)];
    for (const { account } of [whole, early]) account.refuse('ListCommands', 'ThrottlingException');
    expect(await pollHosts(whole.event, whole.context)).toMatchObject({ ended: true });
    await expectRefusal(pollHosts(early.event, early.context), 'ThrottlingException');
  });

  it.each([{ hosts: 3 }, { hostsKey: NO_LIST }])(
    'ignores status.json and reports no end when the host list is missing or incomplete: %j',
    async (more) => {
      const { context, event } = await poll(BY_BUCKET);
      expect(await pollHosts({ ...event, ...more }, context)).toEqual({ ended: false });
    },
  );

  it('finds the status.json of every host behind thousands of other keys', async () => {
    const files = Array.from({ length: 2100 }, (_, file) => [`${PREFIX}client-0/fill/raw/${file}.json`, '{}']);
    const { context, event } = await poll(BY_BUCKET, Object.fromEntries(files) as Record<string, string>);
    expect(await pollHosts(event, context)).toMatchObject({ ended: true });
  });
});
