import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../lib/cli/command';
import { main } from '../../../lib/cli/program';
import type { Transcript } from '../../../lib/asl/interpreter/history/transcript';
import { captureCli, Keys } from '../capture-cli';
import cases from './cases.json';

let cwd: string;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-states-'));
});

afterAll(() => rmSync(cwd, { recursive: true }));

function writeInput(name: string, content: unknown): string {
  writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

function writeMachine(states: Readonly<Record<string, unknown>>, more: object = {}): string {
  const definition = { QueryLanguage: 'JSONata', StartAt: Object.keys(states)[0], States: states, ...more };
  return writeInput('machine.asl.json', definition);
}

async function runStates(
  ...argv: string[]
): Promise<{ code: number; out: string; err: string; transcript: Transcript }> {
  const { cli, out, err } = captureCli(cwd);
  const code = await main(cli, ['states', ...argv]);
  const transcript = (argv.includes('--json') ? JSON.parse(out()) : {}) as Transcript;
  return { code, out: out(), err: err(), transcript };
}

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
const VIRTUAL = ['--virtual', '--json'];

describe('fsxbench states run', () => {
  it('prints the output, every state exit and every task call', async () => {
    const path = writeMachine({
      Ask: { ...TASK, End: undefined, Next: 'Done', Arguments: { Key: 'k' }, TimeoutSeconds: 5, Assign: { n: 7 } },
      Done: { Type: 'Succeed', Output: { n: '{% $n %}' } },
    });
    const tasks = writeInput('tasks.json', [{ state: 'Ask', result: { a: 1 } }]);
    const { code, transcript, err } = await runStates('run', path, '--tasks', tasks, ...VIRTUAL);
    expect([code, err]).toEqual([0, '']);
    expect(transcript).toEqual(cases.states.printed);
  });

  it('prints error and cause of a failed execution, and exits 0', async () => {
    const path = writeMachine({ No: { Type: 'Fail', Error: 'Mine', Cause: 'because' } });
    const { code, out } = await runStates('run', path, '--virtual');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: 'FAILED', error: 'Mine', cause: 'because' });
  });

  it('runs in real time without --virtual', async () => {
    const path = writeMachine({ W: { Type: 'Wait', Seconds: 0, Output: '{% $toMillis($now()) %}', End: true } });
    const begun = Date.now();
    const { transcript } = await runStates('run', path, '--json');
    const times = [begun, Number(transcript.output), Date.now()];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('prints identical output in repeated runs with --virtual', async () => {
    const path = writeMachine({
      R: { Type: 'Pass', Output: ['{% $uuid() %}', '{% $random() %}', '{% $now() %}'], End: true },
    });
    expect((await runStates('run', path, ...VIRTUAL)).out).toBe((await runStates('run', path, ...VIRTUAL)).out);
  });

  it.each([
    ['JSON text', () => '{"a": 1}'],
    ['@FILE', () => `@${writeInput('input.json', { a: 1 })}`],
  ])('accepts an input as %s', async (_how, input) => {
    expect((await runStates('run', writeMachine(PASS), '--input', input(), ...VIRTUAL)).transcript.output).toEqual({
      a: 1,
    });
  });

  it('uses {} as the default input, and accepts any JSON', async () => {
    expect((await runStates('run', writeMachine(PASS), ...VIRTUAL)).transcript.output).toEqual({});
    expect((await runStates('run', writeMachine(PASS), '--input', 'null', ...VIRTUAL)).transcript.output).toBeNull();
    expect((await runStates('run', writeMachine(PASS), '--input', '-1', ...VIRTUAL)).transcript.output).toBe(-1);
  });

  it('fills placeholders, and keeps those without a value', async () => {
    const path = writeMachine({ Go: { Type: 'Pass', Output: '${One}-${Two}-${Three}', End: true } });
    const { transcript } = await runStates('run', path, '--set', 'One=1', '--set', 'Two=a=b', ...VIRTUAL);
    expect(transcript.output).toBe('1-a=b-${Three}');
  });

  it('runs a machine whose Resource is an unfilled placeholder', async () => {
    const path = writeMachine({ Ask: { ...TASK, Resource: '${Function}' } });
    const tasks = writeInput('tasks.json', [{ state: 'Ask', result: 1 }]);
    expect((await runStates('run', path, '--tasks', tasks, ...VIRTUAL)).transcript.output).toBe(1);
  });

  it('fails a task without a queued result with Fsxbench.NothingQueued', async () => {
    const path = writeMachine({ Ask: { ...TASK, Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 2 }] } });
    const tasks = writeInput('tasks.json', [{ state: 'Ask', error: 'Busy' }]);
    const { code, transcript, err } = await runStates('run', path, '--tasks', tasks, ...VIRTUAL);
    expect([code, transcript.status, transcript.error]).toEqual([0, 'FAILED', 'Fsxbench.NothingQueued']);
    expect(transcript.cause).toContain("'Ask'");
    expect(transcript.taskCalls).toHaveLength(3);
    expect(err).toContain("'Ask'");
  });

  it('times out a silent task, also without TimeoutSeconds, and names its state', async () => {
    const tasks = writeInput('tasks.json', [{ state: 'Ask', silent: true }]);
    const bounded = await runStates(
      'run',
      writeMachine({ Ask: { ...TASK, TimeoutSeconds: 9 } }),
      '--tasks',
      tasks,
      ...VIRTUAL,
    );
    expect([bounded.transcript.status, bounded.transcript.error]).toEqual(['FAILED', 'States.Timeout']);
    const endless = await runStates('run', writeMachine({ Ask: TASK }), '--tasks', tasks, ...VIRTUAL);
    expect(endless.transcript.status).toBe('TIMED_OUT');
    expect(endless.code).toBe(0);
    expect(endless.err).toContain("'Ask' got no result (silent)");
  });

  it('reads the items of a distributed Map from --objects', async () => {
    const reader = {
      Resource: 'arn:aws:states:::s3:getObject',
      ReaderConfig: { InputType: 'JSON' },
      Arguments: { Bucket: 'b', Key: 'k' },
    };
    const path = writeMachine({
      All: {
        Type: 'Map',
        ItemReader: reader,
        ItemProcessor: {
          ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
          StartAt: 'Go',
          States: PASS,
        },
        End: true,
      },
    });
    const objects = writeInput('objects.json', [{ bucket: 'b', key: 'k', text: '[{"a":1},{"a":2}]' }]);
    const { transcript } = await runStates('run', path, '--objects', objects, ...VIRTUAL);
    expect(transcript.output).toEqual([{ a: 1 }, { a: 2 }]);
    expect(transcript.taskCalls).toEqual([]);
    expect(transcript.stateExits.map(({ name }) => name)).toEqual(['All']);
  });

  it('aborts the execution and exits 130 when it is interrupted', async () => {
    const keys = new Keys();
    const { cli, out } = captureCli(cwd);
    const running = main({ ...cli, interrupts: keys }, [
      'states',
      'run',
      writeMachine({ W: { Type: 'Wait', Seconds: 1000, End: true } }),
      '--json',
    ]);
    setTimeout(() => keys.press(), 20);
    expect(await running).toBe(130);
    expect(JSON.parse(out())).toMatchObject({ status: 'ABORTED' });
  });
});

describe('fsxbench states with wrong input', () => {
  it.each([
    ['a machine that is absent', () => ['none.asl.json'], /none\.asl\.json: no such file/],
    ['a folder', () => ['.'], /\.: a folder/],
    ['a machine that is no JSON', () => [writeInput('bad.json', '{"StartAt": }')], /line 1, column 13/],
    ['a machine that is none', () => [writeInput('bad.json', '[]')], /must be an object, found \[\]/],
    [
      'an input that is no JSON',
      () => [writeMachine(PASS), '--input', '{a: 1}'],
      /"{a: 1}" is not JSON \(column 2, .*@FILE$/,
    ],
    ['an input of nothing', () => [writeMachine(PASS), '--input', ''], /--input: "" is not JSON/],
    ['an input file that is absent', () => [writeMachine(PASS), '--input', '@none.json'], /none\.json: no such file/],
    [
      'an input file that is no JSON',
      () => [writeMachine(PASS), '--input', `@${writeInput('i.json', '{\n]')}`],
      /i\.json:2:1: not JSON/,
    ],
    ['tasks that are absent', () => [writeMachine(PASS), '--tasks', 'none.json'], /none\.json: no such file/],
    [
      'tasks that are no list',
      () => [writeMachine(PASS), '--tasks', writeInput('t.json', { state: 'A' })],
      /t\.json: must be a list/,
    ],
    [
      'tasks of a wrong shape, all at once',
      () => [
        writeMachine(PASS),
        '--tasks',
        writeInput('t.json', [
          { state: 'A' },
          { result: 1 },
          { state: 'B', silent: false },
          { state: 'C', result: 1, error: 'x' },
        ]),
      ],
      /must be a list of results, .*\[1\]: .*\[2\]: .*\[3\]: matches none of them/s,
    ],
    [
      'objects of a wrong shape',
      () => [writeMachine(PASS), '--objects', writeInput('o.json', [{ bucket: 'b', key: 1 }])],
      /\[0\]\.key: /,
    ],
    ['a placeholder that is no pair', () => [writeMachine(PASS), '--set', 'Name'], /--set: 'Name' must be NAME=VALUE/],
  ])('exits 2 for %s', async (_what, argv, message) => {
    expect(await catchRefusal('run', ...argv())).toMatch(message);
  });

  it('names every fault of a machine with its state and field', async () => {
    const path = writeMachine({ A: { Type: 'Pass', Next: 'B', Output: '{% ( %}' }, C: { Type: 'Pass', End: 'yes' } });
    const message = await catchRefusal('run', path);
    for (const part of ["state 'A', field Output", "state 'C', field End"]) expect(message).toContain(part);
  });

  it('prints one message for a machine in JSONPath mode', async () => {
    const states = { A: { Type: 'Pass', Parameters: { 'a.$': '$.b' }, ResultPath: '$.c', OutputPath: '$', End: true } };
    const message = await catchRefusal('run', writeMachine(states, { QueryLanguage: undefined }));
    expect(message.split('\n')).toHaveLength(2);
    expect(message).toContain('JSONPath mode is not supported');
  });

  it('refuses any action except run', async () => {
    expect(await catchRefusal('walk', 'a.json')).toContain("unknown action 'walk'; allowed: run");
  });
});
