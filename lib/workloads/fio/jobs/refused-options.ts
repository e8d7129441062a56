/**
 * Options of a job file that would make figures untrue, or leave the folder of a trial. Some are refused; those that
 * only say how results are told are left out, which is said. Source: https://fio.readthedocs.io/en/latest/fio_doc.html.
 */
import { isDefault } from '../options/known-options';
import { findMisreadSize, type OptionLine } from '../options/values';
import { type LineFault, FILE_NAME_OPTIONS, cutText } from './ini';
import table from './refused-options.json';

/** Names of options, why they are not taken, and what to write instead (left out: nothing). */
type RefusedOption = readonly [names: string, why: string, instead?: string];

/** A name that ends in `*` is of all that begin so. */
const {
  refused,
  output,
  leftOut: others,
} = table as unknown as Record<'refused' | 'leftOut', readonly RefusedOption[]> & {
  readonly output: RefusedOption;
};
const tables = { refused: toLookup(refused), leftOut: toLookup([output, ...others]) };

/** Rows by name, exact names before beginnings. */
function toLookup(rows: readonly RefusedOption[]): (name: string) => RefusedOption | undefined {
  const named = rows.flatMap((row) => row[0].split(' ').map((name) => [name, row] as const));
  const exact = new Map(named);
  const families = named.filter(([name]) => name.endsWith('*')).map(([name, row]) => [name.slice(0, -1), row] as const);
  return (name) => exact.get(name) ?? families.find(([beginning]) => name.startsWith(beginning))?.[1];
}

/** Why a line is refused; null where it may stand. */
export function refuseLine(option: OptionLine): LineFault | null {
  const found = whyOmitted(option) === null ? findRefusedRow(option) : undefined;
  if (found === undefined) return null;
  const written = option.value === '' ? option.written : `${option.written}=${option.value}`;
  const [, why, instead = 'leave it out'] = found;
  return { line: option.line, text: `${cutText(written)}: ${why}; ${instead}` };
}

/** Whether an option only says how results are told. */
export function isOutputOption(name: string): boolean {
  return tables.leftOut(name) === output;
}

/** Whether a line is left out, and why. */
export function whyOmitted({ name }: OptionLine): string | null {
  return tables.leftOut(name)?.[1] ?? null;
}

/** Options whose values have a slash that is none of a path. */
const SLASH_OPTIONS = new Set(['bssplit', 'zonesplit', 'random_distribution', 'description', 'rate', 'rate_iops']);

function findRefusedRow({ name, value }: OptionLine): RefusedOption | undefined {
  const known = tables.refused(name);
  // A value that is fio's own default changes nothing.
  if (known !== undefined) return isDefault(name, value) ? undefined : known;
  const misread = findMisreadSize(name, value);
  const meant = misread?.written.replace(/\s+/, '').replace(/ib$/i, '').toLowerCase();
  const rules: readonly (readonly [boolean, why: string, instead: string])[] = [
    [value.includes('${'), 'nobody knows what a host has in its environment', 'write the value'],
    [/\$(?:pagesize|mb_memory|ncpus)\b/.test(value), 'hosts would do different things', 'write the number'],
    [
      misread !== null,
      `fio takes '${misread?.written ?? ''}' for ${misread?.taken ?? ''}`,
      `write it as ${meant ?? ''}`,
    ],
    // A dash is the input or the output of fio itself.
    [
      FILE_NAME_OPTIONS.has(name) && /\/|(?:^|:)(?:\.\.?|-)(?:$|:)/.test(value),
      'it leaves the folder of the trial',
      'write a name below it, without ..',
    ],
    [
      value.includes('/') && !FILE_NAME_OPTIONS.has(name) && !SLASH_OPTIONS.has(name),
      'it may be a file outside of the folder of the trial',
      'leave it out',
    ],
  ];
  const found = rules.find(([is]) => is);
  return found === undefined ? undefined : [name, found[1], found[2]];
}
