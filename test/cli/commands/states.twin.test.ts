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

function file(name: string, content: unknown): string {
  writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

function machine(states: Readonly<Record<string, unknown>>, more: object = {}): string {
  const definition = { QueryLanguage: 'JSONata', StartAt: Object.keys(states)[0], States: states, ...more };
  return file('machine.asl.json', definition);
}

async function called(...argv: string[]): Promise<{ code: number; out: string; err: string; told: Transcript }> {
  const { cli, out, err } = captureCli(cwd);
  const code = await main(cli, ['states', ...argv]);
  const told = (argv.includes('--json') ? JSON.parse(out()) : {}) as Transcript;
  return { code, out: out(), err: err(), told };
}

async function refusal(...argv: string[]): Promise<string> {
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

describe('states run', () => {
  it('prints how the execution ended, what every state gave and what was called', async () => {
    const path = machine({
      Ask: { ...TASK, End: undefined, Next: 'Done', Arguments: { Key: 'k' }, TimeoutSeconds: 5, Assign: { n: 7 } },
      Done: { Type: 'Succeed', Output: { n: '{% $n %}' } },
    });
    const tasks = file('tasks.json', [{ state: 'Ask', result: { a: 1 } }]);
    const { code, told, err } = await called('run', path, '--tasks', tasks, ...VIRTUAL);
    expect([code, err]).toEqual([0, '']);
    expect(told).toEqual(cases.states.printed);
  });

  it('says error and cause of a failed execution, and still ends with 0', async () => {
    const path = machine({ No: { Type: 'Fail', Error: 'Mine', Cause: 'because' } });
    const { code, out } = await called('run', path, '--virtual');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: 'FAILED', error: 'Mine', cause: 'because' });
  });

  it('runs in real time without --virtual', async () => {
    const path = machine({ W: { Type: 'Wait', Seconds: 0, Output: '{% $toMillis($now()) %}', End: true } });
    const begun = Date.now();
    const { told } = await called('run', path, '--json');
    const times = [begun, Number(told.output), Date.now()];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('gives the same bytes each time in virtual time', async () => {
    const path = machine({
      R: { Type: 'Pass', Output: ['{% $uuid() %}', '{% $random() %}', '{% $now() %}'], End: true },
    });
    expect((await called('run', path, ...VIRTUAL)).out).toBe((await called('run', path, ...VIRTUAL)).out);
  });

  it.each([
    ['JSON text', () => '{"a": 1}'],
    ['@FILE', () => `@${file('input.json', { a: 1 })}`],
  ])('takes an input as %s', async (_how, input) => {
    expect((await called('run', machine(PASS), '--input', input(), ...VIRTUAL)).told.output).toEqual({ a: 1 });
  });

  it('starts with {} where no input is given, and takes any JSON', async () => {
    expect((await called('run', machine(PASS), ...VIRTUAL)).told.output).toEqual({});
    expect((await called('run', machine(PASS), '--input', 'null', ...VIRTUAL)).told.output).toBeNull();
    expect((await called('run', machine(PASS), '--input', '-1', ...VIRTUAL)).told.output).toBe(-1);
  });

  it('fills placeholders, and keeps those without a value', async () => {
    const path = machine({ Go: { Type: 'Pass', Output: '${One}-${Two}-${Three}', End: true } });
    const { told } = await called('run', path, '--set', 'One=1', '--set', 'Two=a=b', ...VIRTUAL);
    expect(told.output).toBe('1-a=b-${Three}');
  });

  it('runs a machine whose Resource is an unfilled placeholder', async () => {
    const path = machine({ Ask: { ...TASK, Resource: '${Function}' } });
    const tasks = file('tasks.json', [{ state: 'Ask', result: 1 }]);
    expect((await called('run', path, '--tasks', tasks, ...VIRTUAL)).told.output).toBe(1);
  });

  it('fails a task for which nothing is left, by a name of its own, and says so', async () => {
    const path = machine({ Ask: { ...TASK, Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 2 }] } });
    const tasks = file('tasks.json', [{ state: 'Ask', error: 'Busy' }]);
    const { code, told, err } = await called('run', path, '--tasks', tasks, ...VIRTUAL);
    expect([code, told.status, told.error]).toEqual([0, 'FAILED', 'Fsxbench.NothingQueued']);
    expect(told.cause).toContain("'Ask'");
    expect(told.taskCalls).toHaveLength(3);
    expect(err).toContain("'Ask'");
  });

  it('ends a task that is never answered, also one without a time-out, and says which', async () => {
    const tasks = file('tasks.json', [{ state: 'Ask', silent: true }]);
    const bounded = await called('run', machine({ Ask: { ...TASK, TimeoutSeconds: 9 } }), '--tasks', tasks, ...VIRTUAL);
    expect([bounded.told.status, bounded.told.error]).toEqual(['FAILED', 'States.Timeout']);
    const endless = await called('run', machine({ Ask: TASK }), '--tasks', tasks, ...VIRTUAL);
    expect(endless.told.status).toBe('TIMED_OUT');
    expect(endless.code).toBe(0);
    expect(endless.err).toContain("'Ask' got no result (silent)");
  });

  it('reads items of a distributed Map from the objects', async () => {
    const reader = {
      Resource: 'arn:aws:states:::s3:getObject',
      ReaderConfig: { InputType: 'JSON' },
      Arguments: { Bucket: 'b', Key: 'k' },
    };
    const path = machine({
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
    const objects = file('objects.json', [{ bucket: 'b', key: 'k', text: '[{"a":1},{"a":2}]' }]);
    const { told } = await called('run', path, '--objects', objects, ...VIRTUAL);
    expect(told.output).toEqual([{ a: 1 }, { a: 2 }]);
    expect(told.taskCalls).toEqual([]);
    expect(told.stateExits.map(({ name }) => name)).toEqual(['All']);
  });

  it('aborts the execution when it is interrupted', async () => {
    const keys = new Keys();
    const { cli, out } = captureCli(cwd);
    const running = main({ ...cli, interrupts: keys }, [
      'states',
      'run',
      machine({ W: { Type: 'Wait', Seconds: 1000, End: true } }),
      '--json',
    ]);
    setTimeout(() => keys.press(), 20);
    expect(await running).toBe(130);
    expect(JSON.parse(out())).toMatchObject({ status: 'ABORTED' });
  });
});

describe('what cannot be run', () => {
  it.each([
    ['a machine that is absent', () => ['none.asl.json'], /none\.asl\.json: no such file/],
    ['a folder', () => ['.'], /\.: a folder/],
    ['a machine that is no JSON', () => [file('bad.json', '{"StartAt": }')], /line 1, column 13/],
    ['a machine that is none', () => [file('bad.json', '[]')], /must be an object, found \[\]/],
    [
      'an input that is no JSON',
      () => [machine(PASS), '--input', '{a: 1}'],
      /"{a: 1}" is not JSON \(column 2, .*@FILE$/,
    ],
    ['an input of nothing', () => [machine(PASS), '--input', ''], /--input: "" is not JSON/],
    ['an input file that is absent', () => [machine(PASS), '--input', '@none.json'], /none\.json: no such file/],
    [
      'an input file that is no JSON',
      () => [machine(PASS), '--input', `@${file('i.json', '{\n]')}`],
      /i\.json:2:1: not JSON/,
    ],
    ['tasks that are absent', () => [machine(PASS), '--tasks', 'none.json'], /none\.json: no such file/],
    [
      'tasks that are no list',
      () => [machine(PASS), '--tasks', file('t.json', { state: 'A' })],
      /t\.json: must be a list/,
    ],
    [
      'tasks of a wrong shape, all at once',
      () => [
        machine(PASS),
        '--tasks',
        file('t.json', [
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
      () => [machine(PASS), '--objects', file('o.json', [{ bucket: 'b', key: 1 }])],
      /\[0\]\.key: /,
    ],
    ['a placeholder that is no pair', () => [machine(PASS), '--set', 'Name'], /--set: 'Name' must be NAME=VALUE/],
  ])('is refused with exit code 2: %s', async (_what, argv, message) => {
    expect(await refusal('run', ...argv())).toMatch(message);
  });

  it('names every fault of a machine with its state and field', async () => {
    const path = machine({ A: { Type: 'Pass', Next: 'B', Output: '{% ( %}' }, C: { Type: 'Pass', End: 'yes' } });
    const message = await refusal('run', path);
    for (const part of ["state 'A', field Output", "state 'C', field End"]) expect(message).toContain(part);
  });

  it('has one message for a machine in JSONPath mode', async () => {
    const states = { A: { Type: 'Pass', Parameters: { 'a.$': '$.b' }, ResultPath: '$.c', OutputPath: '$', End: true } };
    const message = await refusal('run', machine(states, { QueryLanguage: undefined }));
    expect(message.split('\n')).toHaveLength(2);
    expect(message).toContain('JSONPath mode is not supported');
  });

  it('knows one action', async () => {
    expect(await refusal('walk', 'a.json')).toContain("unknown action 'walk'; allowed: run");
  });
});
