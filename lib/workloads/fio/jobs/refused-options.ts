/**
 * Options of a job file that would falsify results or leave the trial's folder are refused. Options that only change
 * the output are omitted, with a note. Source: https://fio.readthedocs.io/en/latest/fio_doc.html.
 */
import { checkDataPath } from '../../protected-paths';
import { cutText } from '../../../shapes/printable';
import { isDefault } from '../options/known-options';
import { explainWeakVerify } from '../options/verify-methods';
import { findMisreadSize, type OptionLine } from '../options/values';
import { type LineFault, FILE_NAME_OPTIONS } from './ini';
import table from './refused-options.json';

/** Option names, why they are refused, and what to write instead (default: omit the option). */
type RefusedOption = readonly [names: string, why: string, instead?: string];

/** A name that ends in `*` is a prefix. */
const {
  refused,
  output,
  leftOut: others,
} = table as unknown as Record<'refused' | 'leftOut', readonly RefusedOption[]> & {
  readonly output: RefusedOption;
};
const refusedRows = { refused: createLookup(refused), leftOut: createLookup([output, ...others]) };

/** Rows by name; exact names precede prefixes. */
function createLookup(rows: readonly RefusedOption[]): (name: string) => RefusedOption | undefined {
  const named = rows.flatMap((row) => row[0].split(' ').map((name) => [name, row] as const));
  const exact = new Map(named);
  const families = named.filter(([name]) => name.endsWith('*')).map(([name, row]) => [name.slice(0, -1), row] as const);
  return (name) => exact.get(name) ?? families.find(([beginning]) => name.startsWith(beginning))?.[1];
}

/** Why a line is refused; null if it is allowed. */
export function explainRefusal(option: OptionLine): LineFault | null {
  const found = explainOmission(option) === null ? findRefusedRow(option) : findProtectedFolder(option);
  if (found === undefined) return null;
  const written = option.value === '' ? option.written : `${option.written}=${option.value}`;
  const [, why, instead = 'leave it out'] = found;
  const weak = option.name === 'verify' ? explainWeakVerify(option.value) : [];
  return { line: option.line, text: [`${cutText(written)}: ${why}`, instead, ...weak].join('; ') };
}

export function isOutputOption(name: string): boolean {
  return refusedRows.leftOut(name) === output;
}

/** Why an option is omitted; null if it is kept. */
export function explainOmission({ name }: OptionLine): string | null {
  return refusedRows.leftOut(name)?.[1] ?? null;
}

/** The folder is omitted; but a job file for a system folder was not meant to run here. */
function findProtectedFolder({ name, value }: OptionLine): RefusedOption | undefined {
  const reasons =
    name === 'directory'
      ? value
          .split(':')
          .filter((path) => path.startsWith('/'))
          .map(checkDataPath)
      : [];
  const why = reasons.find((one) => one !== null);
  return typeof why === 'string' ? [name, why, 'leave it out: the target defines the folder'] : undefined;
}

/** Options whose values may contain a slash without being a path. */
const SLASH_OPTIONS = new Set(['bssplit', 'zonesplit', 'random_distribution', 'description', 'rate', 'rate_iops']);

function findRefusedRow({ name, value }: OptionLine): RefusedOption | undefined {
  const known = refusedRows.refused(name);
  // fio's default changes nothing.
  if (known !== undefined) return isDefault(name, value) ? undefined : known;
  const misread = findMisreadSize(name, value);
  const meant = misread?.written.replace(/\s+/, '').replace(/ib$/i, '').toLowerCase();
  const rules: readonly (readonly [boolean, why: string, instead: string])[] = [
    [value.includes('${'), 'the environment of hosts is unknown', 'write the value'],
    [/\$(?:pagesize|mb_memory|ncpus)\b/.test(value), 'its value differs between hosts', 'write the number'],
    [
      misread !== null,
      `fio reads '${misread?.written ?? ''}' as ${misread?.taken ?? ''}`,
      `write it as ${meant ?? ''}`,
    ],
    // fio treats a dash as standard input or output.
    [
      FILE_NAME_OPTIONS.has(name) && /\/|(?:^|:)(?:\.\.?|-)(?:$|:)/.test(value),
      'it is outside the folder of the trial',
      'write a path below it, without ..',
    ],
    [
      value.includes('/') && !FILE_NAME_OPTIONS.has(name) && !SLASH_OPTIONS.has(name),
      'the value may name a file outside the folder of the trial',
      'leave it out',
    ],
  ];
  const found = rules.find(([is]) => is);
  return found === undefined ? undefined : [name, found[1], found[2]];
}
