/** Options of the commands of `checks/`: one table gives the parser and the text of `--help`. */
import { parseArgs } from 'node:util';

/** An unknown option, or an invalid value. */
export class UsageError extends Error {}

interface OptionValue {
  readonly flag: boolean;
  readonly text: string | undefined;
  readonly texts: readonly string[];
  /** A whole number from 1. */
  readonly count: number | null;
  /** A number above 0. */
  readonly number: number | null;
}

export interface OptionEntry {
  readonly type: keyof OptionValue;
  /** Name of the value in the help. */
  readonly value?: string;
  /** Its line of the help; absent: not for people. */
  readonly help?: string;
}

export type OptionTable = Readonly<Record<string, OptionEntry>>;
export type OptionValues<T extends OptionTable> = { readonly [K in keyof T]: OptionValue[T[K]['type']] };

const COUNT_MAX = 1_000_000;

/** @throws UsageError that names each option with its allowed values */
export function parseOptions<const T extends OptionTable>(
  argv: readonly string[],
  table: T,
): { readonly values: OptionValues<T>; readonly positionals: readonly string[] } {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { type }]) => [
      name,
      { type: type === 'flag' ? ('boolean' as const) : ('string' as const), multiple: type === 'texts' },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const read = Object.entries(table).map(([name, { type }]) => [name, readValue(`--${name}`, type, values[name])]);
    return { values: Object.fromEntries(read) as OptionValues<T>, positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${(error as Error).message}; --help lists the options`);
  }
}

function readValue(
  option: string,
  type: keyof OptionValue,
  given: boolean | string | readonly (boolean | string)[] | undefined,
): unknown {
  if (type === 'flag') return given === true;
  if (type === 'texts') return given ?? [];
  if (type === 'text') return given;
  if (given === undefined) return null;
  const number = Number(given);
  const isNumber = given.toString().trim() !== '' && number > 0 && number < Number.POSITIVE_INFINITY;
  if (type === 'number' && isNumber) return number;
  if (type === 'count' && isNumber && Number.isInteger(number) && number <= COUNT_MAX) return number;
  const allowed = type === 'count' ? `a whole number from 1 to ${COUNT_MAX}` : 'more than 0';
  throw new UsageError(`${option}: found '${given.toString()}'; allowed: ${allowed}`);
}

/** The text of `--help`. @param about the command and what it does, one text */
export function formatUsage(about: string, table: OptionTable): string {
  const rows = Object.entries(table).flatMap(([name, { value, help }]): [string, string][] =>
    help === undefined ? [] : [[`--${name}${value === undefined ? '' : ` ${value}`}`, help]],
  );
  const width = Math.max(...rows.map(([flag]) => flag.length));
  const lines = rows.map(
    ([flag, help]) => `  ${flag.padEnd(width)}  ${help.replaceAll('\n', `\n${' '.repeat(width + 4)}`)}`,
  );
  return `${about}\n\n${lines.join('\n')}\n`;
}

/** Runs a command, and sets the exit code that it returns; 2 and one message for wrong options. */
export async function runCommand(main: (argv: readonly string[]) => Promise<number> | number): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
