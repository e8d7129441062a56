import { problems, task } from './problems-of';

describe('fields', () => {
  it.each<[string, object, string]>([
    ['no Resource', { Type: 'Task', End: true }, "state 'A', field Resource: is missing"],
    ['no ARN', { ...task, Resource: '{% $x %}' }, 'field Resource: must be an ARN, found "{% $x %}"'],
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

  it('offers $states.errorOutput in Output and Assign of a catcher', () => {
    const Output = '{% $states.errorOutput.Error %}';
    expect(problems({ ...task, Catch: [{ ErrorEquals: ['A'], Next: 'A', Output, Assign: { e: Output } }] })).toEqual(
      [],
    );
  });
});
