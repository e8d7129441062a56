import {
  findExecution as describeExecution,
  toExecutionArn,
  listGuardians,
  stopChildren,
} from '../../lib/aws/executions';
import { makeArn, CONFIG, makeAccount, T0, type TestAccount } from './account';
import { changeAnswer } from './answers';

const EVENT = { executionId: 'exec', executionArn: makeArn('experiment', 'exec') };

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

function listStopped(account: TestAccount): unknown[] {
  return account.inputs('StopExecution').map((input) => input['executionArn']);
}

describe('toExecutionArn', () => {
  it('returns the execution ARN of a state machine and an execution name', () => {
    expect(toExecutionArn(CONFIG, 'rig', 'exec__r1')).toBe(
      'arn:aws:states:xx-local-1:000000000000:execution:fsxbench-rig:exec__r1',
    );
  });
});

describe('describeExecution', () => {
  it('returns name, status, and start and end in epoch milliseconds', async () => {
    await account.runs('guardian', 'exec');
    await account.pass(1000);
    await account.byHand('sfn', 'StopExecution', { executionArn: makeArn('guardian', 'exec') });
    expect(await describeExecution(context, 'guardian', 'exec')).toEqual({
      name: 'exec',
      status: 'ABORTED',
      startedAt: T0,
      endedAt: T0 + 1000,
    });
  });

  it('returns endedAt null for a running execution', async () => {
    await account.runs('guardian', 'exec');
    expect(await describeExecution(context, 'guardian', 'exec')).toMatchObject({ status: 'RUNNING', endedAt: null });
  });

  it('returns null for ExecutionDoesNotExist, and throws other errors', async () => {
    expect(await describeExecution(context, 'guardian', 'exec')).toBeNull();
    account.refuse('DescribeExecution', 'InvalidArn');
    await expect(describeExecution(context, 'guardian', 'exec')).rejects.toMatchObject({ name: 'InvalidArn' });
  });
});

describe('listGuardians', () => {
  it('lists all guardians of an execution in order, also after a missing number', async () => {
    await account.runs('guardian', 'exec__recover__3');
    await account.runs('guardian', 'exec', 'FAILED');
    await account.runs('guardian', 'exec__recover__1', 'ABORTED');
    await account.runs('guardian', 'other');
    await account.runs('experiment', 'exec__recover__2');
    expect((await listGuardians(context, 'exec')).map((one) => one.name)).toEqual([
      'exec',
      'exec__recover__1',
      'exec__recover__3',
    ]);
  });

  it.each([1, 2, 3, 7, 8, 100, 999, 1000])(
    'finds the last of %d recovery guardians with fewer than 50 DescribeExecution calls',
    async (count) => {
      for (let n = 1; n <= count; n += 1) await account.runs('guardian', `exec__recover__${n}`, 'FAILED');
      expect((await listGuardians(context, 'exec')).at(-1)?.name).toBe(`exec__recover__${count}`);
      expect(account.inputs('DescribeExecution').length).toBeLessThan(50);
    },
  );

  it('returns an empty list after three DescribeExecution calls when there is no guardian', async () => {
    expect(await listGuardians(context, 'exec')).toEqual([]);
    expect(account.inputs('DescribeExecution')).toHaveLength(3);
  });
});

describe('stopChildren', () => {
  it('stops parents before children, and counts the running executions', async () => {
    // Put in the wrong order on purpose.
    const command = await account.runs('host-command', 'exec__r1__t0001__a1__1');
    const batch = await account.runs('trial-batch', 'exec__r1__1');
    const launch = await account.runs('launch', 'exec__r1__launch__1__0');
    const rigs: string[] = [];
    // A listing gives the newest first.
    for (const rig of ['exec__r3', 'exec__r2', 'exec__r1']) rigs.unshift(await account.runs('rig', rig));
    const results = await account.runs('results', 'exec__results__0');
    const experiment = await account.runs('experiment', 'exec');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 8 });
    expect(listStopped(account)).toEqual([experiment, results, ...rigs, launch, batch, command]);
    expect(account.running()).toEqual([]);
    expect(await stopChildren(EVENT, context)).toEqual({ living: 0 });
  });

  it('stops a child with error Closed and a cause that names the guardian', async () => {
    await account.runs('rig', 'exec__r1');
    await stopChildren(EVENT, context);
    expect(account.inputs('StopExecution')[0]).toMatchObject({
      error: 'Closed',
      cause: 'The guardian closed this execution.',
    });
  });

  it('ignores executions of other experiments with similar names', async () => {
    const decoys = [
      await account.runs('rig', 'exec2__r1'),
      await account.runs('rig', 'my-exec__r1'),
      await account.runs('rig', 'other-exec__r1'),
      await account.runs('rig', 'exec'),
      await account.runs('trial-batch', 'exec-2__r1__1'),
      await account.runs('host-command', 'EXEC.r1.t0001.a1.1'),
      await account.runs('results', 'exec2__results__0'),
    ];
    const { executionArn, children } = await account.mapping('experiment', 'exec2', [1]);
    await account.runs('experiment', 'exec', 'ABORTED');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 0 });
    expect(listStopped(account)).toEqual([]);
    expect(account.running()).toEqual(expect.arrayContaining([...decoys, executionArn, ...children]));
  });

  it('stops executions that compute results, except those a guardian started', async () => {
    const own: string[] = [];
    for (const name of ['exec__results__1', 'exec__results__0', 'exec__results'])
      own.unshift(await account.runs('results', name));
    await account.runs('results', 'exec__saved__0');
    await account.runs('results', 'exec__recover__1__saved__0');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 3 });
    expect(listStopped(account)).toEqual(own);
  });

  it('ignores teardowns, guardians and the janitor', async () => {
    await account.runs('teardown', 'exec__r1__teardown');
    await account.runs('teardown', 'exec__teardown__1');
    await account.runs('guardian', 'exec');
    await account.runs('guardian', 'exec__recover__1');
    await account.runs('janitor', 'exec.x');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 0 });
    expect(listStopped(account)).toEqual([]);
  });

  it('ignores ended executions', async () => {
    await account.runs('experiment', 'exec', 'SUCCEEDED');
    await account.runs('results', 'exec__results__0', 'FAILED');
    await account.runs('rig', 'exec__r1', 'ABORTED');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 0 });
    expect(listStopped(account)).toEqual([]);
  });

  it('stops the children of all Map runs before it throws that their parent was not stopped', async () => {
    const { executionArn, children } = await account.mapping('experiment', 'exec', [1, 2, 3]);
    account.refuse('StopExecution', 'AccessDeniedException', (input) => input['executionArn'] === executionArn);
    await expect(stopChildren(EVENT, context)).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(children).toHaveLength(6);
    expect(new Set(listStopped(account))).toEqual(new Set([executionArn, ...children]));
  });

  it('stops running children of a Map run that has already ended', async () => {
    const { children } = await account.mapping('experiment', 'exec', [2]);
    const ended = { status: 'ABORTED' as const, stopDate: new Date(T0) };
    let aws = changeAnswer(context.aws, 'sfn', 'describeExecution', (answer) => ({ ...answer, ...ended }));
    aws = changeAnswer(aws, 'sfn', 'listMapRuns', ({ mapRuns }) => ({
      mapRuns: mapRuns?.map((run) => ({ ...run, stopDate: new Date(T0) })),
    }));
    expect(await stopChildren(EVENT, { ...context, aws })).toEqual({ living: 2 });
    expect(new Set(listStopped(account))).toEqual(new Set(children));
  });

  it('stops all others before it throws over an execution that is listed without its ARN', async () => {
    const rig = await account.runs('rig', 'exec__r1');
    const odd = await account.runs('rig', 'exec__r2');
    const aws = changeAnswer(context.aws, 'sfn', 'listExecutions', (answer) => ({
      ...answer,
      executions: answer.executions?.map((one) =>
        one.executionArn === odd ? { ...one, executionArn: undefined } : one,
      ),
    }));
    const stopping = stopChildren(EVENT, { ...context, aws });
    await expect(stopping).rejects.toThrow('expected the ARN of a running execution');
    expect(listStopped(account)).toEqual([rig]);
  });

  it('stops the rig when the experiment execution does not exist', async () => {
    const rig = await account.runs('rig', 'exec__r1');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 1 });
    expect(listStopped(account)).toEqual([rig]);
  });

  it('counts a child as living when it ended before StopExecution', async () => {
    await account.runs('rig', 'exec__r1');
    account.refuse('StopExecution', 'ExecutionDoesNotExist');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 1 });
  });

  // The machines of measurement go with their stack; the guardian stays.
  it('treats a deleted state machine as one without executions', async () => {
    const command = await account.runs('host-command', 'exec__r1__p__c1__1__0');
    const isRig = (input: Record<string, unknown>): boolean => input['stateMachineArn'] === CONFIG.machineArns.rig;
    account.refuse('ListExecutions', 'StateMachineDoesNotExist', isRig);
    expect(await stopChildren(EVENT, context)).toEqual({ living: 1 });
    expect(listStopped(account)).toEqual([command]);
  });

  it.each([
    [
      'StopExecution of a rig',
      'StopExecution',
      (input: Record<string, unknown>) => input['executionArn'] === makeArn('rig', 'exec__r1'),
    ],
    [
      'ListExecutions of rigs',
      'ListExecutions',
      (input: Record<string, unknown>) => input['stateMachineArn'] === CONFIG.machineArns.rig,
    ],
    ['ListMapRuns', 'ListMapRuns', () => true],
    ['DescribeExecution', 'DescribeExecution', () => true],
  ])('stops all other executions when %s fails, then throws its error', async (_what, action, hit) => {
    await account.runs('experiment', 'exec');
    await account.runs('rig', 'exec__r1');
    const batch = await account.runs('trial-batch', 'exec__r1__1');
    const command = await account.runs('host-command', 'exec__r1__p__c1__1__0');
    account.refuse(action, 'AccessDeniedException', hit);
    await expect(stopChildren(EVENT, context)).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(listStopped(account)).toEqual(expect.arrayContaining([batch, command]));
    expect(account.running()).not.toEqual(expect.arrayContaining([batch]));
    expect(account.running()).not.toEqual(expect.arrayContaining([command]));
  });
});
