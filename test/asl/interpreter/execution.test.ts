import type { Cancel } from '../../../lib/asl/clock/clock';
import { StateError, type TaskCall } from '../../../lib/asl/interpreter/tasks/task';
import { findEvent, execute, prepare, START, listEventTypes } from './execute';
import cases from './execution.cases.json';

const pass = { Type: 'Pass', End: true };
const task = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true };
const forever = () => new Promise(() => {});
/** A Task whose errors are all caught. */
const caught = {
  T: { ...task, Catch: [{ ErrorEquals: ['States.ALL'], Next: 'A' }], Next: 'A', End: undefined },
  A: pass,
};

describe('Execution', () => {
  it('runs only after start, returns status and output, and refuses a second start', async () => {
    const execution = prepare({ A: { ...pass, Output: { n: '{% $states.input.n + 1 %}' } } }, { input: { n: 1 } });
    expect(execution.status).toBe('RUNNING');
    expect(execution.history.count).toBe(0);
    expect(execution.start()).toBe(execution);
    expect(await execution.done).toEqual({ status: 'SUCCEEDED', output: { n: 2 } });
    expect(execution).toMatchObject({ status: 'SUCCEEDED', output: { n: 2 }, startDate: START, stopDate: START });
    expect(() => execution.start()).toThrow('has already started');
  });

  it('reports error and cause of a Fail state, and omits both when it has none', async () => {
    const failed = await execute({ A: { Type: 'Fail', Error: 'Own', Cause: 'words' } });
    expect(await failed.done).toEqual({ status: 'FAILED', error: 'Own', cause: 'words' });
    const bare = await execute({ A: { Type: 'Fail' } });
    expect(await bare.done).toEqual({ status: 'FAILED' });
    expect(listEventTypes(bare)).toEqual(['ExecutionStarted', 'FailStateEntered', 'ExecutionFailed']);
  });

  it('fails with States.DataLimitExceeded when its input exceeds 262,144 bytes', async () => {
    const input = (bytes: number) => ({ input: 'x'.repeat(bytes - 2) });
    expect(await (await execute({ A: pass }, input(262_145))).done).toEqual({
      status: 'FAILED',
      error: 'States.DataLimitExceeded',
      cause: 'The input of the execution has 262145 bytes; 262144 are allowed.',
    });
    expect((await execute({ A: pass }, input(262_144))).status).toBe('SUCCEEDED');
  });

  it('provides its ARN, input, role, start time and state in $states.context', async () => {
    const { output } = await execute({ A: { ...pass, Output: '{% $states.context %}' } }, { input: { i: 1 } });
    expect(output).toEqual(cases.context);
  });

  it('computes $now and $random from its clock and random source', async () => {
    const states = { W: { Type: 'Wait', Seconds: 90, Next: 'A' }, A: { ...pass, Output: '{% [$now(), $random()] %}' } };
    expect((await execute(states)).output).toEqual(['2026-01-01T00:01:30.000Z', 0.5]);
  });

  it('cancels waits and task attempts when stopped, and records no further event', async () => {
    let cancelled: Cancel | undefined;
    const states = {
      P: {
        Type: 'Parallel',
        Branches: [
          { StartAt: 'T', States: { T: task } },
          { StartAt: 'W', States: { W: { Type: 'Wait', Seconds: 1_000, End: true } } },
        ],
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'A' }],
        Next: 'A',
      },
      A: pass,
    };
    let execution = prepare(states);
    await new Promise<void>((resolve) => {
      const task = (call: TaskCall) => {
        cancelled = call.cancelled;
        resolve();
        return forever();
      };
      execution = prepare(states, { task }).start();
    });
    execution.stop('Stopped', 'by hand');
    expect(execution.status).toBe('ABORTED');
    expect(cancelled?.aborted).toBe(true);
    const { count } = execution.history;
    expect(await execution.done).toEqual({ status: 'ABORTED', error: 'Stopped', cause: 'by hand' });
    expect(listEventTypes(execution).at(-1)).toBe('ExecutionAborted');
    execution.stop();
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    expect(execution.history.count).toBe(count);
    expect(execution.error).toBe('Stopped');
  });

  it('aborts without entering a state when it was stopped before its start', async () => {
    const execution = prepare({ A: pass });
    execution.stop();
    execution.start();
    expect(await execution.done).toEqual({ status: 'ABORTED' });
    expect(listEventTypes(execution)).toEqual(['ExecutionAborted']);
  });

  it('ends as TIMED_OUT after TimeoutSeconds, without error or cause, despite a Catch', async () => {
    const execution = await execute(caught, { task: forever }, { TimeoutSeconds: 30 });
    expect(await execution.done).toEqual({ status: 'TIMED_OUT' });
    expect(execution.stopDate).toBe(START + 30_000);
    expect(listEventTypes(execution).at(-1)).toBe('ExecutionTimedOut');
  });

  it('fails with States.Runtime at 25,000 history events, despite a Catch', async () => {
    const loop = {
      StartAt: 'L',
      States: { L: { Type: 'Choice', Choices: [{ Condition: false, Next: 'E' }], Default: 'L' }, E: pass },
    };
    const states = {
      P: { Type: 'Parallel', Branches: [loop], Catch: [{ ErrorEquals: ['States.ALL'], Next: 'A' }], Next: 'A' },
      A: pass,
    };
    const execution = await execute(states);
    expect(await execution.done).toEqual({
      status: 'FAILED',
      error: 'States.Runtime',
      cause: 'The execution reached the maximum number of history events (25000).',
    });
    expect(execution.history.count).toBe(25_000);
    expect(listEventTypes(execution)).toHaveLength(25_000);
  });

  it('fails with States.Runtime when the task runner throws, despite a Catch', async () => {
    const fail = () => {
      throw new TypeError('no such service');
    };
    const cause = expect.stringContaining('TypeError: no such service') as unknown;
    expect(await (await execute(caught, { task: fail })).done).toMatchObject({ error: 'States.Runtime', cause });
  });

  it('keeps a task result unchanged when the runner later modifies the object', async () => {
    const own = { list: [1], when: new Date(0), nothing: undefined };
    const states = { T: { ...task, Next: 'W', End: undefined }, W: { Type: 'Wait', Seconds: 1, End: true } };
    const execution = prepare(states, { task: () => own }).start();
    setImmediate(() => own.list.push(2));
    expect(await execution.done).toMatchObject({ output: { list: [1], when: '1970-01-01T00:00:00.000Z' } });
    expect(execution.output).not.toHaveProperty('nothing');
  });

  it('counts one billed transition per state entry and per retry', async () => {
    let calls = 0;
    const failing = { ...task, Retry: [{ ErrorEquals: ['Busy'] }], Next: 'A', End: undefined };
    const { history } = await execute(
      { T: failing, A: pass },
      {
        task: () => {
          calls++;
          if (calls < 3) throw new StateError('Busy', undefined);
          return null;
        },
      },
    );
    expect(history.transitions).toBe(4);
  });

  it('counts events and measures the largest payload even when it keeps no history', async () => {
    const states = { A: { ...pass, Output: { text: 'äöü' }, Next: 'B', End: undefined }, B: { ...pass, Output: 1 } };
    const { history } = await execute(states, { keepHistory: false });
    expect(history.events()).toEqual([]);
    expect(history.count).toBe(6);
    expect(history.largestPayloadBytes).toBe(Buffer.byteLength('{"text":"äöü"}'));
  });

  it('writes events in the shape of GetExecutionHistory', async () => {
    const execution = await execute({ A: { ...pass, Output: { o: 1 }, Assign: { v: [true] } } }, { input: { i: 1 } });
    const timestamp = new Date(START);
    expect(execution.history.events()).toEqual(cases.events.map((one) => ({ ...one, timestamp })));
    expect(findEvent(execution, 'ExecutionFailed')).toBeUndefined();
  });
});
