import { makeVirtualClock } from '../../../lib/asl/clock/virtual';
import type { TaskCall } from '../../../lib/asl/interpreter/tasks/task';
import { execute, prepare, START, listEventTypes } from './execute';
import { listRedriveEvents, makeFailingTasks, redrive, makeTask } from './redriven';

const DAY = 24 * 3600 * 1000;
const NEVER = new Promise<never>(() => {});

describe('redriven execution', () => {
  const STATES = {
    A: makeTask({ Assign: { kept: '{% $states.result %}' }, Output: 1, Next: 'B' }),
    B: makeTask({ Arguments: { x: '{% $states.input %}' }, Output: '{% [$kept, $states.result] %}', Next: 'C' }),
    C: {
      Type: 'Pass',
      Output: '{% $states.context.Execution.RedriveCount & $states.context.Execution.RedriveTime %}',
      End: true,
    },
  };

  it('continues at the failed state with its input and variables, in the same history', async () => {
    const clock = makeVirtualClock(START);
    const { task: answer, calls, down } = makeFailingTasks('B');
    const execution = await execute(STATES, { task: answer, clock });
    expect(execution).toMatchObject({ status: 'FAILED', error: 'Down', redriveCount: 0 });
    const before = execution.history.count;
    await clock.sleep(5_000);
    down.clear();
    const done = execution.redrive().done;
    expect(execution).toMatchObject({ status: 'RUNNING', redriveCount: 1 });
    expect(Object.keys(execution)).not.toEqual(expect.arrayContaining(['error', 'cause', 'stopDate']));
    expect(await done).toEqual({ status: 'SUCCEEDED', output: '12026-01-01T00:00:05.000Z' });
    expect(calls).toEqual(['A', 'B', 'B']);
    expect(execution).toMatchObject({ startDate: START, stopDate: START + 5_000, redriveDate: START + 5_000 });
    expect(listRedriveEvents(execution)).toEqual([
      'ExecutionRedriven',
      'TaskScheduled',
      'TaskStarted',
      'TaskSucceeded',
      'TaskStateExited',
      'PassStateEntered',
      'PassStateExited',
      'ExecutionSucceeded',
    ]);
    const events = execution.history.events();
    expect(events[before]).toMatchObject({
      id: before + 1,
      previousEventId: before,
      executionRedrivenEventDetails: { redriveCount: 1 },
    });
    expect(events[before + 1]).toMatchObject({ previousEventId: before + 1 });
    expect(events.find(({ type, id }) => type === 'TaskStateExited' && id > before)).toMatchObject({
      stateExitedEventDetails: { output: JSON.stringify(['A of {}', 'B of {"x":1}']) },
    });
  });

  it('counts one transition per redrive, and fails again while the cause remains', async () => {
    const { task: answer } = makeFailingTasks('B');
    const execution = await execute(STATES, { task: answer });
    const { transitions } = execution.history;
    expect(await execution.redrive().done).toMatchObject({ status: 'FAILED', error: 'Down' });
    expect(await execution.redrive().done).toMatchObject({ status: 'FAILED', error: 'Down' });
    expect(execution.history.transitions).toBe(transitions + 2);
    expect(execution.redriveCount).toBe(2);
  });

  it('has all MaxAttempts of Retry again', async () => {
    const { task: answer, calls } = makeFailingTasks('A');
    const Retry = [{ ErrorEquals: ['Down'], MaxAttempts: 2 }];
    const counts: unknown[] = [];
    const states = { A: makeTask({ Arguments: { n: '{% $states.context.State.RetryCount %}' }, Retry, End: true }) };
    const note = (call: TaskCall): unknown => {
      counts.push((call.arguments as { n: number }).n);
      return answer(call);
    };
    const execution = await execute(states, { task: note });
    expect(calls).toHaveLength(3);
    await redrive(execution);
    expect(calls).toHaveLength(6);
    expect(counts).toEqual([0, 1, 2, 0, 1, 2]);
  });

  it('continues after an abort, and ignores the answer of the earlier task attempt', async () => {
    let answer: (value: string) => void = () => undefined;
    const first = new Promise<string>((resolve) => {
      answer = resolve;
    });
    let asked = 0;
    const slow = async (): Promise<unknown> => {
      asked++;
      return asked === 1 ? first : 'second';
    };
    const clock = makeVirtualClock(START);
    const execution = prepare({ A: makeTask({ End: true }) }, { task: slow, clock }).start();
    await clock.sleep(1_000);
    execution.stop('Ended', 'by hand');
    const { done } = execution.redrive();
    answer('first');
    expect(await done).toEqual({ status: 'SUCCEEDED', output: 'second' });
    expect(listEventTypes(execution).filter((type) => type === 'ExecutionSucceeded')).toHaveLength(1);
    expect(listRedriveEvents(execution)).not.toContain('TaskStateEntered');
  });

  it('starts at the first state when it was aborted before entering one', async () => {
    const execution = prepare({ A: { Type: 'Pass', Output: 7, End: true } }).start();
    execution.stop();
    expect(await execution.redrive().done).toEqual({ status: 'SUCCEEDED', output: 7 });
    expect(listRedriveEvents(execution)).toContain('PassStateEntered');
  });

  it('restarts TimeoutSeconds of the machine at the redrive', async () => {
    const clock = makeVirtualClock(START);
    const states = { Hang: makeTask({ End: true }) };
    const execution = await execute(states, { task: () => NEVER, clock }, { TimeoutSeconds: 60 });
    expect(execution).toMatchObject({ status: 'TIMED_OUT', stopDate: START + 60_000 });
    await clock.sleep(600_000);
    await redrive(execution);
    expect(execution).toMatchObject({ status: 'TIMED_OUT', stopDate: START + 720_000 });
  });

  it('skips a Wait whose Timestamp has passed, and enters a Fail state again', async () => {
    const clock = makeVirtualClock(START);
    const states = {
      Until: { Type: 'Wait', Timestamp: '2026-01-01T01:00:00Z', Next: 'Stop' },
      Stop: { Type: 'Fail', Error: 'Enough' },
    };
    const execution = prepare(states, { clock }).start();
    await clock.sleep(1_000);
    execution.stop();
    await clock.sleep(2 * 3600_000);
    await redrive(execution);
    expect(execution).toMatchObject({ status: 'FAILED', error: 'Enough', stopDate: START + 1_000 + 2 * 3600_000 });
    expect(listRedriveEvents(execution)).toEqual([
      'ExecutionRedriven',
      'WaitStateExited',
      'FailStateEntered',
      'ExecutionFailed',
    ]);
    expect(await execution.redrive().done).toMatchObject({ error: 'Enough' });
    expect(listEventTypes(execution).slice(-3)).toEqual(['ExecutionRedriven', 'FailStateEntered', 'ExecutionFailed']);
  });

  it('continues in the Catch handler that failed, not in the state that it handled', async () => {
    const { task: answer, calls, down } = makeFailingTasks('A', 'Mend');
    const states = {
      A: makeTask({ Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Mend' }], End: true }),
      Mend: makeTask({ Arguments: '{% $states.input.Error %}', End: true }),
    };
    const execution = await execute(states, { task: answer });
    down.clear();
    await redrive(execution);
    expect(calls).toEqual(['A', 'Mend', 'Mend']);
    expect(execution.output).toBe('Mend of "Down"');
  });
});

describe('Execution.getRedriveRefusal', () => {
  it('refuses an execution that is RUNNING or SUCCEEDED', async () => {
    const execution = prepare({ A: { Type: 'Pass', End: true } }).start();
    expect(execution.getRedriveRefusal()).toBe('Execution is RUNNING and cannot be redriven');
    await execution.done;
    expect(execution.getRedriveRefusal()).toBe('Execution is SUCCEEDED and cannot be redriven');
    expect(() => execution.redrive()).toThrow('cannot be redriven: Execution is SUCCEEDED');
  });

  it('refuses an execution 14 days after its end, or a year after its start', async () => {
    const clock = makeVirtualClock(START);
    const execution = await execute({ A: { Type: 'Fail' } }, { clock });
    await clock.sleep(14 * DAY - 1);
    expect(execution.getRedriveRefusal()).toBeUndefined();
    await clock.sleep(1);
    expect(execution.getRedriveRefusal()).toBe('Execution redrivable period exceeded');
    const long = await execute({ A: makeTask({ End: true }) }, { task: () => NEVER, clock });
    expect(long.status).toBe('TIMED_OUT');
    expect(long.getRedriveRefusal()).toBe('Execution has exceeded the max execution time');
  });

  it('refuses an execution whose history lacks room for two more events', async () => {
    const loop = { A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Choice', Choices: [{ Condition: true, Next: 'A' }] } };
    const execution = await execute({ ...loop, B: { ...loop.B, Default: 'C' }, C: { Type: 'Succeed' } });
    expect(execution).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
    expect(execution.getRedriveRefusal()).toBe('Execution history event limit exceeded');
  });
});
