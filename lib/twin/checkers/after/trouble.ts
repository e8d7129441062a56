/** What is done again and again about things that nobody can delete: little, and bounded. */
import { executionIdOf, isOf } from '../../../shapes/execution-names';
import { machineOf } from '../../faults/states';
import type { Aftermath } from './aftermath';

/**
 * Guardians that may come for it: those that the event rule may start, and one with every second look of the janitor;
 * one that finds nothing that it can delete lasts for a look or two itself.
 */
const GUARDIANS_FIRST = 6;
const GUARDIANS_PER_HOUR = 2.5;
/** State transitions of all that comes for it may cost so much a day, and so much more for each thing. */
const USD_PER_DAY = 0.25;
const USD_PER_DAY_AND_THING = 0.02;
/** List price of one, us-east-1, beyond what is free. https://aws.amazon.com/step-functions/pricing/ */
const TRANSITION_USD = 0.000025;

/**
 * @param things that are left
 * @returns what is too much: guardians, or what their states cost
 */
export function trouble(
  { played, facts, endedAt }: Aftermath,
  things: number,
): { readonly code: string; readonly text: string }[] {
  const own = played.world.account.sfn.executions().filter(({ name }) => isOf(executionIdOf(name), facts.executionId));
  const hours = (played.now - (endedAt ?? played.startedAt)) / 3_600_000;
  const guardians = own.filter(({ machineArn }) => machineOf(machineArn) === 'guardian').length;
  const late = own.filter(({ startDate }) => startDate > (endedAt ?? played.now));
  const usd = TRANSITION_USD * late.reduce((sum, { history }) => sum + history.transitions, 0);
  return [
    ...(guardians > GUARDIANS_FIRST + GUARDIANS_PER_HOUR * hours
      ? [{ code: 'TooOften', text: `${guardians} guardians came in ${hours.toFixed(1)} h` }]
      : []),
    ...(usd > (USD_PER_DAY + USD_PER_DAY_AND_THING * things) * Math.max(1, hours / 24)
      ? [{ code: 'TooDear', text: `$${usd.toFixed(2)} of state transitions in ${hours.toFixed(1)} h` }]
      : []),
  ];
}
