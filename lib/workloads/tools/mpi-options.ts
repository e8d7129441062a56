/** What tools under MPI were called with, as their reports repeat it. */

/** Longer calls are none that a report of such a tool holds. */
const COMMAND = /^(?:V-\d+: [^:\n]{0,60})? {0,8}"?Command line(?: used)?"? {0,40}: ?"?(.{1,20000}?)(?:", *)?$/m;
const TOKEN = /'([^']*)'|"([^"]*)"|(\S+)/g;

/** Of one option: a flag is `1`. */
export type Options = ReadonlyMap<string, string>;

/**
 * Options by their letter or long name; null where the report does not tell its call.
 * @param valued letters that take a value, joined to them or as the next word; all others are flags
 */
export function optionsOf(text: string, valued: string): Options | null {
  const command = COMMAND.exec(text)?.[1];
  if (command === undefined) return null;
  const words = [...command.matchAll(TOKEN)].map(([, single, double, bare]) => single ?? double ?? bare ?? '').slice(1);
  return optionsIn(words, valued);
}

/** The same of the words of a call, behind the tool. */
export function optionsIn(words: readonly string[], valued: string): Options {
  const options = new Map<string, string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, long, value = '1'] = /^--([^=]+)(?:=(.*))?$/.exec(word) ?? [];
    if (long !== undefined) options.set(long, value);
    else if (/^-[A-Za-z]/.test(word)) at += short(word.slice(1), words[at + 1], valued, options);
  }
  return options;
}

/** `n4000`, `n 4000`, `FvI3`. @returns how many of the next words belong to it */
function short(letters: string, next: string | undefined, valued: string, options: Map<string, string>): number {
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters.charAt(at);
    if (!valued.includes(letter)) {
      options.set(letter, '1');
      continue;
    }
    const joined = letters.slice(at + 1).replace(/^=/, '');
    options.set(letter, joined === '' ? (next ?? '') : joined);
    return joined === '' ? 1 : 0;
  }
  return 0;
}
