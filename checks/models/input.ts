/** Checks the input of an AWS call by its service model: members, required ones, types, enums, limits and patterns. */
import type { ServiceModel, Shape } from './botocore';

type Values = Readonly<Record<string, unknown>>;

/** @returns problems, e.g. `CreateVolume.Name: 0, at least 1` */
export function checkInput(model: ServiceModel, action: string, input: unknown): string[] {
  const operation = model.operations[action];
  if (operation === undefined) return [`${action}: the model has no such operation`];
  return checkValue(model, operation.input?.shape, input ?? {}, action);
}

/** JavaScript types of the types of models. */
const TYPES: Values = { string: 'string', boolean: 'boolean', integer: 'number', long: 'number', float: 'number' };

function checkValue(model: ServiceModel, name = '', value: unknown, path: string): string[] {
  const shape = model.shapes[name] ?? { type: 'structure' };
  const { type, min = -Infinity, max = Infinity } = shape;
  // JSON and the SDK have several forms of dates and bytes.
  if (type === 'blob' || type === 'timestamp') return [];
  const expected = type === 'list' ? 'array' : type === 'double' ? 'number' : (TYPES[type] ?? 'object');
  const found = Array.isArray(value) ? 'array' : typeof value;
  if (found !== expected) return [`${path}: ${found}, needed: ${type}`];
  const parts = found === 'object' ? Object.entries(value as Values).filter(([, one]) => one !== undefined) : [];
  const sizes: Values = { number: value, string: String(value).length, array: (value as Values)['length'] };
  const size = Number(type === 'map' ? parts.length : (sizes[found] ?? 0));
  const isSized = found !== 'boolean' && type !== 'structure';
  return [
    ...(isSized && size < min ? [`${path}: ${size}, at least ${min}`] : []),
    ...(isSized && size > max ? [`${path}: ${size}, at most ${max}`] : []),
    ...(shape.enum?.includes(String(value)) === false ? [`${path}: '${String(value)}' is no value of ${name}`] : []),
    ...(matches(shape, value) ? [] : [`${path}: '${String(value)}' does not match ${shape.pattern ?? ''}`]),
    ...(found === 'array' ? (value as unknown[]) : []).flatMap((one, index) =>
      checkValue(model, shape.member?.shape, one, `${path}.${index}`),
    ),
    ...(type === 'map' ? checkMap(model, shape, parts, path) : checkMembers(model, shape, parts, path)),
  ];
}

function checkMap(model: ServiceModel, { key, value }: Shape, parts: readonly [string, unknown][], path: string) {
  return parts.flatMap(([name, one]) => [
    ...checkValue(model, key?.shape, name, `${path} key`),
    ...checkValue(model, value?.shape, one, `${path}.${name}`),
  ]);
}

/** SDKs fill in missing tokens. */
function checkMembers(model: ServiceModel, shape: Shape, parts: readonly [string, unknown][], path: string): string[] {
  const { members = {}, required = [] } = shape;
  const names = parts.map(([name]) => name);
  const missing = required.filter((name) => !names.includes(name) && members[name]?.idempotencyToken !== true);
  return [
    ...missing.map((name) => `${path}.${name}: missing`),
    ...parts.flatMap(([name, one]) =>
      name in members
        ? checkValue(model, members[name]?.shape, one, `${path}.${name}`)
        : [`${path}.${name}: unknown member`],
    ),
  ];
}

/** Patterns hold for whole values. They are in the syntax of Java: those that JavaScript cannot read are left out. */
function matches({ pattern }: Shape, value: unknown): boolean {
  if (pattern === undefined) return true;
  for (const flags of ['su', 's']) {
    try {
      return new RegExp(`^(?:${pattern})$`, flags).test(String(value));
    } catch {
      // Not with these flags.
    }
  }
  return true;
}
