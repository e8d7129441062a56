/** `fsxbench states run`: runs a state machine in JSONata mode with task results from a file. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import * as z from 'zod';
import { makeRandom } from '../../shapes/random';
import { Execution } from '../../asl/interpreter/execution';
import type { Machine } from '../../asl/interpreter/machine';
import { QueuedTasks } from '../../asl/interpreter/tasks/queued-tasks';
import { makeTranscript } from '../../asl/interpreter/history/transcript';
import { makeRealClock } from '../../asl/clock/real';
import { makeVirtualClock } from '../../asl/clock/virtual';
import { type Cli, type Options, UserError } from '../command';
import { EXIT, type ExitCode } from '../exit-code';
import { loadMachine, MachineInvalid } from '../../asl/interpreter/loader';
import { findJsonFault } from '../../asl/interpreter/load/json-text';
import { readUserText, formatName } from '../user-file';

/** Execution name, see `$states.context.Execution.Name`. */
const NAME = 'states-run';
/** Fictitious account, Region and role. */
const ARN = 'arn:aws:states:us-east-1:111111111111';
/** Start of virtual time: fixed, so that the same files give the same output. */
const VIRTUAL_START = Date.UTC(2026, 0, 1);

/**
 * Runs the machine and prints a transcript as one JSON document, with or without `--json`.
 * @returns 0 whatever the final status; 130 after Ctrl-C
 * @throws UserError for invalid input, before the machine runs
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const [action = '', file = ''] = args;
  if (action !== 'run') throw new UserError('UnknownAction', `states: unknown action '${action}'; allowed: run`);
  const { input, tasks, objects, set } = options;
  const machine = readMachine(cli, file, Array.isArray(set) ? set.map(String) : []);
  const answers = typeof tasks === 'string' ? readList(cli, tasks, answerSchema, ANSWERS) : [];
  const stored = typeof objects === 'string' ? readList(cli, objects, objectSchema, OBJECTS) : [];
  const runner = new QueuedTasks(answers, stored, NAME);
  const given = readInput(cli, typeof input === 'string' ? input : '{}');
  const execution = makeExecution(machine, given, runner, options['virtual'] === true);
  let interrupted = false;
  const stop = (): void => {
    interrupted = true;
    execution.stop(undefined, 'Interrupted.');
  };
  // Virtual time is too fast for interrupts.
  const release =
    options['virtual'] === true ? null : cli.interrupts.take({ first: stop, second: () => EXIT.interrupted });
  const transcript = await makeTranscript(execution.start(), runner.calls);
  release?.();
  cli.out.write(`${JSON.stringify(transcript, null, 2)}\n`);
  for (const note of formatNotes(runner)) cli.err.write(`${note}\n`);
  return interrupted ? EXIT.interrupted : EXIT.done;
}

function makeExecution(machine: Machine, input: unknown, tasks: QueuedTasks, virtual: boolean): Execution {
  const random = makeRandom(NAME);
  let made = 0;
  // Repeatable ids for virtual time.
  const counted = (): string => `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`;
  return new Execution({
    machine,
    machineArn: `${ARN}:stateMachine:${machine.name}`,
    arn: `${ARN}:execution:${machine.name}:${NAME}`,
    name: NAME,
    roleArn: 'arn:aws:iam::111111111111:role/states-run',
    input,
    clock: virtual ? makeVirtualClock(VIRTUAL_START) : makeRealClock(),
    tasks,
    random: virtual ? random : Math.random,
    uuid: virtual ? counted : randomUUID,
  });
}

function formatNotes({ unanswered, silent }: QueuedTasks): string[] {
  const list = (states: ReadonlySet<string>): string => [...states].map((state) => `'${state}'`).join(', ');
  return [
    ...(unanswered.size === 0
      ? []
      : [`note: --tasks has no result left for ${list(unanswered)}: failed with Fsxbench.NothingQueued`]),
    ...(silent.size === 0
      ? []
      : [`note: ${list(silent)} got no result (silent); such a task ends only by its timeout`]),
  ];
}

/** Limit of a file, also with objects for an ItemReader. */
const MAX_BYTES = 64 * 1024 * 1024;

const ANSWERS =
  'a list of results, each one of {"state", "result"}, {"state", "error"?, "cause"?} and {"state", "silent": true}, ' +
  '"state" being a text';
const answerSchema = z.union(
  [
    z.strictObject({ state: z.string(), silent: z.literal(true) }),
    z
      .strictObject({ state: z.string(), result: z.unknown() })
      .refine((given) => Object.hasOwn(given, 'result'), 'lacks a result'),
    z.strictObject({ state: z.string(), error: z.string().optional(), cause: z.string().optional() }),
  ],
  { error: 'matches none of them' },
);

const OBJECTS = 'a list of objects {"bucket", "key", "text", "etag"?, "lastModified"?}';
const objectSchema = z.strictObject({
  bucket: z.string(),
  key: z.string(),
  text: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
});

/**
 * Loads and checks a machine file.
 * @param pairs `NAME=VALUE` for `${NAME}`; placeholders without a value stay as they are
 * @throws UserError with all problems
 */
function readMachine(cli: Cli, file: string, pairs: readonly string[]): Machine {
  const name = basename(file).replace(/(\.asl)?\.json$/, '');
  const text = readText(cli, file, 'a state machine');
  const values = Object.fromEntries(pairs.map(parseAssignment));
  try {
    return loadMachine(name, text, values, { unfilled: 'keep' });
  } catch (error) {
    if (!(error instanceof MachineInvalid)) throw error;
    const lines = error.problems.map((problem) => `\n  ${problem}`);
    throw new UserError('InvalidMachine', `${file}: not a valid state machine:${lines.join('')}`);
  }
}

/** The input of an execution: JSON, or `@FILE`. @throws UserError */
function readInput(cli: Cli, given: string): unknown {
  if (given.startsWith('@')) return parseJson(given.slice(1), readText(cli, given.slice(1), 'the input'));
  const fault = findJsonFault(given);
  if (fault === undefined) return JSON.parse(given);
  const found = JSON.stringify(given.length > 60 ? `${given.slice(0, 57)}...` : given);
  throw new UserError(
    'InvalidInput',
    `--input: ${found} is not JSON (column ${fault.column}, ${fault.what}); give JSON, e.g. '{"count": 1}', or @FILE`,
  );
}

/** @param allowed description of the entries. @throws UserError with all invalid entries */
function readList<T>(cli: Cli, file: string, schema: z.ZodType<T>, allowed: string): T[] {
  const read = z.array(schema).safeParse(parseJson(file, readText(cli, file, allowed)));
  if (read.success) return read.data;
  const lines = read.error.issues.map(({ path, message }) => {
    const [index = '', ...members] = path.map(String);
    return `\n  [${index}]${members.map((member) => `.${member}`).join('')}: ${message}`;
  });
  throw new UserError('InvalidFile', `${file}: must be ${allowed}${lines.join('')}`);
}

function parseAssignment(pair: string): readonly [string, string] {
  const at = pair.indexOf('=');
  if (/^\w+$/.test(pair.slice(0, Math.max(0, at)))) return [pair.slice(0, at), pair.slice(at + 1)];
  throw new UserError('InvalidPlaceholder', `--set: '${pair}' must be NAME=VALUE, for \${NAME} in the machine`);
}

function readText(cli: Cli, file: string, what: string): string {
  const read = readUserText(cli.cwd, file, MAX_BYTES);
  if ('text' in read) return read.text;
  throw new UserError('UnreadableFile', `${formatName(file)}: ${read.why}; expected: ${what}`);
}

function parseJson(file: string, text: string): unknown {
  const fault = findJsonFault(text);
  if (fault === undefined) return JSON.parse(text);
  throw new UserError('NotJson', `${file}:${fault.line}:${fault.column}: not JSON: ${fault.what}`);
}
