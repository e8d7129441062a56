import type { Cancel } from '../../../../lib/asl/clock/clock';
import type { Execution, MapRun } from '../../../../lib/asl/interpreter/execution';
import { StateError, type TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { execute, prepare, START, types } from '../execute';
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

async function withRun(fields: object, state: object, settings: Parameters<typeof execute>[1]) {
  const runs: MapRun[] = [];
  const execution = await execute(map(fields, state), { ...settings, onMapRun: (run) => runs.push(run) });
  return { execution, run: runs[0] as MapRun, runs };
}

describe('distributed Map', () => {
  it('runs each item as an execution of its own', async () => {
    const Output = '{% $states.context %}';
    const { execution, run } = await withRun({}, { Type: 'Pass', Output }, { input: ['a', 'b'] });
    expect(types(execution)).toEqual(cases.events);
    expect(run).toMatchObject({ label: 'Rigs', status: 'SUCCEEDED', executionArn: execution.arn });
    expect(run.arn).toBe('arn:aws:states:eu-west-1:123456789012:mapRun:machine/Rigs:uuid-1');
    const [child] = run.children;
    expect(child?.arn).toBe(`arn:aws:states:eu-west-1:123456789012:execution:machine/Rigs:${child?.name}`);
    expect(child).toMatchObject({ status: 'SUCCEEDED', input: 'a' });
    expect(types(child as Execution)).toEqual([
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

  it('shows its children no variables of the parent', async () => {
    const states = {
      A: { Type: 'Pass', Assign: { x: 1 }, Next: 'M' },
      ...map({}, { Type: 'Pass', Output: '{% $exists($x) %}' }),
    };
    expect((await execute(states, { input: [1] })).output).toEqual([false]);
  });

  it('calls its tasks in the name of the child', async () => {
    const names: string[] = [];
    const { run } = await withRun({}, invoke, { input: [1, 2], task: (call) => names.push(call.executionName) });
    expect(names).toEqual(run.children.map(({ name }) => name));
  });

  it.each([
    [2, 2],
    [0, 1],
  ])('with MaxConcurrency %i takes %i turns for four items', async (MaxConcurrency, turns) => {
    const { execution } = await withRun({ MaxConcurrency }, { Type: 'Wait', Seconds: 10 }, { input: [1, 2, 3, 4] });
    expect(execution.stopDate).toBe(START + turns * 10_000);
  });
});

describe('inputs of children', () => {
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

  it('fail the Map where one is too large', async () => {
    const { error, cause } = await reading(['a', text(LIMIT + 1)]);
    expect(error).toBe('States.DataLimitExceeded');
    expect(cause).toContain(`The state/task 'M' returned a result with a size exceeding`);
  });

  it('may be as large as the limit', async () => {
    expect((await reading([text(LIMIT)])).output).toEqual([LIMIT - '""'.length]);
  });
});

describe('failures of children', () => {
  const clock = () => makeVirtualClock(START);
  /** Items are `[seconds, error?]`. */
  const task = (time: ReturnType<typeof clock>) => async (call: TaskCall) => {
    const [seconds, error] = call.arguments as [number, string?];
    await time.sleep(seconds * 1000);
    if (error !== undefined) throw new StateError(error, undefined);
    return seconds;
  };

  it('end the run at the first one, by default, and stop the children that still run', async () => {
    const time = clock();
    const { execution, run } = await withRun({}, invoke, {
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
    expect(types(execution).slice(-3)).toEqual(['MapRunFailed', 'MapStateFailed', 'ExecutionFailed']);
  });

  it.each(cases.heldAgainst as [object, string][])('are held against %j: %s', async (fields, status) => {
    const time = clock();
    const { execution } = await withRun(fields, invoke, { input: [[1], [2, 'E'], [3]], clock: time, task: task(time) });
    expect(execution.status).toBe(status);
    if (status === 'SUCCEEDED') expect(execution.output).toEqual([1, 3]);
  });

  it('can be caught by States.ALL, and retried as a new run', async () => {
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

describe('stopping', () => {
  it('ends the Map run and its children with the parent', async () => {
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
    expect(types(execution).at(-1)).toBe('ExecutionAborted');
  });

  it('of one child counts as a failure of its item', async () => {
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
