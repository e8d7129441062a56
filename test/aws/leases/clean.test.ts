import type { CommandInvocationStatus } from '@aws-sdk/client-ssm';
import { runLeaseDelete, LEASE_ID } from '../../../lib/aws/leases/clean';
import { judgePart, listParts, findRigLeftovers } from '../../../lib/aws/leases/leftovers';
import { listDeletable } from '../../../lib/aws/ledger/deletes';
import type { Lease } from '../../../lib/aws/leases/lease';
import { getLockKey, toExecution } from '../../../lib/shapes/layout';
import { makeAccount, STACK, T0 } from '../account';
import { expectRefusal } from '../answers';
import { listHosts, listSentences } from './not-cleaned';

const STORE = 'nfs:10.0.0.1';
const EXECUTION = toExecution({ experiment: 'disks', executionId: 'exec' });
const KEYS = EXECUTION.keys;
const SHA256 = 'a'.repeat(64);
const SCRIPT = { scriptKey: `executions/disks/exec/scripts/${SHA256}.sh`, scriptSha256: SHA256 };
const STEP = { name: 'c1-unmount', roles: ['client'], ...SCRIPT };
const RIG = {
  rig: 'r1',
  rigTag: 'exec__r1',
  bucketKeys: { hosts: KEYS.hosts('r1'), endpoints: KEYS.endpoints('r1'), prepare: KEYS.prepare('r1') },
  timing: { deliverySeconds: 120 },
  copies: [
    { copy: 'c1', externalOutputs: { store: { name: 'x' } }, unmount: [STEP] },
    { copy: 'c2', externalOutputs: {}, unmount: [] },
  ],
};
const LEASE: Lease = {
  version: 1,
  store: STORE,
  executionId: 'exec',
  experiment: 'disks',
  startedAt: new Date(T0).toISOString(),
  rigs: ['r1'],
  expiresAt: T0 / 1000 + 3600,
  released: false,
};
const PART = 'clean/exec__r1__c1';
const RIG_TAG = { tagKey: 'fsxbench:rig', tagValue: 'exec__r1', round: 1 };
const EXECUTION_TAG = { tagKey: 'fsxbench:execution', tagValue: 'exec', round: 1 };
const deleteHost = (id: string) => ({ kind: 'ec2:instance', ids: [id], type: null });
const TARGET = 'target instance c1 of rig r1:';

async function makeContext({ up = true, host = true } = {}) {
  const account = makeAccount();
  await account.put(getLockKey(STORE), JSON.stringify(LEASE));
  await account.put(KEYS.rig('r1'), JSON.stringify(RIG));
  await account.put(KEYS.plan, JSON.stringify({ rigs: [{ rig: 'r1' }] }));
  if (up) await account.put(KEYS.hosts('r1'), 'client-0 client 0 10.0.0.4 i-1\n');
  const [id = ''] = host ? await account.instances(1) : [];
  const context = account.context();
  const answers = (Status: CommandInvocationStatus): void => {
    context.aws.ssm.listCommandInvocations = async () => ({ CommandInvocations: [{ InstanceId: 'i-1', Status }] });
  };
  const sent: unknown[] = [];
  context.aws.ssm.sendCommand = async (input) => {
    sent.push(input);
    return { Command: { CommandId: 'command-1' } };
  };
  return { account, context, id, answers, sent };
}

describe('cleanup of external storage that a rig has written to', () => {
  it('keeps the hosts until their clean command has succeeded', async () => {
    const { account, context, answers, sent, id } = await makeContext();
    const first = await listDeletable(RIG_TAG, context);
    expect(first.deletable).toEqual([{ kind: 'lease', ids: [PART], type: null }]);
    await runLeaseDelete(PART, context);
    const Targets = [
      { Key: 'tag:fsxbench:stack', Values: [STACK] },
      { Key: 'tag:fsxbench:rig', Values: ['exec__r1'] },
      { Key: 'tag:fsxbench:role', Values: ['client'] },
    ];
    const OutputPrefix = [`${KEYS.prepare('r1')}c1/clean/`];
    const Parameters = { Attempt: ['clean'], Step: ['c1-unmount'], OutputPrefix, ExecutionTimeout: ['900'] };
    const limits = { MaxConcurrency: '100%', MaxErrors: '100%' };
    expect(sent).toMatchObject([{ DocumentName: context.config.document, Targets, ...limits, Parameters }]);
    answers('InProgress');
    const waiting = await listDeletable(RIG_TAG, context);
    expect([waiting.living > 0, waiting.deletable]).toEqual([true, []]);
    answers('Success');
    const done = await listDeletable(RIG_TAG, context);
    expect(done.deletable).toContainEqual(deleteHost(id));
    expect(await account.json(KEYS.cleaning('r1.c1.done'))).toEqual({ cleaned: true, why: '' });
    expect(await listSentences(EXECUTION, context)).toEqual([]);
  });

  it('deletes the hosts and reports the target instance when the clean command failed', async () => {
    const { context, answers, id } = await makeContext();
    await runLeaseDelete(PART, context);
    answers('Failed');
    expect((await listDeletable(RIG_TAG, context)).deletable).toContainEqual(deleteHost(id));
    expect(await listSentences(EXECUTION, context)).toEqual([
      `${TARGET} no host could remove the data of rig r1: i-1: Failed`,
    ]);
  });

  it('gives up after 50 rounds, or when no host remains, and reports the target instance', async () => {
    const one = await makeContext();
    expect((await listDeletable({ ...RIG_TAG, round: 51 }, one.context)).deletable).toContainEqual(deleteHost(one.id));
    expect(await listSentences(EXECUTION, one.context)).toEqual([`${TARGET} hosts of rig r1 did not answer in time`]);
    const other = await makeContext({ host: false });
    expect(await listDeletable(RIG_TAG, other.context)).toEqual({ living: 0, deletable: [] });
    expect(await listSentences(EXECUTION, other.context)).toEqual([
      `${TARGET} rig r1 had no host left to remove its data`,
    ]);
  });

  it('counts as done when the hosts of the rig never all came online', async () => {
    const { context } = await makeContext({ up: false });
    expect(await listParts(EXECUTION, ['r1'], context)).toMatchObject([{ id: PART, done: { cleaned: true } }]);
    expect(await listSentences(EXECUTION, context)).toEqual([]);
  });

  it('sends the command twice when requested twice, and keeps the first result, Success', async () => {
    const { context, sent, answers } = await makeContext();
    await runLeaseDelete(PART, context);
    await runLeaseDelete(PART, context);
    expect(sent).toHaveLength(2);
    answers('Success');
    const [part] = await listParts(EXECUTION, ['r1'], context);
    if (part === undefined) throw new Error('no part');
    expect((await judgePart(part, null, context)).done?.cleaned).toBe(true);
    answers('Failed');
    expect((await judgePart(part, null, context)).done?.cleaned).toBe(true);
  });
});

describe('cleanup of the managed hosts of a rig', () => {
  const HOSTS_PART = 'clean/exec__r1__hosts';
  const ALL_DENIED = { 'mi-1': 'AccessDeniedException', 'mi-2': 'AccessDeniedException' };
  const BY_HAND =
    'each host cleans itself when its lease time ends, or at its next lease. To clean now, run as root ' +
    '`bash /var/lib/fsxbench/bin/clean.sh away`';
  const refusal = (name: string): Error => Object.assign(new Error('no identity-based policy allows it'), { name });
  const hostLease = (id: string, more: Partial<Lease> = {}): string =>
    JSON.stringify({ ...LEASE, store: `host:${id}`, role: 'client', ...more });

  /** @param refused hosts that take no command, and why */
  async function leaseHosts(refused: Readonly<Record<string, string>>) {
    const all = await makeContext({ host: false });
    const { account, context } = all;
    await account.put(KEYS.rig('r1'), JSON.stringify({ ...RIG, executionId: 'exec', copies: [], clean: STEP }));
    await account.put(KEYS.hosts('r1'), 'client-0 client 0 - mi-1\nclient-1 client 1 - mi-2\n');
    for (const id of ['mi-1', 'mi-2']) await account.put(getLockKey(`host:${id}`), hostLease(id));
    context.aws.ssm.sendCommand = async (input) => {
      const ids = input.Targets?.[0]?.Values ?? [];
      const [why] = ids.flatMap((id) => refused[id] ?? []);
      if (why !== undefined) throw refusal(why);
      all.sent.push(ids);
      return { Command: { CommandId: `to-${ids.join('-')}` } };
    };
    context.aws.ssm.listCommandInvocations = async ({ CommandId = '' }) => ({
      CommandInvocations: [...CommandId.matchAll(/mi-\d/g)].map(([InstanceId]) => ({ InstanceId, Status: 'Success' })),
    });
    /** All rounds of a teardown, and what a receipt says then. */
    const ends = async (): Promise<{ notCleaned: string[]; left: string[] }> => {
      for (const round of [1, 2, 51]) {
        const { deletable } = await listDeletable({ ...EXECUTION_TAG, round }, context);
        for (const id of deletable.flatMap(({ ids }) => ids)) await runLeaseDelete(id, context).catch(() => null);
      }
      const left = await listHosts(EXECUTION, context);
      return { notCleaned: await listSentences(EXECUTION, context), left: left.map(({ id }) => id) };
    };
    return { ...all, ends };
  }

  it('reports all hosts when every clean command was denied', async () => {
    const { ends, account } = await leaseHosts(ALL_DENIED);
    expect(await ends()).toEqual({
      notCleaned: [
        'managed hosts mi-1, mi-2 of rig r1: no clean command was accepted. If AWS denied it, add the tags of the ' +
          `hosts to the setting \`managed\`, and run \`cdk deploy --all\`; ${BY_HAND}`,
      ],
      left: ['mi-1', 'mi-2'],
    });
    expect(await account.json(KEYS.cleaning('r1.hosts.done'))).not.toHaveProperty('hosts');
  });

  it.each([
    ['the rig document', [KEYS.rig('r1')]],
    ['the rig document and the plan', [KEYS.rig('r1'), KEYS.plan]],
  ])('reports the hosts when %s is corrupt', async (_, keys) => {
    const { ends, account } = await leaseHosts({});
    for (const key of keys) await account.put(key, 'spoilt');
    const { left, notCleaned: said } = await ends();
    expect(left).toEqual(['mi-1', 'mi-2']);
    expect(said).toEqual([expect.stringContaining('the rig document is corrupt')]);
  });

  it('sends each host a separate command when one host is denied, and reports that host', async () => {
    const { ends, sent } = await leaseHosts({ 'mi-1': 'AccessDeniedException' });
    expect(await ends()).toEqual({
      notCleaned: [`managed hosts mi-1 of rig r1: mi-1: refused (AccessDeniedException); ${BY_HAND}`],
      left: ['mi-1'],
    });
    expect(sent).toEqual([['mi-2']]);
  });

  it('throws ThrottlingException and sends the command again in a later round', async () => {
    const { ends, sent, context } = await leaseHosts({ 'mi-1': 'ThrottlingException' });
    await expectRefusal(runLeaseDelete(HOSTS_PART, context), 'ThrottlingException');
    expect(sent).toEqual([]);
    expect((await ends()).left).toEqual(['mi-1', 'mi-2']);
  });

  it('reports a host with a corrupt lease, but no host that another execution has leased since', async () => {
    const { ends, account } = await leaseHosts(ALL_DENIED);
    await ends();
    await account.put(getLockKey('host:mi-1'), 'spoilt');
    await account.put(getLockKey('host:mi-2'), hostLease('mi-2', { executionId: 'other' }));
    expect((await ends()).left).toEqual(['mi-1']);
  });

  it.each(['client-0 client 0 - mi-1\nclient-1 client 1 - mi-2\n', 'spoilt by hand'])(
    'sends one command to all leased hosts, and reports none, also with the host list %j',
    async (list) => {
      const { account, ends, sent } = await leaseHosts({});
      await account.put(KEYS.hosts('r1'), list);
      expect(await ends()).toEqual({ notCleaned: [], left: [] });
      expect(sent).toEqual([['mi-1', 'mi-2']]);
    },
  );

  it('reports all leased hosts that refuse the command, also with a corrupt host list', async () => {
    const refusing = await leaseHosts(ALL_DENIED);
    await refusing.account.put(KEYS.hosts('r1'), 'spoilt by hand');
    expect((await refusing.ends()).left).toEqual(['mi-1', 'mi-2']);
  });

  it('includes only hosts of the given rig, not of other rigs of the execution', async () => {
    const two = async (refused: Readonly<Record<string, string>>) => {
      const all = await leaseHosts(refused);
      await all.account.put(KEYS.plan, JSON.stringify({ rigs: [{ rig: 'r1' }, { rig: 'r2' }] }));
      await all.account.put(KEYS.hosts('r1'), 'client-0 client 0 - mi-1\n');
      await all.account.put(getLockKey('host:mi-2'), hostLease('mi-2', { rigs: ['r2'] }));
      return all;
    };
    const { context, sent, account } = await two({});
    await runLeaseDelete(HOSTS_PART, context);
    expect(sent).toEqual([['mi-1']]);
    expect(await account.json(KEYS.cleaning('r1.hosts.requested'))).toMatchObject({ hosts: ['mi-1'] });
    const refusing = await two({ 'mi-1': 'AccessDeniedException' });
    for (const round of [1, 51]) {
      const { deletable } = await listDeletable({ ...RIG_TAG, round }, refusing.context);
      for (const id of deletable.flatMap(({ ids }) => ids))
        await runLeaseDelete(id, refusing.context).catch(() => null);
    }
    expect(await listHosts(EXECUTION, refusing.context)).toMatchObject([{ id: 'mi-1', rig: 'exec__r1' }]);
  });
});

describe('listDeletable and runLeaseDelete for leases', () => {
  it('releases the lease of an execution when no hosts remain, and keeps it in the teardown of a rig', async () => {
    const { account, context } = await makeContext({ up: false, host: false });
    const id = `${getLockKey(STORE)}#exec`;
    expect(LEASE_ID.test(id)).toBe(true);
    expect(await listDeletable(RIG_TAG, context)).toEqual({ living: 0, deletable: [] });
    expect(await listDeletable(EXECUTION_TAG, context)).toEqual({
      living: 1,
      deletable: [{ kind: 'lease', ids: [id], type: null }],
    });
    await runLeaseDelete(id, context);
    expect(await account.json(getLockKey(STORE))).toEqual({ ...LEASE, released: true });
    expect(await listDeletable(EXECUTION_TAG, context)).toEqual({ living: 0, deletable: [] });
    const leftovers = await findRigLeftovers({ key: 'fsxbench:execution', value: 'exec' }, context);
    expect(leftovers).toEqual({ leases: [], parts: [] });
  });

  it('returns its host for deletion, and counts more than one as living, when leases cannot be listed', async () => {
    const { account, context, id } = await makeContext();
    account.refuse('ListObjectsV2', 'SlowDown');
    const found = await listDeletable(EXECUTION_TAG, context);
    expect(found.deletable).toContainEqual(deleteHost(id));
    expect(found.living).toBeGreaterThan(1);
  });

  it.each(['clean/exec__r1__c9', 'fences/exec.json#exec'])('refuses the id %s as EventInvalid', async (id) => {
    const { context } = await makeContext();
    await expectRefusal(runLeaseDelete(id, context), 'EventInvalid');
  });
});
