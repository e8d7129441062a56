/** What tools under MPI were called with, as their reports repeat it. */
import type { ToolCall } from '../tools/compare-options';

/** Longer calls are none that a report of such a tool holds. */
const COMMAND = /^(?:V-\d+: [^:\n]{0,60})? {0,8}"?Command line(?: used)?"? {0,40}: ?"?(.{1,20000}?)(?:", *)?$/m;
const TOKEN = /'([^']*)'|"([^"]*)"|(\S+)/g;

/** Of one option: a flag is `1`. */
export type MpiOptions = ReadonlyMap<string, string>;

/** What letters of a tool do; all others are flags. */
export interface Letters {
  /** With a value, joined to them or as the next word. */
  readonly valued: string;
  /** With a number that may be joined to them, and is never the next word. */
  readonly numbered?: string;
  /** Of {@link valued} the one that gives other options, as `name=value,name=value`. */
  readonly directives?: string;
  /** Long names that are a letter of other versions. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** What holds where nothing is said. */
  readonly unsaid: Readonly<Record<string, string>>;
  /** What makes no load another one: where files are, what is printed, and how many processes there are. */
  readonly aside: readonly string[];
}

/** Options by their letter or long name; null where the report does not tell its call. */
export function parseOptions(text: string, letters: Letters): MpiOptions | null {
  const command = COMMAND.exec(text)?.[1];
  if (command === undefined) return null;
  const words = [...command.matchAll(TOKEN)].map(([, single, double, bare]) => single ?? double ?? bare ?? '').slice(1);
  return parseWords(words, letters);
}

/** Of a call by its words behind the tool; others would make it another load, but for some. */
export function parseCall(words: readonly string[], letters: Letters): ToolCall {
  const asked = { ...letters.unsaid, ...Object.fromEntries(parseWords(words, letters)) };
  return { asked, aside: (name) => letters.aside.includes(name) };
}

function parseWords(words: readonly string[], letters: Letters): MpiOptions {
  const options = new Map<string, string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, long, value = '1'] = /^--([^=]+)(?:=(.*))?$/.exec(word) ?? [];
    if (long !== undefined) options.set(letters.aliases?.[long] ?? long, value);
    else if (/^-[A-Za-z]/.test(word)) at += parseLetters(word.slice(1), words[at + 1], letters, options);
  }
  return options;
}

/** `n4000`, `n 4000`, `FvI3`. @returns how many of the next words belong to it */
function parseLetters(
  word: string,
  next: string | undefined,
  { valued, numbered = '', directives }: Letters,
  options: Map<string, string>,
): number {
  for (let at = 0; at < word.length; at += 1) {
    const letter = word.charAt(at);
    if (!valued.includes(letter)) {
      const number = numbered.includes(letter) ? (/^\d*/.exec(word.slice(at + 1))?.[0] ?? '') : '';
      options.set(letter, number || '1');
      at += number.length;
      continue;
    }
    const joined = word.slice(at + 1).replace(/^=/, '');
    const value = joined === '' ? (next ?? '') : joined;
    if (letter === directives) setDirectives(value, options);
    else options.set(letter, value);
    return joined === '' ? 1 : 0;
  }
  return 0;
}

function setDirectives(text: string, options: Map<string, string>): void {
  for (const one of text.split(',')) {
    const at = one.indexOf('=');
    if (at > 0) options.set(one.slice(0, at).trim(), one.slice(at + 1).trim());
  }
}
