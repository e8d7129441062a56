/**
 * The grammar of fio's job files (https://fio.readthedocs.io/en/latest/fio_doc.html#job-file-format): sections, options
 * with or without a value, comments from `;` or `#` to the end of the line. `[global]` holds for all jobs after it.
 */

import { oneName, wantsValue } from '../options/known-options';

/** One line that sets an option. */
export interface OptionLine {
  /** From 1. */
  readonly line: number;
  /** As fio calls it: of two names for one option always the same. */
  readonly name: string;
  /** The name as it was written. */
  readonly written: string;
  /** Empty where nothing but the name is there. */
  readonly value: string;
}

/** A job, with all that holds for it: its own lines after those of `[global]`. */
export interface Section {
  readonly line: number;
  readonly name: string;
  readonly options: readonly OptionLine[];
}

/** What cannot be taken as it is. */
export interface Fault {
  readonly line: number;
  /** What was found, why it cannot be, what to write instead. */
  readonly text: string;
}

export interface Ini {
  readonly sections: readonly Section[];
  /** All lines that set an option, each once. */
  readonly lines: readonly OptionLine[];
  readonly faults: readonly Fault[];
}

const GLOBAL = 'global';
/** Names that are told from each other in results, and are names of files. */
const NAME = /^[A-Za-z0-9][\w.+-]{0,63}$/;

/** Reads a whole text. Never throws. */
export function readIni(text: string): Ini {
  const [sections, lines, faults]: [Section[], OptionLine[], Fault[]] = [[], [], []];
  let globals: OptionLine[] = [];
  let own: OptionLine[] | null = null;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const content = raw.replace(/[;#].*$/, '').trim();
    if (content === '') continue;
    const header = /^\[(.*?)\]?$/.exec(content)?.[1]?.trim();
    if (header === GLOBAL) {
      // What is global before stays so.
      own = globals = [...globals];
    } else if (header !== undefined) {
      faults.push(...wrongName(header, line, sections));
      own = [...globals];
      sections.push({ line, name: header, options: own });
    } else if (own === null) {
      faults.push({ line, text: `'${shown(content)}' stands before any section; write [global] or a [name] above it` });
    } else {
      const option = optionOf(content, line);
      faults.push(...wrongLine(option, content));
      own.push(option);
      lines.push(option);
    }
  }
  if (sections.length === 0) faults.push({ line: 1, text: 'there is no job; write a section, e.g. [randread]' });
  return { sections, lines, faults };
}

function optionOf(content: string, line: number): OptionLine {
  const [, name = '', value = ''] = /^([^=\s]+)\s*=?\s*(.*)$/s.exec(content) ?? [];
  return { line, name: oneName(name), written: name, value };
}

/** What fio 3.33 makes nothing of, or something else: then it drops the job, and goes on without it. */
function wrongLine({ line, name, written, value }: OptionLine, content: string): readonly Fault[] {
  const text = `'${shown(content)}': `;
  if (/=\s/.test(content) && value !== '')
    return [{ line, text: `${text}fio takes the blank for a part of the value; write ${written}=${shown(value)}` }];
  if (value === '' && wantsValue(name)) return [{ line, text: `${text}fio wants a value; write ${written}=…` }];
  return [];
}

function wrongName(name: string, line: number, before: readonly Section[]): readonly Fault[] {
  if (!NAME.test(name))
    return [
      { line, text: `[${shown(name)}] is no name for a job here; allowed: letters, digits, . _ + - (64 at most)` },
    ];
  if (name.startsWith(GLOBAL))
    return [{ line, text: `[${name}]: fio takes it for [global], and makes no job of it; give it another name` }];
  if (before.some((section) => section.name === name))
    return [{ line, text: `a second [${name}]: figures are told by the name of their job; give it another name` }];
  return [];
}

/** The beginning of what was found. */
export function shown(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, ' ');
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}
