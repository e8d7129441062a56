/** Faults of resources: file systems and volumes at creation, change or delete; hosts and templates that stay. */
import { getIdKind } from '../../../lib/shapes/resource-ids';
import type { CreatedResource, StorageFaults } from '../../../lib/twin/cloud/resource-store';
import type { Fault, PendingCall } from '../../../lib/twin/cloud/cloud';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { type Campaign, type RuleOf, pickRules } from './campaign';
import type { Schedule } from './schedule';

type ThingRule = RuleOf<'thing'>;

const CREATION = ['fails', 'hangs', 'misconfigured'] as const;
const CHANGE = ['update-fails', 'update-hangs'] as const;

/**
 * Faults for the simulated storage services.
 * @param refused collects the ids of refused deletes
 */
export function makeStorageFaults(
  campaign: Campaign,
  strikes: Schedule,
  now: () => number,
  refused: Set<string>,
): StorageFaults {
  const rules = pickRules(campaign, 'thing');
  const struck = (effects: readonly string[], kind: string | null): ThingRule | undefined =>
    rules.find(
      ({ index, rule }) =>
        effects.includes(rule.effect) &&
        (rule.kind === undefined || kind === null || rule.kind === kind) &&
        strikes.strikes(index, rule, now()),
    )?.rule;
  const undeletable = makeDeleteFaults(campaign, strikes, now, refused);
  return {
    create: (made: CreatedResource) => {
      const rule = struck(CREATION, made.kind);
      if (rule === undefined) return undefined;
      return rule.effect === 'hangs' ? toDuration(rule) : (rule.effect as 'fails' | 'misconfigured');
    },
    update: () => {
      const rule = struck(CHANGE, null);
      if (rule === undefined) return undefined;
      return rule.effect === 'update-hangs' ? toDuration(rule) : 'fails';
    },
    deletion: (id) => {
      const effect = undeletable(['refuses', 'undone'], getIdKind(id), id);
      if (effect === undefined) return undefined;
      return effect === 'refuses' ? 'refused' : 'undone';
    },
  };
}

/** Milliseconds; without `seconds`, it never ends. */
function toDuration({ seconds }: ThingRule): number | 'hangs' {
  return seconds === undefined ? 'hangs' : 1000 * seconds;
}

/** The fault of a delete, if any: a rule with `things` applies to the first resources of its kind. */
function makeDeleteFaults(
  campaign: Campaign,
  strikes: Schedule,
  now: () => number,
  refused: Set<string>,
): (effects: readonly string[], kind: string, id: string) => ThingRule['effect'] | undefined {
  const rules = pickRules(campaign, 'thing').map((one) => ({ ...one, meant: new Set<string>() }));
  return (effects, kind, id) => {
    for (const { index, rule, meant } of rules) {
      if (!effects.includes(rule.effect) || (rule.kind ?? kind) !== kind) continue;
      if (rule.things !== undefined && !meant.has(id) && meant.size >= rule.things) continue;
      if (!strikes.strikes(index, rule, now())) continue;
      meant.add(id);
      refused.add(id);
      return rule.effect;
    }
    return undefined;
  };
}

/**
 * Hosts, volumes and templates that refuse to be deleted. One protected host keeps a call from ending any other of its
 * zone (API_TerminateInstances), and all hosts of a fleet are in one.
 */
export function makeHostDeleteFaults(
  campaign: Campaign,
  strikes: Schedule,
  now: () => number,
  refused: Set<string>,
): (call: PendingCall) => Fault | undefined {
  const undeletable = makeDeleteFaults(campaign, strikes, now, refused);
  return ({ service, action, input }) => {
    if (action === 'DeleteLaunchTemplate') {
      const { LaunchTemplateId: id = '' } = input as { readonly LaunchTemplateId?: string };
      if (undeletable(['refuses'], 'ec2:launch-template', id) === undefined) return undefined;
      return new ServiceError('OperationNotPermitted', `The launch template '${id}' cannot be deleted`, 400);
    }
    if (service === 'ec2' && action === 'DeleteVolume') {
      const { VolumeId: id = '' } = input as { readonly VolumeId?: string };
      if (undeletable(['refuses'], 'ec2:volume', id) === undefined) return undefined;
      return new ServiceError('OperationNotPermitted', `The volume '${id}' cannot be deleted`, 400);
    }
    if (action !== 'TerminateInstances') return undefined;
    const { InstanceIds: ids = [] } = input as { readonly InstanceIds?: readonly string[] };
    const stays = ids.filter((id) => undeletable(['refuses'], 'ec2:instance', id) !== undefined);
    if (stays.length === 0) return undefined;
    const why = `Modify its 'disableApiTermination' instance attribute and try again.`;
    return new ServiceError(
      'OperationNotPermitted',
      `The instance '${stays.join(', ')}' may not be terminated. ${why}`,
      400,
    );
  };
}

/** Whether a volume outlives its host. */
export function makeLastingVolumes(campaign: Campaign, strikes: Schedule, now: () => number): (id: string) => boolean {
  const outlives = makeDeleteFaults(campaign, strikes, now, new Set());
  return (id) => outlives(['outlives'], 'ec2:volume', id) !== undefined;
}

/** Delays of listings, as options of FSx and EC2. */
export function toListingDelays(campaign: Campaign): {
  readonly timing?: { readonly visibleMs: number; readonly knownMs: number };
} {
  const [lag] = pickRules(campaign, 'lag');
  const ms = 1000 * (lag?.rule.seconds ?? 0);
  return lag === undefined ? {} : { timing: { visibleMs: ms, knownMs: ms } };
}
