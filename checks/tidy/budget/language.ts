/** Words and names that the project avoids: a table of patterns, and where each counts. */
import { posix } from 'node:path';
import { groupBy } from '../../../lib/shapes/collections';
import { isScript, type Source } from '../source';
import EXCEPTIONS from './exceptions.json';
import { pickTexts, pickTitles, toProse } from './texts';

/** One match of a rule. */
export interface Hit {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** One rule, and where it applies. */
interface Rule {
  readonly rule: string;
  readonly pattern: RegExp;
  readonly where: keyof typeof PLACES;
}

/** Participles and the like, which are no names by themselves. */
const BARE =
  'told|shown|seen|kept|made|left|found|given|taken|meant|held|done|gone|lost|spent|stood|said|asked|beside|apart';
const P = `(?:[a-z]+ed|${BARE})`;
/** The same as the name of a type. */
const TYPE_P = `(?:[A-Z][a-z]*ed|${BARE.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())})`;

/** The first word of a title: the third person of a verb. */
const VERB = '(?!(?:always|as|its|this|perhaps)\\b)[a-z]+s(?: not)?';

/** In prose and texts: indefinite persons, and words with a plainer alternative. */
const WORDS: Readonly<Record<string, RegExp>> = {
  'no persons': /\b(?:whoever|nobody|somebody|anybody)\b/gi,
  reckon: /\b(?:reckon\w*|mend(?:s|ed|ing)?)\b/gi,
  tell: /\b(?:told|tells?|telling)\b/gi,
  beside: /\b(?:beside|stands?|stood)\b/gi,
  asked: /\b(?:asked|look(?:s|ed)? at)\b/gi,
  'of others': /\bof (?:others|ours|theirs|yours|(?:its|their|one's) own)\b/gi,
  // Without `tree-copy`, a kind of workload.
  copy: /(?<![-\w])(?:copy|copies)\b/gi,
  thing: /\bthings?\b/gi,
};

const RULES: readonly Rule[] = [
  ...Object.entries(WORDS).flatMap(([rule, pattern]) =>
    (['docs', 'texts', 'titles'] as const).map((where) => ({ rule, pattern, where })),
  ),
  { rule: 'sentence of more than 30 words', pattern: /(?:[^\s.!?]+\s+){30,}[^\s.!?]+[.!?]/g, where: 'docs' },
  ...(['texts', 'titles'] as const).map((where) => ({
    rule: 'two negations',
    // Values of options (`--stdin none`) are no words.
    pattern:
      /(?<!--[\w-]+ )\b(?:no|not|none|nothing|nobody|never)\b[^¶\n]{0,40}\b(?:no|not|none|nothing|nobody|never)\b/gi,
    where,
  })),
  // "refuses a schedule that never fires": the third person of a verb, alone or negated.
  { rule: 'title without a verb', pattern: new RegExp(`¶(?:it|test) (?!${VERB}\\b).*`, 'g'), where: 'titles' },
  { rule: 'remedy without an action', pattern: /"remedy": "(?:Nothing|Follow|Read|Report|As for)\b/g, where: 'data' },
  { rule: 'function without a verb', pattern: new RegExp(`\\bfunction ${P}[(<]`, 'g'), where: 'code' },
  { rule: 'function called …Of', pattern: /\bfunction [a-z]\w*Of[(<]/g, where: 'code' },
  {
    rule: 'type without a noun',
    pattern: new RegExp(`\\b(?:interface|type) ${TYPE_P}\\b`, 'g'),
    where: 'code',
  },
  { rule: 'file without a noun', pattern: new RegExp(`^${P}$`, 'g'), where: 'names' },
  { rule: 'bullet of more than 140 characters', pattern: /^- .{139,}$/gm, where: 'changelog' },
];

/** The relevant text of a file at each place; null where the place excludes the file. */
const PLACES = {
  docs: ({ path, text }: Source) => (/^(?:docs\/.*|README)\.?md$/.test(path) ? toProse(text) : null),
  texts: ({ path, text }: Source) => (/^lib\/.*\.(?:ts|json)$/.test(path) ? pickTexts(path, text) : null),
  data: ({ path, text }: Source) => (/^lib\/shapes\/texts\/.*\.json$/.test(path) ? text : null),
  code: ({ path, text }: Source) => (/^(?:lib|lambdas|bin|checks|test)\//.test(path) && isScript(path) ? text : null),
  names: ({ path }: Source) => (/^(?:lib|test)\/.*\.ts$/.test(path) ? posix.basename(path, '.ts') : null),
  titles: ({ path, text }: Source) => (/^test\/.*\.test\.ts$/.test(path) ? pickTitles(text) : null),
  changelog: ({ path, text }: Source) => (path === 'CHANGELOG.md' ? text : null),
};

/** An allowed use: in files below `path`, in lines that contain `text`. */
interface Exception {
  readonly rules: readonly string[];
  readonly path: string;
  readonly text: string;
  readonly reason: string;
}

/** All hits of all rules without those of `exceptions.json`, by `place: rule`. */
export function languageHits(
  sources: readonly Source[],
  exceptions: readonly Exception[] = EXCEPTIONS,
): ReadonlyMap<string, readonly Hit[]> {
  const found = new Map<string, Hit[]>([['code: type of several files of a room', repeatedTypes(sources)]]);
  const used = new Set<Exception>();
  for (const [place, textIn] of Object.entries(PLACES)) {
    const rules = RULES.filter(({ where }) => where === place);
    for (const { rule } of rules) found.set(`${place}: ${rule}`, []);
    for (const source of sources) {
      const text = textIn(source);
      if (text === null) continue;
      for (const { rule, pattern } of rules) {
        for (const match of text.matchAll(pattern)) {
          const line = text.slice(0, match.index).split('\n').length;
          const whole = source.text.split('\n')[line - 1] ?? '';
          const exception = exceptions.find(
            (one) => one.rules.includes(rule) && source.path.startsWith(one.path) && whole.includes(one.text),
          );
          if (exception !== undefined) {
            used.add(exception);
            continue;
          }
          found.get(`${place}: ${rule}`)?.push({ path: source.path, line, text: match[0].slice(0, 60) });
        }
      }
    }
  }
  const unused = exceptions.filter((one) => !used.has(one));
  const file = 'checks/tidy/budget/exceptions.json';
  return found.set(
    'exceptions: one that nothing needs',
    unused.map(({ path, text }) => ({ path: file, line: 1, text: `${path} ${text}` })),
  );
}

/** Exported types with the same name in several files of a room of `lib`: imports would confuse them. */
function repeatedTypes(sources: readonly Source[]): Hit[] {
  const places = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].flatMap(({ 1: name = '', index }) => {
      const room = /^lib\/[^/]+/.exec(path)?.[0];
      const line = text.slice(0, index).split('\n').length;
      return room === undefined || !isScript(path) ? [] : [{ path, line, text: name, key: `${room} ${name}` }];
    }),
  );
  return [...groupBy(places, ({ key }) => key).values()]
    .filter((same) => same.length > 1)
    .flatMap((same) => same.map(({ path, line, text }) => ({ path, line, text })));
}
