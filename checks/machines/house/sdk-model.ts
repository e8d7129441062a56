/**
 * The calls of the AWS SDK, from the installed clients. The clients export their shapes (`StartExecution$`,
 * `StartExecutionInput$`) in the form of @smithy/core/schema: `[kind, namespace, name, traits, …]`.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A simple value (0), the name of a structure, a list, or a map. */
export type Ref = 0 | string | readonly [Ref] | { readonly '*': Ref };

type Members = Readonly<Record<string, Ref>>;

/** One service, by its name in `aws-sdk:NAME`. */
export interface Service {
  /** Actions by name, e.g. `createFleet`. */
  readonly calls: Readonly<
    Record<string, { readonly input: string; readonly output: string; readonly required: readonly string[] }>
  >;
  /** Members of structures, as the SDK spells them. */
  readonly shapes: Readonly<Record<string, Members>>;
}

/** Services that machines call, by their names in `aws-sdk:NAME` and in packages. */
export const SERVICES: readonly string[] = ['ec2', 'fsx', 's3', 'sfn', 'sns', 'ssm'];

/** Kinds of a schema. */
const KIND = { list: 1, map: 2, structure: 3, operation: 9 } as const;
/** Added to the number of a simple type: a list or map of it. */
const SIMPLE = { list: 64, map: 128 } as const;

type Schema = readonly unknown[];

const requireHere = createRequire(join(process.cwd(), 'package.json'));
const read = new Map<string, Service>();

/** A service of an installed client, read on demand; undefined for unlisted ones. */
export function installedService(name: string): Service | undefined {
  if (!SERVICES.includes(name)) return undefined;
  const known = read.get(name);
  if (known !== undefined) return known;
  const service = readService(requireHere(`@aws-sdk/client-${name}`) as Readonly<Record<string, unknown>>);
  read.set(name, service);
  return service;
}

/** All calls of a client. @param exports of its package */
export function readService(exports: Readonly<Record<string, unknown>>): Service {
  const shapes: Record<string, Members> = {};
  const operations = Object.values(exports).filter((value) => isSchema(value) && value[0] === KIND.operation);
  const calls = (operations as Schema[]).map(([, , name, , request, answer]) => {
    const input = resolve(request);
    const members = (isSchema(input) ? (input[4] as string[] | undefined) : undefined) ?? [];
    const required = members.slice(0, isSchema(input) ? Number(input[6] ?? 0) : 0);
    const action = String(name).slice(0, 1).toLowerCase() + String(name).slice(1);
    return [action, { input: getName(request, shapes), output: getName(answer, shapes), required }] as const;
  });
  return { calls: Object.fromEntries(calls), shapes };
}

/** Name of a structure, whose members are added to `shapes`; empty where there is none. */
function getName(reference: unknown, shapes: Record<string, Members>): string {
  const found = toRef(reference, shapes);
  return typeof found === 'string' ? found : '';
}

function toRef(reference: unknown, shapes: Record<string, Members>): Ref {
  const schema = resolve(reference);
  if (typeof schema === 'number') {
    if ((schema & SIMPLE.map) !== 0) return { '*': 0 };
    return (schema & SIMPLE.list) === 0 ? 0 : [0];
  }
  if (!isSchema(schema)) return 0;
  const [kind, , name, , first, second] = schema;
  if (kind === KIND.list) return [toRef(first, shapes)];
  if (kind === KIND.map) return { '*': toRef(second, shapes) };
  if (kind !== KIND.structure) return 0;
  const key = String(name);
  if (shapes[key] === undefined) {
    // Add it before its members: a structure may contain itself.
    const members: Record<string, Ref> = {};
    shapes[key] = members;
    for (const [index, member] of (first as string[]).entries()) {
      members[member] = toRef((second as unknown[])[index], shapes);
    }
  }
  return key;
}

/** Resolves a number, a schema, a function that returns one, or either with traits. */
function resolve(reference: unknown): unknown {
  if (typeof reference === 'function') return resolve((reference as () => unknown)());
  if (Array.isArray(reference) && !isSchema(reference)) return resolve(reference[0]);
  return reference;
}

function isSchema(value: unknown): value is Schema {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string' && value.length >= 4;
}
