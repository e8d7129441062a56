/**
 * Grammar of fio's job files (https://fio.readthedocs.io/en/latest/fio_doc.html#job-file-format): sections, options
 * with or without a value, comments from `;` or `#` to the end of the line. `[global]` applies to all jobs and precedes
 * them.
 */
import { cutText } from '../../../shapes/printable';
import { toOptionName } from '../options/known-options';
import type { OptionLine } from '../options/values';

/** A job with its options: those of `[global]`, followed by its own lines. */
export interface Section {
  readonly line: number;
  readonly name: string;
  readonly options: readonly OptionLine[];
}

export interface LineFault {
  /** From 1. */
  readonly line: number;
  /** Message: what was found, why it is wrong, and what to write instead. */
  readonly text: string;
}

export interface IniFile {
  readonly sections: readonly Section[];
  /** All lines that set an option, each listed once. */
  readonly lines: readonly OptionLine[];
  readonly faults: readonly LineFault[];
}

const GLOBAL_SECTION = 'global';
/** Names that are valid both in results and as file names. */
const NAME_PATTERN = /^[A-Za-z0-9][\w.+-]{0,63}$/;

/** Parses the text of a job file. Never throws. */
export function readIni(text: string): IniFile {
  const [sections, lines, faults]: [Section[], OptionLine[], LineFault[]] = [[], [], []];
  const globals: OptionLine[] = [];
  let own: OptionLine[] | null = null;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const content = raw.replace(/[;#].*$/, '').trim();
    if (content === '') continue;
    const header = /^\[(.*?)\]?$/.exec(content)?.[1]?.trim();
    if (header === GLOBAL_SECTION) {
      if (sections.length > 0)
        faults.push({
          line,
          text: '[global] follows a job, and fio reports only the last [global]; write one [global] above all jobs',
        });
      own = globals;
    } else if (header !== undefined) {
      const wrong = checkName(header, sections);
      if (wrong !== null) faults.push({ line, text: wrong });
      own = [...globals];
      sections.push({ line, name: header, options: own });
    } else if (own === null) {
      const text = /^include\s/.test(content)
        ? "include is not supported, as fsxbench reads one file; insert that file's lines here"
        : `'${cutText(content)}' precedes all sections; write [global] or a [name] above this line`;
      faults.push({ line, text });
    } else {
      const [, written = '', value = ''] = /^([^=\s]+)\s*=?\s*(.*)$/s.exec(content) ?? [];
      // fio 3.33 drops a job without a value and runs the other jobs.
      if (/=\s/.test(content) && value !== '') {
        const why = 'fio reads the space as part of the value';
        faults.push({ line, text: `'${cutText(content)}': ${why}; write ${written}=${cutText(value)}` });
      }
      const name = toOptionName(written);
      const option = { line, name, written, value: FILE_NAME_OPTIONS.has(name) ? flattenPaths(value) : value };
      own.push(option);
      lines.push(option);
    }
  }
  if (sections.length === 0) faults.push({ line: 1, text: 'the file has no job; write a section, e.g. [randread]' });
  return { sections, lines, faults };
}

export const FILE_NAME_OPTIONS: ReadonlySet<string> = new Set(['filename', 'filename_format']);

/**
 * Replaces paths below the trial's folder by plain names, as fio creates no folders: `./a:b/c` becomes `a:b_c`. Paths
 * outside the folder remain unchanged and are refused later.
 */
function flattenPaths(value: string): string {
  const names = value.split(':').map((name) => name.split('/').filter((part) => part !== '.'));
  const isOutside = names.some((parts) => parts.some((part) => part === '' || part === '..' || part === '-'));
  return isOutside || !value.includes('/') ? value : names.map((parts) => parts.join('_')).join(':');
}

function checkName(name: string, before: readonly Section[]): string | null {
  if (!NAME_PATTERN.test(name))
    return (
      `[${cutText(name)}] is not a valid job name; files and results carry it. Allowed: letters, digits, . _ ` +
      '+ - (at most 64)'
    );
  if (name.startsWith(GLOBAL_SECTION)) return `[${name}]: fio treats it as [global]; rename the job`;
  const again = before.some((section) => section.name === name);
  return again ? `[${name}] appears twice, but results identify jobs by name; rename one` : null;
}
