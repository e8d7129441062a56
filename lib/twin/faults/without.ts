/** Programs that lack one of their safety layers. */
import type { ChildExecution } from '../../asl/interpreter/child-execution';
import { partsOf } from '../../shapes/execution-names';
import type { Fault, PendingCall } from '../cloud/cloud';
import { ServiceError } from '../cloud/service';
import { roleOf } from './calls';
import { type Campaign, type RuleOf, rulesOf } from './campaign';
import { machineOf } from './states';

/** Whether a campaign is about a program without this layer. */
export function isWithout(campaign: Campaign, layer: RuleOf<'without'>['layer']): boolean {
  return rulesOf(campaign, 'without').some(({ rule }) => rule.layer === layer);
}

/** Ends the first guardian of an execution when it enters its first state; recoveries have more in their name. */
export function guardianless(campaign: Campaign): (execution: ChildExecution) => void {
  const without = isWithout(campaign, 'guardian');
  return (execution) => {
    if (without && machineOf(execution.machineArn) === 'guardian' && partsOf(execution.name).length === 0)
      execution.stop();
  };
}

/** Who reads the fence to close it, or to prove that it is. All others read it before they create. */
const CLOSERS: readonly string[] = ['close-fence', 'write-receipt', 'guardian', 'start-guardian', 'find-orphans'];

/** A look at the fence finds it open, whatever stands there. */
export function openFence(campaign: Campaign): (call: PendingCall) => Fault | undefined {
  const without = isWithout(campaign, 'fence');
  return ({ service, action, input, caller }) => {
    if (!without || service !== 's3' || (action !== 'GetObject' && action !== 'HeadObject')) return undefined;
    const { Key } = input as { readonly Key?: unknown };
    if (!String(Key).startsWith('fences/') || CLOSERS.includes(roleOf(caller.role))) return undefined;
    return new ServiceError('NoSuchKey', 'The specified key does not exist.', 404);
  };
}
