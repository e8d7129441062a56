import { StateError, type TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { execute, listEventTypes } from '../execute';
import cases from './map.cases.json';

const processor = (state: object) => ({ StartAt: 'I', States: { I: { End: true, ...state } } });
const map = (fields: object, state: object = { Type: 'Pass' }) => ({
  M: { Type: 'Map', ItemProcessor: processor(state), End: true, ...fields },
});
const invoke = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke' };

describe('Map', () => {
  it('iterates over its input, over a list in Items, or over the result of an expression', async () => {
    expect((await execute(map({}), { input: [1, 2] })).output).toEqual([1, 2]);
    expect((await execute(map({ Items: [1, '{% 1 + 1 %}'] }))).output).toEqual([1, 2]);
    expect((await execute(map({ Items: '{% $states.input.list %}' }), { input: { list: ['a'] } })).output).toEqual([
      'a',
    ]);
  });

  it('passes each iteration its item and index, also to branches inside it', async () => {
    const Output = '{% [$states.input, $states.context.Map.Item.Index, $states.context.Map.Item.Value] %}';
    const pass = { Type: 'Pass', Output };
    const inside = { Type: 'Parallel', Branches: [{ StartAt: 'B', States: { B: { ...pass, End: true } } }] };
    const rows = [
      ['a', 0, 'a'],
      ['b', 1, 'b'],
    ];
    const settings = { input: ['a', 'b'] };
    expect((await execute(map({}, pass), settings)).output).toEqual(rows);
    expect((await execute(map({}, inside), settings)).output).toEqual(rows.map((row) => [row]));
  });

  it('evaluates ItemSelector for each item, with the input of the Map', async () => {
    const ItemSelector = { value: '{% $states.context.Map.Item.Value %}', count: '{% $count($states.input) %}', c: 1 };
    const execution = await execute(map({ ItemSelector }), { input: ['a', 'b'] });
    expect(execution.output).toEqual([
      { value: 'a', count: 2, c: 1 },
      { value: 'b', count: 2, c: 1 },
    ]);
  });

  it('records MapIterationStarted for one item, and only Map state events for an empty list', async () => {
    expect(listEventTypes(await execute(map({}), { input: [] })).slice(1, -1)).toEqual([
      'MapStateEntered',
      'MapStateStarted',
      'MapStateSucceeded',
      'MapStateExited',
    ]);
    expect(listEventTypes(await execute(map({}), { input: [1] })).slice(2, -2)).toEqual(cases.writesEventsEmpty);
  });

  it('repeats all items on Retry', async () => {
    const seen: unknown[] = [];
    const task = (call: TaskCall) => {
      seen.push(call.arguments);
      if (seen.length === 2) throw new StateError('E', undefined);
      return call.arguments;
    };
    const Retry = [{ ErrorEquals: ['E'] }];
    const execution = await execute(map({ MaxConcurrency: 1, Retry }, invoke), { input: [1, 2], task });
    expect(seen).toEqual([1, 2, 1, 2]);
    expect(execution.output).toEqual([1, 2]);
    expect(listEventTypes(execution)).not.toContain('MapStateFailed');
  });

  it('shows outer variables to iterations and hides inner variables from the outer scope', async () => {
    const states = {
      A: { Type: 'Pass', Assign: { x: 2 }, Next: 'M' },
      ...map(
        { Output: ['{% $states.result %}', '{% $exists($own) %}'] },
        { Type: 'Pass', Assign: { own: 1 }, Output: '{% $x * $states.input %}' },
      ),
    };
    expect((await execute(states, { input: [1, 2] })).output).toEqual([[2, 4], false]);
  });

  it.each(cases.fails as [Record<string, string>, string][])(
    'fails with EvaluationFailed for %j',
    async (fields, cause) => {
      const execution = await execute(map(fields), { input: [1] });
      expect(execution.cause).toContain(cause);
      expect(listEventTypes(execution).slice(-3)).toEqual(['EvaluationFailed', 'MapStateFailed', 'ExecutionFailed']);
    },
  );

  it('omits the field from EvaluationFailed when its input is not a list', async () => {
    const execution = await execute(map({}), { input: { foo: 'bar' } });
    expect(execution.cause).toContain('Map state input must be an array but was: {"foo":"bar"}');
    const failed = execution.history.events().find(({ type }) => type === 'EvaluationFailed');
    expect(failed?.['evaluationFailedEventDetails']).not.toHaveProperty('location');
  });
});
