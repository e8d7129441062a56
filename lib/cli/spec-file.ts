/**
 * Reading a spec from a file that a user named. Texts of a workload may lie in a file beside it, e.g. `jobFile:
 * jobs/mix.fio`: they take the place of the name, on its line, so that what is stored, planned and executed needs no
 * other file.
 */
import { dirname, join } from 'node:path';
import { type Cli, UserError } from './command';
import { readUserText, formatName } from './user-file';
import { KINDS } from '../experiment/kinds';
import { readYaml } from '../experiment/language/yaml';
import { ensure } from '../shapes/errors';
import type { Path } from '../shapes/problem';

/** Step Functions takes 262,144 bytes of input; nobody writes more by hand. */
export const MAX_BYTES = 1_000_000;
/** Of a text beside it: more than any kind takes. */
const TEXT_MAX_BYTES = 100_000;

export interface SpecText {
  /** As the user named it. */
  readonly file: string;
  readonly text: string;
}

/**
 * The spec file that a command is given as its argument.
 * @throws UserError where there is no such file, or it is no text.
 */
export function readSpecFile(cli: Cli, args: readonly string[]): SpecText {
  const file = ensure(args[0], 'the argument <spec>');
  const read = readUserText(cli.cwd, file, MAX_BYTES);
  const why = 'why' in read ? read.why : read.text.includes('\0') ? 'this is no text in UTF-8' : null;
  if ('text' in read && why === null) return { file, text: inlineTextFiles(cli, file, read.text) };
  throw new UserError(
    'UnreadableSpec',
    `${formatName(file)}: ${why ?? ''}; a spec is a YAML file, e.g. experiments/local-disk.yaml`,
  );
}

/** Of the text of a spec the files whose texts are in it, by the setting: whoever tells of their lines names them. */
const TEXT_FILES = new Map<string, ReadonlyMap<string, string>>();

/** The file that the text of a setting came from; undefined where it stands in the spec. @param spec its whole text */
export function findTextFile(spec: string, path: Path): string | undefined {
  return TEXT_FILES.get(spec)?.get(path.join('\n'));
}

interface TextInsertion {
  /** Of the setting. */
  readonly path: Path;
  /** As the user would name it. */
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The text of a spec, with the texts of files that it names.
 * @param file name of the spec: theirs are relative to its folder, and below it
 * @throws UserError where there is no such file, or it is no text
 */
export function inlineTextFiles(cli: Cli, file: string, text: string): string {
  const settings = new Map(
    KINDS.workloadKinds.flatMap((kind) => Object.entries(KINDS.workloadOf(kind)?.textFiles ?? {})),
  );
  const { value, locate } = readYaml(text);
  const lines = lineStarts(text);
  const places = Object.entries(toRecord(toRecord(value)['workloads'])).flatMap(([name, workload]) =>
    [...settings].flatMap(([setting, ending]): readonly TextInsertion[] => {
      const named = toRecord(workload)[setting];
      if (typeof named !== 'string' || !isFileName(named, ending)) return [];
      const at = locate(['workloads', name, setting], 'value');
      const from = at === undefined ? -1 : (lines[at.line - 1] ?? 0) + at.column - 1;
      const written = [named, `"${named}"`, `'${named}'`].find((one) => from >= 0 && text.startsWith(one, from));
      // An alias or an escape: the schema says what may stand there.
      if (written === undefined) return [];
      const own = join(dirname(file), named);
      const content = readContent(cli, own, `workloads.${name}.${setting}: ${formatName(named)}`);
      // JSON's strings are YAML's, and stay on one line: what stands below keeps its place.
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

/** A plain name below the folder of the spec. */
function isFileName(text: string, ending: string): boolean {
  return text.endsWith(ending) && /^\w[\w./-]*$/.test(text) && !text.split('/').includes('..');
}

function readContent(cli: Cli, path: string, what: string): string {
  const read = readUserText(cli.cwd, path, TEXT_MAX_BYTES);
  if ('why' in read) throw new UserError('UnreadableSpec', `${what}: ${read.why}`);
  // One line would be a name again.
  return read.text.includes('\n') ? read.text : `${read.text}\n`;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
