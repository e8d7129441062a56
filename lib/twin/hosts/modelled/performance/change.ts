/** The work of a fleet while its target instance changes: the rates of the new settings follow those of the old ones. */
import type { TargetModel } from '../../../../targets/model';
import type { Demand } from '../../../../workloads/demand';
import { type CreditBalances, type FleetWork, simulateFleet } from './fleet-work';
import type { Fleet } from './limits';

/** The model after a change, and its moment: expected seconds after the warm-up. */
export interface LaterModel {
  readonly model: TargetModel;
  readonly atSeconds: number;
}

/**
 * Like {@link simulateFleet}. Assumed: rates change at once, and the change itself does not slow the work. Fixed work
 * keeps its old rates, because its end is unknown before.
 */
export function simulateChange(
  model: TargetModel,
  later: LaterModel | undefined,
  demand: Demand,
  fleet: Fleet,
  before: CreditBalances,
  began: number,
): FleetWork {
  const { extent } = demand;
  if (later === undefined || extent.until === 'done' || later.atSeconds >= extent.measuredSeconds)
    return simulateFleet(model, demand, fleet, before, began);
  const { atSeconds } = later;
  const first = { ...extent, measuredSeconds: atSeconds };
  const rest = { ...extent, warmUpSeconds: 0, measuredSeconds: extent.measuredSeconds - atSeconds };
  const old = simulateFleet(model, { ...demand, extent: first }, fleet, before, began);
  const changedAt = began + extent.warmUpSeconds + atSeconds;
  const fresh = simulateFleet(later.model, { ...demand, extent: rest }, fleet, old.reserves, changedAt);
  return { ...fresh, spans: [...old.spans, ...fresh.spans], phases: [...old.phases, ...fresh.phases] };
}
