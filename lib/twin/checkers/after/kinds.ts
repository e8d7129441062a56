/** Which kinds of things a campaign keeps from being deleted. */
import { RESOURCES } from '../../../shapes/resources';
import type { Campaign, Rule } from '../../faults/campaign';

type Kind = keyof typeof RESOURCES;

/** The kind that a call lists or deletes; null for any other call. */
export function kindOfCall(action: string | undefined): Kind | null {
  const kinds = Object.keys(RESOURCES) as Kind[];
  return kinds.find((kind) => RESOURCES[kind].describe === action || RESOURCES[kind].remove === action) ?? null;
}

/**
 * Kinds that a campaign keeps from being deleted, what must outlive those, and what is in them; null where that may be
 * any. What it does not keep must be gone as if nothing were wrong: one kind never keeps another alive.
 */
export function struckKinds({ rules }: Pick<Campaign, 'rules'>): readonly string[] | null {
  const kinds: string[] = [];
  for (const rule of rules) {
    const kind = kindOf(rule);
    if (kind === null) return null;
    if (kind === 'none') continue;
    const { parent } = RESOURCES[kind];
    kinds.push(kind, ...(parent === null ? [] : [parent]));
    // What is in it goes with it.
    kinds.push(...(Object.keys(RESOURCES) as Kind[]).filter((one) => RESOURCES[one].parent === kind));
  }
  return kinds;
}

function kindOf(rule: Rule): Kind | 'none' | null {
  if (rule.fault === 'call') return kindOfCall(rule.action);
  // More of the same are deleted as all others are.
  if (rule.fault === 'hand' && rule.effect === 'copies') return 'none';
  if (rule.fault !== 'thing' || rule.effect !== 'refuses') return null;
  return rule.kind ?? null;
}
