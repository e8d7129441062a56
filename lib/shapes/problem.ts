/** Problems of a spec, and their messages. */
import { ensure } from './errors';
import { formatAllowed, joinNames } from './suggest';

/**
 * A problem of a spec. Errors refuse the spec; warnings depend on uncertain sources; advice is about valid settings
 * that measure the wrong thing.
 * @example { severity: 'error', code: 'UnknownFactor', path: ['design', 'cross', 0], message: 'unknown factor `siez`',
 *   line: 12 }
 */
export interface Problem {
  readonly severity: 'error' | 'warning' | 'advice';
  /** Stable code in PascalCase, e.g. `UnknownFactor`. */
  readonly code: string;
  /** Path in the spec, e.g. `['workloads', 'fio', 'iodepth']`. */
  readonly path: readonly (string | number)[];
  /** One or two sentences: the found value, the allowed values, and why. */
  readonly message: string;
  /** Marks a side effect that needs no fix: printed last, once for all affected settings. */
  readonly once?: true;
  /** Source of the rule: a page, a man page, a section of a guide. */
  readonly source?: string;
  /** 1-based position in the YAML text, if known. */
  readonly line?: number;
  readonly column?: number;
  /** 1-based line within a text setting, e.g. a job file. */
  readonly textLine?: number;
}

export type Path = readonly (string | number)[];

/** A rule from `rules.json`, with its message. */
export interface Rule {
  /** See {@link Problem}. */
  readonly severity: string;
  readonly code: string;
  /** Message template: `{name}` is replaced by a fact. */
  readonly message: string;
  readonly source?: string;
  readonly once?: boolean;
}

/** A rule of one setting; `at` is the path of the setting, joined by dots. */
export interface SettingRule extends Rule {
  readonly at: string;
}

/** Values of the placeholders of a text; lists of names are joined. */
export type Facts = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

type Fact = string | number | boolean | readonly string[];
type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, `${string} ${string}`> | Placeholder<Rest>
  : never;
/** Facts of a text whose literal is known; {@link Facts} of any other. */
type FactsOf<Text extends string> = string extends Text ? Facts : { readonly [K in Placeholder<Text>]: Fact };
/** The last parameter of a function that fills a text: left out if the text has no placeholders, or all are `Given`. */
type FactArgument<Text extends string, Given extends string = never> = [Exclude<Placeholder<Text>, Given>] extends [
  never,
]
  ? [facts?: Facts]
  : [facts: Omit<FactsOf<Text>, Given>];

export function problemAt<const R extends Rule>(
  rule: R,
  path: Path,
  ...[facts = {}]: FactArgument<R['message']>
): Problem {
  const { severity, code, message, source, once }: Rule = rule;
  const found = toProblem(severity as Problem['severity'], code, path, fillText(message, facts), source);
  return once === true ? { ...found, once } : found;
}

/** Like {@link problemAt}, but only if a condition is true. */
export function problemIf<const R extends Rule>(
  isWrong: boolean,
  rule: R,
  path: Path,
  ...facts: FactArgument<R['message']>
): Problem[] {
  return isWrong ? [problemAt(rule, path, ...facts)] : [];
}

/** Checks a name; the message gets `{name}`, and `{allowed}` with a suggestion. */
export function checkName<const R extends Rule>(
  rule: R,
  path: Path,
  name: string,
  names: readonly string[],
  ...[facts]: FactArgument<R['message'], 'name' | 'allowed'>
): Problem[] {
  const all: Facts = { ...facts, name, allowed: formatAllowed(name, names) };
  return problemIf<Rule>(!names.includes(name), rule, path, all);
}

function toProblem(severity: Problem['severity'], code: string, path: Path, message: string, source?: string): Problem {
  return { severity, code, path, message, ...(source === undefined ? {} : { source }) };
}

/** Makes an error. @param source page of the rule */
export function errorAt(code: string, path: Path, message: string, source?: string): Problem {
  return toProblem('error', code, path, message, source);
}

export function prefixPaths(part: Path, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, path: [...part, ...problem.path] }));
}

/** Fills the placeholders `{name}` of a text with facts. */
export function fillText<const Text extends string>(text: Text, known: FactsOf<Text>): string {
  const facts: Facts = known;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = ensure(facts[name], `the fact ${name} of a text`);
    return typeof fact === 'object' ? joinNames(fact) : String(fact);
  });
}

/** A checked rule: whether the spec breaks the rule, the rule, and facts for its message. */
type RuleCheck<R extends SettingRule> = readonly [isBroken: boolean, rule: R, ...FactArgument<R['message']>];

/**
 * The problems of broken rules.
 * @example listBroken([workers > files, rules.idleWorkers, { workers, files }])
 */
export function listBroken<const R extends readonly SettingRule[]>(
  ...rules: { readonly [I in keyof R]: RuleCheck<R[I]> }
): Problem[] {
  const checks: readonly (readonly [boolean, SettingRule, Facts?])[] = rules;
  return checks.flatMap(([isBroken, rule, facts]) => (isBroken ? [makeProblem<SettingRule>(rule, facts)] : []));
}

export function makeProblem<const R extends SettingRule>(rule: R, ...facts: FactArgument<R['message']>): Problem {
  return problemAt(rule, rule.at.split('.'), ...facts);
}
