/** `fsxbench states run`: one state machine in JSONata mode, its tasks answered from a file. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import * as z from 'zod';
import { randomFrom } from '../../shapes/random';
import { Execution } from '../../asl/interpreter/execution';
import type { Machine } from '../../asl/interpreter/machine';
import { type QueuedAnswer, QueuedTasks, type StoredObject } from '../../asl/interpreter/tasks/queued-tasks';
import { type Transcript, transcript } from '../../asl/interpreter/history/transcript';
import { realClock } from '../../asl/clock/real';
import { virtualClock } from '../../asl/clock/virtual';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { loadMachine, MachineInvalid } from '../../asl/interpreter/loader';
import { jsonFault } from '../../asl/interpreter/load/json-text';
import { readUserText, shownName } from '../user-file';

/** Longest value that is shown. */
const SHOWN = 160;
/** Name of the execution, as `$states.context.Execution.Name` shows it. */
const NAME = 'states-run';
/** Account, region and role are made up: nothing here is on AWS. */
const ARN = 'arn:aws:states:us-east-1:111111111111';
/** The moment at which virtual time begins: always the same, so that the same files give the same output. */
const BEGINNING = Date.UTC(2026, 0, 1);

/**
 * Runs the machine and prints what it did.
 * @returns 0 whatever the status is that the execution ended with; 130 where Ctrl-C ended it.
 * @throws UserError for anything that is not what it should be: then nothing is run.
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const [action = '', file = ''] = args;
  if (action !== 'run') throw new UserError('UnknownAction', `states: '${action}' is no action; known: run`);
  const { input, tasks, objects, set } = options;
  const machine = readMachine(cli, file, Array.isArray(set) ? set.map(String) : []);
  const answers = typeof tasks === 'string' ? readTasks(cli, tasks) : [];
  const stored = typeof objects === 'string' ? readObjects(cli, objects) : [];
  const runner = new QueuedTasks(answers, stored, NAME);
  const given = readInput(cli, typeof input === 'string' ? input : '{}');
  const execution = prepare(machine, given, runner, options['virtual'] === true);
  let interrupted = false;
  const stop = (): void => {
    interrupted = true;
    execution.stop(undefined, 'Interrupted.');
  };
  // In virtual time all is over before anybody could press a key.
  const release =
    options['virtual'] === true ? null : cli.interrupts.take({ first: stop, second: () => EXIT.interrupted });
  const told = await transcript(execution.start(), runner.calls);
  release?.();
  printAnswer(cli, options, told, transcriptText(told));
  for (const note of notes(runner)) cli.err.write(`${note}\n`);
  return interrupted ? EXIT.interrupted : EXIT.done;
}

function prepare(machine: Machine, input: unknown, tasks: QueuedTasks, virtual: boolean): Execution {
  const random = randomFrom(NAME);
  let made = 0;
  // Virtual time is repeatable, and so are the ids in it.
  const counted = (): string => `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`;
  return new Execution({
    machine,
    machineArn: `${ARN}:stateMachine:${machine.name}`,
    arn: `${ARN}:execution:${machine.name}:${NAME}`,
    name: NAME,
    roleArn: 'arn:aws:iam::111111111111:role/states-run',
    input,
    clock: virtual ? virtualClock(BEGINNING) : realClock(),
    tasks,
    random: virtual ? random : Math.random,
    uuid: virtual ? counted : randomUUID,
  });
}

function notes({ unanswered, silent }: QueuedTasks): string[] {
  const list = (states: ReadonlySet<string>): string => [...states].map((state) => `'${state}'`).join(', ');
  return [
    ...(unanswered.size === 0
      ? []
      : [`note: --tasks has no answer (left) for ${list(unanswered)}: failed with Fsxbench.NothingQueued`]),
    ...(silent.size === 0
      ? []
      : [`note: no answer ever came to ${list(silent)} (silent); such a task ends by a time-out only`]),
  ];
}

/** Status, result, then one line for each state that was left and each attempt of a task. */
function transcriptText(told: Transcript): string {
  const lines = [`status       ${told.status}`];
  if ('output' in told) lines.push(`output       ${short(told.output)}`);
  if (told.error !== undefined) lines.push(`error        ${told.error}`);
  if (told.cause !== undefined) lines.push(`cause        ${told.cause}`);
  lines.push(`transitions  ${told.transitions}`, `events       ${told.eventTypes.length}`);
  if (told.stateExits.length > 0) lines.push('', 'states, as they were left');
  for (const { name, output, assigned } of told.stateExits) {
    lines.push(`  ${name}: ${short(output)}${assigned === undefined ? '' : `, assigned ${short(assigned)}`}`);
  }
  if (told.taskCalls.length > 0) lines.push('', 'attempts of tasks');
  for (const { state, arguments: args, timeoutInSeconds, heartbeatInSeconds, credentials } of told.taskCalls) {
    const more = [
      timeoutInSeconds === undefined ? '' : `, time-out ${timeoutInSeconds} s`,
      heartbeatInSeconds === undefined ? '' : `, heartbeat ${heartbeatInSeconds} s`,
      credentials === undefined ? '' : `, as ${credentials.roleArn}`,
    ];
    lines.push(`  ${state}: ${short(args)}${more.join('')}`);
  }
  return `${lines.join('\n')}\n`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 3)}...` : text;
}

/** Nobody gives a machine more, not even objects that an ItemReader finds. */
const MAX_BYTES = 64 * 1024 * 1024;

const ANSWER =
  'one of {"state", "result"}, {"state", "error"?, "cause"?} and {"state", "silent": true}, "state" being a text';

const answerSchema = z.union(
  [
    z.strictObject({ state: z.string(), silent: z.literal(true) }),
    z
      .strictObject({ state: z.string(), result: z.unknown() })
      .refine((given) => Object.hasOwn(given, 'result'), 'has no result'),
    z.strictObject({ state: z.string(), error: z.string().optional(), cause: z.string().optional() }),
  ],
  { error: `must be ${ANSWER}` },
);

const objectSchema = z.strictObject(
  {
    bucket: z.string(),
    key: z.string(),
    text: z.string(),
    etag: z.string().optional(),
    lastModified: z.string().optional(),
  },
  { error: shapeError },
);

/**
 * A machine file, checked.
 * @param pairs `NAME=VALUE` for `${NAME}`; placeholders without a value stay as they are.
 * @throws UserError with every problem.
 */
function readMachine(cli: Cli, file: string, pairs: readonly string[]): Machine {
  const name = basename(file).replace(/(\.asl)?\.json$/, '');
  const text = readText(cli, file, 'a state machine');
  const values = Object.fromEntries(pairs.map(assignment));
  try {
    return loadMachine(name, text, values, { unfilled: 'keep' });
  } catch (error) {
    if (!(error instanceof MachineInvalid)) throw error;
    const lines = error.problems.map((problem) => `\n  ${problem}`);
    throw new UserError('InvalidMachine', `${file}: no state machine that can be run:${lines.join('')}`);
  }
}

/** The input of an execution: JSON as it stands, `@FILE`, or the path of a file. @throws UserError */
function readInput(cli: Cli, given: string): unknown {
  const file = given.startsWith('@') ? given.slice(1) : given;
  const fault = given.startsWith('@') ? undefined : jsonFault(given);
  if (!given.startsWith('@') && fault === undefined) return JSON.parse(given);
  if (given.startsWith('@') || (given !== '' && existsSync(resolve(cli.cwd, file)))) {
    return parse(file, readText(cli, file, 'the input'));
  }
  const place = fault === undefined ? '' : ` (as JSON: column ${fault.column}, ${fault.what})`;
  throw new UserError(
    'InvalidInput',
    `--input: ${shorten(given)} is neither JSON nor a file${place}; give JSON, e.g. '{"count": 1}', or @FILE`,
  );
}

/** Answers of tasks. @throws UserError with every entry that is none. */
function readTasks(cli: Cli, file: string): QueuedAnswer[] {
  const json = parse(file, readText(cli, file, 'a list of answers of tasks'));
  return checked(file, json, answerSchema, `a list of answers, each ${ANSWER}`);
}

/** S3 objects. @throws UserError with every entry that is none. */
function readObjects(cli: Cli, file: string): StoredObject[] {
  const json = parse(file, readText(cli, file, 'a list of S3 objects'));
  return checked(file, json, objectSchema, 'a list of objects {"bucket", "key", "text", "etag"?, "lastModified"?}');
}

function checked<T>(file: string, json: unknown, schema: z.ZodType<T>, allowed: string): T[] {
  if (!Array.isArray(json)) throw new UserError('InvalidFile', `${file}: must be ${allowed}, found ${kindOf(json)}`);
  const read = z.array(schema).safeParse(json);
  if (read.success) return read.data;
  const lines = read.error.issues.map(({ path, message }) => {
    const [index = '', ...members] = path.map(String);
    return `\n  [${index}]${members.map((member) => `.${member}`).join('')}: ${message}`;
  });
  throw new UserError('InvalidFile', `${file}: must be ${allowed}${lines.join('')}`);
}

function shapeError(issue: { readonly code?: string; readonly input?: unknown }): string | undefined {
  return issue.code === 'invalid_type' ? `must be an object, found ${kindOf(issue.input)}` : undefined;
}

function assignment(pair: string): readonly [string, string] {
  const at = pair.indexOf('=');
  if (/^\w+$/.test(pair.slice(0, Math.max(0, at)))) return [pair.slice(0, at), pair.slice(at + 1)];
  throw new UserError('InvalidPlaceholder', `--set: '${pair}' must be NAME=VALUE, for \${NAME} in the machine`);
}

function readText(cli: Cli, file: string, what: string): string {
  const read = readUserText(cli.cwd, file, MAX_BYTES);
  if ('text' in read) return read.text;
  throw new UserError('UnreadableFile', `${shownName(file)}: ${read.why}; wanted: ${what}`);
}

function parse(file: string, text: string): unknown {
  const fault = jsonFault(text);
  if (fault === undefined) return JSON.parse(text);
  throw new UserError('NoJson', `${file}:${fault.line}:${fault.column}: no JSON: ${fault.what}`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}
