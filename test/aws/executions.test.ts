import { findExecution, listGuardians, stopChildren, toExecutionArn } from '../../lib/aws/executions';
import { CONFIG, makeAccount, makeArn, T0 } from './account';
import { changeAnswer, expectRefusal } from './answers';

const EVENT = { executionId: 'exec', executionArn: makeArn('experiment', 'exec') };

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

const listStopped = (): unknown[] => account.inputs('StopExecution').map((input) => input['executionArn']);

describe('toExecutionArn', () => {
  it('returns the execution ARN of a state machine and an execution name', () => {
    expect(toExecutionArn(CONFIG, 'rig', 'exec__r1')).toBe(
      'arn:aws:states:xx-local-1:000000000000:execution:fsxbench-rig:exec__r1',
    );
  });
});

describe('findExecution', () => {
  it('returns name, status, start and end in epoch milliseconds, and endedAt null while it runs', async () => {
    const executionArn = await account.runs('guardian', 'exec');
    const running = { name: 'exec', status: 'RUNNING', startedAt: T0, endedAt: null };
    expect(await findExecution(context, 'guardian', 'exec')).toEqual(running);
    await account.pass(1000);
    await account.byHand('sfn', 'StopExecution', { executionArn });
    const ended = { ...running, status: 'ABORTED', endedAt: T0 + 1000 };
    expect(await findExecution(context, 'guardian', 'exec')).toEqual(ended);
  });

  it('returns null for ExecutionDoesNotExist, and throws other errors', async () => {
    expect(await findExecution(context, 'guardian', 'exec')).toBeNull();
    account.refuse('DescribeExecution', 'InvalidArn');
    await expectRefusal(findExecution(context, 'guardian', 'exec'), 'InvalidArn');
  });
});

describe('listGuardians', () => {
  it('lists all guardians of an execution in order, also after a missing number', async () => {
    await account.runs('guardian', 'exec__recover__3');
    await account.runs('guardian', 'exec', 'FAILED');
    await account.runs('guardian', 'exec__recover__1', 'ABORTED');
    await account.runs('guardian', 'other');
    await account.runs('experiment', 'exec__recover__2');
    const names = (await listGuardians(context, 'exec')).map((one) => one.name);
    expect(names).toEqual(['exec', 'exec__recover__1', 'exec__recover__3']);
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
    // A listing gives the newest first.
    const rigs: string[] = [];
    for (const rig of ['exec__r3', 'exec__r2', 'exec__r1']) rigs.unshift(await account.runs('rig', rig));
    const results: string[] = [];
    for (const name of ['exec__results__1', 'exec__results__0', 'exec__results'])
      results.unshift(await account.runs('results', name));
    const experiment = await account.runs('experiment', 'exec');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 10 });
    expect(listStopped()).toEqual([experiment, ...results, ...rigs, launch, batch, command]);
    expect(account.inputs('StopExecution')[0]).toMatchObject({
      error: 'Closed',
      cause: 'The guardian closed this execution.',
    });
    expect(account.running()).toEqual([]);
    expect(await stopChildren(EVENT, context)).toEqual({ living: 0 });
  });

  it.each<[string, Parameters<typeof account.runs>[]]>([
    [
      'executions of other experiments with similar names',
      [
        ['rig', 'exec2__r1'],
        ['rig', 'my-exec__r1'],
        ['rig', 'other-exec__r1'],
        ['rig', 'exec'],
        ['trial-batch', 'exec-2__r1__1'],
        ['host-command', 'EXEC.r1.t0001.a1.1'],
        ['results', 'exec2__results__0'],
      ],
    ],
    [
      'teardowns, guardians, the janitor, and results that a guardian computes',
      [
        ['teardown', 'exec__r1__teardown'],
        ['teardown', 'exec__teardown__1'],
        ['guardian', 'exec'],
        ['guardian', 'exec__recover__1'],
        ['janitor', 'exec.x'],
        ['results', 'exec__saved__0'],
        ['results', 'exec__recover__1__saved__0'],
      ],
    ],
  ])('ignores ended executions, and %s', async (_, executions) => {
    for (const one of executions) await account.runs(...one);
    await account.mapping('experiment', 'exec2', [1]);
    const before = account.running();
    await account.runs('experiment', 'exec', 'SUCCEEDED');
    await account.runs('results', 'exec__results__0', 'FAILED');
    await account.runs('rig', 'exec__r1', 'ABORTED');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 0 });
    expect(listStopped()).toEqual([]);
    expect(account.running().toSorted()).toEqual(before.toSorted());
    expect(before).toHaveLength(executions.length + 2);
  });

  it('stops the children of all Map runs before it throws that their parent was not stopped', async () => {
    const { executionArn, children } = await account.mapping('experiment', 'exec', [1, 2, 3]);
    account.refuse('StopExecution', 'AccessDeniedException', (input) => input['executionArn'] === executionArn);
    await expectRefusal(stopChildren(EVENT, context), 'AccessDeniedException');
    expect(children).toHaveLength(6);
    expect(new Set(listStopped())).toEqual(new Set([executionArn, ...children]));
  });

  it('stops running children of a Map run that has already ended', async () => {
    const { children } = await account.mapping('experiment', 'exec', [2]);
    const ended = { status: 'ABORTED' as const, stopDate: new Date(T0) };
    let aws = changeAnswer(context.aws, 'sfn', 'describeExecution', (answer) => ({ ...answer, ...ended }));
    aws = changeAnswer(aws, 'sfn', 'listMapRuns', ({ mapRuns }) => ({
      mapRuns: mapRuns?.map((run) => ({ ...run, stopDate: new Date(T0) })),
    }));
    expect(await stopChildren(EVENT, { ...context, aws })).toEqual({ living: 2 });
    expect(new Set(listStopped())).toEqual(new Set(children));
  });

  it('stops all others before it throws over an execution that is listed without its ARN', async () => {
    const rig = await account.runs('rig', 'exec__r1');
    const odd = await account.runs('rig', 'exec__r2');
    const aws = changeAnswer(context.aws, 'sfn', 'listExecutions', ({ executions, ...answer }) => ({
      ...answer,
      executions: executions?.map((one) => (one.executionArn === odd ? { ...one, executionArn: undefined } : one)),
    }));
    const stopping = stopChildren(EVENT, { ...context, aws });
    await expect(stopping).rejects.toThrow('expected the ARN of a running execution');
    expect(listStopped()).toEqual([rig]);
  });

  it('counts a child as living when it ended before StopExecution', async () => {
    await account.runs('rig', 'exec__r1');
    account.refuse('StopExecution', 'ExecutionDoesNotExist');
    expect(await stopChildren(EVENT, context)).toEqual({ living: 1 });
  });

  // The machines of measurement go with their stack; the guardian stays.
  it('treats a deleted state machine as one without executions', async () => {
    const command = await account.runs('host-command', 'exec__r1__p__c1__1__0');
    account.refuse('ListExecutions', 'StateMachineDoesNotExist', isOfRigs);
    expect(await stopChildren(EVENT, context)).toEqual({ living: 1 });
    expect(listStopped()).toEqual([command]);
  });

  const isOfRigs = (input: Record<string, unknown>): boolean =>
    input['stateMachineArn'] === CONFIG.machineArns.rig || input['executionArn'] === makeArn('rig', 'exec__r1');
  it.each([
    ['StopExecution', 'of a rig', isOfRigs],
    ['ListExecutions', 'of rigs', isOfRigs],
    ['ListMapRuns', 'of all', () => true],
    ['DescribeExecution', 'of all', () => true],
  ])('stops all other executions when %s %s fails, then throws its error', async (action, _of, isRefused) => {
    await account.runs('experiment', 'exec');
    await account.runs('rig', 'exec__r1');
    const batch = await account.runs('trial-batch', 'exec__r1__1');
    const command = await account.runs('host-command', 'exec__r1__p__c1__1__0');
    account.refuse(action, 'AccessDeniedException', isRefused);
    await expectRefusal(stopChildren(EVENT, context), 'AccessDeniedException');
    expect(listStopped()).toEqual(expect.arrayContaining([batch, command]));
    for (const one of [batch, command]) expect(account.running()).not.toContain(one);
  });
});
