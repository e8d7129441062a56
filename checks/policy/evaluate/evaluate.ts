/**
 * Whether a request is allowed, as IAM decides within one account: the default is to deny, and an explicit Deny
 * overrides every Allow (IAM guide, Policy evaluation logic). The stacks have no boundaries, session policies or
 * policies of an organization.
 */
import { type Context, fillVariables, isLike } from './match';
import { holds } from './operators';
import type { Patterns, Statement } from './policy';

/** One check that a service makes for a call. */
export interface Request {
  /** `service:Action`. */
  readonly action: string;
  /** ARN, or `*` for an action without resource types. */
  readonly resource: string;
  readonly context: Context;
  /** `AWS:<arn>` or `Service:<name>`; only for resource-based policies. */
  readonly principal?: string;
}

export interface Answer {
  readonly allowed: boolean;
  /** Deciding statements: all that deny, else all that allow; none where nothing allows. */
  readonly by: readonly Statement[];
}

/** @param statements of the identity, and of the resource where it has its own policy */
export function evaluate(statements: readonly Statement[], request: Request): Answer {
  const fitting = statements.filter((one) => applies(one, request));
  const denying = fitting.filter(({ effect }) => effect === 'Deny');
  if (denying.length > 0) return { allowed: false, by: denying };
  return { allowed: fitting.length > 0, by: fitting };
}

/** Whether a statement applies to a request. */
export function applies(statement: Statement, request: Request): boolean {
  const { actions, resources, principals, conditions } = statement;
  return (
    among(actions, (pattern) => isLike(pattern, request.action, true)) &&
    (resources === null || isAbout(resources, request)) &&
    (principals === null || principals.some((one) => one === '*' || one === request.principal)) &&
    conditions.every((one) => holds(one, request.context))
  );
}

/** Patterns of resources may contain variables. */
export function isAbout(resources: Patterns, { resource, context }: Request): boolean {
  return among(resources, (pattern) => {
    const whole = fillVariables(pattern, context);
    return whole !== null && isLike(whole, resource);
  });
}

function among({ not, patterns }: Patterns, matches: (pattern: string) => boolean): boolean {
  return patterns.some(matches) !== not;
}
