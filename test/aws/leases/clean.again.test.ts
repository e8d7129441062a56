import type { CommandInvocationStatus } from '@aws-sdk/client-ssm';
import { runLeaseDelete } from '../../../lib/aws/leases/clean';
import { listDeletable } from '../../../lib/aws/ledger/deletes';
import { getFenceKey, getLockKey, toExecution } from '../../../lib/shapes/layout';
import { TEARDOWN_ROUNDS } from '../../../lib/shapes/timing';
import { makeAccount, T0 } from '../account';
import { listHosts, listSentences } from './not-cleaned';

const EXECUTION = toExecution({ experiment: 'disks', executionId: 'exec' });
const KEYS = EXECUTION.keys;
const STEP = { name: 'c1-unmount', roles: ['client'], scriptKey: 'scripts/a.sh', scriptSha256: 'a'.repeat(64) };
const STORE_PART = 'clean/exec__r1__c1';
const ROUND = { tagKey: 'fsxbench:execution', tagValue: 'exec', round: 1 };
const DONE = JSON.stringify({ cleaned: true, why: '' });

const throwError = (name: string) => async () => {
  throw Object.assign(new Error('said so'), { name });
};

/** An execution whose rigs cleaned before the fence, at T0. */
async function makeCleanedExecution({ rigs = ['r1'], managed = false, hosts = 0 } = {}) {
  const account = makeAccount();
  await account.put(KEYS.plan, JSON.stringify({ rigs: rigs.map((rig) => ({ rig })) }));
  for (const rig of rigs) {
    const bucketKeys = { hosts: KEYS.hosts(rig), endpoints: KEYS.endpoints(rig), prepare: KEYS.prepare(rig) };
    const copies = managed ? [] : [{ copy: 'c1', externalOutputs: { store: { name: 'x' } }, unmount: [STEP] }];
    const its = { executionId: 'exec', rig, rigTag: `exec__${rig}`, bucketKeys, timing: { deliverySeconds: 120 } };
    const clean = managed ? { clean: { ...STEP, name: 'clean' } } : {};
    await account.put(KEYS.rig(rig), JSON.stringify({ ...its, copies, ...clean }));
    await account.put(KEYS.hosts(rig), 'client-0 client 0 10.0.0.4 mi-1\n');
    const part = `${rig}.${managed ? 'hosts' : 'c1'}`;
    await account.put(KEYS.cleaning(`${part}.requested`), JSON.stringify({ commandId: 'command-0', at: T0 }));
    await account.put(KEYS.cleaning(`${part}.done`), DONE);
  }
  const store = managed ? 'host:mi-1' : 'nfs:10.0.0.1';
  const lease = { version: 1, store, executionId: 'exec', experiment: 'disks', startedAt: new Date(T0).toISOString() };
  const held = { ...lease, role: 'client', rigs, expiresAt: T0 / 1000 + 7200, released: false };
  await account.put(getLockKey(store), JSON.stringify(held));
  if (hosts > 0) await account.instances(hosts);
  const context = account.context();
  const sent: Record<string, string[]>[] = [];
  context.aws.ssm.sendCommand = async ({ Parameters = {} }) => {
    sent.push(Parameters);
    return { Command: { CommandId: `command-${sent.length}` } };
  };
  context.aws.ssm.listCommands = async () => ({ Commands: [] });
  const answer = (Status: CommandInvocationStatus): void => {
    context.aws.ssm.listCommandInvocations = async () => ({ CommandInvocations: [{ InstanceId: 'mi-1', Status }] });
  };
  answer('Success');
  const closeFence = (): Promise<unknown> => account.put(getFenceKey('exec'), '{}');
  /** One round of a teardown. @returns ids that it sent deletes for */
  const playRound = async (round = 1): Promise<string[]> => {
    const { deletable } = await listDeletable({ ...ROUND, round }, context);
    const ids = deletable.filter(({ kind }) => kind === 'lease').flatMap(({ ids }) => ids);
    for (const id of ids) await runLeaseDelete(id, context);
    return ids;
  };
  return { account, context, sent, answer, closeFence, playRound };
}

describe('cleanup of managed hosts after the fence is closed', () => {
  it('is required once more, as attempt `clean-again`, and then counts as done', async () => {
    const { account, sent, closeFence, playRound, context } = await makeCleanedExecution({ managed: true });
    expect(await listHosts(EXECUTION, context)).toEqual([]);
    await closeFence();
    expect(await listHosts(EXECUTION, context)).toMatchObject([{ id: 'mi-1', state: 'not cleaned' }]);
    expect(await playRound()).toEqual(['clean/exec__r1__hosts']);
    const OutputPrefix = [`${KEYS.prepare('r1')}hosts/clean-again/`];
    expect(sent).toMatchObject([{ Attempt: ['clean-again'], OutputPrefix }]);
    expect(await playRound()).toEqual([`${getLockKey('host:mi-1')}#exec`]);
    expect(await account.json(KEYS.cleaning('r1.hosts.again.done'))).toEqual({ cleaned: true, why: '' });
    expect(await listHosts(EXECUTION, context)).toEqual([]);
  });

  it('keeps its leases while the repeated command runs, and reports its hosts when it fails', async () => {
    const { closeFence, playRound, answer, context } = await makeCleanedExecution({ managed: true });
    await closeFence();
    await playRound();
    answer('InProgress');
    expect(await playRound()).toEqual([]);
    answer('Failed');
    await playRound();
    expect(await listHosts(EXECUTION, context)).toMatchObject([{ id: 'mi-1' }]);
    expect(await listSentences(EXECUTION, context)).toEqual([expect.stringContaining('mi-1: Failed')]);
  });

  it('reports a host whose lock is corrupt, and cleans the others', async () => {
    const { account, closeFence, playRound, context } = await makeCleanedExecution({ managed: true });
    const lines = ['mi-1', 'mi-2'].map((id, index) => `client-${index} client ${index} 10.0.0.4 ${id}`);
    await account.put(KEYS.hosts('r1'), lines.join('\n'));
    await account.put(getLockKey('host:mi-2'), '{"broken');
    await closeFence();
    await playRound();
    await playRound();
    expect(await listHosts(EXECUTION, context)).toMatchObject([{ id: 'mi-2' }]);
    expect(await listSentences(EXECUTION, context)).toEqual([expect.stringContaining('mi-2: its lock is corrupt')]);
  });

  it('reports all hosts when all locks are corrupt', async () => {
    const { account, closeFence, context, sent } = await makeCleanedExecution({ managed: true });
    const lock = await account.text(getLockKey('host:mi-1'));
    await account.put(getLockKey('nfs:10.0.0.1'), lock.replace('host:mi-1', 'nfs:x'));
    await account.put(getLockKey('host:mi-1'), '{"broken');
    await closeFence();
    await runLeaseDelete('clean/exec__r1__hosts', context);
    expect(sent).toEqual([]);
    expect(await listHosts(EXECUTION, context)).toMatchObject([{ id: 'mi-1' }]);
  });

  it('runs for one rig after another when rigs share their hosts', async () => {
    const { closeFence, playRound, answer } = await makeCleanedExecution({ managed: true, rigs: ['r1', 'r2'] });
    await closeFence();
    answer('InProgress');
    expect(await playRound()).toEqual(['clean/exec__r1__hosts']);
    expect(await playRound(50)).toEqual([]);
    answer('Success');
    expect(await playRound(50)).toEqual(['clean/exec__r2__hosts']);
  });

  it('is tried once per rig within the rounds of a teardown, and counts as failed, when no hosts answer', async () => {
    const rigs = ['r1', 'r2', 'r3', 'r4'];
    const { account, closeFence, playRound, answer, sent } = await makeCleanedExecution({ managed: true, rigs });
    await closeFence();
    answer('InProgress');
    for (let round = 0; round < TEARDOWN_ROUNDS; round++) await playRound(round);
    expect(sent.filter(({ Attempt }) => Attempt?.[0] === 'clean-again')).toHaveLength(rigs.length);
    for (const rig of rigs)
      expect(await account.json(KEYS.cleaning(`${rig}.hosts.again.done`))).toMatchObject({ cleaned: false });
  });
});

describe('cleanup of external storage after the fence is closed', () => {
  const command = (Attempt: string, more: object = {}): object => ({
    Parameters: { Attempt: [Attempt], OutputPrefix: [`${KEYS.trial('r1', 't0001')}a1/`] },
    RequestedDateTime: new Date(T0 + 1000),
    ...more,
  });

  it('is reported as unknown, not as without hosts, when DescribeInstances is denied', async () => {
    const { account, closeFence, playRound, context } = await makeCleanedExecution({ hosts: 1 });
    await closeFence();
    account.refuse('DescribeInstances', 'UnauthorizedOperation');
    expect(await playRound()).toEqual([STORE_PART]);
    expect(await listSentences(EXECUTION, context)).toEqual([expect.stringContaining('is unknown')]);
  });

  it('keeps its hosts up to a limit of rounds while reading the command status is throttled', async () => {
    const { closeFence, playRound, context } = await makeCleanedExecution({ hosts: 1 });
    await closeFence();
    await playRound();
    context.aws.ssm.listCommandInvocations = throwError('ThrottlingException');
    const listDeletes = async (round: number): Promise<string[]> =>
      (await listDeletable({ ...ROUND, round }, context)).deletable.map(({ kind }) => kind);
    expect(await listDeletes(3)).toEqual([]);
    expect(await listDeletes(51)).toEqual(['ec2:instance']);
  });

  it('is reported as unknown when the rig document is corrupt', async () => {
    const { account, closeFence, playRound, context } = await makeCleanedExecution();
    await account.put(KEYS.rig('r1'), 'corrupt');
    await closeFence();
    await playRound();
    expect(await listSentences(EXECUTION, context)).toEqual([
      'target instance unknown of rig r1: the clean command is unknown: the rig document is corrupt',
    ]);
  });

  it('is repeated as attempt `clean-again` while a host exists', async () => {
    const { sent, closeFence, playRound } = await makeCleanedExecution({ hosts: 1 });
    expect(await playRound()).toEqual([]);
    await closeFence();
    expect(await playRound()).toEqual([STORE_PART]);
    expect(sent).toMatchObject([{ Attempt: ['clean-again'], Step: ['c1-unmount'] }]);
  });

  it.each([
    ['got no later command', []],
    ['got only clean commands later', [command('clean'), command('clean-again')]],
    ['got its last command before the cleanup', [command('t0001.a1', { RequestedDateTime: new Date(T0 - 1) })]],
    ['is not the rig of a later command', [command('t0001.a1', { Parameters: { OutputPrefix: ['raw/r2/'] } })]],
  ])('counts as done without a repeat when no host remains and the rig %s', async (_, Commands) => {
    const { closeFence, playRound, context, sent } = await makeCleanedExecution();
    context.aws.ssm.listCommands = async () => ({ Commands });
    await closeFence();
    expect(await playRound()).toEqual([`${getLockKey('nfs:10.0.0.1')}#exec`]);
    expect(sent).toEqual([]);
    expect(await listSentences(EXECUTION, context)).toEqual([]);
  });

  it('counts as not done when its rig got a later command and no host remains', async () => {
    const { closeFence, playRound, context } = await makeCleanedExecution();
    const filters: unknown[] = [];
    context.aws.ssm.listCommands = async ({ Filters }) => {
      filters.push(Filters);
      return { Commands: [command('t0001.a1')] };
    };
    await closeFence();
    await playRound();
    const value = `${new Date(T0 - 1000).toISOString().slice(0, 19)}Z`;
    expect(filters).toEqual([[{ key: 'InvokedAfter', value }]]);
    expect(await listSentences(EXECUTION, context)).toEqual([
      'target instance c1 of rig r1: hosts of rig r1 got a command after they removed its data; rig r1 had no host ' +
        'left to remove its data',
    ]);
  });

  it('waits when ListCommands is throttled, and is reported as unknown when it is denied', async () => {
    const { closeFence, playRound, context } = await makeCleanedExecution();
    await closeFence();
    context.aws.ssm.listCommands = throwError('ThrottlingException');
    expect(await playRound()).toEqual([]);
    expect(await listSentences(EXECUTION, context)).toEqual([expect.stringContaining('is unknown')]);
    context.aws.ssm.listCommands = throwError('AccessDeniedException');
    await playRound();
    expect(await listSentences(EXECUTION, context)).toEqual([
      expect.stringContaining('it is unknown whether hosts of rig r1 got a command after'),
    ]);
  });
});
