/**
 * State machines as `state-machines/<name>.asl.yaml`: the Amazon States Language with short forms of `Retry` and
 * `Catch` (docs/contributing.md). Step Functions, its console and the simulated account take the JSON.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { FsxbenchError } from '../shapes/errors';

/** `state-machines/handlers.yaml`. */
interface Handlers {
  /** `ErrorEquals` by the name that `Retry` uses. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Fields of each retrier, unless it states others. */
  readonly usual: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** JSON of a machine, with its placeholders. @param root of the checkout @throws FsxbenchError `MachineInvalid` */
export function readMachineText(root: string, name: string): string {
  const sources = ['handlers.yaml', `${name}.asl.yaml`].map((file) => join(root, 'state-machines', file));
  const built = getMachinePath(root, name);
  // Parsing YAML takes hundreds of times as long.
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
  if (sources.every((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) <= builtAt))
    return readFileSync(built, 'utf8');
  const [handlers, machine] = sources.map(parseFile);
  return `${JSON.stringify(expand(machine, handlers as Handlers, `state-machines/${name}.asl.yaml`), null, 2)}\n`;
}

/** Path of the built JSON, for the assembly and for the console. */
export function getMachinePath(root: string, name: string): string {
  return join(root, 'dist', 'state-machines', `${name}.asl.json`);
}

/** Writes the JSON of machines to {@link getMachinePath}. */
export function buildMachines(root: string, names: readonly string[]): void {
  for (const name of names) {
    const path = getMachinePath(root, name);
    const part = `${path}.${process.pid}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(part, readMachineText(root, name));
    renameSync(part, path);
  }
}

function parseFile(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new FsxbenchError('MachineInvalid', `${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Replaces the short forms of `Retry` and `Catch` in all states below a value. */
function expand(value: unknown, handlers: Handlers, path: string): unknown {
  if (Array.isArray(value)) return value.map((one) => expand(one, handlers, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === 'Retry') return [key, expandRetry(item, handlers, path)];
      return [key, key === 'Catch' ? expandCatch(item) : expand(item, handlers, path)];
    }),
  );
}

/** `s3`, or `{ lambdaBusy: 20, s3: { MaxDelaySeconds: 60 } }`: names of errors, with attempts or other fields. */
function expandRetry(written: unknown, { errors, usual }: Handlers, path: string): unknown {
  if (Array.isArray(written)) return written;
  const retriers = typeof written === 'string' ? { [written]: {} } : (written as Fields);
  return Object.entries(retriers).map(([name, own]) => {
    const known = Object.hasOwn(errors, name) ? errors[name] : undefined;
    if (known === undefined && !name.includes('.') && !/^[A-Z]/.test(name))
      throw new FsxbenchError('MachineInvalid', `${path}: Retry '${name}' is not in state-machines/handlers.yaml`);
    return {
      ErrorEquals: known ?? [name],
      ...usual,
      ...(typeof own === 'number' ? { MaxAttempts: own } : (own as Fields)),
    };
  });
}

/** A catcher without `ErrorEquals`, or the name of a state, is for every error: `States.ALL` leaves one out. */
function expandCatch(written: unknown): unknown {
  return [written].flat().flatMap((one): unknown => {
    const catcher = typeof one === 'string' ? { Next: one } : (one as Fields);
    if (catcher['ErrorEquals'] !== undefined) return catcher;
    return ['States.DataLimitExceeded', 'States.ALL'].map((error) => ({ ErrorEquals: [error], ...catcher }));
  });
}
