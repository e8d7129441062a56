/** The objects of a plan in the bucket, with what only admission knows: images, and the zone. */
import type { BatchDocument, PlanObject, RigDocument } from '../../../shapes/documents';
import type { FoundImage } from '../../../shapes/images';
import type { Plan, Scripts } from '../../../shapes/plan';
import { planObjects } from '../documents';
import { withImages } from '../role-document';
import { inSecondZone, rigInSecondZone, type SecondZone } from './zone';

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
