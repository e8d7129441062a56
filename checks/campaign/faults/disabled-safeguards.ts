/** Disabled safeguards. */
import type { ChildExecution } from '../../../lib/asl/interpreter/child-execution';
import { parseParts } from '../../../lib/shapes/execution-names';
import type { Fault, PendingCall } from '../../../lib/twin/cloud/cloud';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { getRoleName } from './calls';
import { type Campaign, type RuleOf, pickRules } from './campaign';
import { toMachineName } from '../../../lib/twin/rehearsal/machine-use';

/** Whether a campaign disables this safeguard. */
export function isDisabled(campaign: Campaign, layer: RuleOf<'without'>['layer']): boolean {
  return pickRules(campaign, 'without').some(({ rule }) => rule.layer === layer);
}

/** Ends the first guardian of an execution at its first state; recovery guardians have longer names. */
export function endFirstGuardian(campaign: Campaign): (execution: ChildExecution) => void {
  const without = isDisabled(campaign, 'guardian');
  return (execution) => {
    if (without && toMachineName(execution.machineArn) === 'guardian' && parseParts(execution.name).length === 0)
      execution.stop();
  };
}

/** These read the fence to close it, or to prove that it is closed. All others read it before they create. */
const FENCE_CLOSERS: readonly string[] = ['close-fence', 'write-receipt', 'guardian', 'start-guardian', 'find-orphans'];

/** Makes every check find an open fence. */
export function showOpenFence(campaign: Campaign): (call: PendingCall) => Fault | undefined {
  const without = isDisabled(campaign, 'fence');
  return ({ service, action, input, caller }) => {
    if (!without || service !== 's3' || action !== 'GetObject') return undefined;
    const { Key } = input as { readonly Key?: unknown };
    if (!String(Key).startsWith('fences/') || FENCE_CLOSERS.includes(getRoleName(caller.role))) return undefined;
    return new ServiceError('NoSuchKey', 'The specified key does not exist.', 404);
  };
}

/** Errors of services for an unknown id, and the parameter with the id. */
const UNKNOWN: Readonly<Record<string, { readonly ids: string; readonly error: string }>> = {
  DescribeFileSystems: { ids: 'FileSystemIds', error: 'FileSystemNotFound' },
  DescribeVolumes: { ids: 'VolumeIds', error: 'VolumeNotFound' },
  DescribeLaunchTemplates: { ids: 'LaunchTemplateIds', error: 'InvalidLaunchTemplateId.NotFound' },
};

/** Makes lookups by id fail for the function that writes the receipt, as if it only used tags. */
export function failLookupsById(campaign: Campaign): (call: PendingCall) => Fault | undefined {
  const without = isDisabled(campaign, 'receipt-by-id');
  return ({ action, input, caller }) => {
    const unknown = UNKNOWN[action];
    if (!without || unknown === undefined || getRoleName(caller.role) !== 'write-receipt') return undefined;
    if ((input as Readonly<Record<string, unknown>>)[unknown.ids] === undefined) return undefined;
    return new ServiceError(unknown.error, 'It does not exist.', 400);
  };
}
