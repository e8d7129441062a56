/** A scheduled execution that alone leaves the level of its history, and the executions that confirm it. */
import { gunzipSync } from 'node:zlib';
import { packCells } from '../../../lib/aws/tables';
import type { CellRow } from '../../../lib/results/tables/cell-rows';
import { getCellsKey, getResultKey } from '../../../lib/shapes/layout';
import type { ExecutionResult } from '../../../lib/shapes/result';
import { makeDeployment } from '../../cli/deployment';
import { LUSTRE } from '../../twin/rehearsal/specs';

const SCHEDULED = `${LUSTRE.replace('replicates: 1', 'replicates: 3')}
schedule: { cron: "0 3 * * ? *", overlap: queue, confirm: 2 }
`;
const EXPERIMENT = 'small-lustre';
const DAY_MS = 86_400_000;
const EARLIER = 10;

async function playNight(on: ReturnType<typeof makeDeployment>, name: string, scheduledAt: string) {
  const execution = await on.deployment.start('experiment', name, { spec: SCHEDULED, scheduledAt });
  await on.deployment.settled();
  return execution;
}

it('starts up to two executions after one that alone left the level, and the last reports the change', async () => {
  const on = makeDeployment(SCHEDULED);
  const { store, clock } = on;
  expect(await playNight(on, 'night-0', '2026-01-01T00:00:00Z')).toMatchObject({ status: 'SUCCEEDED' });
  const own = { experiment: EXPERIMENT, simulated: true };
  const startedAt = new Date(clock.now()).toISOString();
  const [{ key } = { key: '' }] = await store.list(`cells/v1/sim=1/`);
  const text = gunzipSync((await store.get(key))!.bytes).toString();
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as CellRow);
  // The level of earlier nights is a fourth higher.
  for (let night = 0; night < EARLIER; night += 1) {
    const at = new Date(Date.parse(startedAt) - (night + 1) * DAY_MS).toISOString();
    const executionId = night === 0 ? 'night-0' : `earlier-${night}`;
    const table = rows.map((row, nth) => {
      const wobble = 0.01 * Math.sin(5 * night) + 0.02 * Math.sin(night * (rows.length - nth));
      const logMean = row.log_mean === null ? null : row.log_mean + Math.log(1.25) + wobble;
      return { ...row, execution: executionId, started: at, log_mean: logMean };
    });
    const place = night === 0 ? key : getCellsKey({ ...own, executionId, startedAt: at });
    await store.put(place, packCells(table), false);
  }
  expect(await playNight(on, 'night-1', '2026-01-02T03:00:00Z')).toMatchObject({ status: 'SUCCEEDED' });
  const names = on.deployment.account.sfn
    .executions()
    .filter(({ machineArn }) => machineArn.endsWith('-experiment'))
    .map(({ name, status }) => `${name} ${status}`);
  expect(names.slice(1)).toEqual([
    'night-1 SUCCEEDED',
    'night-1-confirm SUCCEEDED',
    'night-1-confirm-confirm SUCCEEDED',
  ]);
  const read = async (name: string): Promise<ExecutionResult> =>
    JSON.parse((await store.get(getResultKey(name)))?.text ?? 'null') as ExecutionResult;
  const changes = async (name: string) => (await read(name)).history?.changes;
  expect([await changes('night-1'), await changes('night-1-confirm')]).toEqual([[], []]);
  expect(await changes('night-1-confirm-confirm')).toMatchObject([{ label: null, from: 'night-1', executions: 3 }]);
});
