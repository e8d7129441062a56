import type { Cancel } from '../../../../lib/asl/clock/clock';
import { StateError, type TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { execute, START, listEventTypes } from '../execute';
import { listRedriveEvents, redrive, makeTask } from '../redriven';
import cases from './inline-map.cases.json';

const processor = (state: object) => ({ StartAt: 'I', States: { I: { End: true, ...state } } });
const map = (fields: object, state: object = { Type: 'Pass' }) => ({
  M: { Type: 'Map', ItemProcessor: processor(state), End: true, ...fields },
});
const invoke = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke' };

describe('inline Map', () => {
  it.each(cases.concurrency as [number | string, number][])(
    'runs four items with MaxConcurrency %j in %i rounds',
    async (MaxConcurrency, turns) => {
      const execution = await execute(map({ MaxConcurrency }, { Type: 'Wait', Seconds: 10 }), { input: [1, 2, 3, 4] });
      expect(execution.stopDate).toBe(START + turns * 10_000);
    },
  );

  it('runs at most 40 iterations concurrently', async () => {
    const input = Array.from({ length: 41 }, (_, n) => n);
    const execution = await execute(map({ MaxConcurrency: 1_000 }, { Type: 'Wait', Seconds: 10 }), { input });
    expect(execution.stopDate).toBe(START + 20_000);
    expect(execution.output).toEqual(input);
  });

  it('fails with the error of the first failed iteration and aborts the other iterations', async () => {
    const clock = makeVirtualClock(START);
    const cancelled: Cancel[] = [];
    const task = async (call: TaskCall) => {
      cancelled.push(call.cancelled);
      await clock.sleep(1_000 * (call.arguments as number));
      throw new StateError('E', `item ${call.arguments as number}`);
    };
    const execution = await execute(map({}, invoke), { input: [3, 1, 2], task, clock });
    expect(await execution.done).toEqual({ status: 'FAILED', error: 'E', cause: 'item 1' });
    const names = listEventTypes(execution);
    expect(names.slice(names.indexOf('TaskFailed'))).toEqual(cases.failure);
    expect(cancelled.map(({ aborted }) => aborted)).toEqual([true, false, true]);
  });

  it('starts no further iteration after a failure', async () => {
    const seen: unknown[] = [];
    const task = (call: TaskCall) => {
      seen.push(call.arguments);
      throw new StateError('E', undefined);
    };
    await execute(map({ MaxConcurrency: 1 }, invoke), { input: [1, 2, 3], task });
    expect(seen).toEqual([1]);
  });
});

describe('redriven inline Map', () => {
  const states = {
    M: {
      Type: 'Map',
      Items: ['a', 'b', 'c', 'd'],
      MaxConcurrency: 1,
      ItemProcessor: {
        StartAt: 'One',
        States: {
          One: { Type: 'Pass', Assign: { v: '{% $states.context.Map.Item.Index %}' }, Next: 'Two' },
          Two: makeTask({ Arguments: '{% $states.input & $v & $states.context.Map.Item.Value %}', End: true }),
        },
      },
      End: true,
    },
  };

  it('continues with the items that had not completed', async () => {
    let broken = true;
    const calls: unknown[] = [];
    const answer = ({ arguments: args }: TaskCall): unknown => {
      calls.push(args);
      if (broken && args === 'c2c') throw new StateError('Down', 'for now');
      return args;
    };
    const execution = await execute(states, { task: answer });
    expect(calls).toEqual(['a0a', 'b1b', 'c2c']);
    broken = false;
    await redrive(execution);
    expect(calls.slice(3)).toEqual(['c2c', 'd3d']);
    expect(execution.output).toEqual(['a0a', 'b1b', 'c2c', 'd3d']);
    const found = listRedriveEvents(execution);
    expect(found.filter((type) => type === 'MapIterationStarted')).toHaveLength(1);
    expect(found.filter((type) => type === 'MapIterationSucceeded')).toHaveLength(2);
    expect(found).not.toContain('MapStateStarted');
  });
});
