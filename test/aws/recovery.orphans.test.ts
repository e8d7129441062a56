import type { Described, ExecutionStatus } from '../../lib/aws/executions';
import { findOrphans, orphaned } from '../../lib/aws/recovery';
import { FakeAccount, instance, sdkError, T0, template } from './fake-calls';

const NOW = T0 / 1000;

function world() {
  const account = new FakeAccount();
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
      { guardians: [ended('exec', 'FAILED'), ended('exec.recover.1', 'RUNNING')] },
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
      { guardians: [ended('exec', 'FAILED', 0), ended('exec.recover.1', 'FAILED')] },
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
    account.runs('experiment', 'exec', 'ABORTED');
    account.runs('guardian', 'exec', 'ABORTED', T0 - 1_000_000);
    account.instances.push(instance('i-1'), instance('i-2'));
    account.templates.push(template('lt-1'));
    expect(await findOrphans(context)).toEqual({
      orphans: [
        { executionId: 'exec', experiment: 'disks', why: 'its execution has ended and no guardian looks after it' },
      ],
    });
  });

  it('passes over what is gone, also while EC2 still shows it', async () => {
    const { account, context } = world();
    account.instances.push(instance('i-1', 'terminated'));
    expect(await findOrphans(context)).toEqual({ orphans: [] });
    expect(account.inputs('describeExecution')).toEqual([]);
  });

  it('passes over what somebody looks after', async () => {
    const { account, context } = world();
    account.runs('guardian', 'exec');
    account.instances.push(instance('i-1', 'running', { 'fsxbench:expires-at': '1' }));
    account.runs('experiment', 'second');
    account.instances.push(instance('i-2', 'running', { 'fsxbench:execution': 'second' }));
    expect(await findOrphans(context)).toEqual({ orphans: [] });
  });

  it.each(['soon', '', undefined, '-5', 'Infinity', '2026-11-21T12:00:00Z'])(
    'takes an expiry of %j for passed',
    async (expiry) => {
      const { account, context } = world();
      account.runs('experiment', 'exec');
      account.instances.push(instance('i-1', 'running', { 'fsxbench:expires-at': expiry }));
      expect((await findOrphans(context)).orphans).toMatchObject([{ why: 'its expiry has passed' }]);
    },
  );

  it('goes by the earliest expiry of what lives', async () => {
    const { account, context } = world();
    account.runs('experiment', 'exec');
    account.instances.push(instance('i-1'), instance('i-2', 'running', { 'fsxbench:expires-at': String(NOW - 1) }));
    expect((await findOrphans(context)).orphans).toHaveLength(1);
    account.instances.splice(1, 1, instance('i-2', 'terminated', { 'fsxbench:expires-at': String(NOW - 1) }));
    expect((await findOrphans(context)).orphans).toHaveLength(0);
  });

  it('never finds what is of another stack', async () => {
    const { account, context } = world();
    account.instances.push(instance('i-1', 'running', { 'fsxbench:stack': 'bench2' }), {
      InstanceId: 'i-2',
      State: { Name: 'running' },
    });
    account.templates.push(template('lt-1', { 'fsxbench:stack': 'prod' }));
    expect(await findOrphans(context)).toEqual({ orphans: [] });
  });

  // One such thing must not blind the janitor for all the others: DescribeExecution refuses such a name with
  // InvalidArn.
  it.each([undefined, '', 'a b', 'x'.repeat(49), 'a.b'])('calls for a person where the execution is %j', async (id) => {
    const { account, context } = world();
    account.fault((action, input) =>
      action === 'describeExecution' && !String(input['executionArn']).includes(':exec')
        ? sdkError('InvalidArn')
        : undefined,
    );
    account.templates.push(template('lt-1', { 'fsxbench:execution': id }), template('lt-2'));
    expect((await findOrphans(context)).orphans.map((one) => one.executionId)).toEqual(['exec']);
    expect(account.logged).toEqual([{ level: 'error', message: 'something carries no readable execution' }]);
  });

  it('fails where it cannot look: the next pass tries again', async () => {
    const { account, context } = world();
    account.instances.push(instance('i-1'));
    account.fault((action) => (action === 'describeExecution' ? sdkError('ThrottlingException') : undefined));
    await expect(findOrphans(context)).rejects.toMatchObject({ name: 'ThrottlingException' });
  });
});
