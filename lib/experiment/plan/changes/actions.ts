/** Actions of others in the document of a rig: as the machine `action` takes them. */
import type { RigAction } from '../../../shapes/documents';
import { expected } from '../../../shapes/errors';
import { childOf } from '../../../shapes/execution-names';
import { askedKey, layout } from '../../../shapes/layout';
import type { Plan, PlannedAction } from '../../../shapes/plan';

/** Where they stand. */
interface Place extends Pick<Plan, 'experiment' | 'executionId'> {
  readonly rig: string;
  readonly batch: number;
  readonly copy: string;
  readonly target: string | undefined;
}

/**
 * What is done before a batch, one after the other. Each is named after the execution that asks for it, as
 * `rig.asl.json` names it.
 */
export function actionsOf(
  actions: readonly PlannedAction[],
  { experiment, executionId, rig, batch, copy, target }: Place,
): RigAction[] {
  const keys = layout(experiment, executionId);
  return actions.map((action, index) => {
    const name = childOf(executionId, rig, 'act', batch, copy, index + 1);
    return {
      of: 'action',
      expectedSeconds: action.withinSeconds,
      timeoutSeconds: action.withinSeconds,
      pauseSeconds: 0,
      action: {
        ...action,
        target: expected(target, `the target of ${copy}`),
        copy,
        askedKey: askedKey(executionId, name),
        begunKey: keys.action(`${name}.begun`),
        doneKey: keys.action(name),
      },
    };
  });
}
