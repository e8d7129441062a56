/** Digests of service models: a hash for each used operation and each shape that it reaches, with documentation. */
import { createHash } from 'node:crypto';
import { canonicalize } from '../../lib/shapes/canonical-json';
import type { ServiceModel, ShapeRef } from './botocore';

/** Kept digest of a service: names of used operations, and `NAME:HASH` of each operation and shape, with spaces. */
export interface ServiceDigest {
  readonly operations: string;
  readonly parts: string;
}

/** An operation that the model lacks has no part. */
export function digestModel({ operations, shapes }: ServiceModel, used: string): ServiceDigest {
  const parts = new Map<string, string>();
  const add = (name: string, value: object | undefined, refs: readonly (ShapeRef | undefined)[]): void => {
    if (value === undefined || parts.has(name)) return;
    parts.set(name, createHash('sha256').update(canonicalize(value)).digest('hex').slice(0, 6));
    for (const { shape } of refs.filter((one) => one !== undefined)) {
      const { members = {}, member, key, value: item } = shapes[shape] ?? {};
      add(shape, shapes[shape], [...Object.values(members), member, key, item]);
    }
  };
  for (const name of used.split(' '))
    add(`${name}()`, operations[name], [operations[name]?.input, operations[name]?.output]);
  const sorted = [...parts].map((part) => part.join(':')).toSorted();
  return { operations: used, parts: sorted.join(' ') };
}

/** Parts that are new, changed or gone, one line each: `fsx changed OntapDeploymentType`. */
export function compareParts(service: string, kept: string, now: string): string[] {
  const parse = (parts: string) => new Map(parts.split(' ').map((part) => part.split(':', 2) as [string, string]));
  const [before, after] = [parse(kept), parse(now)];
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  const judge = (name: string) => (!before.has(name) ? 'new' : after.has(name) ? 'changed' : 'gone');
  return names.toSorted().map((name) => `${service} ${judge(name)} ${name}`);
}
