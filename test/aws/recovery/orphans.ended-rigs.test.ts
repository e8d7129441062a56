import { findOrphans } from '../../../lib/aws/recovery/orphans';
import type { MachineName } from '../../../lib/shapes/machines';
import { makeArn, makeAccount } from '../account';

/** An experiment that goes on, its guardian beside it, and something of its first rig. */
async function makeContext() {
  const account = makeAccount();
  const context = account.context();
  await account.runs('experiment', 'exec');
  await account.runs('guardian', 'exec');
  await account.template();
  const found = async (): Promise<string[]> =>
    (await findOrphans(context)).orphans.map(({ executionId }) => executionId);
  const stop = (machine: MachineName, name: string): Promise<unknown> =>
    account.byHand('sfn', 'StopExecution', { executionArn: makeArn(machine, name) });
  return { account, context, found, stop };
}

describe('findOrphans for ended rigs of a running experiment', () => {
  it('finds a rig with resources 15 minutes after it ended', async () => {
    const { account, found } = await makeContext();
    await account.runs('rig', 'exec__r1', 'FAILED');
    expect(await found()).toEqual([]);
    await account.pass(900_000);
    expect(await found()).toEqual(['exec__r1']);
  });

  it('excludes rigs that run or have a running teardown, and finds the execution once its guardian ends', async () => {
    const { account, found, stop } = await makeContext();
    await account.runs('rig', 'exec__r1');
    await account.pass(900_000);
    expect(await found()).toEqual([]);
    await stop('rig', 'exec__r1');
    await account.runs('teardown', 'exec__r1__teardown__ended__0');
    await account.pass(900_000);
    expect(await found()).toEqual([]);
    // Another rig's is none.
    await stop('teardown', 'exec__r1__teardown__ended__0');
    await account.runs('teardown', 'exec__r11__teardown__ended__0');
    // Nor is one of a single copy, which may wait for hours.
    await account.runs('teardown', 'exec__r1__drop__c2__0');
    expect(await found()).toEqual(['exec__r1']);
    for (const machine of ['experiment', 'guardian'] as const) await stop(machine, 'exec');
    await account.pass(900_000);
    expect(await found()).toEqual(['exec']);
  });

  it("returns 'rigs' in unseen when ListExecutions is denied", async () => {
    const { account, context } = await makeContext();
    await account.runs('rig', 'exec__r1', 'FAILED');
    await account.pass(900_000);
    account.refuse('ListExecutions', 'AccessDenied');
    expect((await findOrphans(context)).unseen).toContain('rigs');
  });
});
