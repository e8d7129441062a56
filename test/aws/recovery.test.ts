import type { Described, ExecutionStatus } from '../../lib/aws/executions';
import {
  DEFAULT_TIMING,
  findOrphans,
  nextGuardian,
  orphaned,
  RECOVERIES_BY_RULE,
  startGuardian,
} from '../../lib/aws/recovery';
import { arnOf, CONFIG, FakeAccount, instance, sdkError, T0, template } from './fake-calls';

const NOW = T0 / 1000;
const TIMING = { ...DEFAULT_TIMING, settleSeconds: 1 };
const POINTER = 'pointers/exec.json';

function world() {
  const account = new FakeAccount();
  return { account, context: account.context() };
}

function ended(name: string, status: ExecutionStatus, endedAt: number | null = T0): Described {
  return { name, status, startedAt: T0 - 7200, endedAt: status === 'RUNNING' ? null : endedAt };
}

/** Guardians that all failed: the first one and so many recoveries. */
function failed(recoveries: number): Described[] {
  const names = Array.from({ length: recoveries }, (_, index) => `exec.recover.${index + 1}`);
  return ['exec', ...names].map((name) => ended(name, 'FAILED'));
}

describe('nextGuardian', () => {
  const SUCCEEDED = ended('exec', 'SUCCEEDED');
  it.each<[string, Described[], boolean, string | null, string]>([
    ['none ever was', [], false, 'exec.recover.1', 'free'],
    ['the first one was aborted', [ended('exec', 'ABORTED')], false, 'exec.recover.1', 'free'],
    ['the first one runs', [ended('exec', 'RUNNING')], false, null, 'exec is running'],
    ['the first one runs, and something is left', [ended('exec', 'RUNNING')], true, null, 'exec is running'],
    ['a recovery runs', [...failed(0), ended('exec.recover.1', 'RUNNING')], false, null, 'exec.recover.1 is running'],
    ['it is proven clean', [SUCCEEDED], false, null, 'a guardian has proven it clean'],
    ['it was proven clean, but something is left', [SUCCEEDED], true, 'exec.recover.1', 'free'],
    [
      'a recovery proved it clean',
      [...failed(0), ended('exec.recover.1', 'SUCCEEDED')],
      false,
      null,
      'a guardian has proven it clean',
    ],
    ['one recovery failed', failed(1), false, 'exec.recover.2', 'free'],
    ['the rule has used its share', failed(2), false, null, 'the recoveries that are left are for the janitor'],
    ['the janitor comes after the rule', failed(2), true, 'exec.recover.3', 'free'],
    ['the janitor takes the last one', failed(4), true, 'exec.recover.5', 'free'],
    ['all five failed', failed(5), true, null, 'all recoveries are used up'],
    ['all five failed, says the rule', failed(5), false, null, 'all recoveries are used up'],
  ])('%s', (_what, found, left, name, why) => {
    expect(nextGuardian('exec', found, left)).toEqual({ name, why });
  });

  it('cannot be made to start guardians for ever by guardians that fail', () => {
    let found: Described[] = failed(0);
    let started = 0;
    for (let next = nextGuardian('exec', found, false); next.name !== null; next = nextGuardian('exec', found, false)) {
      found = [...found, ended(next.name, 'FAILED')];
      started += 1;
    }
    expect(started).toBe(RECOVERIES_BY_RULE);
  });
});

describe('startGuardian', () => {
  const BY_RULE = { executionId: 'exec', why: 'exec ended ABORTED' };
  const BY_JANITOR = { executionId: 'exec', experiment: 'from-tags', why: 'expired', left: true };

  it('starts one with what the pointer says, its time being over', async () => {
    const { account, context } = world();
    account.objects.set(POINTER, JSON.stringify({ experiment: 'disks', timing: TIMING }));
    expect(await startGuardian(BY_RULE, context)).toEqual({
      executionId: 'exec',
      started: 'exec.recover.1',
      why: 'exec ended ABORTED',
    });
    const [started] = account.inputs('startExecution');
    expect(started).toMatchObject({ stateMachineArn: CONFIG.machineArns.guardian, name: 'exec.recover.1' });
    expect(JSON.parse(String(started?.['input']))).toEqual({
      executionId: 'exec',
      experiment: 'disks',
      executionArn: arnOf('experiment', 'exec'),
      until: 0,
      timing: TIMING,
    });
  });

  it('starts none for what was never admitted', async () => {
    const { account, context } = world();
    expect(await startGuardian(BY_RULE, context)).toMatchObject({ started: null, why: /never admitted/ });
    expect(account.inputs('startExecution')).toEqual([]);
  });

  it('needs nothing but tags', async () => {
    const { account, context } = world();
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: 'exec.recover.1' });
    expect(JSON.parse(String(account.inputs('startExecution')[0]?.['input']))).toMatchObject({
      experiment: 'from-tags',
      timing: DEFAULT_TIMING,
    });
  });

  it('waits no longer on one machine than a local execution does, also without a pointer', async () => {
    const { account } = world();
    await startGuardian(BY_JANITOR, account.context({ local: true }));
    const { timing } = JSON.parse(String(account.inputs('startExecution')[0]?.['input'])) as { timing: typeof TIMING };
    expect(timing.settleSeconds).toBeLessThanOrEqual(1);
    expect(timing.pollSeconds).toBeLessThanOrEqual(1);
  });

  it.each(['AccessDenied', 'NoSuchBucket'])('is not kept from it by a bucket that answers %s', async (name) => {
    const { account, context } = world();
    account.fault((action) => (action === 'getObject' ? sdkError(name, 403) : undefined));
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: 'exec.recover.1' });
  });

  it('is not kept from it by a broken pointer', async () => {
    const { account, context } = world();
    account.objects.set(POINTER, '{');
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: 'exec.recover.1' });
  });

  it('fails where only the pointer could tell the experiment: the rule is tried again, then the janitor comes', async () => {
    const { account, context } = world();
    account.fault((action) => (action === 'getObject' ? sdkError('AccessDenied', 403) : undefined));
    await expect(startGuardian(BY_RULE, context)).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  it('starts none beside one that runs', async () => {
    const { account, context } = world();
    account.runs('guardian', 'exec');
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: null, why: 'exec is running' });
    expect(account.inputs('startExecution')).toEqual([]);
  });

  it('leaves it to a caller that was quicker', async () => {
    const { account, context } = world();
    account.fault((action) => {
      const quicker = action === 'startExecution' && account.executions.length === 0;
      return quicker ? (account.runs('guardian', 'exec.recover.1'), sdkError('ExecutionAlreadyExists')) : undefined;
    });
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: null, why: 'exec.recover.1 is running' });
    expect(account.executions.map((one) => one.name)).toEqual(['exec.recover.1']);
  });

  // DescribeExecution is eventually consistent: a guardian that ended just now may not be seen yet.
  it('does not take the name of an ended guardian for one that runs', async () => {
    const { account, context } = world();
    account.runs('guardian', 'exec.recover.1', 'FAILED');
    let looks = 0;
    account.fault((action, input) => {
      if (action !== 'describeExecution' || input['executionArn'] !== arnOf('guardian', 'exec.recover.1'))
        return undefined;
      looks += 1;
      return looks === 1 ? sdkError('ExecutionDoesNotExist') : undefined;
    });
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: 'exec.recover.2' });
  });

  it('asks to be called again where a taken name stays unseen', async () => {
    const { account, context } = world();
    account.runs('guardian', 'exec.recover.1', 'FAILED');
    account.fault((action) => (action === 'describeExecution' ? sdkError('ExecutionDoesNotExist') : undefined));
    await expect(startGuardian(BY_JANITOR, context)).rejects.toMatchObject({ name: 'Transient' });
    expect(account.executions).toHaveLength(1);
  });

  it('throws what else a start may answer', async () => {
    const { account, context } = world();
    account.fault((action) => (action === 'startExecution' ? sdkError('ExecutionLimitExceeded') : undefined));
    await expect(startGuardian(BY_JANITOR, context)).rejects.toMatchObject({ name: 'ExecutionLimitExceeded' });
  });

  it('calls for a person where something is left and no recovery is', async () => {
    const { account, context } = world();
    for (const { name } of failed(5)) account.runs('guardian', name, 'FAILED');
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({
      started: null,
      why: 'all recoveries are used up',
    });
    expect(account.logged.map((one) => one.level)).toEqual(['error']);
  });
});

describe('orphaned', () => {
  const FINE = { now: NOW, expiresAt: NOW + 3600, execution: ended('exec', 'FAILED'), guardians: [] };
  const OVER = 'its execution has ended and no guardian looks after it';
  it.each<[string, Partial<Parameters<typeof orphaned>[0]>, string | null]>([
    ['the execution runs', { execution: ended('exec', 'RUNNING') }, null],
    ['a guardian runs', { guardians: [ended('exec', 'RUNNING')] }, null],
    [
      'a recovery runs after a failed guardian',
      { guardians: [...failed(0), ended('exec.recover.1', 'RUNNING')] },
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

  it.each(['soon', '', undefined, '-5', '2026-11-21T12:00:00Z'])('takes an expiry of %j for passed', async (expiry) => {
    const { account, context } = world();
    account.runs('experiment', 'exec');
    account.instances.push(instance('i-1', 'running', { 'fsxbench:expires-at': expiry }));
    expect((await findOrphans(context)).orphans).toMatchObject([{ why: 'its expiry has passed' }]);
  });

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

  // One such thing must not blind the janitor for all the others: DescribeExecution refuses such a name with InvalidArn.
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
