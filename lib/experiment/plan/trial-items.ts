/** What the judge of each trial needs: one list, made with the plan. */
import type { TrialItem } from '../../shapes/documents';
import { expected } from '../../shapes/errors';
import type { TrialTarget } from '../../shapes/fixture';
import { allLevels } from '../../shapes/observation';
import type { Cell, Plan } from '../../shapes/plan';
import { telemetryOfCell } from '../../shapes/telemetry';

/** What a cell's trials measure; null in plans of older versions. */
export function trialTarget(
  { spec }: Pick<Plan, 'spec'>,
  { target, targetConfig: config, mounts }: Cell,
): TrialTarget | null {
  const kind = mounts === undefined ? undefined : spec.targets[target]?.kind;
  return kind === undefined || mounts === undefined ? null : { kind, config, mounts };
}

/** What the judge of each trial needs. */
export function trialItems(plan: Plan): TrialItem[] {
  const cells = new Map(plan.cells.map((cell) => [cell.cellId, cell]));
  const roles = new Map(plan.rigs.map((rig) => [rig.rig, rig.roles.map(({ role, count }) => ({ role, count }))]));
  return plan.trials.map((trial) => {
    const cell = expected(cells.get(trial.cell), `the cell of trial ${trial.trial}`);
    const { workload, params } = cell;
    const { kind } = expected(plan.spec.workloads[workload], `the workload ${workload} of a cell`);
    const hosts = expected(roles.get(trial.rig), `the rig of trial ${trial.trial}`);
    const target = trialTarget(plan, cell);
    const telemetry = telemetryOfCell(plan.telemetry, cell);
    return {
      trial,
      levels: allLevels(cell),
      workload: kind,
      params,
      roles: hosts,
      ...(target === null ? {} : { target }),
      ...(telemetry === null ? {} : { telemetry }),
    };
  });
}
