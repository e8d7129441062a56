/** All that must hold after an execution of which everything was seen, from its first call until long after its end. */
import { MAX_EVENTS } from '../../../experiment/plan/worst-case';
import type { PriceBook } from '../../../shapes/price';
import { machineUse } from '../../rehearsal/machines';
import { checkExecution } from '../check';
import type { Complaint } from '../facts';
import { type Aftermath, aftermathsOf, type Seen } from './aftermath';
import { alone } from './alone';
import { asStated } from './as-stated';
import { completeMeansAll } from './complete';
import { goneInTime, nothingNew } from './gone-in-time';
import { withinBudget } from './money';
import { receiptLasts } from './receipt-lasts';
import { together } from './together';
import { told } from './told';

/** Judges a world in which nothing went wrong by its own state. */
export async function judge(seen: Seen, experiment: string, prices: PriceBook): Promise<Complaint[]> {
  const aftermaths = await aftermathsOf(seen, experiment, prices);
  return [...aftermaths.flatMap((one) => [...checkExecution(one.facts), ...promisesAfter(one, 0)]), ...histories(seen)];
}

/**
 * What must hold long after an execution, whatever went wrong in it.
 * @param teardownUsd what the teardown of a clean run costs
 */
export function promisesAfter(aftermath: Aftermath, teardownUsd: number): Complaint[] {
  return [
    ...nothingNew(aftermath),
    ...goneInTime(aftermath),
    ...receiptLasts(aftermath),
    ...alone(aftermath),
    ...together(aftermath),
    ...asStated(aftermath),
    ...completeMeansAll(aftermath),
    ...told(aftermath),
    ...withinBudget(aftermath, teardownUsd),
  ];
}

/** @returns a complaint about every machine whose history is longer than plans allow for */
export function histories({ world }: Pick<Seen, 'world'>): Complaint[] {
  return machineUse(world.account)
    .filter(({ events }) => events > MAX_EVENTS)
    .map(({ machine, events }) => ({
      checker: 'history',
      code: 'LongHistory',
      text: `an execution of ${machine} has ${events} events; at most ${MAX_EVENTS} are planned for`,
    }));
}
