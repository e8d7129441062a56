/** What is done again and again about things that nobody can delete: little, and bounded. */
import { TRANSITION_USD } from '../../../lib/pricing/requests';
import { executionIdOf, isOf } from '../../../lib/shapes/execution-names';
import { machineOf } from '../../../lib/twin/rehearsal/machines';
import type { Aftermath } from '../../../lib/twin/checkers/after/aftermath';

/** Guardians that may come for it: some while a trouble may pass, then one an hour, after a day one a day. */
const GUARDIANS_FIRST = 9;
const GUARDIANS_HOURLY = 24;

/**
 * @param usdPerDay what state transitions of all that comes for it may cost
 * @returns what is too much: guardians, or what their states cost
 */
export function trouble(
  { played, facts, endedAt }: Aftermath,
  usdPerDay: number,
): { readonly code: string; readonly text: string }[] {
  const own = played.world.account.sfn.executions().filter(({ name }) => isOf(executionIdOf(name), facts.executionId));
  const all = own.filter(({ machineArn }) => machineOf(machineArn) === 'guardian');
  const guardians = all.length;
  // What is redriven ends a second time: since the first recovery came it has ended before.
  const recoveries = all.filter(({ name }) => name !== facts.executionId);
  const first = Math.min(endedAt ?? played.startedAt, ...recoveries.map(({ startDate }) => startDate));
  const hours = (played.now - first) / 3_600_000;
  const most =
    GUARDIANS_FIRST + Math.min(hours, GUARDIANS_HOURLY) + Math.ceil(Math.max(0, hours - GUARDIANS_HOURLY) / 24);
  const late = own.filter(({ startDate }) => startDate > (endedAt ?? played.now));
  const usd = TRANSITION_USD * late.reduce((sum, { history }) => sum + history.transitions, 0);
  return [
    ...(guardians > most ? [{ code: 'TooOften', text: `${guardians} guardians came in ${hours.toFixed(1)} h` }] : []),
    ...(usd > usdPerDay * Math.max(1, hours / 24)
      ? [{ code: 'TooDear', text: `$${usd.toFixed(2)} of state transitions in ${hours.toFixed(1)} h` }]
      : []),
  ];
}
