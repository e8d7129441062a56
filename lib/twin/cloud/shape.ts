/**
 * Which arguments an action understands, typed by the SDK's own input type. What is not listed is refused: a twin that
 * ignores an argument would let a machine pass here and behave differently on AWS.
 */
import { FsxbenchError } from '../../shapes/errors';
import type { Action, Caller } from './service';

/**
 * Shape of a value: body (text or bytes), moment, text, number, flag, list of one shape, structure. The key `*` of
 * a structure stands for any name (maps).
 */
export type Shape<T> = T extends Uint8Array
  ? 'body'
  : T extends Date
    ? 'moment'
    : T extends string
      ? 'text'
      : T extends number
        ? 'number'
        : T extends boolean
          ? 'flag'
          : T extends readonly (infer E)[]
            ? readonly [Shape<NonNullable<E>>]
            : T extends object
              ? Members<T>
              : never;

/** Members of a structure that are understood, each with its shape. */
export type Members<T> = { readonly [K in keyof T]?: Shape<NonNullable<T[K]>> };

/** The input with its required members certainly there. */
export type Given<I, R extends keyof I> = I & { readonly [K in R]-?: NonNullable<I[K]> };

type AnyShape =
  | 'body'
  | 'moment'
  | 'text'
  | 'number'
  | 'flag'
  | readonly [AnyShape]
  | { readonly [member: string]: AnyShape | undefined };

const TYPE_NAME = { body: 'BLOB', moment: 'TIMESTAMP', text: 'STRING', number: 'NUMBER', flag: 'BOOLEAN' } as const;
const TYPE_OF = { body: 'string', moment: 'date', text: 'string', number: 'number', flag: 'boolean' } as const;

/**
 * Arguments that no request can be made of: unknown, missing, or of a wrong type. Not an answer of the service but a
 * mistake of the caller; Step Functions reports the same as `States.Runtime`, which no Catch sees.
 */
export class ArgumentError extends FsxbenchError {
  constructor(
    readonly action: string,
    readonly problems: readonly string[],
  ) {
    super('ArgumentError', `The parameters of ${action} could not be used: ${problems.join('; ')}`);
  }
}

/**
 * One action that refuses arguments outside `members`, and calls without those of `required`, before anything happens.
 */
export function action<I extends object, R extends keyof I & string, O>(spec: {
  readonly name: string;
  readonly members: Members<I>;
  readonly required: readonly R[];
  readonly run: (input: Given<I, R>, caller: Caller) => O | Promise<O>;
}): Action<I, O> {
  return (input, caller) => {
    const problems: string[] = [];
    findProblems(input, spec.members, '', problems);
    for (const member of spec.required) {
      if (input[member] === undefined) problems.push(`The field '${member}' is required but was missing`);
    }
    if (problems.length > 0) throw new ArgumentError(spec.name, problems);
    const whole: unknown = input;
    return spec.run(whole as Given<I, R>, caller);
  };
}

/** Adds what is wrong with a value; nothing when it fits its shape. */
function findProblems(value: unknown, shape: AnyShape, path: string, problems: string[]): void {
  if (value === undefined) return;
  if (shape === 'body' && value instanceof Uint8Array) return;
  if (shape === 'moment' && value instanceof Date && !Number.isNaN(value.getTime())) return;
  if (typeof shape === 'string') {
    if (typeof value !== TYPE_OF[shape] || (shape === 'number' && !Number.isFinite(value)))
      problems.push(`The value for the field '${path}' must be a ${TYPE_NAME[shape]}`);
    return;
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) problems.push(`The value for the field '${path}' must be an ARRAY`);
    else for (const [index, one] of value.entries()) findProblems(one, shape[0], `${path}[${index}]`, problems);
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(`The value for the field '${path}' must be an OBJECT`);
    return;
  }
  for (const name of Object.keys(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    const known = shape[name] ?? shape['*'];
    if (known === undefined)
      problems.push(`The field '${at}' is not among those that the modelled service understands`);
    else findProblems((value as Readonly<Record<string, unknown>>)[name], known, at, problems);
  }
}

function isList(shape: AnyShape): shape is readonly [AnyShape] {
  return Array.isArray(shape);
}
