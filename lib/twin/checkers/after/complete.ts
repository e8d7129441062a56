/** Results that call themselves complete have a row for every trial. */
import { isOf } from '../../../shapes/execution-names';
import { machineOf } from '../../rehearsal/machines';
import type { Complaint } from '../facts';
import type { Aftermath } from './aftermath';

/** @returns a complaint where somebody was told that all is there, and it is not */
export function completeMeansAll({ played, facts: { plan, rows, executionId } }: Aftermath): Complaint[] {
  const said = played.world.account.sfn
    .executions()
    .filter(({ name, machineArn }) => machineOf(machineArn) === 'results' && isOf(name, executionId))
    .some(({ output }) => (output as { readonly complete?: unknown } | undefined)?.complete === true);
  const trials = plan?.trials.length ?? 0;
  if (!said || rows.length === trials) return [];
  return [
    { checker: 'complete', code: 'NotComplete', text: `said to be complete with ${rows.length} of ${trials} rows` },
  ];
}
