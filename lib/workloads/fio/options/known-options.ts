/**
 * Options of fio 3.33 in Debian 12, from `fio --cmdhelp=all` and from `fio --enghelp=` of the engines of job files.
 * Four more are from `fio --cmdhelp=NAME`, as the first list lacks them (`bs_is_seq_rand`, `iomem_align`,
 * `softrandommap`, `verify_async_cpus`). Newer versions have more options. Values are normalized: `direct=true` and
 * `buffered=0` become `direct=1`.
 */
import type { ToolOptions } from '../../../shapes/tool-options';
import table from './known-options.json';
import { parseTime, parseSize } from './values';

/** Version of fio with these options. */
export const KNOWN_VERSION = 'fio 3.33';

/**
 * The table lists names and, for common options and those that a job file must not turn on, normalized defaults of `fio
 * --cmdhelp=NAME`. Switches without a default there are off (0). Aliases are the `alias` of `--cmdhelp`, and
 * `start_delay`, the spelling in fio's documentation. Values of `times` without a unit are in seconds.
 */
const { ofJobs, ofEngines, times: TIMES, switched: SWITCHED } = table;
const NAME_ALIASES: Readonly<Record<string, string>> = table.aliases;
const VALUE_ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = table.words;

const optionRows = [...ofJobs, ...ofEngines]
  .flatMap((line) => line.split(' '))
  .map((word): readonly [name: string, ...holds: string[]] => word.split('=') as [string]);

/** Canonical names. */
export const KNOWN_OPTION_NAMES: readonly string[] = optionRows.map(([name]) => name);
const KNOWN_OPTIONS = new Set(KNOWN_OPTION_NAMES);

export function toOptionName(name: string): string {
  return getOwn(NAME_ALIASES, name) ?? name;
}

/** Whether fio 3.33 has the option, under any of its names. */
export function isKnownOption(name: string): boolean {
  return KNOWN_OPTIONS.has(toOptionName(name));
}

/** Kept, because the hosts and trials of an execution repeat the same options. */
const NORMALIZED = new Map<string, { readonly name: string; readonly value: string }>();
const NORMALIZED_MAX = 10_000;

export const FIO_OPTIONS: ToolOptions = {
  of: KNOWN_VERSION,
  names: KNOWN_OPTION_NAMES,
  defaults: Object.fromEntries(optionRows.flatMap(([name, holds]) => (holds === undefined ? [] : [[name, holds]]))),
  normalize: (said, text) => {
    const key = `${said}=${text}`;
    const known = NORMALIZED.get(key);
    if (known !== undefined) return known;
    const name = toOptionName(said);
    const value = toOptionValue(name, text.trim().toLowerCase());
    const option = name === 'buffered' ? { name: 'direct', value: value === '0' ? '1' : '0' } : { name, value };
    if (NORMALIZED.size < NORMALIZED_MAX) NORMALIZED.set(key, option);
    return option;
  },
};

/** Whether a value is fio's default. @param name canonical */
export function isDefault(name: string, value: string): boolean {
  return FIO_OPTIONS.defaults[name] === FIO_OPTIONS.normalize(name, value).value;
}

function toOptionValue(name: string, text: string): string {
  const words = getOwn(VALUE_ALIASES, name) ?? {};
  const word = getOwn(SWITCHED, text) ?? getOwn(words, text) ?? text;
  if (TIMES.includes(name)) return String(parseTime(word) ?? word);
  // Sizes of reads, writes and trims may differ.
  const parts = word.split(',').map((part) => toNumberText(part.trim()));
  // A missing size equals that of the preceding direction.
  while (parts.length > 1 && parts.at(-1) === parts.at(-2)) parts.pop();
  return getOwn(words, parts.join(',')) ?? parts.join(',');
}

function toNumberText(text: string): string {
  return String(/^0x[\da-f]{1,12}$/.test(text) ? Number(text) : (parseSize(text) ?? text));
}

/** Only own properties: users may write `constructor`. */
function getOwn<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
