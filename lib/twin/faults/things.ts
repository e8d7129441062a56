/** File systems and volumes that are not made, changed or deleted as they should be. */
import type { FsxFaults, MadeThing } from '../cloud/fsx/options';
import { type Campaign, type RuleOf, rulesOf } from './campaign';
import type { Strikes } from './strikes';

const CREATION = ['fails', 'hangs', 'misconfigured'] as const;

/** Faults of FSx as its model asks for them. */
export function thingFaults(campaign: Campaign, strikes: Strikes, now: () => number): FsxFaults {
  const rules = rulesOf(campaign, 'thing');
  const struck = (effects: readonly string[], kind: string | null): RuleOf<'thing'>['effect'] | undefined =>
    rules.find(
      ({ index, rule }) =>
        effects.includes(rule.effect) &&
        (rule.kind === undefined || kind === null || rule.kind === kind) &&
        strikes.strikes(index, rule, now()),
    )?.rule.effect;
  return {
    create: (made: MadeThing) => struck(CREATION, made.kind) as (typeof CREATION)[number] | undefined,
    update: () => (struck(['update-fails'], null) === undefined ? undefined : 'fails'),
    deletion: (id) => {
      const effect = struck(['refuses', 'undone'], id.startsWith('fs-') ? 'fsx:file-system' : 'fsx:volume');
      if (effect === undefined) return undefined;
      return effect === 'refuses' ? 'refused' : 'undone';
    },
  };
}
