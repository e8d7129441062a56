/** Compares the options that fio prints with the options of the plan. */
import type { Reason } from '../../../shapes/verdict';
import { getOrMake } from '../../../shapes/collections';
import { describeMismatch, toMismatch } from '../../tools/compare-options';
import type { HostStatus } from '../../contract';
import { buildFioArguments } from './command';
import { isOutputOption } from '../jobs/refused-options';
import { readStatedOptions } from '../output/reported-options';
import type { Run } from '../output/runs';
import type { HostOutput } from './read-host';
import { type CellParams, isMetadata } from '../schema';
import { FIO_OPTIONS } from '../options/known-options';

/** Options that are not compared: names, options that hosts set, and options of the whole call instead of a job. */
const IGNORED_OPTIONS: readonly string[] = ['name', 'description', 'directory', 'exec_prerun', 'output-format'];
/** Options that hosts determine and report as facts. */
const HOST_OPTIONS = ['ioengine', 'direct'] as const;
/**
 * Options of the plan that may lack a value (`fio --cmdhelp`). fio does not print an option without a value, so its
 * absence from the output is not a mismatch.
 */
const OPTIONAL_VALUES: readonly string[] = ['time_based', 'thread', 'norandommap', 'refill_buffers'];

/** Options of the call by parameters, which all hosts of a trial share. */
const GIVEN = new WeakMap<CellParams, readonly (readonly [string, string])[]>();

/** SUSPECT `OptionsMismatch`; empty if fio prints no options. Values that the host determined count as requested. */
export function judgeCall({ raw, output }: HostOutput, { facts }: HostStatus, params: CellParams): readonly Reason[] {
  const [run] = output.runs;
  if (run === undefined || output.runs.length > 1) return [];
  const given = getOrMake(GIVEN, params, () =>
    buildFioArguments(params).map((word): readonly [string, string] => {
      const at = word.indexOf('=');
      return [word.slice(2, at), word.slice(at + 1)];
    }),
  );
  const found = isMetadata(params) ? [] : HOST_OPTIONS.map((name) => [name, facts[name]] as const);
  const known = found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const unknown = found.flatMap(([name, value]) => (value === undefined ? [name] : []));
  return judgeRunCall(raw.host, run, { asked: Object.fromEntries([...given, ...known]), unknown });
}

/** Differences by printed and requested options: hosts and trials repeat the same ones. */
const MISMATCHES = new Map<string, string>();
const MISMATCHES_MAX = 1000;

/** Compares the options of one run. @param host name in messages, with the job if there is one */
export function judgeRunCall(
  host: string,
  run: Run,
  { asked, unknown = [] }: { readonly asked: Readonly<Record<string, string>>; readonly unknown?: readonly string[] },
): readonly Reason[] {
  const options = readStatedOptions(run);
  if (options === null) return [];
  if (MISMATCHES.size >= MISMATCHES_MAX) MISMATCHES.clear();
  const key = JSON.stringify([options, asked, unknown]);
  const text = MISMATCHES.get(key) ?? describeCall(options, asked, unknown);
  MISMATCHES.set(key, text);
  return toMismatch(host, text);
}

type Options = Readonly<Record<string, string>>;

function describeCall(options: Options, asked: Options, unknown: readonly string[]): string {
  const aside = (name: string): boolean =>
    IGNORED_OPTIONS.includes(name) || isOutputOption(name) || unknown.includes(name);
  const isSilent = (name: string, value: string): boolean =>
    (value === '' || OPTIONAL_VALUES.includes(name)) && !Object.hasOwn(options, name);
  const printed = Object.entries(asked).filter(([name, value]) => !isSilent(name, value));
  const requested = Object.fromEntries(printed);
  return describeMismatch(options, { requested, tool: FIO_OPTIONS, aside, repeatsAll: true });
}
