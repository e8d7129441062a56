/** Converts issues of zod schemas to messages about the spec: path, found value and allowed values. */
import rules from '../rules.json';
import { parseBytes, parseQuantity } from '../../shapes/quantity';
import type * as z from 'zod';
import { errorAt, problemAt, type Problem } from '../../shapes/problem';
import { isMapping, quoteValue } from './mapping';
import { formatAllowed, joinNames, findNearest } from '../../shapes/suggest';

type Path = readonly (string | number)[];
type Issue = z.core.$ZodIssue;
/** Other names in lower case, mapped to the allowed one. */
type KeyAliases = ReadonlyMap<string, string>;
/** Unsupported keys of other programs (e.g. fio), mapped to the reason. */
type RefusedKeys = ReadonlyMap<string, string>;

const TYPE_TEXTS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list, e.g. [a, b]',
  object: 'a mapping, e.g. { key: value }',
  record: 'a mapping, e.g. { name: value }',
};

/** A valid value, or all its problems. */
export type CheckResult<T> =
  | { readonly value: T; readonly problems: readonly [] }
  | { readonly problems: readonly Problem[] };

/** Checks a value against a schema. @param path of the value in the spec, the prefix of all problems */
export function checkSchema<T>(schema: z.core.$ZodType<T>, value: unknown, path: Path): CheckResult<T> {
  const error = (issue: z.core.$ZodRawIssue): string => formatMessage(issue as unknown as Issue);
  const result = (schema as z.ZodType<T>).safeParse(value, { error, reportInput: true });
  if (result.success) return { value: result.data, problems: [] };
  const { issues } = result.error;
  const meant = findMisspeltKeys(issues, schema);
  const missing = (issue: Issue): boolean => pickCode(issue) === 'MissingKey' && meant.has(toPathKey(issue.path));
  return { problems: issues.filter((issue) => !missing(issue)).flatMap((issue) => toProblems(issue, path, schema)) };
}

/** Reports problems of a mapping, and parses the rest, so that rules about the other keys still apply. */
export function parseLeniently<T>(
  value: unknown,
  schema: z.ZodType<T>,
  path: Path,
  problems: Problem[],
): T | undefined {
  const result = checkSchema(schema, value, path);
  problems.push(...result.problems);
  if ('value' in result) return result.value;
  if (!isMapping(value)) return undefined;
  const bad = new Set(result.problems.map((problem) => problem.path[path.length]));
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !bad.has(name)));
  const again = checkSchema(schema, rest, path);
  return 'value' in again ? again.value : undefined;
}

/** Required keys that are present under a misspelt name, so that they are not reported as missing too. */
function findMisspeltKeys(issues: readonly Issue[], schema: unknown): ReadonlySet<string> {
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys');
  return new Set(
    unknown.flatMap(({ keys, path }) => {
      const { names, others } = listKeysAt(schema, path);
      return keys.map((key) => toPathKey([...path, others.get(key.toLowerCase()) ?? findNearest(key, names) ?? key]));
    }),
  );
}

function toPathKey(path: readonly PropertyKey[]): string {
  return path.map(String).join('\n');
}

function toProblems(issue: Issue, base: Path, schema: unknown): Problem[] {
  const path = [...base, ...issue.path.filter((part) => typeof part !== 'symbol')];
  if (issue.code === 'unrecognized_keys') {
    const { names, others, refused } = listKeysAt(schema, issue.path);
    // Keys with the same reason are one problem.
    const first = issue.keys.filter((key) => {
      const why = refused.get(key);
      return why === undefined || key === issue.keys.find((one) => refused.get(one) === why);
    });
    return first.map((key) => makeUnknownKeyProblem([...path, key], names, others, refused));
  }
  const { source } = findDefinition(schema, issue.path);
  // Line in a multi-line text setting, as its schema reports it.
  const textLine: unknown = issue.code === 'custom' ? issue.params?.['textLine'] : undefined;
  return [
    {
      ...errorAt(pickCode(issue), path, formatIssue(issue), typeof source === 'string' ? source : undefined),
      ...(typeof textLine === 'number' ? { textLine } : {}),
    },
  ];
}

/** Adds the found value or the key, unless the error text of the schema contains it. */
function formatIssue(issue: Issue): string {
  // A text after the list is the reason, which a suggestion of a similar value would contradict.
  const lists = issue.code === 'invalid_value' && / is not allowed; [^;]*$/.test(issue.message);
  const text = lists ? formatMessage(issue) : issue.message;
  if (/^(is|has) /.test(text)) return `\`${String(issue.path[issue.path.length - 1] ?? 'this')}\` ${text}`;
  const complete = issue.code === 'custom' || text.startsWith(formatFound(issue)) || text.includes(' is not allowed;');
  return complete ? text : `${formatFound(issue)}; ${text}`;
}

/**
 * Problem of a key that is not allowed here.
 * @param others other names of allowed keys
 * @param refused reasons why some keys of other programs are not supported
 */
export function makeUnknownKeyProblem(
  path: Path,
  allowed: readonly string[],
  others: KeyAliases = new Map(),
  refused: RefusedKeys = new Map(),
): Problem {
  const key = String(path[path.length - 1]);
  const why = refused.get(key);
  if (why !== undefined) return problemAt(rules.refusedKey, path, { key, why, allowed });
  // `{ atLeast: 20,000 ops/s }`: YAML ends the value at the comma.
  if (SPLIT_NUMBER.test(key)) return problemAt(rules.splitNumber, path, { key });
  const meant = others.get(key.toLowerCase());
  const names =
    meant === undefined ? formatAllowed(key, allowed) : `write \`${meant}\`. Allowed: ${joinNames(allowed)}`;
  return problemAt(rules.unknownKey, path, { key, names });
}

/** The rest of a number with a separator of thousands. */
const SPLIT_NUMBER = /^\d{3}(?:\D|$)/;

function pickCode(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'MissingKey' : 'WrongType';
    case 'too_small':
    case 'too_big':
    case 'not_multiple_of':
      return 'OutOfRange';
    case 'invalid_key':
      return 'BadName';
    case 'custom':
      return issue.message.startsWith('is missing') ? 'MissingKey' : 'BadValue';
    default:
      return issue.input === undefined ? 'MissingKey' : 'BadValue';
  }
}

/** Units that names of number settings end with, and the units of their quantities. */
const KEY_UNITS: readonly (readonly [end: RegExp, unit: 'bytes' | 'bytes/s', each: number])[] = [
  [/GiB$/, 'bytes', 1024 ** 3],
  [/MiBps$/, 'bytes/s', 1024 ** 2],
  [/MBps$/, 'bytes/s', 1e6],
];

/** For `sizeGiB: 1 TiB` the number to write: `, without a unit: write 1024`; else empty. */
function suggestNumber({ input, path }: Issue): string {
  const [, unit = '', each = 1] = KEY_UNITS.find(([end]) => end.test(String(path?.at(-1) ?? ''))) ?? [];
  if (unit === '' || typeof input !== 'string') return '';
  try {
    const number = (unit === 'bytes' ? parseBytes(input) : parseQuantity(unit, input)) / each;
    return Number.isInteger(number) ? `, without a unit: write ${number}` : ', without a unit';
  } catch {
    return '';
  }
}

function formatFound(issue: Issue): string {
  if (issue.input !== undefined) return `found ${quoteValue(issue.input)}`;
  const name = issue.path?.[issue.path.length - 1];
  return name === undefined ? 'this is missing' : `\`${String(name)}\` is missing`;
}

function formatMessage(issue: Issue): string {
  const found = formatFound(issue);
  switch (issue.code) {
    case 'invalid_type':
      return `${found}; needed here: ${TYPE_TEXTS[issue.expected] ?? issue.expected}${suggestNumber(issue)}`;
    case 'too_small':
      return `${found}; ${formatBound(issue, issue.minimum, ['allowed: more than', 'allowed: at least'])}`;
    case 'too_big':
      return `${found}; ${formatBound(issue, issue.maximum, ['allowed: less than', 'allowed: at most'])}`;
    case 'invalid_value':
      return `${found}; ${formatChoices(issue)}`;
    case 'invalid_format':
      return (
        `${found}; it does not have the required form` +
        `${'pattern' in issue && issue.pattern ? `: ${String(issue.pattern)}` : ''}`
      );
    case 'invalid_key':
      return issue.issues[0]?.message ?? `${found}, which is not a name`;
    case 'invalid_union':
      return `${found}; ${formatTypes(issue)}`;
    default:
      return found;
  }
}

function formatChoices(issue: z.core.$ZodIssueInvalidValue): string {
  const allowed = issue.values.map(String);
  return typeof issue.input === 'string' ? formatAllowed(issue.input, allowed) : `allowed: ${joinNames(allowed)}`;
}

/** Text of a bound, for exclusive and inclusive bounds. Lengths get their unit. */
function formatBound(
  { origin, inclusive }: { readonly origin: string; readonly inclusive?: boolean | undefined },
  limit: number | bigint,
  [outside, inside]: readonly [string, string],
): string {
  const units: Readonly<Record<string, string>> = { string: 'character', array: 'entry', record: 'entry' };
  const unit = units[origin];
  const plural = limit === 1 ? unit : unit?.replace(/y$/, 'ie').concat('s');
  return `${inclusive === false ? outside : inside} ${limit}${plural === undefined ? '' : ` ${plural}`}`;
}

function formatTypes(issue: z.core.$ZodIssueInvalidUnion): string {
  const kinds = issue.errors
    .map((one) => one[0])
    .map((one) => (one?.code === 'invalid_type' ? one.expected : undefined));
  const names = [...new Set(kinds.filter((kind) => kind !== undefined))].map((kind) => TYPE_TEXTS[kind] ?? kind);
  return names.length === 0 ? 'none of the allowed forms fits' : `needed here: ${names.join(', or ')}`;
}

interface SchemaDefinition {
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly element?: unknown;
  readonly valueType?: unknown;
  /** The schema inside an optional, a default or a transformation. */
  readonly innerType?: unknown;
  readonly in?: unknown;
}

export function listKnownKeys(schema: unknown): readonly string[] {
  return listKeysAt(schema, []).names;
}

/**
 * The definition at a path inside the value.
 * @returns also the source page of the setting there, or of the one around it
 */
function findDefinition(
  schema: unknown,
  path: readonly PropertyKey[],
): { readonly def: SchemaDefinition; readonly source: unknown } {
  let def = getDefinition(schema);
  let source: unknown;
  for (const part of path) {
    const field = def.shape?.[String(part)] ?? def.element ?? def.valueType;
    source = getMetadata(field)?.['source'] ?? source;
    def = getDefinition(field);
  }
  return { def, source };
}

/** Keys that a schema allows at a path inside the value. */
function listKeysAt(
  schema: unknown,
  path: readonly PropertyKey[],
): { names: readonly string[]; others: KeyAliases; refused: RefusedKeys } {
  const shape = Object.entries(findDefinition(schema, path).def.shape ?? {});
  const others = shape.flatMap(([name, field]) => listAliases(field).map((other): [string, string] => [other, name]));
  const refused = shape.flatMap(([, field]) => Object.entries(getMetadata(field)?.['elsewhere'] ?? {}));
  return { names: shape.map(([name]) => name), others: new Map(others), refused: new Map(refused) };
}

/** Other names of a key, in lower case: `alsoCalled` in its metadata. */
function listAliases(field: unknown): readonly string[] {
  const found = getMetadata(field)?.['alsoCalled'];
  return Array.isArray(found) ? found.map(String) : [];
}

function getMetadata(field: unknown): Readonly<Record<string, unknown>> | undefined {
  return (field as Partial<z.ZodType> | undefined)?.meta?.();
}

function getDefinition(schema: unknown): SchemaDefinition {
  const def = (schema as { _zod?: { def?: SchemaDefinition } } | undefined)?._zod?.def ?? {};
  const inner = def.innerType ?? def.in;
  return inner === undefined ? def : getDefinition(inner);
}
