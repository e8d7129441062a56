/** Options of fio as people say them, in one spelling: `direct=true` is `direct=1`, and `buffered=0` is that too. */
import type { ToolOptions } from '../../../shapes/tool-options';
import { secondsOf, sizeOf } from './values';
import { NAMES_OF, OPTION_WORDS, oneName } from './known-options';

/** With times for values, in seconds where no unit is said. */
const TIMES: readonly string[] = [
  'runtime',
  'ramp_time',
  'startdelay',
  'steadystate_duration',
  'steadystate_ramp_time',
];
const SWITCHED: Readonly<Record<string, string>> = {
  '': '1',
  true: '1',
  yes: '1',
  on: '1',
  false: '0',
  no: '0',
  off: '0',
};
/** Second words for values. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rw: { readwrite: 'rw' },
  sync: { '0': 'none', '1': 'sync' },
  verify: { null: '0', none: '0' },
};

/** What `fio --cmdhelp=NAME` of fio 3.33 tells of those that people ask for, in one spelling. */
const DEFAULTS: Readonly<Record<string, string>> = {
  rw: 'read',
  bs: '4096',
  iodepth: '1',
  numjobs: '1',
  ioengine: 'psync',
  direct: '0',
  sync: 'none',
  fsync: '0',
  fdatasync: '0',
  end_fsync: '0',
  fsync_on_close: '0',
  runtime: '0',
  ramp_time: '0',
  time_based: '0',
  thinktime: '0',
  rwmixread: '50',
  random_distribution: 'random',
  norandommap: '0',
  randrepeat: '1',
  nrfiles: '1',
  loops: '1',
  thread: '0',
  group_reporting: '0',
  invalidate: '1',
  verify: '0',
  zero_buffers: '0',
  refill_buffers: '0',
  scramble_buffers: '1',
  buffer_compress_percentage: '0',
  dedupe_percentage: '0',
};

export const OPTIONS: ToolOptions = {
  of: NAMES_OF,
  names: OPTION_WORDS,
  defaults: DEFAULTS,
  spelt: (said, text) => {
    const name = oneName(said);
    const value = valueOf(name, text.trim().toLowerCase());
    return name === 'buffered' ? { name: 'direct', value: value === '0' ? '1' : '0' } : { name, value };
  },
};

function valueOf(name: string, text: string): string {
  const words = inTable(WORDS, name) ?? {};
  const word = inTable(SWITCHED, text) ?? inTable(words, text) ?? text;
  if (TIMES.includes(name)) return String(secondsOf(word) ?? word);
  // Sizes of reads, writes and trims may differ.
  const parts = word.split(',').map((part) => numberOf(part.trim()));
  // What is not said of the next of them is as the one before.
  while (parts.length > 1 && parts.at(-1) === parts.at(-2)) parts.pop();
  return inTable(words, parts.join(',')) ?? parts.join(',');
}

function numberOf(text: string): string {
  return String(/^0x[\da-f]{1,12}$/.test(text) ? Number(text) : (sizeOf(text) ?? text));
}

/** People may write anything, `constructor` too. */
function inTable<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
