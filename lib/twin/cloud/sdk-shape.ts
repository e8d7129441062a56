/**
 * Arguments that an action accepts. Names and types come from the schema in each SDK command; a request may use only
 * the simulated ones. All others are refused: if the simulation ignored an argument, a machine would pass here and
 * behave differently on AWS.
 */
import { ensure, FsxbenchError } from '../../shapes/errors';
import modelledMembers from './modelled.json';
import type { Action, Caller } from './service';

/** A class of the SDK, e.g. `CreateFleetCommand`, with the types and schemas of request and answer. */
type CommandClass<I extends object, O extends object> = new (
  input: never,
) => { readonly input: I; resolveMiddleware(...given: never[]): (args: never) => Promise<{ readonly output: O }> };

/** Bodies of objects and payloads of functions are texts here; bytes are only written. */
type WithTexts<T, Body> = {
  readonly [K in keyof T]: K extends 'Body' ? Body : K extends 'Payload' ? string | undefined : T[K];
};
type WithoutGaps<I> = { readonly [K in keyof I]: object extends Pick<I, K> ? I[K] : NonNullable<I[K]> };

/** A request with its required members. */
type Input<I> = WithoutGaps<WithTexts<I, string | Uint8Array | undefined>>;
export type InputOf<C> = C extends CommandClass<infer I, object> ? Input<I> : never;

/** An answer, without the SDK's metadata of the transport. */
type Output<O> = WithTexts<Omit<O, '$metadata'>, string | undefined>;

/**
 * Invalid arguments: unknown, missing, or of a wrong type. Not an answer of the service but a mistake of the caller.
 * Step Functions reports the same as `States.Runtime`, which no Catch sees.
 */
export class ArgumentError extends FsxbenchError {
  constructor(
    readonly action: string,
    readonly problems: readonly string[],
  ) {
    super('ArgumentError', `The parameters of ${action} could not be used: ${problems.join('; ')}`);
  }
}

/** Supported members of each action, by service and name. */
export const MODELLED: Readonly<Record<string, Readonly<Record<string, string>>>> = modelledMembers;

/**
 * One action that refuses unsupported arguments and missing required members before it has any effect.
 * @param modelled supported members, e.g. `Name Tags Placement(Tenancy)`: only the members in brackets of a structure,
 * or all that the SDK has. `!` makes a member required that is optional in the SDK. Default: those of `modelled.json`
 */
export function action<I extends object, O extends object>(
  command: CommandClass<I, O>,
  run: (input: Input<I>, caller: Caller) => Output<O> | Promise<Output<O>>,
  modelled?: string,
): Action<Input<I>, Output<O>> {
  const { name, input: schema } = readOperation(command);
  const [service = '', operation = ''] = name.split(':');
  const members = ensure(modelled ?? MODELLED[service]?.[operation], `the simulated members of ${name}`);
  const understood = parseMembers(members);
  const demanded = [...members.matchAll(/(\w+)!/g)].map(([, member = '']) => member);
  const required = [...requiredMembers(schema), ...demanded];
  return (input, caller) => {
    const problems: string[] = [];
    findProblems(input, schema, understood, '', problems);
    for (const member of required) {
      if ((input as Readonly<Record<string, unknown>>)[member] === undefined)
        problems.push(`The field '${member}' is required but was missing`);
    }
    if (problems.length > 0) throw new ArgumentError(name, problems);
    return run(input, caller);
  };
}

/** Members by name; null for all members of a structure. */
type Members = ReadonlyMap<string, Members | null>;

/** Parses the members in the syntax of {@link action}. */
function parseMembers(text: string): Members {
  const top = new Map<string, Members | null>();
  const open: Map<string, Members | null>[] = [top];
  for (const [, name = '', bracket = '', closed = ''] of text.matchAll(/(\w+)!?(\(?)|(\))/g)) {
    const within = open.at(-1) ?? top;
    if (closed !== '') open.pop();
    else if (bracket === '') within.set(name, null);
    else {
      const members = new Map<string, Members | null>();
      within.set(name, members);
      open.push(members);
    }
  }
  return top;
}

/** Kinds of schema, as the SDK numbers them. */
const KIND = { simple: 0, list: 1, map: 2 } as const;
type Simple = readonly [kind: number, space: string, name: string, traits: unknown, of: Schema];
type MapOf = readonly [kind: number, space: string, name: string, traits: unknown, key: Schema, value: Schema];
type Structure = readonly [
  kind: number,
  space: string,
  name: string,
  traits: unknown,
  names: readonly string[],
  members: readonly Schema[],
  /** Number of required members; these come first. */
  required?: number,
];
type WithTraits = readonly [of: Schema, traits: unknown];
/**
 * A schema in the SDK's generated code (`node_modules/@smithy/types`, `schema`): the number of a type, a list that
 * begins with its kind, or a function that returns one of these.
 */
type Schema = number | WithTraits | Simple | MapOf | Structure | (() => Schema);

/** Added to the number of a simple type: lists and maps of it. */
const LIST_OF = 64;
const MAP_OF = 128;
const NUMBER = { name: 'NUMBER', type: 'number' };
const MOMENT = { name: 'TIMESTAMP', type: 'date' };
const BODY = { name: 'BLOB', type: 'string' };
/** Simple types by number: the name for messages, and the result of `typeof`. */
const TYPES: Readonly<Record<number, { readonly name: string; readonly type: string }>> = {
  0: { name: 'STRING', type: 'string' },
  1: NUMBER,
  2: { name: 'BOOLEAN', type: 'boolean' },
  4: MOMENT,
  5: MOMENT,
  6: MOMENT,
  7: MOMENT,
  21: BODY,
  42: BODY,
};

function readOperation(command: new (input: never) => object): { readonly name: string; readonly input: Schema } {
  const { schema } = new command({} as never) as { readonly schema: Simple };
  const [, space, name, , input] = schema;
  return { name: `${space.split('.').at(-1) ?? ''}:${name}`, input };
}

type ResolvedSchema =
  | { readonly list: Schema }
  | { readonly map: Schema }
  | { readonly structure: Structure }
  | { readonly type: number };

function resolveSchema(schema: Schema): ResolvedSchema {
  if (typeof schema === 'function') return resolveSchema(schema());
  if (typeof schema === 'number') {
    if ((schema & MAP_OF) !== 0) return { map: schema & ~MAP_OF };
    return (schema & LIST_OF) === 0 ? { type: schema } : { list: schema & ~LIST_OF };
  }
  if (schema.length === 2) return resolveSchema(schema[0]);
  const [kind] = schema;
  if (kind === KIND.simple) return resolveSchema((schema as Simple)[4]);
  if (kind === KIND.list) return { list: (schema as Simple)[4] };
  return kind === KIND.map ? { map: (schema as MapOf)[5] } : { structure: schema as Structure };
}

function requiredMembers(schema: Schema): readonly string[] {
  const wanted = resolveSchema(schema);
  if (!('structure' in wanted)) return [];
  const [, , , , names, , required = 0] = wanted.structure;
  return names.slice(0, required);
}

/** Adds the problems of a value; none where it fits its schema. */
function findProblems(
  value: unknown,
  schema: Schema,
  understood: Members | null,
  path: string,
  problems: string[],
): void {
  if (value === undefined) return;
  const wanted = resolveSchema(schema);
  const require = (fits: boolean, what: string): boolean => {
    if (!fits) problems.push(`The value for the field '${path}' must be ${what}`);
    return fits;
  };
  if ('type' in wanted) {
    require(isOfType(value, wanted.type), `a ${TYPES[wanted.type]?.name ?? 'JSON value'}`);
  } else if ('list' in wanted) {
    if (!require(Array.isArray(value), 'an ARRAY')) return;
    for (const [index, one] of (value as readonly unknown[]).entries())
      findProblems(one, wanted.list, understood, `${path}[${index}]`, problems);
  } else {
    if (!require(typeof value === 'object' && value !== null && !Array.isArray(value), 'an OBJECT')) return;
    for (const [name, one] of Object.entries(value as object) as [string, unknown][]) {
      const at = path === '' ? name : `${path}.${name}`;
      const known = 'map' in wanted ? wanted.map : findMember(wanted.structure, name, understood);
      if (known === undefined) problems.push(`The field '${at}' is not supported by the simulated service`);
      else findProblems(one, known, understood?.get(name) ?? null, at, problems);
    }
  }
}

function findMember([, , , , names, members]: Structure, name: string, understood: Members | null): Schema | undefined {
  return understood?.has(name) === false ? undefined : members[names.indexOf(name)];
}

function isOfType(value: unknown, type: number): boolean {
  const wanted = TYPES[type];
  if (wanted === BODY && value instanceof Uint8Array) return true;
  if (wanted === MOMENT) return value instanceof Date && !Number.isNaN(value.getTime());
  return wanted === undefined || (typeof value === wanted.type && (wanted !== NUMBER || Number.isFinite(value)));
}
