/** A policy of IAM for the evaluator, and its parser, which refuses unsupported elements. */
import { type Condition, OPERATORS } from './operators';
import { PolicyRefused } from './match';

/** Actions, resources and principals by patterns; `not` inverts the match. */
export interface Patterns {
  readonly not: boolean;
  readonly patterns: readonly string[];
}

export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: Patterns;
  /** Null in a trust policy, which belongs to its resource. */
  readonly resources: Patterns | null;
  /** `AWS:<arn>`, `Service:<name>`, or `*`; null in a policy of an identity. */
  readonly principals: readonly string[] | null;
  readonly conditions: readonly Condition[];
}

const MEMBERS = ['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Principal', 'Condition'];

/**
 * Statements of a policy document (IAM guide, JSON policy element reference).
 * @param document with all references of CloudFormation resolved
 * @throws PolicyRefused for unsupported elements: an unknown member, operator, effect, or a NotPrincipal
 */
export function readPolicy(document: unknown): Statement[] {
  const { Statement: given, Version: version } = mapping(document, 'a policy document');
  // Version 2008 has no variables; it is refused and not silently read as the newer one.
  if (version !== '2012-10-17') throw new PolicyRefused(`Version ${JSON.stringify(version)}; only 2012-10-17 is known`);
  return (Array.isArray(given) ? given : [given]).map((one) => readStatement(mapping(one, 'a statement')));
}

function readStatement(given: Readonly<Record<string, unknown>>): Statement {
  const unknown = Object.keys(given).filter((name) => !MEMBERS.includes(name));
  if (unknown.length > 0) throw new PolicyRefused(`${unknown.join(', ')} in a statement is not understood`);
  const { Effect: effect, Principal: principal } = given;
  if (effect !== 'Allow' && effect !== 'Deny') throw new PolicyRefused(`Effect ${JSON.stringify(effect)}`);
  const actions = patterns(given, 'Action', 'NotAction');
  if (actions === null) throw new PolicyRefused('a statement without Action');
  return {
    effect,
    actions,
    resources: patterns(given, 'Resource', 'NotResource'),
    principals: principal === undefined ? null : readPrincipals(principal),
    conditions: readConditions(given['Condition'] ?? {}),
  };
}

function patterns(given: Readonly<Record<string, unknown>>, is: string, isNot: string): Patterns | null {
  if (given[is] !== undefined && given[isNot] !== undefined) throw new PolicyRefused(`both ${is} and ${isNot}`);
  if (given[is] !== undefined) return { not: false, patterns: texts(given[is], is) };
  return given[isNot] === undefined ? null : { not: true, patterns: texts(given[isNot], isNot) };
}

function readPrincipals(principal: unknown): string[] {
  if (principal === '*') return ['*'];
  return Object.entries(mapping(principal, 'a Principal')).flatMap(([kind, value]) => {
    if (kind !== 'AWS' && kind !== 'Service') throw new PolicyRefused(`a Principal of kind ${kind}`);
    return texts(value, kind).map((one) => (kind === 'AWS' && one === '*' ? '*' : `${kind}:${one}`));
  });
}

function readConditions(given: unknown): Condition[] {
  return Object.entries(mapping(given, 'a Condition')).flatMap(([operator, keys]) => {
    if (!OPERATORS.has(operator)) throw new PolicyRefused(`the condition operator ${operator} is not known`);
    return Object.entries(mapping(keys, operator)).map(([key, value]) => ({
      operator,
      key,
      values: texts(value, `${operator} ${key}`),
    }));
  });
}

function mapping(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PolicyRefused(`${what} is ${JSON.stringify(value)}, and must be a mapping`);
  return value as Readonly<Record<string, unknown>>;
}

/** Booleans and numbers of conditions are texts in IAM. */
function texts(value: unknown, what: string): string[] {
  const all = Array.isArray(value) ? value : [value];
  if (all.length === 0) throw new PolicyRefused(`${what} is an empty list`);
  return all.map((one) => {
    if (typeof one === 'string') return one;
    if (typeof one === 'boolean' || typeof one === 'number') return String(one);
    throw new PolicyRefused(`${what} holds ${JSON.stringify(one)}, which is no text: an unresolved reference?`);
  });
}
