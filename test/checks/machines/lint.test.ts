/** A small machine for each rule: one that the rule accepts, and others with one planted fault. */
import { versionFindings } from '../../../checks/machines/house/calls';
import { lineOfState, readMachines } from '../../../checks/machines/lint';
import { readSubject } from '../../../checks/machines/subject';
import { loadMachine } from '../../../lib/asl/interpreter/loader';
import { ALL, CATCH, DATA_LIMIT, type Json, lintText, listFindings, makeMachine, makeTask } from './machines';

const done = { Type: 'Succeed' };
const output = (code: string): Json => ({ ...done, Output: `{% ${code} %}` });
const pass = (more: Json): Json => ({ Type: 'Pass', ...more });
const read = (more: Json, args: Json = {}): Json => makeTask('aws-sdk:s3:getObject', args, more);
const graph = (states: Json, mode = 'INLINE'): Json => ({
  StartAt: Object.keys(states)[0],
  States: states,
  ProcessorConfig: { Mode: mode, ...(mode === 'DISTRIBUTED' ? { ExecutionType: 'STANDARD' } : {}) },
});
const map = (states: Json, more: Json = {}, mode?: string): Json => {
  return { Type: 'Map', ItemProcessor: graph(states, mode), Catch: CATCH, End: true, ...more };
};
const branch = (states: Json, more: Json = { End: true }): Json => {
  return { Type: 'Parallel', Branches: [{ StartAt: Object.keys(states)[0], States: states }], Catch: CATCH, ...more };
};
const choice = (rule: Json, more: Json = {}): Json => {
  const first = { Condition: '{% $states.input.a %}', Next: 'B', ...rule };
  return { Type: 'Choice', Choices: [first], Default: 'C', ...more };
};

/** Each has exactly the one finding, of which a part is given; or none. */
type Row = [about: string, finding: string, states: Json, more?: Json];
function judge(_: string, finding: string, states: Json, more: Json = {}): void {
  expect(listFindings(states, more)).toEqual(finding === '' ? [] : [expect.stringContaining(finding)]);
}

const LOOP_END = { ...DATA_LIMIT, Next: 'Sleep' };
const poll = (conditions: readonly string[], assign: Json = {}): Json => ({
  Begin: pass({ Assign: { until: '{% $millis() + 1000 %}', n: 0 }, Next: 'Look' }),
  Look: read({ Assign: assign, Next: 'Over' }, { Key: '{% $string($n) & $string($until) %}' }),
  Over: { Type: 'Choice', Choices: conditions.map((Condition) => ({ Condition, Next: 'Done' })), Default: 'Sleep' },
  Sleep: { Type: 'Wait', Seconds: 5, Next: 'Look' },
  Done: done,
});

describe('rules of loops, timeouts and choices', () => {
  it.each<Row>([
    [
      'a loop that compares neither time nor a counter',
      'Look unbounded-loop: the loop Look, Over, Sleep has no bound',
      poll(['{% $states.input.a %}']),
    ],
    ['a loop that compares the time', '', poll(['{% $states.input.a %}', '{% $millis() > $until %}'])],
    ['a loop that changes its counter', '', poll(['{% $n > 5 %}'], { n: '{% $n + 1 %}' })],
    ['a loop with a counter that it does not change', 'unbounded-loop', poll(['{% $n > 5 %}'])],
    [
      'a loop through a catcher',
      'Try unbounded-loop: the loop Try, Sleep',
      { Try: read({ Catch: [LOOP_END, { ...ALL, Next: 'Sleep' }] }), Sleep: { Type: 'Wait', Seconds: 5, Next: 'Try' } },
    ],
    ['a Task with a calculated timeout', '', { A: read({ TimeoutSeconds: '{% $states.input.seconds %}' }) }],
    ['a Task without a timeout', 'A task-timeout: ', { A: read({ TimeoutSeconds: undefined }) }],
    [
      'a machine without a timeout',
      ' machine-timeout: without TimeoutSeconds it may last a year',
      { A: done },
      { TimeoutSeconds: undefined },
    ],
    ['a Choice with a Default', '', { A: choice({}), B: done, C: done }],
    [
      'a Choice without one',
      'A choice-default: a Choice needs a Default',
      { A: choice({}, { Default: undefined }), B: done },
    ],
    [
      'a Choice without one in a branch',
      'In choice-default: ',
      { A: branch({ In: choice({}, { Default: undefined }), B: done }) },
    ],
  ])('judges %s: %s', judge);
});

const caught = (variable: string, mode: string): Json => ({
  Each: map(
    { In: pass({ Assign: { [variable]: 1 }, Next: 'Out' }), Out: output(`$${variable}`) },
    { Items: [1], Catch: [DATA_LIMIT, { ...ALL, Assign: { why: '{% $states.errorOutput %}' }, Next: 'Tell' }] },
    mode,
  ),
  Tell: output('$why'),
});
const some = (code: string): Json => ({
  A: read({
    Assign: { x: '{% $states.result %}' },
    Next: 'B',
    Catch: [DATA_LIMIT, ALL].map((one) => ({ ...one, Next: 'B' })),
  }),
  B: output(code),
});
const counted = choice({ Condition: '{% $n < 3 %}', Assign: { n: '{% $n + 1 %}' } });
const items = (mode: string): Json => ({
  A: pass({ Assign: { x: 1 }, Next: 'B' }),
  B: map({ In: output('$x') }, { ItemSelector: '{% $x %}' }, mode),
});

describe('rules of variables', () => {
  it.each<Row>([
    [
      'one read in the state that assigns it',
      'A unknown-variable: Assign/y: $x is not assigned on any path',
      { A: pass({ Assign: { x: 1, y: '{% $x %}' }, Next: 'B' }), B: output('$x & $y') },
    ],
    ['one that a rule of a Choice assigns', '', { A: choice({ Assign: { x: 1 } }), B: output('$x'), C: done }],
    ['one assigned on some paths', 'B unassigned-variable: Output: $x is not assigned', some('$x')],
    ['one assigned on some paths, checked by $exists', '', some('$exists($x) ? $x : 0')],
    ['one that a loop assigns', '', { A: pass({ Assign: { n: 0 }, Next: 'B' }), B: counted, C: done }],
    ['an outer one in an inline Map', '', items('INLINE')],
    ['an outer one in a distributed Map', 'In unknown-variable', items('DISTRIBUTED')],
    [
      'one of a branch, read after it',
      'B unknown-variable',
      { A: branch({ In: pass({ Assign: { x: 1 }, Next: 'End' }), End: output('$x') }, { Next: 'B' }), B: output('$x') },
    ],
    [
      'a misspelt function',
      'A unknown-variable: Output: $coutn is not assigned',
      { A: output('$coutn($states.input)') },
    ],
    ['names that an expression binds', '', { A: output('($a := 1; $map([1], function($v, $i) { $v + $i + $a }))') }],
    ['names bound by @ and #', '', { A: output('$states.input.list@$one#$at.{"a": $one, "b": $at}') }],
    [
      'one that is never read',
      'A unused-variable: Assign: x is never read; remove it',
      { A: pass({ Assign: { x: 1 }, Next: 'B' }), B: done },
    ],
    [
      'an inner one that an outer Catch assigns too',
      'In caught-name: Assign: a Catch of an outer graph assigns why too',
      caught('why', 'INLINE'),
    ],
    ['an inner one with another name', '', caught('what', 'INLINE')],
    ['an inner one of a distributed Map', '', caught('why', 'DISTRIBUTED')],
  ])('judges %s: %s', judge);

  it('reports a variable that a Choice assigns for its default only', () => {
    const states = { A: choice({}, { Assign: { x: 1 } }), B: output('$x'), C: done };
    expect(listFindings(states)).toContainEqual(expect.stringContaining('B unknown-variable'));
  });
});

const ABSENT = { ErrorEquals: ['S3.NoSuchKeyException'], Next: 'Create' };
const FENCED = [ABSENT, DATA_LIMIT, ALL];
const look = (Catch: readonly Json[], more: Json = {}, key = '{% $states.input.fence %}'): Json =>
  read({ Catch, Next: 'Failed', ...more }, { Key: key });
const OUTCOME = '{% $states.input.outcome %}';
const AGE = "{% $millis() - $lookedAt < 120000 ? 'subnet' : $error('the look is too long ago') %}";
const CREATE = makeTask('aws-sdk:efs:createMountTarget', { SubnetId: AGE });
const OLD = makeTask('aws-sdk:efs:createMountTarget', { SubnetId: 'subnet' });
const SEND = makeTask('aws-sdk:ssm:sendCommand', { Comment: AGE });
const AROUND = map({ Make: { ...CREATE, Catch: [] } });
const both = { ErrorEquals: ['S3.NoSuchKeyException', 'S3.S3Exception'], Next: 'Create' };

describe('rule of the fence (S3 object that forbids creation)', () => {
  const MISSES = 'ssm:sendCommand can be reached without a check of the';
  it.each<[string, string[], Json]>([
    ['a create after a check', [], { Look: look(FENCED), Create: CREATE }],
    ['a create without a check', ['Create fence: efs:createMountTarget can be'], { Create: CREATE }],
    ['a path around the check', ['Create fence'], { Look: look(FENCED, { Next: 'Create' }), Create: CREATE }],
    [
      'a failing check that continues',
      ['fence'],
      { Look: look([DATA_LIMIT, { ...ALL, Next: 'Create' }]), Create: CREATE },
    ],
    ['a check that treats errors as absence', ['fence'], { Look: look([both, DATA_LIMIT, ALL]), Create: CREATE }],
    ['a check of another key', ['fence'], { Look: look(FENCED, {}, 'plan.json'), Create: CREATE }],
    [
      'any age of the check',
      ['efs:createMountTarget accepts any age of the fence check'],
      { Look: look(FENCED), Create: OLD },
    ],
    ['a command without checks', [`${MISSES} fence`, `${MISSES} outcome`], { Create: SEND }],
    ['a command after the fence', [`${MISSES} outcome`], { Look: look(FENCED), Create: SEND }],
    ['a command after the outcome', [`${MISSES} fence`], { Look: look(FENCED, {}, OUTCOME), Create: SEND }],
    [
      'a command after both',
      [],
      {
        Look: look([{ ...ABSENT, Next: 'Outcome' }, DATA_LIMIT, ALL]),
        Outcome: look(FENCED, {}, OUTCOME),
        Create: SEND,
      },
    ],
    ['a check before the Map that creates', [], { Look: look(FENCED), Create: AROUND }],
    ['a Map that creates without a check', ['fence'], { Create: AROUND }],
  ])('judges %s: %j', (_, findings, states) => {
    const found = listFindings(states).filter((finding) => finding.includes(' fence: '));
    expect(found).toEqual(findings.map((finding) => expect.stringContaining(finding) as string));
  });
});

const FLEET = {
  Type: 'instant',
  ClientToken: 'a',
  TargetCapacitySpecification: { TotalTargetCapacity: '{% $states.input.count %}' },
  OnDemandOptions: {
    SingleInstanceType: true,
    SingleAvailabilityZone: true,
    MinTargetCapacity: '{% $states.input.count %}',
  },
};
const onDemand = (more: Json): Json => ({ ...FLEET, OnDemandOptions: { ...FLEET.OnDemandOptions, ...more } });
const COMMAND = {
  DocumentName: '${RunScriptDocument}',
  MaxConcurrency: '100%',
  MaxErrors: '100%',
  TimeoutSeconds: 600,
  Parameters: { ExecutionTimeout: ['60'] },
};
const START = { StateMachineArn: '${RigMachineArn}', Name: 'a' };

describe('rules of SDK calls', () => {
  it.each<[string, Json, string, string?]>([
    ['ec2:createFleet', FLEET, ''],
    ['ssm:sendCommand', COMMAND, ''],
    ['states:startExecution.sync:2', START, ''],
    ['ec2:terminateInstances', { InstanceIds: [] }, '', 'teardown'],
    ['efs:createMountTarget', { FileSystemId: 'fs-1' }, ''],
    ['efs:createFileSystem', { CreationToken: 'a' }, ''],
    ['ec2:createFleet', { ...FLEET, Type: 'maintain' }, 'fleet-shape: Type has to be "instant"'],
    ['ec2:createFleet', onDemand({ MinTargetCapacity: 1 }), 'MinTargetCapacity has to equal'],
    ['ec2:createFleet', { ...FLEET, TargetCapacitySpecification: {} }, 'MinTargetCapacity has to equal'],
    ['ec2:createFleet', onDemand({ SingleInstanceType: false }), 'SingleInstanceType has to'],
    ['ec2:createFleet', onDemand({ SingleAvailabilityZone: 1 }), 'SingleAvailabilityZone has'],
    ['ec2:runInstances', {}, 'forbidden-call: '],
    ['ec2:createFleet', { ...FLEET, ClientToken: '' }, 'create-token: Arguments needs ClientToken'],
    ['efs:createFileSystem', { ClientToken: 'a' }, 'create-token: Arguments needs CreationToken'],
    ['rds:createDBInstance', {}, 'create-unknown: rds:createDBInstance creates a resource'],
    ['ec2:createTags', {}, 'create-unknown: '],
    ['ec2:terminateInstances', { InstanceIds: [] }, 'delete-elsewhere: a delete belongs'],
    ['ssm:sendCommand', { ...COMMAND, MaxConcurrency: '50' }, 'send-command: Arguments/MaxConcurrency has'],
    ['ssm:sendCommand', { ...COMMAND, MaxErrors: '0' }, 'send-command: Arguments/MaxErrors has to be "100%"'],
    ['ssm:sendCommand', { ...COMMAND, TimeoutSeconds: undefined }, 'Arguments/TimeoutSeconds bounds'],
    ['ssm:sendCommand', { ...COMMAND, Parameters: { Command: ['a'] } }, 'ExecutionTimeout bounds'],
    ['states:startExecution', { ...START, Name: undefined }, 'execution-name: Arguments needs Name'],
    ['states:startExecution.sync:2', { ...START, Name: '' }, 'execution-name: Arguments needs Name'],
    ['sfn:startExecution', { ...START, Name: undefined }, 'execution-name: Arguments needs Name'],
  ])('judges %s %j: %s', (action, args, finding, machine = 'rig') => {
    const task = makeTask(action.startsWith('states:') ? action : `aws-sdk:${action}`, args);
    const found = listFindings({ A: task }, {}, machine).filter((one) => !one.startsWith('A fence: '));
    expect(found).toEqual(finding === '' ? [] : [expect.stringContaining(finding)]);
  });
});

describe('findings of the loader', () => {
  it.each<[string, string]>([
    ['{ "TimeoutSeconds": ${Seconds} }', 'is not valid JSON at line 1'],
    [makeMachine({ A: done }).replace('"States": {', '"States": { "A": { "Type": "Fail" },'), 'is not valid JSON'],
    ['[]', 'must be an object'],
  ])('reports a fault of the text: %s', (text, message) => {
    expect(lintText(text)).toEqual([expect.stringContaining(` loader: ${message}`)]);
  });

  it.each<[Json, string]>([
    [{ A: pass({ Edn: true }) }, "state 'A', field Edn"],
    [{ A: pass({ ResultPath: '$.a', End: true }) }, "state 'A', field ResultPath: is a JSONPath field"],
    [{ A: output('1 +') }, 'is not a JSONata expression'],
    [{ A: output('$states.errorOutput') }, '$states.errorOutput exists only inside Catch'],
    [{ A: pass({ Next: 'X' }) }, "names 'X'"],
    [{ A: done, B: pass({ Next: 'A' }) }, "state 'B': cannot be reached"],
    [{ A: pass({ Next: 'B' }), B: pass({ Next: 'A' }) }, 'never reach an end'],
    [{ A: read({ Catch: [...CATCH, { ErrorEquals: ['X'], Next: 'Failed' }] }) }, 'States.ALL must be the only name'],
  ])('reports a fault of the state language: %j', (states, message) => {
    expect(listFindings(states)).toContainEqual(expect.stringMatching(/ loader: /));
    expect(listFindings(states).join('\n')).toContain(message);
  });
});

describe('rule of contract versions', () => {
  const texts = readMachines(process.cwd());
  /** Findings about a machine of the product, with a text in it replaced. */
  const list = (name: string, from: string, to: string): string[] => {
    const text = texts.get(name) ?? '';
    expect(text).toContain(from);
    const machine = loadMachine(name, text.replaceAll(from, to), {}, { unfilled: 'keep' });
    return versionFindings(readSubject(machine)).map(({ state, message }) => `${state}: ${message}`);
  };

  it.each([
    ['rig', "$not($states.input.version = '${ContractVersion}')", 'false', 'has to begin with a Choice'],
    ['trial-batch', '"Error": "OtherVersion"', '"Error": "Other"', 'has to begin with a Choice'],
    ['teardown', '${ListResourcesFunctionArn}', '${ContractVersion}', ': teardown machines compare no versions'],
    ['experiment', '"version": "${ContractVersion}"', '"other": "1"', 'Admit: '],
    ['host-command', '"version": "${ContractVersion}"', '"other": "1"', 'Judge: '],
  ])('reports in %s the change of %s to %s', (name, from, to, finding) => {
    expect(list(name, from, to)).toContainEqual(expect.stringContaining(finding));
  });

  it('reads machines by name, without findings of versions, and finds the line of a state', () => {
    for (const name of ['experiment', 'rig', 'teardown']) expect(list(name, '', '')).toEqual([]);
    const text = 'States:\n  A:\n    Type: Pass\n    Next: B\n  B:\n    Type: Succeed\n';
    expect(['A', 'B', '', 'C'].map((state) => lineOfState(text, state))).toEqual([2, 5, 1, 1]);
  });
});
