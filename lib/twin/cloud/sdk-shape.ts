/**
 * Which arguments an action understands. Names and types are those of the SDK, read from the schema that each of its
 * commands carries; of these a request may use what the twin models. Everything else is refused: a twin that ignores
 * an argument would let a machine pass here and behave differently on AWS.
 */
import { ensure, FsxbenchError } from '../../shapes/errors';
import modelledMembers from './modelled.json';
import type { Action, Caller } from './service';

/** A class of the SDK, e.g. `CreateFleetCommand`: it has the types of request and answer, and the schema of both. */
type CommandClass<I extends object, O extends object> = new (
  input: never,
) => { readonly input: I; resolveMiddleware(...given: never[]): (args: never) => Promise<{ readonly output: O }> };

/** Bodies of objects and payloads of functions are texts here; bytes are only written. */
type WithTexts<T, Body> = {
  readonly [K in keyof T]: K extends 'Body' ? Body : K extends 'Payload' ? string | undefined : T[K];
};
type WithoutGaps<I> = { readonly [K in keyof I]: object extends Pick<I, K> ? I[K] : NonNullable<I[K]> };

/** A request whose required members are certainly there. */
type Input<I> = WithoutGaps<WithTexts<I, string | Uint8Array | undefined>>;
export type InputOf<C> = C extends CommandClass<infer I, object> ? Input<I> : never;

/** An answer, without what the SDK adds of the transport. */
type Output<O> = WithTexts<Omit<O, '$metadata'>, string | undefined>;

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

/** What is understood of each action, by service and name. */
export const MODELLED: Readonly<Record<string, Readonly<Record<string, string>>>> = modelledMembers;

/**
 * One action that refuses arguments that are not modelled, and calls without a member that the SDK requires, before
 * anything happens.
 * @param modelled members that are understood, e.g. `Name Tags Placement(Tenancy)`: of a structure with brackets these
 * members alone, of one without all that the SDK has. One with `!` must be there although the SDK lets it be left out.
 * Default: as `modelled.json` has them
 */
export function action<I extends object, O extends object>(
  command: CommandClass<I, O>,
  run: (input: Input<I>, caller: Caller) => Output<O> | Promise<Output<O>>,
  modelled?: string,
): Action<Input<I>, Output<O>> {
  const { name, input: schema } = readOperation(command);
  const [service = '', operation = ''] = name.split(':');
  const members = ensure(modelled ?? MODELLED[service]?.[operation], `the modelled members of ${name}`);
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

/** Members by name; null for all that a structure has. */
type Members = ReadonlyMap<string, Members | null>;

/** Members of a list as {@link action} takes it. */
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
  /** How many of them are required: these come first. */
  required?: number,
];
type WithTraits = readonly [of: Schema, traits: unknown];
/**
 * A schema as the SDK's generated code has it (`node_modules/@smithy/types`, `schema`): a type by its number, a list
 * that begins with its kind, or a function that gives one of these.
 */
type Schema = number | WithTraits | Simple | MapOf | Structure | (() => Schema);

/** Lists and maps of a simple type are its number and this. */
const LIST_OF = 64;
const MAP_OF = 128;
const NUMBER = { name: 'NUMBER', type: 'number' };
const MOMENT = { name: 'TIMESTAMP', type: 'date' };
const BODY = { name: 'BLOB', type: 'string' };
/** Simple types by their numbers: their names in messages, and what `typeof` says of their values. */
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

/** What a value must be. */
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

/** Adds what is wrong with a value; nothing when it fits its schema. */
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
      if (known === undefined)
        problems.push(`The field '${at}' is not among those that the modelled service understands`);
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
