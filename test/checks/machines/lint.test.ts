import { lineOfState, readMachines } from '../../../checks/machines/lint';
import { ALL, CATCH, DATA_LIMIT, lintText, listFindings, type Json, makeMachine, makeTask } from './machines';

const done = { Type: 'Succeed' };
const get = (more: Json): Json => ({ A: makeTask('aws-sdk:s3:getObject', {}, more) });

describe('lintMachine', () => {
  it('returns no findings for a machine that follows all rules', () => {
    const states = {
      Begin: { Type: 'Pass', Assign: { tries: 0, key: '{% $states.input.key %}' }, Next: 'Get' },
      Get: makeTask('aws-sdk:s3:getObject', { Bucket: '${Bucket}', Key: '{% $key %}' }, { Next: 'Enough' }),
      Enough: {
        Type: 'Choice',
        Choices: [{ Condition: '{% $tries < 5 %}', Assign: { tries: '{% $tries + 1 %}' }, Next: 'Sleep' }],
        Default: 'Done',
      },
      Sleep: { Type: 'Wait', Seconds: 10, Next: 'Get' },
      Done: { Type: 'Succeed', Output: '{% $states.input %}' },
    };
    expect(listFindings(states)).toEqual([]);
  });

  it.each<[string, string]>([
    ['{ "TimeoutSeconds": ${Seconds} }', 'is not valid JSON at line 1'],
    [makeMachine({ A: done }).replace('"States": {', '"States": { "A": { "Type": "Fail" },'), 'is not valid JSON'],
    ['[]', 'must be an object'],
  ])('reports a fault of the text as a finding of the loader: %s', (text, message) => {
    expect(lintText(text)).toEqual([expect.stringContaining(` loader: ${message}`)]);
  });

  it.each<[Json, string]>([
    [{ A: { Type: 'Sleep' } }, "state 'A', field Type"],
    [{ A: { Type: 'Pass', Edn: true } }, "state 'A', field Edn"],
    [{ A: { Type: 'Pass', ResultPath: '$.a', End: true } }, "state 'A', field ResultPath: is a JSONPath field"],
    [{ A: { ...done, Output: '{% 1 + %}' } }, 'is not a JSONata expression'],
    [{ A: { ...done, Output: '{% Bucket %}' } }, 'the field Bucket has no document'],
    [{ A: { ...done, Output: '{% $$.a %}' } }, '$$ has no value'],
    [{ A: { ...done, Output: '{% $states.errorOutput %}' } }, '$states.errorOutput exists only inside Catch'],
    [{ A: { Type: 'Pass', Next: 'X' } }, "names 'X'"],
    [{ A: done, B: { Type: 'Pass', Next: 'A' } }, "state 'B': cannot be reached"],
    [{ A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Pass', Next: 'A' } }, 'never reach an end'],
    [{ A: { Type: 'Pass', Assign: { states: 1 }, End: true } }, 'the name states is reserved'],
    [get({ Catch: [DATA_LIMIT, { ...ALL, ErrorEquals: ['States.ALL', 'X'] }] }), 'States.ALL must be the only name'],
    [get({ Catch: [...CATCH, { ErrorEquals: ['X'], Next: 'Failed' }] }), 'States.ALL must be the only name'],
    [get({ TimeoutSeconds: 0 }), "state 'A', field TimeoutSeconds"],
    [get({ Catch: [{ Next: 'Failed' }] }), "state 'A', field Catch[0]/ErrorEquals"],
  ])('reports a fault of the state language as a finding of the loader: %j', (states, message) => {
    expect(listFindings(states)).toContainEqual(expect.stringMatching(/ loader: /));
    expect(listFindings(states).join('\n')).toContain(message);
  });

  it('checks states inside branches', () => {
    const inner = {
      StartAt: 'In',
      States: { In: { Type: 'Choice', Choices: [{ Condition: true, Next: 'Out' }] }, Out: done },
    };
    const states = { Both: { Type: 'Parallel', Branches: [inner], Catch: CATCH, End: true } };
    expect(listFindings(states)).toEqual(['In choice-default: a Choice needs a Default']);
  });
});

it('reads machines by name, and finds the line of a state', () => {
  const machines = readMachines(process.cwd());
  expect([...machines.keys()]).toEqual(expect.arrayContaining(['experiment', 'teardown']));
  const text = 'States:\n  A:\n    Type: Pass\n    Next: B\n  B:\n    Type: Succeed\n';
  expect(['A', 'B', '', 'C'].map((state) => lineOfState(text, state))).toEqual([2, 5, 1, 1]);
});
