/**
 * Arguments that an action accepts: those of the SDK's schema that are simulated. All others are refused; if not, a
 * machine could pass here and behave differently on AWS.
 */
import { ensure, FsxbenchError } from '../../shapes/errors';
import modelledMembers from './modelled.json';
import type { Action, Caller } from './service';

/** A class of the SDK, e.g. `CreateFleetCommand`, with the types and schemas of request and answer. */
type CommandClass<I extends object, O extends object> = new (
  input: never,
) => { readonly input: I; resolveMiddleware(...given: never[]): (args: never) => Promise<{ readonly output: O }> };

/** Bodies of objects and payloads of functions are texts here; bytes are only written. */
type ReplaceBytes<T, Body> = {
  readonly [K in keyof T]: K extends 'Body' ? Body : K extends 'Payload' ? string | undefined : T[K];
};
type RequireDefined<I> = { readonly [K in keyof I]: object extends Pick<I, K> ? I[K] : NonNullable<I[K]> };

/** A request with its required members. */
type ActionInput<I> = RequireDefined<ReplaceBytes<I, string | Uint8Array | undefined>>;
export type CommandInput<C> = C extends CommandClass<infer I, object> ? ActionInput<I> : never;

/** An answer, without the SDK's metadata of the transport. */
type ActionOutput<O> = ReplaceBytes<Omit<O, '$metadata'>, string | undefined>;

/** Unknown, missing or wrong arguments: a mistake of the caller. AWS: `States.Runtime`, which no Catch sees. */
export class ArgumentError extends FsxbenchError {
  constructor(
    readonly action: string,
    readonly problems: readonly string[],
  ) {
    super('ArgumentError', `The parameters of ${action} could not be used: ${problems.join('; ')}`);
  }
}

/** Supported members of each action, by service and name. */
export const SUPPORTED_MEMBERS: Readonly<Record<string, Readonly<Record<string, string>>>> = modelledMembers;

/**
 * Refuses unsupported and missing arguments first. @param modelled members, e.g. `Name Tags Placement(Tenancy)`: those
 * in brackets, or all of the SDK; `!` requires one that is optional there. Default: `modelled.json`
 */
export function makeAction<I extends object, O extends object>(
  command: CommandClass<I, O>,
  run: (input: ActionInput<I>, caller: Caller) => ActionOutput<O> | Promise<ActionOutput<O>>,
  modelled?: string,
): Action<ActionInput<I>, ActionOutput<O>> {
  const { name, input: schema } = readOperation(command);
  const [service = '', operation = ''] = name.split(':');
  const members = ensure(modelled ?? SUPPORTED_MEMBERS[service]?.[operation], `the simulated members of ${name}`);
  const understood = parseMembers(members);
  const demanded = [...members.matchAll(/(\w+)!/g)].map(([, member = '']) => member);
  const required = [...listRequiredMembers(schema), ...demanded];
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
type MemberTree = ReadonlyMap<string, MemberTree | null>;

/** Parses the members in the syntax of {@link makeAction}. */
function parseMembers(text: string): MemberTree {
  const top = new Map<string, MemberTree | null>();
  const open: Map<string, MemberTree | null>[] = [top];
  for (const [, name = '', bracket = '', closed = ''] of text.matchAll(/(\w+)!?(\(?)|(\))/g)) {
    const within = open.at(-1) ?? top;
    if (closed !== '') open.pop();
    else if (bracket === '') within.set(name, null);
    else {
      const members = new Map<string, MemberTree | null>();
      within.set(name, members);
      open.push(members);
    }
  }
  return top;
}

/** Kinds of schema, as the SDK numbers them. */
const SCHEMA_KIND = { simple: 0, list: 1, map: 2 } as const;
type ListSchema = readonly [kind: number, space: string, name: string, traits: unknown, of: Schema];
type MapSchema = readonly [kind: number, space: string, name: string, traits: unknown, key: Schema, value: Schema];
type StructureSchema = readonly [
  kind: number,
  space: string,
  name: string,
  traits: unknown,
  names: readonly string[],
  members: readonly Schema[],
  /** Number of required members; these come first. */
  required?: number,
];
type TraitsSchema = readonly [of: Schema, traits: unknown];
/** An SDK schema (`node_modules/@smithy/types`, `schema`): type number, list that begins with its kind, or function. */
type Schema = number | TraitsSchema | ListSchema | MapSchema | StructureSchema | (() => Schema);

/** Added to the number of a simple type: lists and maps of it. */
const LIST_OF = 64;
const MAP_OF = 128;
const NUMBER_TYPE = { name: 'NUMBER', type: 'number' };
const TIMESTAMP_TYPE = { name: 'TIMESTAMP', type: 'date' };
const BLOB_TYPE = { name: 'BLOB', type: 'string' };
/** Simple types by number: the name for messages, and the result of `typeof`. */
const SIMPLE_TYPES: Readonly<Record<number, { readonly name: string; readonly type: string }>> = {
  0: { name: 'STRING', type: 'string' },
  1: NUMBER_TYPE,
  2: { name: 'BOOLEAN', type: 'boolean' },
  4: TIMESTAMP_TYPE,
  5: TIMESTAMP_TYPE,
  6: TIMESTAMP_TYPE,
  7: TIMESTAMP_TYPE,
  21: BLOB_TYPE,
  42: BLOB_TYPE,
};

function readOperation(command: new (input: never) => object): { readonly name: string; readonly input: Schema } {
  const { schema } = new command({} as never) as { readonly schema: ListSchema };
  const [, space, name, , input] = schema;
  return { name: `${space.split('.').at(-1) ?? ''}:${name}`, input };
}

type ResolvedSchema =
  | { readonly list: Schema }
  | { readonly map: Schema }
  | { readonly structure: StructureSchema }
  | { readonly type: number };

function resolveSchema(schema: Schema): ResolvedSchema {
  if (typeof schema === 'function') return resolveSchema(schema());
  if (typeof schema === 'number') {
    if ((schema & MAP_OF) !== 0) return { map: schema & ~MAP_OF };
    return (schema & LIST_OF) === 0 ? { type: schema } : { list: schema & ~LIST_OF };
  }
  if (schema.length === 2) return resolveSchema(schema[0]);
  const [kind] = schema;
  if (kind === SCHEMA_KIND.simple) return resolveSchema((schema as ListSchema)[4]);
  if (kind === SCHEMA_KIND.list) return { list: (schema as ListSchema)[4] };
  return kind === SCHEMA_KIND.map ? { map: (schema as MapSchema)[5] } : { structure: schema as StructureSchema };
}

function listRequiredMembers(schema: Schema): readonly string[] {
  const wanted = resolveSchema(schema);
  if (!('structure' in wanted)) return [];
  const [, , , , names, , required = 0] = wanted.structure;
  return names.slice(0, required);
}

/** Adds the problems of a value; none if it fits its schema. */
function findProblems(
  value: unknown,
  schema: Schema,
  understood: MemberTree | null,
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
    require(isOfType(value, wanted.type), `a ${SIMPLE_TYPES[wanted.type]?.name ?? 'JSON value'}`);
  } else if ('list' in wanted) {
    if (!require(Array.isArray(value), 'an ARRAY')) return;
    for (const [index, one] of (value as readonly unknown[]).entries())
      findProblems(one, wanted.list, understood, `${path}[${index}]`, problems);
  } else {
    if (!require(typeof value === 'object' && value !== null && !Array.isArray(value), 'an OBJECT')) return;
    for (const [name, one] of Object.entries(value as object) as [string, unknown][]) {
      const at = path === '' ? name : `${path}.${name}`;
      const known = 'map' in wanted ? wanted.map : findMemberSchema(wanted.structure, name, understood);
      if (known === undefined) problems.push(`The field '${at}' is not supported by the simulated service`);
      else findProblems(one, known, understood?.get(name) ?? null, at, problems);
    }
  }
}

function findMemberSchema(
  [, , , , names, members]: StructureSchema,
  name: string,
  understood: MemberTree | null,
): Schema | undefined {
  return understood?.has(name) === false ? undefined : members[names.indexOf(name)];
}

function isOfType(value: unknown, type: number): boolean {
  const wanted = SIMPLE_TYPES[type];
  if (wanted === BLOB_TYPE && value instanceof Uint8Array) return true;
  if (wanted === TIMESTAMP_TYPE) return value instanceof Date && !Number.isNaN(value.getTime());
  return wanted === undefined || (typeof value === wanted.type && (wanted !== NUMBER_TYPE || Number.isFinite(value)));
}
