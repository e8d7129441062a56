import type { Cancel } from '../../../../lib/asl/clock/clock';
import { StateError, type TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { execute, START, listEventTypes } from '../execute';
import { listRedriveEvents, makeFailingTasks, redrive, makeTask } from '../redriven';
import cases from './parallel.cases.json';

const branch = (name: string, state: object) => ({ StartAt: name, States: { [name]: { End: true, ...state } } });
const invoke = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke' };
const fail = (name: string, Error: string) => ({ StartAt: name, States: { [name]: { Type: 'Fail', Error } } });
const end = { C: { Type: 'Pass', End: true } };

describe('Parallel', () => {
  it('runs its branches concurrently and returns their results in branch order', async () => {
    const branches = [5, 1, 3].map((n) => branch(`W${n}`, { Type: 'Wait', Seconds: n, Output: n }));
    const execution = await execute({ P: { Type: 'Parallel', Branches: branches, End: true } });
    expect(execution.output).toEqual([5, 1, 3]);
    expect(execution.stopDate).toBe(START + 5_000);
    expect(listEventTypes(execution).slice(1, 3)).toEqual(['ParallelStateEntered', 'ParallelStateStarted']);
    expect(listEventTypes(execution).slice(-3)).toEqual([
      'ParallelStateSucceeded',
      'ParallelStateExited',
      'ExecutionSucceeded',
    ]);
  });

  it('passes its input or its Arguments to every branch', async () => {
    const Branches = [branch('A', { Type: 'Pass' }), branch('B', { Type: 'Pass' })];
    const plain = { P: { Type: 'Parallel', Branches, End: true } };
    expect((await execute(plain, { input: 1 })).output).toEqual([1, 1]);
    const given = { P: { Type: 'Parallel', Branches, Arguments: ['{% $states.input %}'], End: true } };
    expect((await execute(given, { input: 1 })).output).toEqual([[1], [1]]);
  });

  it('fails with the error of the first failed branch, without aborting its Fail state', async () => {
    const execution = await execute({ P: { Type: 'Parallel', Branches: [fail('F', 'E')], End: true } });
    expect(execution.error).toBe('E');
    expect(listEventTypes(execution)).toEqual(cases.failsOwnError);
  });

  it('aborts the other branches and cancels their tasks when a branch fails', async () => {
    let cancelled: Cancel | undefined;
    const clock = makeVirtualClock(START);
    const task = async (call: TaskCall) => {
      if (call.state === 'Bad') {
        await clock.sleep(2_000);
        throw new StateError('E', 'why');
      }
      cancelled = call.cancelled;
      return new Promise(() => {});
    };
    const Branches = [
      branch('Long', invoke),
      branch('Bad', invoke),
      branch('Waits', { Type: 'Wait', Seconds: 60 }),
      branch('Done', { Type: 'Pass' }),
    ];
    const Catch = [{ ErrorEquals: ['E'], Next: 'C' }];
    const execution = await execute({ P: { Type: 'Parallel', Branches, Catch, Next: 'C' }, ...end }, { task, clock });
    expect(execution.output).toEqual({ Error: 'E', Cause: 'why' });
    expect(execution.stopDate).toBe(START + 2_000);
    expect(cancelled?.aborted).toBe(true);
    const names = listEventTypes(execution);
    expect(names.slice(names.indexOf('TaskFailed'))).toEqual(cases.aborted);
  });

  it('retries from ParallelStateStarted, and records ParallelStateFailed once', async () => {
    const Retry = [{ ErrorEquals: ['E'], MaxAttempts: 2 }];
    const execution = await execute({ P: { Type: 'Parallel', Branches: [fail('F', 'E')], Retry, End: true } });
    expect(listEventTypes(execution).slice(1)).toEqual(cases.retried);
    expect(execution.stopDate).toBe(START + 3_000);
  });

  it('separates a variable of a branch from a variable of the same name in Catch', async () => {
    const branch = cases.branch;
    const execution = await execute({
      P: {
        Type: 'Parallel',
        Branches: [branch],
        Catch: [
          { ErrorEquals: ['States.ALL'], Assign: { why: '{% "after " & $states.errorOutput.Error %}' }, Next: 'Tell' },
        ],
        End: true,
      },
      Tell: { Type: 'Succeed', Output: '{% $why %}' },
    });
    expect(execution.output).toBe('after inside');
  });

  it('propagates a failure through nested Parallel states', async () => {
    const inner = branch('I', { Type: 'Parallel', Branches: [fail('F', 'E')] });
    const Catch = [{ ErrorEquals: ['E'], Next: 'C' }];
    const execution = await execute({ P: { Type: 'Parallel', Branches: [inner], Catch, Next: 'C' }, ...end });
    expect(execution.status).toBe('SUCCEEDED');
    expect(listEventTypes(execution).filter((type) => type.endsWith('Failed') || type.endsWith('Aborted'))).toEqual([
      'ParallelStateFailed',
      'ParallelStateFailed',
    ]);
  });

  it('evaluates Arguments before ParallelStateStarted, and Output after ParallelStateSucceeded', async () => {
    const Branches = [branch('A', { Type: 'Pass' })];
    const early = await execute({ P: { Type: 'Parallel', Branches, Arguments: '{% $none %}', End: true } });
    expect(listEventTypes(early).slice(2)).toEqual(['EvaluationFailed', 'ParallelStateFailed', 'ExecutionFailed']);
    const late = await execute({ P: { Type: 'Parallel', Branches, Output: '{% $none %}', End: true } });
    expect(listEventTypes(late).slice(-3)).toEqual(['ParallelStateSucceeded', 'EvaluationFailed', 'ExecutionFailed']);
  });

  it('records ParallelStateFailed for its last attempt after an earlier one failed in Output', async () => {
    let calls = 0;
    const task = () => {
      calls++;
      if (calls === 2) throw new StateError('E', undefined);
    };
    const Retry = [{ ErrorEquals: ['States.QueryEvaluationError'] }];
    const states = {
      P: { Type: 'Parallel', Branches: [branch('T', invoke)], Output: '{% $none %}', Retry, End: true },
    };
    const execution = await execute(states, { task });
    expect(execution.error).toBe('E');
    expect(listEventTypes(execution).filter((type) => type.startsWith('Parallel'))).toEqual([
      'ParallelStateEntered',
      'ParallelStateStarted',
      'ParallelStateSucceeded',
      'ParallelStateStarted',
      'ParallelStateFailed',
    ]);
  });

  it('links each event to the previous event of its branch', async () => {
    const Branches = [branch('A', { Type: 'Wait', Seconds: 2 }), branch('B', { Type: 'Wait', Seconds: 1 })];
    const { history } = await execute({ P: { Type: 'Parallel', Branches, End: true } });
    const chain = history.events().map(({ type, id, previousEventId }) => `${type} ${previousEventId}<${id}`);
    expect(chain).toEqual(cases.chain);
  });
});

describe('redriven Parallel', () => {
  const branch = (name: string, more: object = {}) => ({
    StartAt: `${name}1`,
    States: {
      [`${name}1`]: makeTask({ Assign: { [`of${name}`]: name }, Next: `${name}2` }),
      [`${name}2`]: makeTask({ Arguments: `{% $of${name} & $outer %}`, End: true, ...more }),
    },
  });
  const states = (more: object = {}) => ({
    Begin: { Type: 'Pass', Assign: { outer: '!' }, Next: 'P' },
    P: { Type: 'Parallel', Branches: [branch('A'), branch('B'), branch('C')], End: true, ...more },
  });

  it('continues failed and aborted branches, and keeps the results of completed ones', async () => {
    const clock = makeVirtualClock(START);
    const { task: answer, down } = makeFailingTasks('B2');
    const asked: string[] = [];
    const late = async (call: TaskCall): Promise<unknown> => {
      asked.push(call.state);
      // A is through, then B fails, and C is aborted on its way.
      await clock.sleep({ A: 0, B: 1_000, C: 5_000 }[call.state[0] as 'A']);
      return answer(call);
    };
    const execution = await execute(states(), { task: late, clock });
    expect(execution.error).toBe('Down');
    expect(asked).toEqual(['A1', 'B1', 'C1', 'A2', 'B2']);
    down.clear();
    asked.length = 0;
    await redrive(execution);
    expect(asked.toSorted()).toEqual(['B2', 'C1', 'C2']);
    expect(execution.output).toEqual(['A2 of "A!"', 'B2 of "B!"', 'C2 of "C!"']);
    const found = listRedriveEvents(execution);
    expect(found).not.toContain('ParallelStateEntered');
    expect(found).not.toContain('ParallelStateStarted');
    expect(found.slice(-3)).toEqual(['ParallelStateSucceeded', 'ParallelStateExited', 'ExecutionSucceeded']);
  });

  it('continues after each of three redrives without repeating completed tasks', async () => {
    const { task: answer, calls, down } = makeFailingTasks('A2', 'B2', 'C2');
    const execution = await execute(states(), { task: answer });
    for (const name of ['A2', 'B2', 'C2']) {
      expect(execution.status).toBe('FAILED');
      down.delete(name);
      await redrive(execution);
    }
    expect(execution.output).toEqual(['A2 of "A!"', 'B2 of "B!"', 'C2 of "C!"']);
    expect(calls.filter((name) => name.endsWith('1'))).toEqual(['A1', 'B1', 'C1']);
  });

  it('runs all branches again when Retry follows the redrive', async () => {
    const { task: answer, calls, down } = makeFailingTasks('B2');
    const Retry = [{ ErrorEquals: ['Down'], MaxAttempts: 1 }];
    const answerUntilRepaired = (call: TaskCall): unknown => {
      if (calls.filter((name) => name === 'B2').length === 3) down.clear();
      return answer(call);
    };
    const execution = await execute(states({ Retry }), { task: answerUntilRepaired });
    calls.length = 2;
    calls.fill('B2');
    await redrive(execution);
    expect(calls.slice(2).toSorted()).toEqual(['A1', 'A2', 'B1', 'B2', 'B2', 'C1', 'C2']);
    expect(execution.status).toBe('SUCCEEDED');
  });

  it('runs all branches again after States.DataLimitExceeded', async () => {
    const large = 'x'.repeat(100_000);
    const { task: answer, calls } = makeFailingTasks();
    const sized = (call: TaskCall): unknown => {
      answer(call);
      return call.state.endsWith('2') ? large : 1;
    };
    const execution = await execute(states(), { task: sized });
    expect(execution.error).toBe('States.DataLimitExceeded');
    calls.length = 0;
    await redrive(execution);
    expect(calls.toSorted()).toEqual(['A1', 'A2', 'B1', 'B2', 'C1', 'C2']);
  });

  it('continues in the failed branch of a nested Parallel', async () => {
    const { task: answer, calls, down } = makeFailingTasks('B2');
    const inside = {
      P: {
        Type: 'Parallel',
        Branches: [
          { StartAt: 'Q', States: { Q: { Type: 'Parallel', Branches: [branch('A'), branch('B')], End: true } } },
        ],
        End: true,
      },
    };
    const execution = await execute({ Begin: states().Begin, ...inside }, { task: answer });
    down.clear();
    calls.length = 0;
    await redrive(execution);
    expect(calls).toEqual(['B2']);
    expect(execution.output).toEqual([['A2 of "A!"', 'B2 of "B!"']]);
  });
});
