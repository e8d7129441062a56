/** Condition operators of IAM (IAM guide, IAM JSON policy elements: Condition operators). */
import { type Context, fillVariables, isArnLike, isLike } from './match';

/** One condition: all of a statement must hold. */
export interface Condition {
  /** As in the policy, e.g. `ForAnyValue:StringEquals` or `ArnLikeIfExists`. */
  readonly operator: string;
  readonly key: string;
  readonly values: readonly string[];
}

/** Whether one value of the request satisfies one value of the policy. */
type Compare = (found: string, wanted: string) => boolean;

const number = (compare: (found: number, wanted: number) => boolean): Compare => {
  return (found, wanted) => found.trim() !== '' && compare(Number(found), Number(wanted));
};

/** Positive operators: any value of the policy suffices. */
const POSITIVE: Readonly<Record<string, Compare>> = {
  StringEquals: (found, wanted) => found === wanted,
  StringEqualsIgnoreCase: (found, wanted) => found.toLowerCase() === wanted.toLowerCase(),
  StringLike: (found, wanted) => isLike(wanted, found),
  // "ArnEquals and ArnLike behave identically."
  ArnEquals: (found, wanted) => isArnLike(wanted, found),
  ArnLike: (found, wanted) => isArnLike(wanted, found),
  NumericEquals: number((found, wanted) => found === wanted),
  NumericLessThan: number((found, wanted) => found < wanted),
  NumericLessThanEquals: number((found, wanted) => found <= wanted),
  NumericGreaterThan: number((found, wanted) => found > wanted),
  NumericGreaterThanEquals: number((found, wanted) => found >= wanted),
  Bool: (found, wanted) => found.toLowerCase() === wanted.toLowerCase(),
};

/** Negated ones: no value of the policy may match, and an absent key matches none. */
const NEGATED: Readonly<Record<string, string>> = {
  StringNotEquals: 'StringEquals',
  StringNotEqualsIgnoreCase: 'StringEqualsIgnoreCase',
  StringNotLike: 'StringLike',
  ArnNotEquals: 'ArnEquals',
  ArnNotLike: 'ArnLike',
  NumericNotEquals: 'NumericEquals',
};

const SETS = ['ForAllValues:', 'ForAnyValue:', ''];
const IF_EXISTS = 'IfExists';

/** All supported operators, in each of their forms. Dates, addresses, binaries are unused and unsupported. */
export const OPERATORS: ReadonlySet<string> = new Set([
  'Null',
  ...SETS.flatMap((set) =>
    [...Object.keys(POSITIVE), ...Object.keys(NEGATED)].flatMap((name) => [
      `${set}${name}`,
      `${set}${name}${IF_EXISTS}`,
    ]),
  ),
]);

/** Whether a condition holds for a request. */
export function holds({ operator, key, values }: Condition, context: Context): boolean {
  const found = context.get(key);
  // An empty list counts as an absent key.
  const present = found !== undefined && found.length > 0;
  if (operator === 'Null') return values.some((wanted) => (wanted === 'true') !== present);
  const set = SETS.find((prefix) => operator.startsWith(prefix)) ?? '';
  const plain = operator.slice(set.length);
  const lenient = plain.endsWith(IF_EXISTS);
  const name = lenient ? plain.slice(0, -IF_EXISTS.length) : plain;
  const positive = NEGATED[name];
  if (!present) return lenient || set === 'ForAllValues:' || (positive !== undefined && set === '');
  const compare = POSITIVE[positive ?? name] as Compare;
  const wanted = values.map((value) => fillVariables(value, context));
  const matches = (value: string): boolean => {
    const hit = wanted.some((one) => one !== null && compare(value, one));
    return positive === undefined ? hit : !hit;
  };
  if (set === 'ForAllValues:') return found.every(matches);
  if (set === 'ForAnyValue:') return found.some(matches);
  // Without a set operator a negated one must hold for all values of the key, a positive one for any.
  return positive === undefined ? found.some(matches) : found.every(matches);
}
