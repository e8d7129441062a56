import {
  describe as describeExecution,
  executionArn,
  guardianNames,
  guardians,
  stopChildren,
} from '../../lib/aws/executions';
import { arnOf, CONFIG, FakeAccount, sdkError, T0 } from './fake-calls';

const EVENT = { executionId: 'exec', executionArn: arnOf('experiment', 'exec') };

function world() {
  const account = new FakeAccount();
  return { account, context: account.context() };
}

function stopped(account: FakeAccount): unknown[] {
  return account.inputs('stopExecution').map((input) => input['executionArn']);
}

describe('executionArn', () => {
  it('is made from the ARN of the machine', () => {
    expect(executionArn(CONFIG, 'rig', 'exec.r1')).toBe(
      'arn:aws:states:eu-west-1:111122223333:execution:fsxbench-rig:exec.r1',
    );
  });
});

describe('guardianNames', () => {
  it('begins with the executionId, and knows recoveries for ten days of a janitor', () => {
    const names = guardianNames('exec');
    expect(names.slice(0, 3)).toEqual(['exec', 'exec.recover.1', 'exec.recover.2']);
    expect(names.length).toBeGreaterThan(10 * 24 * 4);
  });

  it('leaves room for the names of what a guardian starts, 80 characters being the limit', () => {
    const longest = Math.max(...guardianNames('x'.repeat(48)).map((name) => name.length));
    expect(longest + '.teardown.5.6'.length).toBeLessThanOrEqual(80);
  });
});

describe('a described execution', () => {
  it('gives name, status and times in milliseconds', async () => {
    const { account, context } = world();
    account.runs('guardian', 'exec', 'FAILED', T0 - 1000);
    expect(await describeExecution(context, 'guardian', 'exec')).toEqual({
      name: 'exec',
      status: 'FAILED',
      startedAt: T0 - 3_600_000,
      endedAt: T0 - 1000,
    });
  });

  it('gives no end while it runs', async () => {
    const { account, context } = world();
    account.runs('guardian', 'exec');
    expect(await describeExecution(context, 'guardian', 'exec')).toMatchObject({ status: 'RUNNING', endedAt: null });
  });

  it('gives null where there is none, and only there', async () => {
    const { account, context } = world();
    expect(await describeExecution(context, 'guardian', 'exec')).toBeNull();
    account.fault(() => sdkError('InvalidArn'));
    await expect(describeExecution(context, 'guardian', 'exec')).rejects.toMatchObject({ name: 'InvalidArn' });
  });
});

describe('guardians', () => {
  it('finds those that ever were, in order, also behind a gap', async () => {
    const { account, context } = world();
    account.runs('guardian', 'exec.recover.3');
    account.runs('guardian', 'exec', 'FAILED');
    account.runs('guardian', 'exec.recover.1', 'ABORTED');
    account.runs('guardian', 'other');
    account.runs('experiment', 'exec.recover.2');
    expect((await guardians(context, 'exec')).map((one) => one.name)).toEqual([
      'exec',
      'exec.recover.1',
      'exec.recover.3',
    ]);
  });
});

describe('stopChildren', () => {
  it('stops parents before children, and counts what ran', async () => {
    const { account, context } = world();
    // Put in the wrong order on purpose.
    const command = account.runs('host-command', 'exec.r1.t0001.a1.1');
    const batch = account.runs('trial-batch', 'exec.r1.1');
    const launch = account.runs('launch', 'exec.r1.launch.1.0');
    const rigs = [account.runs('rig', 'exec.r1'), account.runs('rig', 'exec.r2'), account.runs('rig', 'exec.r3')];
    const results = account.runs('results', 'exec.results.0');
    const experiment = account.runs('experiment', 'exec');
    const children = account.mapRun(experiment, 3);
    expect(await stopChildren(EVENT, context)).toEqual({ living: 11 });
    expect(stopped(account)).toEqual([experiment, results, ...children, ...rigs, launch, batch, command]);
    expect(await stopChildren(EVENT, context)).toEqual({ living: 0 });
  });

  it('says who stopped them', async () => {
    const { account, context } = world();
    account.runs('rig', 'exec.r1');
    await stopChildren(EVENT, context);
    expect(account.inputs('stopExecution')[0]).toMatchObject({
      error: 'Closed',
      cause: 'The guardian closed this execution.',
    });
  });

  it('touches nothing of another execution, however alike its name', async () => {
    const { account, context } = world();
    const decoys = [
      account.runs('rig', 'exec2.r1'),
      account.runs('rig', 'my-exec.r1'),
      account.runs('rig', 'other-exec.r1'),
      account.runs('rig', 'exec'),
      account.runs('trial-batch', 'exec-2.r1.1'),
      account.runs('host-command', 'EXEC.r1.t0001.a1.1'),
      account.runs('experiment', 'exec2'),
      account.runs('results', 'exec2.results.0'),
    ];
    const foreign = account.mapRun(decoys[6] ?? '', 1);
    account.runs('experiment', 'exec', 'ABORTED');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 0 });
    expect(stopped(account)).toEqual([]);
    expect(account.executions.filter((one) => one.status === 'RUNNING')).toHaveLength(decoys.length + foreign.length);
  });

  it('stops only the results of the experiment, not those that a guardian saves', async () => {
    const { account, context } = world();
    const own = ['exec.results', 'exec.results.0', 'exec.results.1'].map((name) => account.runs('results', name));
    account.runs('results', 'exec.saved.0');
    account.runs('results', 'exec.recover.1.saved.0');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 3 });
    expect(stopped(account)).toEqual(own);
  });

  it('never stops a teardown, a guardian or the janitor', async () => {
    const { account, context } = world();
    account.runs('teardown', 'exec.r1.teardown');
    account.runs('teardown', 'exec.teardown.1');
    account.runs('guardian', 'exec');
    account.runs('guardian', 'exec.recover.1');
    account.runs('janitor', 'exec.x');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 0 });
    expect(stopped(account)).toEqual([]);
  });

  it('leaves ended executions alone', async () => {
    const { account, context } = world();
    account.runs('experiment', 'exec', 'SUCCEEDED');
    account.runs('results', 'exec.results.0', 'FAILED');
    account.runs('rig', 'exec.r1', 'TIMED_OUT');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 0 });
    expect(stopped(account)).toEqual([]);
  });

  it('finds children of every Map run, also where the run is over and a child is late', async () => {
    const { account, context } = world();
    const experiment = account.runs('experiment', 'exec', 'ABORTED');
    const children = [
      ...account.mapRun(experiment, 1, new Date(T0)),
      ...account.mapRun(experiment, 2),
      ...account.mapRun(experiment, 3),
    ];
    expect(await stopChildren(EVENT, context)).toEqual({ living: 6 });
    expect(stopped(account)).toEqual(children);
  });

  it('goes on where the experiment is not known any more', async () => {
    const { account, context } = world();
    const rig = account.runs('rig', 'exec.r1');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 1 });
    expect(stopped(account)).toEqual([rig]);
  });

  it('counts a child that ended between the look and the stop: another look must prove it', async () => {
    const { account, context } = world();
    account.runs('rig', 'exec.r1');
    account.fault((action) => (action === 'stopExecution' ? sdkError('ExecutionDoesNotExist') : undefined));
    expect(await stopChildren(EVENT, context)).toEqual({ living: 1 });
  });

  // The machines of measurement go with their stack; the guardian stays.
  it('takes a machine that was deleted for one without executions', async () => {
    const { account, context } = world();
    const command = account.runs('host-command', 'exec.r1.p1');
    account.fault((_action, input) =>
      input['stateMachineArn'] === CONFIG.machineArns.rig ? sdkError('StateMachineDoesNotExist') : undefined,
    );
    expect(await stopChildren(EVENT, context)).toEqual({ living: 1 });
    expect(stopped(account)).toEqual([command]);
  });

  it.each([
    ['a stop', 'stopExecution', (input: Record<string, unknown>) => input['executionArn'] === arnOf('rig', 'exec.r1')],
    [
      'a listing',
      'listExecutions',
      (input: Record<string, unknown>) => input['stateMachineArn'] === CONFIG.machineArns.rig,
    ],
    ['a listing of Map runs', 'listMapRuns', () => true],
    ['a description', 'describeExecution', () => true],
  ])('stops all the others where %s fails, and then fails', async (_what, action, hit) => {
    const { account, context } = world();
    account.runs('experiment', 'exec');
    account.runs('rig', 'exec.r1');
    const batch = account.runs('trial-batch', 'exec.r1.1');
    const command = account.runs('host-command', 'exec.r1.p1');
    account.fault((called, input) => (called === action && hit(input) ? sdkError('AccessDeniedException') : undefined));
    await expect(stopChildren(EVENT, context)).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(stopped(account)).toEqual(expect.arrayContaining([batch, command]));
    expect(account.executions.filter((one) => [batch, command].includes(one.arn)).map((one) => one.status)).toEqual([
      'ABORTED',
      'ABORTED',
    ]);
  });
});
