/** What rigs cost, by the plan's prices and the times that they left: a bill comes a day later. */
import { expected } from '../shapes/errors';
import type { RigOutcome } from '../shapes/marks';
import type { Plan } from '../shapes/plan';

export interface Spent {
  /**
   * From the launch of the hosts, before which little is paid for (FSx bills from AVAILABLE), to the end of the
   * deletes, all of it in the dearest stage: rather too much. A rig that launched none counts from its first create.
   */
  readonly usd: number;
  /** Rigs that left no times, since they were stopped from outside: their money is not in it. */
  readonly unknown: readonly string[];
}

/**
 * Adds up rigs.
 * @param until ISO 8601: when a rig that left no end was certainly gone; null where nobody knows
 */
export function spentOf(
  plan: Pick<Plan, 'rigs'>,
  outcomes: readonly Pick<RigOutcome, 'rig' | 'marks'>[],
  until: string | null,
): Spent {
  const marksOf = new Map(outcomes.map(({ rig, marks }) => [rig, marks]));
  const unknown: string[] = [];
  let usd = 0;
  for (const { rig, usdPerHour } of plan.rigs) {
    const marks = marksOf.get(rig) ?? [];
    const last = marks.at(-1);
    const end = last?.mark === 'done' ? last.at : until;
    if (marks.length === 0 || end === null) unknown.push(rig);
    else {
      const first = expected(marks.find(({ mark }) => mark === 'launching') ?? marks[0], 'a mark').at;
      usd += (usdPerHour * Math.max(0, Date.parse(end) - Date.parse(first))) / 3_600_000;
    }
  }
  return { usd, unknown };
}
