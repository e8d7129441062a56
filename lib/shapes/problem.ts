/** Findings about a spec, and the texts that say them. */
import { ensure } from './errors';
import { formatAllowed, joinNames } from './suggest';

/**
 * A finding about a spec. Errors refuse the spec; warnings rest on facts that a source marks unsure; advice is given
 * where a legal setting measures the wrong thing.
 */
export interface Problem {
  readonly severity: 'error' | 'warning' | 'advice';
  /** Stable code in PascalCase, e.g. `UnknownFactor`. */
  readonly code: string;
  /** Place in the spec, e.g. `['workloads', 'fio', 'iodepth']`. */
  readonly path: readonly (string | number)[];
  /** What was found, what is allowed, and why: one sentence or two. */
  readonly message: string;
  /** What a setting brings along, with nothing to mend: told after all else, and once however many settings have it. */
  readonly once?: true;
  /** Where the rule comes from (a page, a man page, a section of the guide), where there is such a place. */
  readonly source?: string;
  /** 1-based position in the YAML text, where the text is known. */
  readonly line?: number;
  readonly column?: number;
  /** 1-based line in the text that the setting itself is, e.g. a job file. */
  readonly textLine?: number;
}

export type Path = readonly (string | number)[];

/** A rule of a table (`rules.json`), and what is told where a spec breaks it. */
export interface Rule {
  /** One of those of {@link Problem}. */
  readonly severity: string;
  readonly code: string;
  /** With places for facts, `{name}`. */
  readonly message: string;
  readonly source?: string;
  readonly once?: boolean;
}

/** A rule of one setting: those inside of others after a dot. */
export interface SettingRule extends Rule {
  readonly at: string;
}

/** What stands in the places of a text; of names a list. */
export type Facts = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A finding at a place, by its rule. */
export function problemAt({ severity, code, message, source, once }: Rule, path: Path, facts: Facts = {}): Problem {
  const found = toProblem(severity as Problem['severity'], code, path, fillText(message, facts), source);
  return once === true ? { ...found, once } : found;
}

/** The same where something is so; else nothing. */
export function problemIf(isWrong: boolean, rule: Rule, path: Path, facts: Facts = {}): Problem[] {
  return isWrong ? [problemAt(rule, path, facts)] : [];
}

/** What is not among the allowed names: `{name}` of the rule's text, and `{allowed}` with what may be meant. */
export function checkName(
  rule: Rule,
  path: Path,
  name: string,
  names: readonly string[],
  facts: Facts = {},
): Problem[] {
  return problemIf(!names.includes(name), rule, path, { ...facts, name, allowed: formatAllowed(name, names) });
}

function toProblem(severity: Problem['severity'], code: string, path: Path, message: string, source?: string): Problem {
  return { severity, code, path, message, ...(source === undefined ? {} : { source }) };
}

/** What refuses a spec. @param source page that has the rule */
export function errorAt(code: string, path: Path, message: string, source?: string): Problem {
  return toProblem('error', code, path, message, source);
}

/** Findings whose places are relative to a part of a spec, where that stands. */
export function prefixPaths(part: Path, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, path: [...part, ...problem.path] }));
}

/** A text of a table of messages (`messages.json`) with facts in its places, `{name}`. */
export function fillText(text: string, facts: Facts): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = ensure(facts[name], `the fact ${name} of a text`);
    return typeof fact === 'object' ? joinNames(fact) : String(fact);
  });
}

/** A rule, whether it is broken, and the facts of its message. */
type RuleCheck = readonly [isBroken: boolean, rule: SettingRule, facts?: Facts];

/**
 * What a list of rules finds.
 * @example listBroken([workers > files, rules.idleWorkers, { workers, files }])
 */
export function listBroken(...rules: readonly RuleCheck[]): Problem[] {
  return rules.flatMap(([isBroken, rule, facts]) => (isBroken ? [makeProblem(rule, facts)] : []));
}

/** What is told where a rule of a setting is broken. */
export function makeProblem(rule: SettingRule, facts: Facts = {}): Problem {
  return problemAt(rule, rule.at.split('.'), facts);
}
