/**
 * Whether a request is allowed, as IAM decides within one account: what nothing allows is denied, and an explicit Deny
 * beats every Allow (IAM guide, Policy evaluation logic). No boundaries, session policies or policies of an
 * organisation: the stacks make none.
 */
import { type Context, fillVariables, isLike } from './match';
import { holds } from './operators';
import type { Patterns, Statement } from './policy';

/** One check that a service makes for a call. */
export interface Request {
  /** `service:Action`. */
  readonly action: string;
  /** ARN, or `*` for an action that knows no resources. */
  readonly resource: string;
  readonly context: Context;
  /** `AWS:<arn>` or `Service:<name>`; only asked by policies that stand at a resource. */
  readonly principal?: string;
}

export interface Answer {
  readonly allowed: boolean;
  /** Statements that decided: all that deny, else all that allow; none where nothing allows. */
  readonly by: readonly Statement[];
}

/** @param statements of the identity, and of the resource where it has a policy of its own */
export function evaluate(statements: readonly Statement[], request: Request): Answer {
  const fitting = statements.filter((one) => applies(one, request));
  const denying = fitting.filter(({ effect }) => effect === 'Deny');
  if (denying.length > 0) return { allowed: false, by: denying };
  return { allowed: fitting.length > 0, by: fitting };
}

/** Whether a statement speaks of a request at all. */
export function applies(statement: Statement, request: Request): boolean {
  const { actions, resources, principals, conditions } = statement;
  return (
    among(actions, (pattern) => isLike(pattern, request.action, true)) &&
    (resources === null || isAbout(resources, request)) &&
    (principals === null || principals.some((one) => one === '*' || one === request.principal)) &&
    conditions.every((one) => holds(one, request.context))
  );
}

/** Patterns of resources may hold variables. */
export function isAbout(resources: Patterns, { resource, context }: Request): boolean {
  return among(resources, (pattern) => {
    const whole = fillVariables(pattern, context);
    return whole !== null && isLike(whole, resource);
  });
}

function among({ not, patterns }: Patterns, matches: (pattern: string) => boolean): boolean {
  return patterns.some(matches) !== not;
}
