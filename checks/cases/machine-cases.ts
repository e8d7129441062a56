/** Cases of `cases/machines/`: one state machine by itself, whose calls a table answers, and what must hold. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { StateError, type TaskCall } from '../../lib/asl/interpreter/tasks/task';
import { readMachineText } from '../../lib/machine-files/source';
import { FsxbenchError } from '../../lib/shapes/errors';
import { listRows, type Row } from './case-rows';
import { compareValue, compile, evaluate } from './expressions';
import { BEGINNING, playMachine, InTurn, Later, type MachineRun, type Load } from './play-machine';

const values = z.record(z.string(), z.unknown());

const caseSchema = z.strictObject({
  /** Verb, what, and when, like the title of a test. */
  case: z.string().min(1),
  /** Plays the case for each, see {@link Rows}; `${name}` is a member of the row. */
  rows: z.union([z.array(values).min(1), z.record(z.string(), z.array(z.unknown()).min(1))]).default([{}]),
  /** In place of values of the file. */
  values: values.default({}),
  /** Changes the input of the file: a JSON merge patch, or an expression that gives one. */
  input: z.union([values, z.string()]).default({}),
  /** By state, in place of the answers of the file. */
  answers: values.default({}),
  /** JSON merge patches of states of the machine, for errors that cannot occur otherwise. */
  states: z.record(z.string(), values).default({}),
  /** Seconds after a failure until a redrive, once. */
  redriveAfter: z.union([z.number(), z.string()]).optional(),
  /** Values of JSONata expressions over the run, see `docs/cases.md`. */
  expect: values.refine((all) => Object.keys(all).length > 0, { error: 'expects nothing' }),
});

const fileSchema = z.strictObject({
  /** One, or a list: each plays all cases. */
  machine: z.union([z.string(), z.array(z.string()).min(1)]),
  /** Name of a file whose values, `sees`, input and answers this one changes. */
  like: z.string().optional(),
  /** For expressions `${…}`; they may use each other, and members of rows. */
  values: values.default({}),
  /** Further names for expressions of `expect`: JSONata over the run. */
  sees: z.record(z.string(), z.string()).default({}),
  /** A JSON merge patch where the file is `like` another. */
  input: values.default({}),
  /** By state. */
  answers: values.default({}),
  cases: z.array(caseSchema).min(1),
});

type MachineCase = z.infer<typeof caseSchema>;
type ReadFile = z.infer<typeof fileSchema>;
type SharedParts = Pick<ReadFile, 'values' | 'sees' | 'input' | 'answers'>;
type MachineFile = SharedParts & { readonly machine: string };

/** One case, ready to be played on a machine file that may be changed. */
export interface PlayableCase {
  readonly machine: string;
  readonly title: string;
  /** @returns what differs, one line each */
  readonly play: (load: Load) => Promise<string[]>;
}

/** A long text that is not the name of an error: messages can only show its beginning. */
const LONG = 'said '.repeat(2_000);

/** @throws FsxbenchError with file and what is wrong */
export function readMachineCases(root: string): readonly PlayableCase[] {
  const folder = join(root, 'cases', 'machines');
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  const files = new Map(names.toSorted().map((name) => [basename(name, '.yaml'), readMachineFile(join(folder, name))]));
  return [...files.values()].flatMap((file) => {
    const whole = inherit(file, files);
    checkNames(root, file);
    return [file.machine].flat().flatMap((machine) =>
      file.cases.map((one) => {
        return { machine, title: one.case, play: (load: Load) => playRows(one, { ...whole, machine }, load) };
      }),
    );
  });
}

/** @throws FsxbenchError for two cases with one title, and for states that no machine of the file has */
function checkNames(root: string, { machine, cases }: ReadFile): void {
  const states = new Set([machine].flat().flatMap((name) => listStates(JSON.parse(readMachineText(root, name)))));
  const titles = new Set<string>();
  for (const { case: title, answers, states: changed } of cases) {
    const unknown = Object.keys({ ...answers, ...changed }).filter((name) => !name.includes('$') && !states.has(name));
    if (unknown.length > 0) throw new FsxbenchError('Unexpected', `${title}: no state is called ${unknown.join(', ')}`);
    if (titles.has(title))
      throw new FsxbenchError('Unexpected', `two cases of ${String(machine)} are called: ${title}`);
    titles.add(title);
  }
}

/** Names of states at any depth. */
function listStates(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  const { States } = value as { readonly States?: object };
  return [...Object.keys(States ?? {}), ...Object.values(value).flatMap(listStates)];
}

function inherit(file: ReadFile, files: ReadonlyMap<string, ReadFile>): SharedParts {
  if (file.like === undefined) return file;
  const like = files.get(file.like);
  if (like === undefined) throw new FsxbenchError('Unexpected', `there is no file of cases named ${file.like}`);
  const first = inherit(like, files);
  return {
    values: { ...first.values, ...file.values },
    sees: { ...first.sees, ...file.sees },
    input: patch(first.input, file.input),
    answers: { ...first.answers, ...file.answers },
  };
}

function readMachineFile(path: string): ReadFile {
  const file = fileSchema.safeParse(parse(readFileSync(path, 'utf8'), { merge: true }));
  if (file.success) return file.data;
  throw new FsxbenchError('Unexpected', `${path}:\n${z.prettifyError(file.error)}`);
}

async function playRows(one: MachineCase, file: MachineFile, load: Load): Promise<string[]> {
  const wrong: string[] = [];
  const rows = listRows(one.rows);
  for (const row of rows) {
    const prefix = rows.length === 1 ? '' : `${JSON.stringify(row).slice(0, 100)}: `;
    for (const line of await playRow(one, row, file, load)) wrong.push(prefix + line);
  }
  return wrong;
}

async function playRow(one: MachineCase, row: Row, file: MachineFile, load: Load): Promise<string[]> {
  const known = await fillValues({ machine: file.machine, ...file.values, ...one.values, ...row });
  const { input, change, usual, changed, states, redriveAfter } = (await fill(
    {
      input: file.input,
      change: one.input,
      usual: file.answers,
      changed: one.answers,
      states: one.states,
      redriveAfter: one.redriveAfter,
    },
    known,
  )) as Record<'input' | 'change' | 'usual' | 'changed', Record<string, unknown>> &
    Pick<MachineCase, 'states'> & { readonly redriveAfter?: number };
  for (const [name, answer] of Object.entries(changed)) {
    if (answer instanceof First) changed[name] = new InTurn([...answer.answers, usual[name]]);
  }
  const run = await playMachine(
    changeStates(load, file.machine, states),
    file.machine,
    patch(input, change),
    { ...usual, ...changed },
    redriveAfter,
  );
  const described = describeRun(run);
  for (const [name, expression] of Object.entries(file.sees)) described[name] = await evaluate(expression, described);
  const wrong: string[] = [];
  for (const [expression, value] of Object.entries(one.expect)) {
    const filled = (await fill(expression, known)) as string;
    const difference = await compareValue(filled, described, await fill(value, known));
    if (difference !== undefined) wrong.push(difference);
  }
  return wrong;
}

/** What expressions see; `docs/cases.md` explains it. */
function describeRun(run: MachineRun): Record<string, unknown> {
  const { calls, status, output, error, cause } = run;
  const states = [...new Set(calls.map(({ state }) => state))];
  return {
    // Absent ones are known names, too.
    output: undefined,
    error: undefined,
    cause: undefined,
    ...run,
    way: calls.map(({ state, at }) => `${state} ${at}`).join(', '),
    states: calls.map(({ state }) => state).join(', '),
    end: status === 'SUCCEEDED' ? output : [error ?? status, cause ?? ''],
    args: Object.fromEntries(
      states.map((name) => [name, calls.filter(({ state }) => state === name).map((call) => call.arguments)]),
    ),
  };
}

/** Values by name, each after those that its expressions name. */
async function fillValues(values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const known: Record<string, unknown> = { LONG, BEGINNING: BEGINNING / 1000 };
  const names = new Set(Object.keys(values));
  const add = async (name: string): Promise<void> => {
    if (!names.delete(name)) return;
    const used = (JSON.stringify(values[name]) ?? '').match(PLACEHOLDER)?.flatMap((text) => text.match(/\w+/g) ?? []);
    for (const other of used ?? []) await add(other);
    known[name] = await fill(values[name], known);
  };
  for (const name of Object.keys(values)) await add(name);
  return known;
}

/** Replaces `${expression}` in all texts; a text that is one expression becomes its value. */
async function fill(value: unknown, known: object): Promise<unknown> {
  if (typeof value === 'string') return fillText(value, known);
  if (Array.isArray(value)) return Promise.all(value.map((one) => fill(one, known)));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const [[name, content] = ['', null], ...others] = Object.entries(value);
  if (/^\$[a-z]+$/.test(name)) {
    const make = Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined;
    if (make === undefined || others.length > 0)
      throw new FsxbenchError('Unexpected', `${name} is no answer, or has further keys`);
    return make(await fill(content, known), known);
  }
  const entries = Object.entries(value).map(async ([name, one]) => [
    await fillText(name, known),
    await fill(one, known),
  ]);
  return Object.fromEntries((await Promise.all(entries)) as [string, unknown][]);
}

/** An expression may have braces in braces. */
const PLACEHOLDER = /\$\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g;

async function fillText(text: string, known: object): Promise<unknown> {
  const found = [...text.matchAll(PLACEHOLDER)];
  const filled = await Promise.all(found.map(([, expression]) => compile(expression ?? '').evaluate(known) as unknown));
  if (found.length === 1 && found[0]?.[0] === text) return filled[0];
  return text.replace(PLACEHOLDER, () => String(filled.shift()));
}

/** A JSON merge patch (RFC 7396). */
function patch(value: unknown, change: unknown): Record<string, unknown> {
  const isPlain = (one: unknown): one is Record<string, unknown> =>
    one !== null && typeof one === 'object' && Object.getPrototypeOf(one) === Object.prototype;
  if (!isPlain(change)) return change as Record<string, unknown>;
  const result = isPlain(value) ? { ...value } : {};
  for (const [name, one] of Object.entries(change)) {
    if (one === null) delete result[name];
    else result[name] = patch(result[name], one);
  }
  return result;
}

/** Patches states at any depth; a patch with a `Type` replaces its state. */
function changeStates(load: Load, machine: string, states: Readonly<Record<string, object>>): Load {
  if (Object.keys(states).length === 0) return load;
  return (name) => {
    if (name !== machine) return load(name);
    const change = (key: string, value: unknown): unknown =>
      states[key] === undefined ? value : patch('Type' in states[key] ? {} : value, states[key]);
    return JSON.stringify(JSON.parse(load(name)), change);
  };
}

/** Answers before that of the file. */
class First {
  constructor(readonly answers: readonly unknown[]) {}
}

const asPair = (content: unknown): readonly [unknown, unknown] => {
  return (Array.isArray(content) ? content : [content, 'said so']) as [unknown, unknown];
};

/** Values with one key that begins with `$`; `docs/cases.md` explains them. */
const MAKERS: Readonly<Record<string, (content: unknown, known: object) => unknown>> = {
  $fails: (content) => new StateError(...(asPair(content) as readonly [string, string])),
  $turn: (content) => new InTurn((content as unknown[]).flat()),
  $first: (content) => new First((content as unknown[]).flat()),
  // For a part of `$turn`.
  $times: (content) => Array.from({ length: (content as [number])[0] }, () => (content as [number, unknown])[1]),
  $takes: (content) => new Later(...(asPair(content) as readonly [number, unknown])),
  $silent: () => () => Promise.race([]),
  $json: (content) => JSON.stringify(content),
  // The first row whose text is in the arguments.
  $match: (content) => (call: TaskCall) => {
    const text = JSON.stringify(call.arguments);
    return (content as [string, unknown][]).find(([part]) => text.includes(part))?.[1];
  },
  // An expression over `arguments` and `state`.
  $call: (content, known) => (call: TaskCall) =>
    compile(content as string).evaluate({ ...known, arguments: call.arguments, state: call.state }),
};
