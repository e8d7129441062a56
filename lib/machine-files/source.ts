/**
 * State machines as `state-machines/<name>.asl.yaml`: the Amazon States Language with short forms of `Retry` and
 * `Catch` (docs/contributing.md). Step Functions, its console and the simulated account take the JSON.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { sha256 } from '../shapes/canonical-json';
import { FsxbenchError } from '../shapes/errors';

/** `state-machines/handlers.yaml`. */
interface Handlers {
  /** `ErrorEquals` by the name that `Retry` uses; lists of lists are joined. */
  readonly errors: Readonly<Record<string, readonly (string | readonly string[])[]>>;
  /** Fields of each retrier, unless it states others. */
  readonly usual: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** Part of the key of built files; raise it with each change of the short forms. */
const FORMAT = 1;

/** JSON of a machine, with its placeholders. @param root of the checkout @throws FsxbenchError `MachineInvalid` */
export function readMachineText(root: string, name: string): string {
  const { built, key } = getBuiltPaths(root, name);
  // Parsing YAML takes hundreds of times as long.
  const text = existsSync(built) ? readFileSync(built, 'utf8') : '';
  const isBuilt = existsSync(key) && readFileSync(key, 'utf8') === computeKey(root, name, text);
  return isBuilt ? text : renderMachine(root, name);
}

function renderMachine(root: string, name: string): string {
  const [handlers, machine] = listSources(name).map((path) => parseFile(root, path));
  if (!areHandlers(handlers)) throw refuse(HANDLERS, 'needs `errors` (lists by name) and `usual` (fields)');
  return `${JSON.stringify(expandStates(machine, handlers, `state-machines/${name}.asl.yaml`), null, 2)}\n`;
}

const HANDLERS = 'state-machines/handlers.yaml';

function listSources(name: string): readonly string[] {
  return [HANDLERS, `state-machines/${name}.asl.yaml`];
}

function areHandlers(found: unknown): found is Handlers {
  if (!isMapping(found) || !isMapping(found['errors']) || !isMapping(found['usual'])) return false;
  return Object.values(found['errors']).every((one) => Array.isArray(one));
}

/** Hash of sources and JSON: a file that was restored or copied may have any time. */
function computeKey(root: string, name: string, built: string): string {
  const paths = listSources(name).map((path) => join(root, path));
  const texts = paths.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''));
  return sha256(...[String(FORMAT), built, ...texts].map((text) => `${text}\0`));
}

/** Paths of the built JSON, for the assembly and for the console, and of the hash of its sources. */
export function getBuiltPaths(root: string, name: string): Readonly<Record<'built' | 'key', string>> {
  const folder = join(root, 'dist', 'state-machines');
  return { built: join(folder, `${name}.asl.json`), key: join(folder, `${name}.sha256`) };
}

/** Writes the JSON of machines to {@link getBuiltPaths}. */
export function buildMachines(root: string, names: readonly string[]): void {
  for (const name of names) {
    const { built, key } = getBuiltPaths(root, name);
    mkdirSync(dirname(built), { recursive: true });
    const text = readMachineText(root, name);
    writeWhole(built, text);
    writeWhole(key, computeKey(root, name, text));
  }
}

/** Other processes see the old or the new file. */
export function writeWhole(path: string, text: string): void {
  const part = `${path}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, path);
}

function parseFile(root: string, path: string): unknown {
  const document = parseDocument(readFileSync(join(root, path), 'utf8'));
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw refuse(path, problem.message);
  return document.toJS();
}

/** Replaces the short forms of `Retry` and `Catch` in all states of a machine, a branch or an item processor. */
function expandStates(group: unknown, handlers: Handlers, path: string): unknown {
  if (!isMapping(group) || !isMapping(group['States'])) throw refuse(path, 'has no States');
  const states: Record<string, Fields> = {};
  for (const [name, state] of Object.entries(group['States'])) {
    const at = `${path}: ${name}`;
    if (!isMapping(state)) throw refuse(at, 'is no state');
    const fields: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(state)) fields[key] = expandField(key, item, handlers, at);
    states[name] = fields;
  }
  return { ...group, States: states };
}

function expandField(key: string, item: unknown, handlers: Handlers, at: string): unknown {
  switch (key) {
    case 'Retry':
      return expandRetry(item, handlers, at);
    case 'Catch':
      return expandCatch(item, at);
    case 'Branches':
      if (!Array.isArray(item)) throw refuse(at, 'Branches is no list');
      return item.map((branch: unknown) => expandStates(branch, handlers, at));
    case 'ItemProcessor':
      return expandStates(item, handlers, at);
    default:
      return item;
  }
}

/** `s3`, or `{ lambdaBusy: 20, s3: { MaxDelaySeconds: 60 } }`: names of errors, with attempts or other fields. */
function expandRetry(written: unknown, { errors, usual }: Handlers, at: string): unknown {
  if (Array.isArray(written) && written.every((one) => isMapping(one) && Object.hasOwn(one, 'ErrorEquals')))
    return written;
  const retriers = typeof written === 'string' ? { [written]: {} } : written;
  if (!isMapping(retriers)) throw refuse(at, 'Retry is a name, or a mapping of names');
  return Object.entries(retriers).map(([name, own]) => {
    const known = Object.hasOwn(errors, name) ? errors[name] : undefined;
    // Errors of AWS have a dot.
    if (known === undefined && !name.includes('.'))
      throw refuse(at, `Retry '${name}' is not in state-machines/handlers.yaml`);
    const fields = typeof own === 'number' ? { MaxAttempts: own } : own;
    if (!isMapping(fields)) throw refuse(at, `Retry '${name}' has neither a number of attempts nor fields`);
    return { ErrorEquals: known?.flat() ?? [name], ...usual, ...fields };
  });
}

/** A catcher without `ErrorEquals`, or the name of a state, is for every error: `States.ALL` leaves one out. */
function expandCatch(written: unknown, at: string): unknown {
  return [written].flat().flatMap((one): unknown => {
    const catcher = typeof one === 'string' ? { Next: one } : one;
    if (!isMapping(catcher)) throw refuse(at, 'Catch is a state, or a catcher');
    if (catcher['ErrorEquals'] !== undefined) return catcher;
    return ['States.DataLimitExceeded', 'States.ALL'].map((error) => ({ ErrorEquals: [error], ...catcher }));
  });
}

function isMapping(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(at: string, why: string): FsxbenchError {
  return new FsxbenchError('MachineInvalid', `${at}: ${why}`);
}
