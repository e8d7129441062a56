/**
 * The grammar of fio's job files (https://fio.readthedocs.io/en/latest/fio_doc.html#job-file-format): sections, options
 * with or without a value, comments from `;` or `#` to the end of the line. `[global]` holds for all jobs, and comes
 * before them.
 */
import { toOptionName } from '../options/known-options';
import type { OptionLine } from '../options/values';

/** A job, with all that holds for it: its own lines after those of `[global]`. */
export interface Section {
  readonly line: number;
  readonly name: string;
  readonly options: readonly OptionLine[];
}

/** What cannot be taken as it is. */
export interface LineFault {
  /** From 1. */
  readonly line: number;
  /** What was found, why it cannot be, what to write instead. */
  readonly text: string;
}

export interface IniFile {
  readonly sections: readonly Section[];
  /** All lines that set an option, each once. */
  readonly lines: readonly OptionLine[];
  readonly faults: readonly LineFault[];
}

const GLOBAL = 'global';
/** Names that are told from each other in results, and are names of files. */
const NAME = /^[A-Za-z0-9][\w.+-]{0,63}$/;

/** Reads a whole text. Never throws. */
export function readIni(text: string): IniFile {
  const [sections, lines, faults]: [Section[], OptionLine[], LineFault[]] = [[], [], []];
  const globals: OptionLine[] = [];
  let own: OptionLine[] | null = null;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const content = raw.replace(/[;#].*$/, '').trim();
    if (content === '') continue;
    const header = /^\[(.*?)\]?$/.exec(content)?.[1]?.trim();
    if (header === GLOBAL) {
      if (sections.length > 0)
        faults.push({
          line,
          text: 'a [global] after a job: fio tells of the last one alone; write one, above all jobs',
        });
      own = globals;
    } else if (header !== undefined) {
      const wrong = checkName(header, sections);
      if (wrong !== null) faults.push({ line, text: wrong });
      own = [...globals];
      sections.push({ line, name: header, options: own });
    } else if (own === null) {
      faults.push({
        line,
        text: `'${cutText(content)}' stands before any section; write [global] or a [name] above it`,
      });
    } else {
      const [, written = '', value = ''] = /^([^=\s]+)\s*=?\s*(.*)$/s.exec(content) ?? [];
      // fio 3.33 drops the job, and goes on without it.
      if (/=\s/.test(content) && value !== '') {
        const why = 'fio takes the blank for a part of the value';
        faults.push({ line, text: `'${cutText(content)}': ${why}; write ${written}=${cutText(value)}` });
      }
      const name = toOptionName(written);
      const option = { line, name, written, value: FILE_NAME_OPTIONS.has(name) ? flattenPaths(value) : value };
      own.push(option);
      lines.push(option);
    }
  }
  if (sections.length === 0) faults.push({ line: 1, text: 'there is no job; write a section, e.g. [randread]' });
  return { sections, lines, faults };
}

/** Options that name files of a job. */
export const FILE_NAME_OPTIONS: ReadonlySet<string> = new Set(['filename', 'filename_format']);

/**
 * Names of files below the folder of a trial as names in it, since fio makes no folders: `./a:b/c` is `a:b_c`. Those
 * that would lead out of it stay as they are, and are refused.
 */
function flattenPaths(value: string): string {
  const names = value.split(':').map((name) => name.split('/').filter((part) => part !== '.'));
  const isOutside = names.some((parts) => parts.some((part) => part === '' || part === '..' || part === '-'));
  return isOutside || !value.includes('/') ? value : names.map((parts) => parts.join('_')).join(':');
}

function checkName(name: string, before: readonly Section[]): string | null {
  if (!NAME.test(name))
    return (
      `[${cutText(name)}] is no name for a job here, as files and figures are named by it; allowed: letters, digits, ` +
      '. _ + - (64 at most)'
    );
  if (name.startsWith(GLOBAL))
    return `[${name}]: fio takes it for [global], and makes no job of it; give it another name`;
  const again = before.some((section) => section.name === name);
  return again ? `a second [${name}]: figures are told by the name of their job; give it another name` : null;
}

/** The beginning of what was found. */
export function cutText(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, ' ');
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}
