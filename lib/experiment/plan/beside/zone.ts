/** A plan in the second zone of its deployment, where admission chose that: what lies in the bucket says it. */
import type { RigDocument } from '../../../shapes/documents';

/** The second zone, with its subnet. */
export interface SecondZone {
  readonly zone: string;
  readonly subnetId: string;
}

/** What requests say of a zone: see `network` of `lib/aws/context.ts`. */
const REFERENCE = /"@network\.(subnetId|zone)(2?)"/g;

/** Requests that refer to the second zone where they referred to the first, and the other way round. */
export function inSecondZone<T extends object>(document: T): T {
  const text = JSON.stringify(document);
  return JSON.parse(
    text.replaceAll(REFERENCE, (_all, name: string, second: string) => `"@network.${name}${second === '' ? '2' : ''}"`),
  ) as T;
}

/** A rig whose hosts are launched there too. */
export function rigInSecondZone(document: RigDocument, { subnetId }: SecondZone): RigDocument {
  const { roles, ...rest } = inSecondZone(document);
  return { ...rest, roles: roles.map((role) => (role.managed === true ? role : { ...role, subnetId })) };
}
