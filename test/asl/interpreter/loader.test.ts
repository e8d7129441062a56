import { loadMachine } from '../../../lib/asl/interpreter/loader';
import { load, listProblems, task } from './load/problems-of';

describe('loadMachine', () => {
  it('returns a machine with its name, comment, start state, timeout and compiled states', () => {
    const machine = load({ Comment: 'c', TimeoutSeconds: 60, StartAt: 'A', States: { A: task } });
    expect(machine).toMatchObject({ name: 'rig', comment: 'c', startAt: 'A', timeoutSeconds: 60 });
    expect(machine.states.get('A')).toMatchObject({ type: 'Task', retry: [], catch: [] });
  });

  it('compiles equal expressions only once', () => {
    const machine = load({ StartAt: 'A', States: { A: { ...task, Arguments: ['{% $a %}', '{%$a%}'] } } });
    const state = machine.states.get('A');
    const leaves = state?.type === 'Task' ? (state.arguments?.leaves ?? []) : [];
    expect(leaves).toHaveLength(2);
    expect(leaves[0]?.expression).toBe(leaves[1]?.expression);
  });

  it('throws MachineInvalid with line and column when the text is not JSON', () => {
    const text = '{\n  "StartAt": "A",\n  "States": {},,\n}';
    expect(() => loadMachine('rig.asl.json', text, {})).toThrow(
      expect.objectContaining({
        name: 'MachineInvalid',
        message: expect.stringContaining('rig.asl.json') as unknown,
        problems: ['is not valid JSON at line 3, column 16: expected a member name in double quotes, found ","'],
      }) as Error,
    );
  });

  it('replaces placeholders inside texts, but not in member names, and lists those without a value', () => {
    const Arguments = { '${Name}': ['x ${Arn} ${Name}${Arn}', '${toString}', 1, null] };
    const definition = { StartAt: 'A', States: { A: { ...task, Resource: '${Arn}', Arguments } } };
    const machine = load(definition, { Arn: 'arn:x"$&', Name: '', toString: 't' });
    const state = machine.states.get('A');
    expect(state).toMatchObject({ resource: 'arn:x"$&' });
    expect(state?.type === 'Task' && state.arguments?.build([])).toEqual({
      '${Name}': ['x arn:x"$& arn:x"$&', 't', 1, null],
    });
    const missing = 'placeholders without a value: Arn, Name, toString (known: Other)';
    expect(() => load(definition, { Other: '' })).toThrow(missing);
  });

  it('reports all problems of a machine', () => {
    const found = listProblems({ StartAt: 'B', States: { A: { Type: 'Odd' }, C: { Type: 'Wait' } } });
    expect(found).toEqual([
      expect.stringContaining("state 'A', field Type: must be one of Task, Parallel"),
      expect.stringContaining("state 'C', field Seconds: a Wait has either"),
      expect.stringContaining("state 'C', field Next: a state has either"),
    ]);
  });
});
