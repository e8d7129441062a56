import type { Described, ExecutionStatus } from '../../lib/aws/executions';
import { findOrphans, orphaned } from '../../lib/aws/recovery';
import { makeAccount, T0 } from './account';

const NOW = T0 / 1000;

function world() {
  const account = makeAccount();
  return { account, context: account.context() };
}

function ended(name: string, status: ExecutionStatus, endedAt: number | null = T0): Described {
  return { name, status, startedAt: T0 - 7200, endedAt: status === 'RUNNING' ? null : endedAt };
}

describe('orphaned', () => {
  const FINE = { now: NOW, expiresAt: NOW + 3600, execution: ended('exec', 'FAILED'), guardians: [] };
  const OVER = 'its execution has ended and no guardian looks after it';
  it.each<[string, Partial<Parameters<typeof orphaned>[0]>, string | null]>([
    ['the execution runs', { execution: ended('exec', 'RUNNING') }, null],
    ['a guardian runs', { guardians: [ended('exec', 'RUNNING')] }, null],
    [
      'a recovery runs after a failed guardian',
      { guardians: [ended('exec', 'FAILED'), ended('exec__recover__1', 'RUNNING')] },
      null,
    ],
    ['a guardian runs though it has expired', { guardians: [ended('exec', 'RUNNING')], expiresAt: 1 }, null],
    ['it ended and never had a guardian', {}, OVER],
    ['it is not known, and has no guardian', { execution: null }, OVER],
    ['its guardian ended 899 s ago', { guardians: [ended('exec', 'FAILED', T0 - 899_000)] }, null],
    ['its guardian ended 900 s ago', { guardians: [ended('exec', 'FAILED', T0 - 900_000)] }, OVER],
    ['its guardian succeeded 900 s ago, and yet', { guardians: [ended('exec', 'SUCCEEDED', T0 - 900_000)] }, OVER],
    [
      'only the last guardian counts',
      { guardians: [ended('exec', 'FAILED', 0), ended('exec__recover__1', 'FAILED')] },
      null,
    ],
    ['it has expired', { expiresAt: NOW - 1 }, 'its expiry has passed'],
    ['it has expired and runs', { expiresAt: NOW - 1, execution: ended('exec', 'RUNNING') }, 'its expiry has passed'],
    ['it expires at this very second', { expiresAt: NOW, execution: ended('exec', 'RUNNING') }, null],
  ])('%s', (_what, facts, why) => {
    expect(orphaned({ ...FINE, ...facts })).toBe(why);
  });
});

describe('findOrphans', () => {
  it('finds what an ended execution left, each execution once', async () => {
    const { account, context } = world();
    await account.runs('experiment', 'exec', 'ABORTED');
    await account.runs('guardian', 'exec', 'ABORTED');
    await account.instances(2);
    await account.template();
    await account.pass(1_000_000);
    expect(await findOrphans(context)).toEqual({
      orphans: [
        { executionId: 'exec', experiment: 'disks', why: 'its execution has ended and no guardian looks after it' },
      ],
    });
  });

  it('passes over what is gone, also while EC2 still shows it', async () => {
    const { account, context } = world();
    await account.terminate(await account.instance());
    expect(await findOrphans(context)).toEqual({ orphans: [] });
    expect(account.inputs('DescribeExecution')).toEqual([]);
  });

  it('passes over what somebody looks after', async () => {
    const { account, context } = world();
    await account.runs('guardian', 'exec');
    await account.instance({ 'fsxbench:expires-at': '1' });
    await account.runs('experiment', 'second');
    await account.instance({ 'fsxbench:execution': 'second' });
    expect(await findOrphans(context)).toEqual({ orphans: [] });
  });

  it.each(['soon', '', undefined, '-5', 'Infinity', '2026-11-21T12:00:00Z'])(
    'takes an expiry of %j for passed',
    async (expiry) => {
      const { account, context } = world();
      await account.runs('experiment', 'exec');
      await account.instance({ 'fsxbench:expires-at': expiry });
      expect((await findOrphans(context)).orphans).toMatchObject([{ why: 'its expiry has passed' }]);
    },
  );

  it('goes by the earliest expiry of what lives', async () => {
    const { account, context } = world();
    await account.runs('experiment', 'exec');
    await account.instance();
    const expired = await account.instance({ 'fsxbench:expires-at': String(NOW - 1) });
    expect((await findOrphans(context)).orphans).toHaveLength(1);
    await account.terminate(expired);
    expect((await findOrphans(context)).orphans).toHaveLength(0);
  });

  it('never finds what is of another stack', async () => {
    const { account, context } = world();
    await account.instance({ 'fsxbench:stack': 'bench2' });
    await account.instance({ 'fsxbench:stack': undefined });
    await account.template({ 'fsxbench:stack': 'prod' });
    expect(await findOrphans(context)).toEqual({ orphans: [] });
  });

  // One such thing must not blind the janitor for all the others: DescribeExecution refuses such a name with
  // InvalidArn.
  it.each([undefined, '', 'a b', 'x'.repeat(49), 'a.b'])('calls for a person where the execution is %j', async (id) => {
    const { account, context } = world();
    const odd = ({ executionArn }: Record<string, unknown>): boolean => !String(executionArn).includes(':exec');
    account.refuse('DescribeExecution', 'InvalidArn', odd);
    await account.template({ 'fsxbench:execution': id });
    await account.template();
    expect((await findOrphans(context)).orphans.map((one) => one.executionId)).toEqual(['exec']);
    expect(account.logged).toEqual([{ level: 'error', message: 'something carries no readable execution' }]);
  });

  it('finds what names no experiment too, and tells of it: its guardian must delete it all the same', async () => {
    const { account, context } = world();
    await account.template({ 'fsxbench:experiment': undefined });
    expect((await findOrphans(context)).orphans).toMatchObject([{ executionId: 'exec', experiment: '_untagged' }]);
    expect(account.logged).toEqual([{ level: 'error', message: 'what is left names no experiment' }]);
    await account.template();
    expect((await findOrphans(context)).orphans).toMatchObject([{ executionId: 'exec', experiment: 'disks' }]);
  });

  it('fails where it cannot look: the next pass tries again', async () => {
    const { account, context } = world();
    await account.instance();
    account.refuse('DescribeExecution', 'ThrottlingException');
    await expect(findOrphans(context)).rejects.toMatchObject({ name: 'ThrottlingException' });
  });
});
