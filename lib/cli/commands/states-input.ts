/** Reading what `fsxbench states` is given: a machine, an input, answers of tasks, objects. */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import * as z from 'zod';
import { loadMachine, MachineInvalid } from '../../asl/interpreter/loader';
import type { Machine } from '../../asl/interpreter/machine';
import type { QueuedAnswer, StoredObject } from '../../asl/interpreter/tasks/queued-tasks';
import { jsonFault } from '../../asl/interpreter/load/json-text';
import { type Cli, UserError } from '../command';
import { readUserFile, shownName } from '../user-file';

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
export function readMachine(cli: Cli, file: string, pairs: readonly string[]): Machine {
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
export function readInput(cli: Cli, given: string): unknown {
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
export function readTasks(cli: Cli, file: string): QueuedAnswer[] {
  const json = parse(file, readText(cli, file, 'a list of answers of tasks'));
  return checked(file, json, answerSchema, `a list of answers, each ${ANSWER}`);
}

/** S3 objects. @throws UserError with every entry that is none. */
export function readObjects(cli: Cli, file: string): StoredObject[] {
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
  const cannot = (why: string): UserError =>
    new UserError('UnreadableFile', `${shownName(file)}: ${why}; wanted: ${what}`);
  const read = readUserFile(cli.cwd, file, MAX_BYTES);
  if ('why' in read) throw cannot(read.why);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(read.bytes);
  } catch {
    throw cannot('this is no text in UTF-8');
  }
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
