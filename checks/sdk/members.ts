/**
 * What the installed clients of the AWS SDK say about their calls: names of all actions, and for some of them the
 * members of request and answer. The clients export these shapes themselves (`StartExecution$`,
 * `StartExecutionInput$`); their form is that of @smithy/core/schema: `[kind, namespace, name, traits, …]`.
 */
import type { Ref, SdkTable, Service } from '../../lib/asl/lint/sdk/model';

/** Services by the name that `aws-sdk:NAME` has, with the exports of their client. */
export type Clients = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Kinds of a schema. */
const KIND = { list: 1, map: 2, structure: 3, operation: 9 } as const;
/** Bits that make a list or a map of a simple type. */
const SIMPLE = { list: 64, map: 128 } as const;

type Schema = readonly unknown[];

/**
 * The table for the lint of machines.
 * @param wanted `service:action`, e.g. `ec2:createFleet`: those whose members are taken.
 * @throws Error naming what no client has.
 */
export function sdkTable(clients: Clients, wanted: readonly string[]): SdkTable {
  const lost = wanted.filter((call) => !knows(clients, call));
  if (lost.length > 0) throw new Error(`no installed client has ${lost.join(', ')}`);
  return Object.fromEntries(
    Object.entries(clients).map(([service, exports]) => {
      const own = wanted.filter((call) => call.startsWith(`${service}:`)).map((call) => call.slice(service.length + 1));
      return [service, describe(exports, own)];
    }),
  );
}

function knows(clients: Clients, call: string): boolean {
  const [service = '', action = ''] = call.split(':');
  return operationsOf(clients[service] ?? {}).has(action);
}

/** Operations by the name of their action: `CreateFleet` is `createFleet`. */
function operationsOf(exports: Readonly<Record<string, unknown>>): Map<string, Schema> {
  const found = new Map<string, Schema>();
  for (const value of Object.values(exports)) {
    if (!isSchema(value) || value[0] !== KIND.operation) continue;
    const name = String(value[2]);
    found.set(name.slice(0, 1).toLowerCase() + name.slice(1), value);
  }
  return found;
}

function describe(exports: Readonly<Record<string, unknown>>, actions: readonly string[]): Service {
  const operations = operationsOf(exports);
  const shapes: Record<string, Readonly<Record<string, Ref>>> = {};
  const calls = actions.toSorted().map((action) => {
    const [, , , , request, answer] = operations.get(action) ?? [];
    const input = resolve(request);
    const members = (isSchema(input) ? (input[4] as string[]) : []) ?? [];
    const required = members.slice(0, isSchema(input) ? Number(input[6] ?? 0) : 0);
    return [action, { input: nameOf(request, shapes), output: nameOf(answer, shapes), required }] as const;
  });
  return { actions: [...operations.keys()].toSorted(), calls: Object.fromEntries(calls), shapes: sorted(shapes) };
}

/** Name of a structure, whose members are noted in `shapes`; empty where there is none. */
function nameOf(reference: unknown, shapes: Record<string, Readonly<Record<string, Ref>>>): string {
  const found = refOf(reference, shapes);
  return typeof found === 'string' ? found : '';
}

function refOf(reference: unknown, shapes: Record<string, Readonly<Record<string, Ref>>>): Ref {
  const schema = resolve(reference);
  if (typeof schema === 'number') {
    if ((schema & SIMPLE.map) !== 0) return { '*': 0 };
    return (schema & SIMPLE.list) === 0 ? 0 : [0];
  }
  if (!isSchema(schema)) return 0;
  const [kind, , name, , first, second] = schema;
  if (kind === KIND.list) return [refOf(first, shapes)];
  if (kind === KIND.map) return { '*': refOf(second, shapes) };
  if (kind !== KIND.structure) return 0;
  const key = String(name);
  if (shapes[key] === undefined) {
    // Noted before its members are followed: a structure may hold itself.
    const members: Record<string, Ref> = {};
    shapes[key] = members;
    for (const [index, member] of (first as string[]).entries()) {
      members[member] = refOf((second as unknown[])[index], shapes);
    }
  }
  return key;
}

/** A reference as it is written: a number, a schema, a function that gives one, or either with traits. */
function resolve(reference: unknown): unknown {
  if (typeof reference === 'function') return resolve((reference as () => unknown)());
  if (Array.isArray(reference) && !isSchema(reference)) return resolve(reference[0]);
  return reference;
}

function isSchema(value: unknown): value is Schema {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string' && value.length >= 4;
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
