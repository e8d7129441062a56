/** Options of tools under MPI, as their reports state them. */
import type { ToolCall } from '../tools/compare-options';

/** The command line in a report; at most 20,000 characters. */
const COMMAND_LINE = /^(?:V-\d+: [^:\n]{0,60})? {0,8}"?Command line(?: used)?"? {0,40}: ?"?(.{1,20000}?)(?:", *)?$/m;
const TOKEN_PATTERN = /'([^']*)'|"([^"]*)"|(\S+)/g;

/** Values by option; the value of a flag is `1`. */
export type MpiOptions = ReadonlyMap<string, string>;

/** Syntax of option letters. Letters not listed here are flags. */
export interface LetterSyntax {
  /** Letters with a value, joined or as the next word. */
  readonly valued: string;
  /** Letters with an optional number, always joined. */
  readonly numbered?: string;
  /** The {@link valued} letter that sets other options, as `name=value,name=value`. */
  readonly directives?: string;
  /** Long names of some versions, by the letter that other versions use. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Defaults. */
  readonly unsaid: Readonly<Record<string, string>>;
  /** Options that do not change the workload: paths, output formats, and the number of processes. */
  readonly aside: readonly string[];
}

/** Options by letter or long name; null if the report has no command line. */
export function parseOptions(text: string, letters: LetterSyntax): MpiOptions | null {
  const command = COMMAND_LINE.exec(text)?.[1];
  if (command === undefined) return null;
  const words = [...command.matchAll(TOKEN_PATTERN)]
    .map(([, single, double, bare]) => single ?? double ?? bare ?? '')
    .slice(1);
  return parseWords(words, letters);
}

/** Parses the requested options from the arguments of the tool. */
export function parseCall(words: readonly string[], letters: LetterSyntax): ToolCall {
  const asked = { ...letters.unsaid, ...Object.fromEntries(parseWords(words, letters)) };
  return { requested: asked, aside: (name) => letters.aside.includes(name) };
}

function parseWords(words: readonly string[], letters: LetterSyntax): MpiOptions {
  const options = new Map<string, string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, long, value = '1'] = /^--([^=]+)(?:=(.*))?$/.exec(word) ?? [];
    if (long !== undefined) options.set(letters.aliases?.[long] ?? long, value);
    else if (/^-[A-Za-z]/.test(word)) at += parseLetters(word.slice(1), words[at + 1], letters, options);
  }
  return options;
}

/** Parses `n4000`, `n 4000`, `FvI3`. @returns number of further words used */
function parseLetters(
  word: string,
  next: string | undefined,
  { valued, numbered = '', directives }: LetterSyntax,
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
