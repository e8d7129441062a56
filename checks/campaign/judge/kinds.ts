/** Kinds of resources whose deletes a campaign prevents. */
import {
  type ResourceFacts,
  type ResourceKind,
  RESOURCES,
  getService,
  type StorageKind,
} from '../../../lib/shapes/resources';
import type { Creation } from '../../oracles/creation-log';
import type { Campaign, Rule } from '../faults/campaign';

const KINDS = Object.keys(RESOURCES) as ResourceKind[];

/** The kinds that a call lists or deletes, in all services by default; none for any other call. */
export function listCallKinds({
  action,
  service,
}: {
  action?: string | undefined;
  service?: string | undefined;
}): ResourceKind[] {
  return KINDS.filter(
    (kind) => callsTo(RESOURCES[kind]).includes(action) && (service === undefined || getService(kind) === service),
  );
}

function callsTo({ describe, tagsBy, remove }: ResourceFacts): readonly (string | undefined)[] {
  return tagsBy === undefined ? [describe, remove] : [describe, tagsBy, remove];
}

/**
 * Kinds whose deletes a campaign prevents, with those that must outlive them and their content; null where any may be.
 * All other kinds must be deleted as without faults: one kind never keeps another alive.
 */
export function listAffectedKinds({ rules }: Pick<Campaign, 'rules'>): readonly string[] | null {
  const kinds: string[] = [];
  for (const rule of rules) {
    const its = listKinds(rule);
    if (its === null) return null;
    for (const kind of its) {
      kinds.push(kind, ...listOuterKinds(kind));
      // Content is deleted with its parent, and volumes with their hosts.
      kinds.push(...KINDS.filter((one) => RESOURCES[one].parent === kind));
      if (kind === 'ec2:instance') kinds.push('ec2:volume');
    }
  }
  return kinds;
}

/** The parent of a kind, which cannot be deleted before it; and the secret for its access. */
function listOuterKinds(kind: ResourceKind): readonly ResourceKind[] {
  const facts: ResourceFacts & { readonly madeIn?: readonly StorageKind[] } = RESOURCES[kind];
  const around = [...(facts.parent === null ? [] : [facts.parent]), ...(facts.madeIn ?? [])];
  const opening = KINDS.filter((one) => {
    const { opens }: ResourceFacts = RESOURCES[one];
    return opens !== undefined && [kind, ...around].includes(opens);
  });
  return [...around, ...opening];
}

function listKinds(rule: Rule): readonly ResourceKind[] | null {
  if (rule.fault === 'call') {
    const kinds = listCallKinds(rule);
    return kinds.length === 0 ? null : kinds;
  }
  // Added copies are deleted like all others, and so are volumes without hosts.
  if (rule.fault === 'hand' && rule.effect === 'copies') return [];
  if (rule.fault === 'thing' && rule.effect === 'outlives') return [];
  if (rule.fault !== 'thing' || rule.effect !== 'refuses') return null;
  return rule.kind === undefined ? null : [rule.kind];
}

/** Whether a campaign prevents the delete of a resource. @param refused ids */
export function makeAffectedTest(
  campaign: Pick<Campaign, 'rules'>,
  refused: ReadonlySet<string>,
): (birth: Creation) => boolean {
  const kinds = listAffectedKinds(campaign);
  return (birth) => kinds === null || (kinds.includes(birth.kind) && isRefused(birth, refused));
}

/** Where single resources refuse, others of their kind do not; `refused` has the ids, where the kind has ids. */
function isRefused({ kind, id }: Creation, refused: ReadonlySet<string>): boolean {
  const byId = kind === 'ec2:instance' && [...refused].some((one) => one.startsWith('i-'));
  return !byId || refused.has(id);
}
