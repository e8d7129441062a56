/** The spend of an execution whose rigs left no times, and that has no receipt: it is unknown, never $0. */
import { list, watch } from '../../../lib/cli/commands/executions';
import type { AccountCommand } from '../../../lib/cli/account/operate';
import { summarize } from '../../../lib/results/summary';
import { getPointerKey, getProofKey, layout } from '../../../lib/shapes/layout';
import type { ExecutionResult } from '../../../lib/shapes/result';
import { storeFinishedExecution } from '../../aws/account';
import { execution } from '../../results/fixture';
import { captureCli } from '../capture-cli';
import { makeOperator } from './operator';

async function callAfterEnd(command: AccountCommand, options: object = {}): Promise<string> {
  const { spend: _, ...priced } = execution({ prices: { disk: 0.2, memory: 3 }, receipt: null });
  const input = { ...priced, outcomes: [] };
  const account = await storeFinishedExecution(input);
  const { executionId, experiment } = input.plan;
  await account.put(layout(experiment, executionId).summary, JSON.stringify(summarize(input)));
  await account.put(getPointerKey(executionId), JSON.stringify({ experiment }));
  await account.put(getProofKey(executionId), '{}');
  await account.runs('experiment', executionId, 'ABORTED');
  const { cli, out } = captureCli();
  await command(cli, makeOperator(account).operator, [executionId], { ...options });
  return out();
}

it('shows a dash in list when the spend is unknown', async () => {
  const [, row = ''] = (await callAfterEnd(list)).split('\n');
  expect(row.replaceAll(/ {2,}/g, ' | ')).toMatch(/ABORTED \| [^|]+ \| [^|]+ \| - \| nothing$/);
  expect(JSON.parse(await callAfterEnd(list, { json: true }))).toMatchObject({ executions: [{ spendUsd: null }] });
});

it('prints in watch that the cost is not known yet when the spend is unknown', async () => {
  expect(await callAfterEnd(watch)).toContain('\ncost      not known yet (estimate $2.50, budget $50.00)\n');
  const { cost } = JSON.parse(await callAfterEnd(watch, { json: true })) as ExecutionResult;
  expect(cost).toEqual({ estimateUsd: 2.5, spentUsd: null, maxUsd: 50 });
});
