import { loadMachine, MachineInvalid } from '../../../lib/twin/asl/loader';

const task = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true };

function load(definition: object, substitutions: Record<string, string> = {}) {
  return loadMachine('rig', JSON.stringify({ QueryLanguage: 'JSONata', ...definition }), substitutions);
}

/** Problems of a machine whose only state, A, has these fields. */
function problems(fields: object, more: object = {}): readonly string[] {
  return problemsOf({ StartAt: 'A', States: { A: fields }, ...more });
}

function problemsOf(definition: object): readonly string[] {
  try {
    load(definition);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(MachineInvalid);
    return (error as MachineInvalid).problems;
  }
}

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
        problems: ['is no JSON at line 3, column 16: expected a member name in double quotes, found ","'],
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
    const found = problemsOf({ StartAt: 'B', States: { A: { Type: 'Odd' }, C: { Type: 'Wait' } } });
    expect(found).toEqual([
      expect.stringContaining("state 'A', field Type: must be one of Task, Parallel"),
      expect.stringContaining("state 'C', field Seconds: a Wait has either"),
      expect.stringContaining("state 'C', field Next: a state has either"),
    ]);
  });
});

describe('structure', () => {
  it.each<[string, object, string]>([
    ['no StartAt', { States: { A: task } }, 'StartAt: is missing'],
    ['unknown StartAt', { StartAt: 'B', States: { A: task } }, "StartAt: names 'B', which is not among A"],
    ['no states', { StartAt: 'A', States: {} }, 'States: must be an object of at least one state'],
    ['a state that is no object', { StartAt: 'A', States: { A: 1 } }, "state 'A': must be an object, found 1"],
    [
      'unknown target',
      { StartAt: 'A', States: { A: { Type: 'Pass', Next: 'B' }, C: task } },
      "state 'A', field Next: names 'B'",
    ],
    ['unreachable', { StartAt: 'A', States: { A: task, B: { Type: 'Succeed' } } }, "state 'B': cannot be reached"],
    ['no end', { StartAt: 'A', States: { A: { Type: 'Pass', Next: 'A' } } }, 'States: have no way to an end'],
    ['JSONPath', { QueryLanguage: 'JSONPath', StartAt: 'A', States: { A: task } }, 'QueryLanguage: must be "JSONata"'],
    [
      'an unknown field',
      { Startat: 'A', StartAt: 'A', States: { A: task } },
      'Startat: is not known here; known are Comment',
    ],
    [
      'no time',
      { TimeoutSeconds: 0, StartAt: 'A', States: { A: task } },
      'TimeoutSeconds: must be a whole number from 1',
    ],
  ])('%s', (_case, definition, problem) => {
    expect(problemsOf(definition)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
  });

  it('accepts a machine whose states name the language, each of them', () => {
    const state = { ...task, QueryLanguage: 'JSONata' };
    expect(problemsOf({ QueryLanguage: undefined, StartAt: 'A', States: { A: state } })).toEqual([]);
    expect(problemsOf({ QueryLanguage: undefined, StartAt: 'A', States: { A: task } })).toHaveLength(1);
  });

  it('looks into branches and item processors, where names are unique too', () => {
    const inner = { StartAt: 'A', States: { A: { ...task, Next: 'X', End: undefined } } };
    const found = problems({ Type: 'Parallel', Branches: [inner, { StartAt: 'Z' }], End: true });
    expect(found).toEqual([
      expect.stringContaining("Branches[0]/States: has a second state 'A'"),
      expect.stringContaining("state 'A', field Next: names 'X'"),
      expect.stringContaining('Branches[0]/States: have no way to an end'),
      expect.stringContaining("state 'A', field Branches[1]/States: must be an object"),
    ]);
  });

  it('lets no inner scope assign what an outer one assigns, except in children of a distributed Map', () => {
    const map = (Mode: string) => ({
      Type: 'Map',
      ItemProcessor: {
        ProcessorConfig: { Mode },
        StartAt: 'B',
        States: { B: { Type: 'Pass', Assign: { v: 1 }, End: true } },
      },
      Assign: { v: 2 },
      End: true,
    });
    expect(problems(map('INLINE'))).toEqual([expect.stringContaining('assign the variable v, which an outer scope')]);
    expect(problems(map('DISTRIBUTED'))).toEqual([]);
  });
});

describe('fields', () => {
  it.each<[string, object, string]>([
    ['no Resource', { Type: 'Task', End: true }, "state 'A', field Resource: is missing"],
    ['a JSONPath field', { ...task, ResultPath: '$.x' }, 'field ResultPath: is a JSONPath field'],
    ['Parameters', { ...task, Parameters: {} }, 'field Parameters: is a JSONPath field'],
    ['Next and End', { ...task, Next: 'A' }, 'field Next: a state has either Next or "End": true'],
    ['End false', { Type: 'Pass', End: false }, 'field End: must be true where it stands, found false'],
    [
      'heartbeat',
      { ...task, TimeoutSeconds: 5, HeartbeatSeconds: 5 },
      'HeartbeatSeconds: must be smaller than TimeoutSeconds',
    ],
    [
      'text for a number',
      { ...task, TimeoutSeconds: '5' },
      'TimeoutSeconds: must be a whole number from 1 to 99999999, found "5", or',
    ],
    [
      'bad expression',
      { ...task, Output: { a: ['{% $x + %}'] } },
      'field Output/a[0]: {% $x + %} is no JSONata expression: ',
    ],
    ['$$', { ...task, Output: '{% $$.a %}' }, 'field Output: $$ has no value in a state machine'],
    ['a bare field', { ...task, Output: '{% states.input %}' }, 'the field states has no document'],
    ['errorOutput', { ...task, Output: '{% $states.errorOutput %}' }, '$states.errorOutput exists only inside Catch'],
    ['reserved name', { ...task, Assign: { states: 1 } }, 'field Assign/states: the name states is reserved'],
    ['variable name', { ...task, Assign: { 'a-b': 1 } }, 'field Assign/a-b: is no variable name'],
    ['Assign', { ...task, Assign: [] }, 'field Assign: must be an object of variables'],
    ['language', { ...task, QueryLanguage: 'JSONPath' }, 'field QueryLanguage: must be "JSONata", found "JSONPath"'],
    [
      'no branches',
      { Type: 'Parallel', Branches: [], End: true },
      'field Branches: must be a list of at least one branch',
    ],
    ['no rules', { Type: 'Choice', Choices: [], Default: 'A' }, 'field Choices: must be a list of at least one rule'],
    [
      'Variable',
      { Type: 'Choice', Choices: [{ Variable: '$.a', Next: 'A' }] },
      'field Choices[0]/Variable: is a JSONPath field',
    ],
    [
      'Condition',
      { Type: 'Choice', Choices: [{ Condition: 'x', Next: 'A' }] },
      'field Choices[0]/Condition: must be an expression',
    ],
    [
      'two waits',
      { Type: 'Wait', Seconds: 1, Timestamp: '2030-01-01T00:00:00Z', End: true },
      'field Seconds: a Wait has either',
    ],
    [
      'timestamp',
      { Type: 'Wait', Timestamp: '2030-01-01', End: true },
      'field Timestamp: must be like 2030-01-31T23:59:59Z',
    ],
    ['Error', { Type: 'Fail', Error: 1 }, 'field Error: must be a text, found 1'],
    ['Assign in Succeed', { Type: 'Succeed', Assign: {} }, 'field Assign: is not known here'],
    ['no processor', { Type: 'Map', End: true }, 'field ItemProcessor: must be an object, found nothing'],
  ])('%s', (_case, fields, problem) => {
    expect(problems(fields)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
  });

  it.each<[string, object, string]>([
    ['no names', { ErrorEquals: [] }, 'Retry[0]/ErrorEquals: must be a list of at least one error name'],
    [
      'States.ALL among others',
      { ErrorEquals: ['A', 'States.ALL'] },
      'Retry[0]/ErrorEquals: States.ALL must stand alone',
    ],
    ['attempts', { ErrorEquals: ['A'], MaxAttempts: -1 }, 'Retry[0]/MaxAttempts: must be a whole number from 0'],
    [
      'an expression',
      { ErrorEquals: ['A'], IntervalSeconds: '{% 1 %}' },
      'Retry[0]/IntervalSeconds: must be a whole number',
    ],
    ['backoff', { ErrorEquals: ['A'], BackoffRate: 0.5 }, 'Retry[0]/BackoffRate: must be a number of at least 1'],
    ['jitter', { ErrorEquals: ['A'], JitterStrategy: 'SOME' }, 'Retry[0]/JitterStrategy: must be one of FULL, NONE'],
  ])('Retry with %s', (_case, retrier, problem) => {
    expect(problems({ ...task, Retry: [retrier] })).toEqual([expect.stringContaining(problem)]);
  });

  it('wants States.ALL in the last entry, of Retry and of Catch', () => {
    const all = { ErrorEquals: ['States.ALL'] };
    const other = { ErrorEquals: ['Other'] };
    expect(problems({ ...task, Retry: [all, other] })).toEqual([expect.stringContaining('Retry[0]/ErrorEquals')]);
    expect(problems({ ...task, Retry: [other, all] })).toEqual([]);
    const caught = [
      { ...all, Next: 'A' },
      { ...other, Next: 'A' },
    ];
    expect(problems({ ...task, Catch: caught })).toEqual([expect.stringContaining('Catch[0]/ErrorEquals')]);
  });

  it('offers $states.errorOutput in Output and Assign of a catcher', () => {
    const Output = '{% $states.errorOutput.Error %}';
    expect(problems({ ...task, Catch: [{ ErrorEquals: ['A'], Next: 'A', Output, Assign: { e: Output } }] })).toEqual(
      [],
    );
  });
});

describe('Map fields', () => {
  const processor = (Mode: string) => ({
    ProcessorConfig: { Mode },
    StartAt: 'B',
    States: { B: { Type: 'Pass', End: true } },
  });
  const reader = { Resource: 'arn:aws:states:::s3:getObject', ReaderConfig: { InputType: 'JSON' } };
  const csv = { InputType: 'CSV', CSVHeaderLocation: 'GIVEN' };

  it.each<[string, object, string]>([
    ['a bad label', { Label: 'a b' }, 'field Label: must have 1 to 40 characters'],
    [
      'Items and ItemReader',
      { Items: [], ItemReader: reader },
      'field ItemReader: a Map has either Items or ItemReader',
    ],
    ['Items that are no list', { Items: {} }, 'field Items: must be a list or an expression'],
    [
      'an unknown reader',
      { ItemReader: { ...reader, Resource: 'x' } },
      'ItemReader/Resource: must be "arn:aws:states:::s3:getObject"',
    ],
    [
      'an unknown format',
      { ItemReader: { ...reader, ReaderConfig: { InputType: 'XML' } } },
      'ReaderConfig/InputType: must be one of JSON',
    ],
    ['no format', { ItemReader: { ...reader, ReaderConfig: {} } }, 'ReaderConfig/InputType: is missing'],
    ['no headers', { ItemReader: { ...reader, ReaderConfig: csv } }, 'ReaderConfig/CSVHeaders: is missing'],
    ['an empty batcher', { ItemBatcher: {} }, 'ItemBatcher/MaxItemsPerBatch: a batcher needs'],
    ['an empty writer', { ResultWriter: {} }, 'ResultWriter/Resource: a result writer needs'],
    [
      'too much tolerance',
      { ToleratedFailurePercentage: 101 },
      'ToleratedFailurePercentage: must be a number from 0 to 100',
    ],
  ])('%s', (_case, fields, problem) => {
    const found = problems({ Type: 'Map', ItemProcessor: processor('DISTRIBUTED'), End: true, ...fields });
    expect(found).toEqual([expect.stringContaining(problem)]);
  });

  it('keeps readers, batchers and writers to distributed Maps', () => {
    const found = problems({ Type: 'Map', ItemProcessor: processor('INLINE'), ItemReader: reader, End: true });
    expect(found).toEqual([expect.stringContaining('field ItemReader: is only for a Map whose ProcessorConfig')]);
  });
});
