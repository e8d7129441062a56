/**
 * Reads a spec file. A workload may name a text file, e.g. `jobFile: jobs/mix.fio`: its content replaces the name, on
 * the same line, so that the stored spec is complete.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Cli, UserError } from './command';
import { readUserText, formatName } from './user-file';
import { KINDS } from '../experiment/kinds';
import { readYaml } from '../experiment/language/yaml';
import { ensure } from '../shapes/errors';
import { findNearest } from '../shapes/suggest';
import type { Path } from '../shapes/problem';

/** Far above the input limit of Step Functions, 262,144 bytes. */
export const MAX_SPEC_BYTES = 1_000_000;
/** Limit of a named text file: more than any kind accepts. */
const TEXT_MAX_BYTES = 100_000;

export interface SpecText {
  /** Path as typed. */
  readonly file: string;
  readonly text: string;
}

/** Reads a text by its path, or says why there is none. @param most bytes */
export type TextReader = (path: string, most: number) => { readonly text: string } | { readonly why: string };

export function makeFileReader({ cwd }: Pick<Cli, 'cwd'>): TextReader {
  return (path, most) => readUserText(cwd, path, most);
}

/**
 * Reads the spec file of a command: a file of the user, or by its name an experiment of this package.
 * @throws UserError if the file is missing or not text
 */
export function readSpecFile(cli: Cli, args: readonly string[], reader = makeFileReader(cli)): SpecText {
  const file = findSpec(cli, ensure(args[0], 'the argument <spec>'));
  const read = reader(file, MAX_SPEC_BYTES);
  const why = 'why' in read ? read.why : read.text.includes('\0') ? 'not a UTF-8 text file' : null;
  if ('text' in read && why === null) return { file, text: inlineTextFiles(reader, file, read.text) };
  throw new UserError(
    'UnreadableSpec',
    `${formatName(file)}: ${why ?? ''}; a spec is a YAML file, ` +
      `or the name of a shipped experiment${suggestName(cli, file)}`,
  );
}

/** `local-disk` and `experiments/local-disk.yaml` name an experiment of the package where the user has no such file. */
function findSpec({ root, cwd }: Pick<Cli, 'root' | 'cwd'>, file: string): string {
  const [, name] = /^(?:experiments\/)?([\w-]+)(?:\.yaml)?$/.exec(file) ?? [];
  if (name === undefined || existsSync(resolve(cwd, file))) return file;
  const shipped = join(root, 'experiments', `${name}.yaml`);
  return existsSync(shipped) ? relative(cwd, shipped) : file;
}

/** Example: `, e.g. local-disk`, or the nearest name. */
function suggestName({ root }: Pick<Cli, 'root'>, file: string): string {
  const near = findNearest(basename(file, '.yaml'), listShipped(root));
  return near === undefined ? ', e.g. local-disk' : `: did you mean ${near}?`;
}

/** Names of the shipped experiments. */
export function listShipped(root: string): readonly string[] {
  return readdirSync(join(root, 'experiments')).flatMap((file) => /^(.*)\.yaml$/.exec(file)?.[1] ?? []);
}

/** By text of a spec: the files whose texts it holds, by setting. Messages about their lines name them. */
const TEXT_FILES = new Map<string, ReadonlyMap<string, string>>();

/** By text of a generated spec: what the user typed in place of a setting, e.g. `--at-least`; empty if nothing. */
const TYPED = new Map<string, (path: Path) => string>();

/** Records a spec that the user did not write. @param files by the path of their setting */
export function recordGenerated(
  spec: string,
  files: readonly (readonly [path: Path, file: string])[],
  findTyped: (path: Path) => string,
): void {
  TEXT_FILES.set(spec, new Map(files.map(([path, file]) => [path.join('\n'), file])));
  TYPED.set(spec, findTyped);
}

/** What the user typed in place of a setting; undefined if the user wrote the spec. @param spec its whole text */
export function findTyped(spec: string, path: Path): string | undefined {
  return TYPED.get(spec)?.(path);
}

/** The file that the text of a setting came from; undefined if the spec holds it. @param spec its whole text */
export function findTextFile(spec: string, path: Path): string | undefined {
  return TEXT_FILES.get(spec)?.get(path.join('\n'));
}

interface TextInsertion {
  /** Path of the setting. */
  readonly path: Path;
  /** File path as the user would type it. */
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Inserts the texts of named files into a spec.
 * @param file path of the spec: text files are inside its folder, with relative paths
 * @throws UserError if a file is missing or not text
 */
export function inlineTextFiles(reader: TextReader, file: string, text: string): string {
  const { value, locate } = readYaml(text);
  const lines = listLineStarts(text);
  const places = Object.entries(toRecord(toRecord(value)['workloads'])).flatMap(([name, workload]) =>
    listTextFiles(workload).flatMap(([setting, ending]): readonly TextInsertion[] => {
      const named = toRecord(workload)[setting];
      if (typeof named !== 'string' || !isFileName(named, ending)) return [];
      const at = locate(['workloads', name, setting], 'value');
      const from = at === undefined ? -1 : (lines[at.line - 1] ?? 0) + at.column - 1;
      const written = [named, `"${named}"`, `'${named}'`].find((one) => from >= 0 && text.startsWith(one, from));
      // An alias or an escape: the schema checks it.
      if (written === undefined) return [];
      const own = join(dirname(file), named);
      const content = readContent(reader, own, `workloads.${name}.${setting}: ${formatName(named)}`);
      // JSON strings are valid YAML on one line, so the lines below keep their numbers.
      const path = ['workloads', name, setting];
      return [{ path, file: own, from, to: from + written.length, text: JSON.stringify(content) }];
    }),
  );
  const whole = places
    .toSorted((a, b) => b.from - a.from)
    .reduce((all, { from, to, text: own }) => all.slice(0, from) + own + all.slice(to), text);
  TEXT_FILES.set(whole, new Map(places.map(({ path, file: own }) => [path.join('\n'), own])));
  return whole;
}

/** Settings of a workload that may name files, with the endings of the names. */
function listTextFiles(workload: unknown): readonly (readonly [string, string])[] {
  return Object.entries(KINDS.workloadOf(String(toRecord(workload)['kind']))?.textFiles ?? {});
}

/** Whether a text is a plain path inside the folder of the spec. */
function isFileName(text: string, ending: string): boolean {
  return text.endsWith(ending) && /^(?:\.\/)?\w[\w./-]*$/.test(text) && !text.split('/').includes('..');
}

/** Reads a text of several lines. @param what it is, for messages. @throws UserError if it is missing or not text */
export function readContent(reader: TextReader, path: string, what: string): string {
  const read = reader(path, TEXT_MAX_BYTES);
  if ('why' in read) throw new UserError('UnreadableSpec', `${what}: ${read.why}`);
  // Without a line break it would be read as a name again.
  return read.text.includes('\n') ? read.text : `${read.text}\n`;
}

function listLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
