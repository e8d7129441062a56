import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transcript } from '../../../lib/asl/interpreter/history/transcript';
import { UserError } from '../../../lib/cli/command';
import { main } from '../../../lib/cli/program';
import { temporaryFolder } from '../../temporary';
import { captureCli, Keys } from '../capture-cli';
import cases from './cases.json';

let cwd = '';
beforeAll(() => {
  cwd = temporaryFolder('fsxbench-states-');
});

function writeInput(name: string, content: unknown): string {
  writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}
type States = Readonly<Record<string, unknown>>;
function writeMachine(states: States, more: object = {}): string {
  const definition = { QueryLanguage: 'JSONata', StartAt: Object.keys(states)[0], States: states, ...more };
  return writeInput('machine.asl.json', definition);
}

/** Runs a machine of these states, in virtual time if not said otherwise. */
async function runStates(states: States, argv: readonly string[] = [], mode = ['--virtual', '--json']) {
  const { cli, out, err } = captureCli(cwd);
  const code = await main(cli, ['states', 'run', writeMachine(states), ...argv, ...mode]);
  return { code, err: err(), out: out(), transcript: JSON.parse(out()) as Transcript };
}
const runTasks = (states: States, ...tasks: object[]) =>
  runStates(states, ['--tasks', writeInput('tasks.json', tasks)]);

async function catchRefusal(...argv: string[]): Promise<string> {
  const { cli, out } = captureCli(cwd);
  const error: unknown = await main(cli, ['states', ...argv]).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect(error).toMatchObject({ exitCode: 2 });
  expect(out()).toBe('');
  return (error as UserError).message;
}

const PASS = { Go: { Type: 'Pass', Output: '{% $states.input %}', End: true } };
const TASK = { Type: 'Task', Resource: 'arn:aws:states:::aws-sdk:s3:getObject', End: true };

describe('fsxbench states run', () => {
  it('prints the output, every state exit and every task call', async () => {
    const ask = { ...TASK, End: undefined, Next: 'Done', Arguments: { Key: 'k' }, TimeoutSeconds: 5, Assign: { n: 7 } };
    const states = { Ask: ask, Done: { Type: 'Succeed', Output: { n: '{% $n %}' } } };
    const { code, transcript, err } = await runTasks(states, { state: 'Ask', result: { a: 1 } });
    expect([code, err, transcript]).toEqual([0, '', cases.states.printed]);
  });

  it('prints error and cause of a failed execution, and exits 0', async () => {
    const failed = { No: { Type: 'Fail', Error: 'Mine', Cause: 'because' } };
    const { code, transcript } = await runStates(failed, [], ['--virtual']);
    expect([code, transcript]).toMatchObject([0, { status: 'FAILED', error: 'Mine', cause: 'because' }]);
  });

  it('runs in real time without --virtual, and prints identical output in repeated runs with it', async () => {
    const wait = { W: { Type: 'Wait', Seconds: 0, Output: '{% $toMillis($now()) %}', End: true } };
    const begun = Date.now();
    const { transcript } = await runStates(wait, [], ['--json']);
    const times = [begun, Number(transcript.output), Date.now()];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const random = { R: { Type: 'Pass', Output: ['{% $uuid() %}', '{% $random() %}', '{% $now() %}'], End: true } };
    expect((await runStates(random)).out).toBe((await runStates(random)).out);
  });

  it.each<[unknown, () => string[]]>([
    [{ a: 1 }, () => ['--input', '{"a": 1}']],
    [{ a: 1 }, () => ['--input', `@${writeInput('input.json', { a: 1 })}`]],
    [{}, () => []],
    [null, () => ['--input', 'null']],
    [-1, () => ['--input', '-1']],
  ])('accepts any JSON as input, also from a file: %j', async (output, argv) => {
    expect((await runStates(PASS, argv())).transcript.output).toEqual(output);
  });

  it('fills placeholders, and keeps those without a value, also as a Resource', async () => {
    const states = { Go: { Type: 'Pass', Output: '${One}-${Two}-${Three}', End: true } };
    const { transcript } = await runStates(states, ['--set', 'One=1', '--set', 'Two=a=b']);
    expect(transcript.output).toBe('1-a=b-${Three}');
    const unfilled = await runTasks({ Ask: { ...TASK, Resource: '${Function}' } }, { state: 'Ask', result: 1 });
    expect(unfilled.transcript.output).toBe(1);
  });

  it('fails a task without a queued result with Fsxbench.NothingQueued', async () => {
    const states = { Ask: { ...TASK, Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 2 }] } };
    const { code, transcript, err } = await runTasks(states, { state: 'Ask', error: 'Busy' });
    expect([code, transcript.status, transcript.error]).toEqual([0, 'FAILED', 'Fsxbench.NothingQueued']);
    expect(transcript.cause).toContain("'Ask'");
    expect(transcript.taskCalls).toHaveLength(3);
    expect(err).toContain("'Ask'");
  });

  it('times out a silent task, also without TimeoutSeconds, and names its state', async () => {
    const silent = { state: 'Ask', silent: true };
    const bounded = await runTasks({ Ask: { ...TASK, TimeoutSeconds: 9 } }, silent);
    expect(bounded.transcript).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
    const { code, transcript, err } = await runTasks({ Ask: TASK }, silent);
    expect([code, transcript.status]).toEqual([0, 'TIMED_OUT']);
    expect(err).toContain("'Ask' got no result (silent)");
  });

  it('reads the items of a distributed Map from --objects', async () => {
    const where = { ReaderConfig: { InputType: 'JSON' }, Arguments: { Bucket: 'b', Key: 'k' } };
    const ProcessorConfig = { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' };
    const all = {
      Type: 'Map',
      ItemReader: { Resource: 'arn:aws:states:::s3:getObject', ...where },
      ItemProcessor: { ProcessorConfig, StartAt: 'Go', States: PASS },
      End: true,
    };
    const objects = writeInput('objects.json', [{ bucket: 'b', key: 'k', text: '[{"a":1},{"a":2}]' }]);
    const { transcript } = await runStates({ All: all }, ['--objects', objects]);
    expect(transcript).toMatchObject({ output: [{ a: 1 }, { a: 2 }], taskCalls: [], stateExits: [{ name: 'All' }] });
  });

  it('aborts the execution and exits 130 when it is interrupted', async () => {
    const keys = new Keys();
    const { cli, out } = captureCli(cwd);
    const path = writeMachine({ W: { Type: 'Wait', Seconds: 1000, End: true } });
    const running = main({ ...cli, interrupts: keys }, ['states', 'run', path, '--json']);
    setTimeout(() => keys.press(), 20);
    expect(await running).toBe(130);
    expect(JSON.parse(out())).toMatchObject({ status: 'ABORTED' });
  });
});

const onPass = (option: string, value: () => string) => (): string[] => [writeMachine(PASS), option, value()];
const TASKS = [{ state: 'A' }, { result: 1 }, { state: 'B', silent: false }, { state: 'C', result: 1, error: 'x' }];

it.each<[string, () => string[], RegExp]>([
  ['a machine that is absent', () => ['none.asl.json'], /none\.asl\.json: no such file/],
  ['a folder', () => ['.'], /\.: a folder/],
  ['a machine that is no JSON', () => [writeInput('bad.json', '{"StartAt": }')], /line 1, column 13/],
  ['a machine that is none', () => [writeInput('bad.json', '[]')], /must be an object, found \[\]/],
  ['an input that is no JSON', onPass('--input', () => '{a: 1}'), /"{a: 1}" is not JSON \(column 2, .*@FILE$/],
  ['an empty input', onPass('--input', () => ''), /--input: "" is not JSON/],
  ['an input file that is absent', onPass('--input', () => '@none.json'), /none\.json: no such file/],
  [
    'an input file that is no JSON',
    onPass('--input', () => `@${writeInput('i.json', '{\n]')}`),
    /i\.json:2:1: not JSON/,
  ],
  ['tasks that are absent', onPass('--tasks', () => 'none.json'), /none\.json: no such file/],
  ['tasks that are no list', onPass('--tasks', () => writeInput('t.json', {})), /t\.json: must be a list/],
  [
    'all tasks of a wrong shape',
    onPass('--tasks', () => writeInput('t.json', TASKS)),
    /must be a list of results, .*\[1\]: .*\[2\]: .*\[3\]: matches none of them/s,
  ],
  ['wrong objects', onPass('--objects', () => writeInput('o.json', [{ bucket: 'b', key: 1 }])), /\[0\]\.key: /],
  ['a placeholder that is no pair', onPass('--set', () => 'Name'), /--set: 'Name' must be NAME=VALUE/],
])('exits 2 for %s', async (_what, argv, message) => {
  expect(await catchRefusal('run', ...argv())).toMatch(message);
});

it('names every fault of a machine, JSONPath mode in one message, and every action except run', async () => {
  const path = writeMachine({ A: { Type: 'Pass', Next: 'B', Output: '{% ( %}' }, C: { Type: 'Pass', End: 'yes' } });
  const faults = await catchRefusal('run', path);
  for (const part of ["state 'A', field Output", "state 'C', field End"]) expect(faults).toContain(part);
  const states = { A: { Type: 'Pass', Parameters: { 'a.$': '$.b' }, ResultPath: '$.c', OutputPath: '$', End: true } };
  const message = await catchRefusal('run', writeMachine(states, { QueryLanguage: undefined }));
  expect(message.split('\n')).toEqual([expect.anything(), expect.stringContaining('JSONPath mode is not supported')]);
  expect(await catchRefusal('walk', 'a.json')).toContain("unknown action 'walk'; allowed: run");
});
