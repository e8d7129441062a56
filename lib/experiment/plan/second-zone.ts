/**
 * The objects of a plan in the bucket, with what only admission knows: images, and the zone of its deployment in which
 * everything is made.
 */
import type { BatchDocument, PlanObject, RigDocument } from '../../shapes/documents';
import type { FoundImage } from '../../shapes/images';
import type { Plan, Scripts } from '../../shapes/plan';
import { planObjects } from './documents';
import { withImages } from './role-document';

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

/**
 * What lies beside a plan, and the plan.
 * @param images that admission found
 * @param place null for the first zone of the deployment
 */
export function writtenOut(
  plan: Plan,
  loads: readonly { readonly document: RigDocument; readonly batches: readonly BatchDocument[] }[],
  scripts: Scripts,
  { specText }: { readonly specText?: string | undefined },
  images: readonly FoundImage[] = [],
  place: SecondZone | null = null,
): readonly PlanObject[] {
  const documents = loads.map(({ document }) => ({
    ...document,
    roles: document.roles.map((role) => withImages(role, images)),
  }));
  const batches = loads.flatMap((load) => load.batches);
  const whole = images.length === 0 ? plan : { ...plan, images };
  if (place === null) return planObjects(whole, documents, batches, scripts, specText);
  const there = documents.map((document) => rigInSecondZone(document, place));
  const { spec } = whole;
  const moved = { ...inSecondZone(whole), spec, zone: place.zone };
  return planObjects(moved, there, batches.map(inSecondZone), scripts, specText);
}
