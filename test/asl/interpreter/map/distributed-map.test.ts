import type { Cancel } from '../../../../lib/asl/clock/clock';
import type { Execution, MapRun } from '../../../../lib/asl/interpreter/execution';
import { StateError, type TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { execute, prepare, START, listEventTypes } from '../execute';
import cases from './distributed-map.cases.json';

const map = (fields: object, state: object = { Type: 'Pass' }) => ({
  M: {
    Type: 'Map',
    Label: 'Rigs',
    ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED' }, StartAt: 'I', States: { I: { End: true, ...state } } },
    End: true,
    ...fields,
  },
});
const invoke = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke' };

async function executeMap(fields: object, state: object, settings: Parameters<typeof execute>[1]) {
  const runs: MapRun[] = [];
  const execution = await execute(map(fields, state), { ...settings, onMapRun: (run) => runs.push(run) });
  return { execution, run: runs[0] as MapRun, runs };
}

describe('distributed Map', () => {
  it('runs each item as a separate child execution', async () => {
    const Output = '{% $states.context %}';
    const { execution, run } = await executeMap({}, { Type: 'Pass', Output }, { input: ['a', 'b'] });
    expect(listEventTypes(execution)).toEqual(cases.events);
    expect(run).toMatchObject({ label: 'Rigs', status: 'SUCCEEDED', executionArn: execution.arn });
    expect(run.arn).toBe('arn:aws:states:eu-west-1:123456789012:mapRun:machine/Rigs:uuid-1');
    const [child] = run.children;
    expect(child?.arn).toBe(`arn:aws:states:eu-west-1:123456789012:execution:machine/Rigs:${child?.name}`);
    expect(child).toMatchObject({ status: 'SUCCEEDED', input: 'a' });
    expect(listEventTypes(child as Execution)).toEqual([
      'ExecutionStarted',
      'PassStateEntered',
      'PassStateExited',
      'ExecutionSucceeded',
    ]);
    expect(execution.output).toEqual([
      expect.objectContaining({
        Execution: expect.objectContaining({ Id: child?.arn, Name: child?.name, Input: 'a' }) as unknown,
        StateMachine: { Id: 'arn:aws:states:eu-west-1:123456789012:stateMachine:machine/Rigs', Name: 'machine/Rigs' },
      }),
      expect.objectContaining({ Execution: expect.objectContaining({ Input: 'b' }) as unknown }),
    ]);
  });

  it('hides variables of the parent from child executions', async () => {
    const states = {
      A: { Type: 'Pass', Assign: { x: 1 }, Next: 'M' },
      ...map({}, { Type: 'Pass', Output: '{% $exists($x) %}' }),
    };
    expect((await execute(states, { input: [1] })).output).toEqual([false]);
  });

  it('passes the name of the child execution to the task runner', async () => {
    const names: string[] = [];
    const { run } = await executeMap({}, invoke, { input: [1, 2], task: (call) => names.push(call.executionName) });
    expect(names).toEqual(run.children.map(({ name }) => name));
  });

  it.each([
    [2, 2],
    [0, 1],
  ])('runs four items with MaxConcurrency %i in %i rounds', async (MaxConcurrency, turns) => {
    const { execution } = await executeMap({ MaxConcurrency }, { Type: 'Wait', Seconds: 10 }, { input: [1, 2, 3, 4] });
    expect(execution.stopDate).toBe(START + turns * 10_000);
  });
});

describe('distributed Map with large items', () => {
  const LIMIT = 262_144;
  const text = (bytes: number) => 'x'.repeat(bytes - 2);
  const ItemReader = {
    Resource: 'arn:aws:states:::s3:getObject',
    ReaderConfig: { InputType: 'JSON' },
    Arguments: { Bucket: 'b', Key: 'k' },
  };
  const state = { Type: 'Pass', Output: '{% $length($string($states.input)) %}' };
  const reading = (items: readonly string[]) =>
    execute(map({ ItemReader }, state), { task: () => ({ Body: JSON.stringify(items) }) });

  it('fails with States.DataLimitExceeded when an item exceeds 262,144 bytes', async () => {
    const { error, cause } = await reading(['a', text(LIMIT + 1)]);
    expect(error).toBe('States.DataLimitExceeded');
    expect(cause).toContain(`The state/task 'M' returned a result with a size exceeding`);
  });

  it('accepts an item of exactly 262,144 bytes', async () => {
    expect((await reading([text(LIMIT)])).output).toEqual([LIMIT - '""'.length]);
  });
});

describe('distributed Map with failed children', () => {
  const clock = () => makeVirtualClock(START);
  /** Items are `[seconds, error?]`. */
  const task = (time: ReturnType<typeof clock>) => async (call: TaskCall) => {
    const [seconds, error] = call.arguments as [number, string?];
    await time.sleep(seconds * 1000);
    if (error !== undefined) throw new StateError(error, undefined);
    return seconds;
  };

  it('fails at the first failed child by default and aborts the running children', async () => {
    const time = clock();
    const { execution, run } = await executeMap({}, invoke, {
      input: [[5], [1, 'E'], [9]],
      clock: time,
      task: task(time),
    });
    expect(await execution.done).toEqual({
      status: 'FAILED',
      error: 'States.ExceedToleratedFailureThreshold',
      cause: 'The specified tolerated failure threshold was exceeded',
    });
    expect(execution.stopDate).toBe(START + 1_000);
    expect(run.status).toBe('FAILED');
    expect(run.children.map(({ status }) => status)).toEqual(['ABORTED', 'FAILED', 'ABORTED']);
    expect(listEventTypes(execution).slice(-3)).toEqual(['MapRunFailed', 'MapStateFailed', 'ExecutionFailed']);
  });

  it.each(cases.failureLimits as [object, string][])(
    'checks one failed child of three against the tolerance %j, and ends as %s',
    async (fields, status) => {
      const time = clock();
      const { execution } = await executeMap(fields, invoke, {
        input: [[1], [2, 'E'], [3]],
        clock: time,
        task: task(time),
      });
      expect(execution.status).toBe(status);
      if (status === 'SUCCEEDED') expect(execution.output).toEqual([1, 3]);
    },
  );

  it('starts a new Map run on Retry, and fails with an error that States.ALL catches', async () => {
    const time = clock();
    const fields = {
      Retry: [{ ErrorEquals: ['States.ExceedToleratedFailureThreshold'], MaxAttempts: 1 }],
      Catch: [{ ErrorEquals: ['States.ALL'], Next: 'C', Output: 'caught' }],
    };
    const runs: MapRun[] = [];
    const states = { ...map(fields, invoke), C: { Type: 'Pass', End: true } };
    const execution = await execute(states, {
      input: [[1, 'E']],
      clock: time,
      task: task(time),
      onMapRun: (run) => runs.push(run),
    });
    expect(execution.output).toBe('caught');
    expect(runs).toHaveLength(2);
    expect(new Set(runs.map(({ arn }) => arn)).size).toBe(2);
  });
});

describe('stopping a distributed Map', () => {
  it('aborts the Map run and its running children together with the parent', async () => {
    const clock = makeVirtualClock(START);
    const cancelled: Cancel[] = [];
    const runs: MapRun[] = [];
    const task = (call: TaskCall) => {
      cancelled.push(call.cancelled);
      return new Promise(() => {});
    };
    const settings = { input: [1, 2, 3], clock, task, onMapRun: (run: MapRun) => runs.push(run) };
    const execution = prepare(map({ MaxConcurrency: 2 }, invoke), settings).start();
    await clock.sleep(1_000);
    execution.stop();
    expect(runs[0]?.status).toBe('ABORTED');
    expect(runs[0]?.children.map(({ status }) => status)).toEqual(['ABORTED', 'ABORTED']);
    expect(cancelled.map(({ aborted }) => aborted)).toEqual([true, true]);
    await execution.done;
    await clock.sleep(1_000);
    expect(runs[0]?.children).toHaveLength(2);
    expect(listEventTypes(execution).at(-1)).toBe('ExecutionAborted');
  });

  it('counts a stopped child as a failed item', async () => {
    const clock = makeVirtualClock(START);
    const runs: MapRun[] = [];
    const settings = { input: [1, 2], clock, onMapRun: (run: MapRun) => runs.push(run) };
    const execution = prepare(map({ ToleratedFailureCount: 1 }, { Type: 'Wait', Seconds: 60 }), settings).start();
    await clock.sleep(1_000);
    runs[0]?.children[0]?.stop();
    await execution.done;
    expect(execution.output).toEqual([2]);
    expect(runs[0]?.lost).toBe(1);
  });
});
