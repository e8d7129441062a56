/** Patterns of IAM: `*` matches any text, `?` one character, and variables are values of the request. */

export class Context {
  private readonly values = new Map<string, readonly string[]>();

  /** @param given an undefined key is absent; a list is a key of several values, which may be none */
  constructor(given: Readonly<Record<string, string | readonly string[] | undefined>> = {}) {
    for (const [key, value] of Object.entries(given)) {
      if (value !== undefined) this.values.set(key.toLowerCase(), typeof value === 'string' ? [value] : value);
    }
  }

  /** Undefined where the request does not have the key. */
  get(key: string): readonly string[] | undefined {
    return this.values.get(key.toLowerCase());
  }
}

/** Thrown for unsupported policies: a guess would be an unchecked permission. */
export class PolicyRefused extends Error {
  override readonly name = 'PolicyRefused';
}

/** Cache of regular expressions, by flags. */
const known = { s: new Map<string, RegExp>(), is: new Map<string, RegExp>() };

/**
 * Whether a text matches a pattern; `*` crosses `/`, and `:` too (IAM guide, Resource element: it can expand beyond the
 * colons where it ends a part; patterns of these stacks have wildcards in the last part only).
 * @param anyCase actions and names of keys are compared without regard to case, all others with it
 */
export function isLike(pattern: string, text: string, anyCase = false): boolean {
  const flags = anyCase ? 'is' : 's';
  const made = known[flags].get(pattern) ?? new RegExp(`^${expression(pattern)}$`, flags);
  known[flags].set(pattern, made);
  return made.test(text);
}

function expression(pattern: string): string {
  return pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
}

/**
 * A pattern of ARNs: each of the first five parts between colons is compared separately, so that a `*` in one does not
 * reach into the next (IAM guide, Amazon Resource Name condition operators).
 */
export function isArnLike(pattern: string, arn: string): boolean {
  const [wanted, found] = [splitArn(pattern), splitArn(arn)];
  if (wanted.length !== 6 || found.length !== 6 || found[0] !== 'arn') return false;
  return wanted.every((part, index) => isLike(part, found[index] ?? ''));
}

function splitArn(arn: string): string[] {
  const parts = arn.split(':');
  return parts.length < 6 ? parts : [...parts.slice(0, 5), parts.slice(5).join(':')];
}

/**
 * Replaces `${key}` by the values of the request. Null where the request has no value, or several: then the pattern
 * matches nothing (IAM guide, Policy variables).
 * @throws PolicyRefused for defaults and for `${*}`, which the stacks do not use, and for values with a wildcard
 */
export function fillVariables(pattern: string, context: Context): string | null {
  let whole = true;
  const text = pattern.replace(/\$\{([^}]*)\}/g, (_, name: string) => {
    if (!/^[a-z0-9-]+:[A-Za-z0-9:/_-]+$/i.test(name)) throw new PolicyRefused(`the variable \${${name}} is not known`);
    const [value, ...more] = context.get(name) ?? [];
    if (value === undefined || more.length > 0) whole = false;
    if (value !== undefined && /[*?]/.test(value)) throw new PolicyRefused(`the value of \${${name}} is ${value}`);
    return value ?? '';
  });
  return whole ? text : null;
}
