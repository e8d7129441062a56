import { loadMachine } from '../../../lib/asl/interpreter/loader';
import { load, listProblems, task } from './load/problems-of';

describe('loadMachine', () => {
  it('gives a machine that is ready to run', () => {
    const machine = load({ Comment: 'c', TimeoutSeconds: 60, StartAt: 'A', States: { A: task } });
    expect(machine).toMatchObject({ name: 'rig', comment: 'c', startAt: 'A', timeoutSeconds: 60 });
    expect(machine.states.get('A')).toMatchObject({ type: 'Task', retry: [], catch: [] });
  });

  it('compiles equal expressions once', () => {
    const machine = load({ StartAt: 'A', States: { A: { ...task, Arguments: ['{% $a %}', '{%$a%}'] } } });
    const state = machine.states.get('A');
    const leaves = state?.type === 'Task' ? (state.arguments?.leaves ?? []) : [];
    expect(leaves).toHaveLength(2);
    expect(leaves[0]?.expression).toBe(leaves[1]?.expression);
  });

  it('says where a text is no JSON, in one error with a stable name', () => {
    const text = '{\n  "StartAt": "A",\n  "States": {},,\n}';
    expect(() => loadMachine('rig.asl.json', text, {})).toThrow(
      expect.objectContaining({
        name: 'MachineInvalid',
        message: expect.stringContaining('rig.asl.json') as unknown,
        problems: ['is not valid JSON at line 3, column 16: expected a member name in double quotes, found ","'],
      }) as Error,
    );
  });

  it('replaces placeholders inside texts and names all that have no value', () => {
    const definition = { StartAt: 'A', States: { A: { ...task, Resource: '${Arn}', Arguments: 'x ${Arn} ${Name}' } } };
    const machine = load(definition, { Arn: 'arn:x', Name: 'n' });
    expect(machine.states.get('A')).toMatchObject({ resource: 'arn:x' });
    expect(() => load(definition, { Other: '' })).toThrow('placeholders without a value: Arn, Name (known: Other)');
  });

  it('tells all problems at once', () => {
    const found = listProblems({ StartAt: 'B', States: { A: { Type: 'Odd' }, C: { Type: 'Wait' } } });
    expect(found).toEqual([
      expect.stringContaining("state 'A', field Type: must be one of Task, Parallel"),
      expect.stringContaining("state 'C', field Seconds: a Wait has either"),
      expect.stringContaining("state 'C', field Next: a state has either"),
    ]);
  });
});
