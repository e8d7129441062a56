/** An execution with a name as EventBridge gives it: two UUIDs, longer than names of what it starts may be. */
import { list, stop, watch } from '../../../lib/cli/commands/executions';
import { fetchResults } from '../../../lib/cli/commands/fetch';
import { readJson } from '../../../lib/aws/bucket';
import { getPointerKey } from '../../../lib/shapes/layout';
import { LUSTRE } from '../../twin/rehearsal/specs';
import { makeDeploymentWithFolder } from '../deployment';

const NAME = '9c1d6d4c-2f6e-4a0b-9f7e-0a1b2c3d4e5f_1f2e3d4c-5b6a-7988-a7b6-c5d4e3f2a1b0';
const MINUTE = 60_000;

async function findListedId(on: ReturnType<typeof makeDeploymentWithFolder>): Promise<string> {
  return /^(9c1d6d4c\S+) /m.exec((await on.call(list)).out)?.[1] ?? '';
}

it('measures an execution with a name of 73 characters, and finds it by name and by id', async () => {
  const on = makeDeploymentWithFolder();
  await on.deployment.start('experiment', NAME, { spec: LUSTRE });
  await on.deployment.settled();
  const id = await findListedId(on);
  expect(id).toHaveLength(48);
  expect(await readJson(on.deployment.context, getPointerKey(id))).toMatchObject({ name: NAME });
  for (const name of [NAME, id]) {
    expect((await on.call(watch, [name])).err).toContain('SUCCEEDED');
    expect((await on.call(fetchResults, [name])).out).toContain(`executions/small-lustre/${id}`);
  }
});

it.each([
  ['its name', true, 'SUCCEEDED'],
  ['its id', false, 'SUCCEEDED'],
  ['its name after its guardian was aborted', true, 'ABORTED'],
])('stops an execution with a long name by %s, and deletes its resources', async (_, isByName, guardian) => {
  const on = makeDeploymentWithFolder();
  await on.deployment.start('experiment', NAME, { spec: LUSTRE });
  await on.clock.sleep(20 * MINUTE);
  const id = await findListedId(on);
  const executions = () => on.deployment.account.sfn.executions();
  if (guardian === 'ABORTED') {
    const executionArn = executions().find(({ name }) => name === id)?.arn ?? '';
    await on.deployment.context.aws.sfn.stopExecution({ executionArn });
    await on.clock.sleep(MINUTE);
    // The one that the event rule started looks at the execution that runs on.
    expect(executions().find(({ name }) => name === NAME)?.status).toBe('RUNNING');
    await on.clock.sleep(10 * MINUTE);
    expect(executions().find(({ name }) => name === NAME)?.status).toBe('RUNNING');
  }
  expect((await on.call(stop, [isByName ? NAME : id])).out).toContain('is stopped');
  await on.deployment.settled();
  expect((await on.call(watch, [id], { json: true })).out).toMatch(/"clean": ?true/);
  expect(executions().find(({ name }) => name === id)?.status).toBe(guardian);
  expect(on.deployment.account.ec2.hosts().filter(({ state }) => state !== 'terminated')).toEqual([]);
  expect(on.deployment.account.stored.left()).toEqual([]);
});
