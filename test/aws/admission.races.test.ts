/** What happens while admission plans: a pause, and writes of others. Leases that a start holds before and after it. */
import { readFileSync } from 'node:fs';
import { admit } from '../../lib/aws/admission';
import type { Lease } from '../../lib/aws/leases/lease';
import { readScripts } from '../../lib/aws/scripts';
import { buildPriceBook } from '../../lib/pricing/aws';
import { getLockKey, getPointerKey, layout, PAUSED_KEY, RUNNING_KEY } from '../../lib/shapes/layout';
import type { Plan } from '../../lib/shapes/plan';
import { getStartKey } from '../../lib/shapes/start-notes';
import type { ScriptFiles } from '../../lib/workloads/contract';
import { ID, makeAccount, T0 } from './account';

const SPEC = readFileSync('experiments/external-nfs-small.yaml', 'utf8');
const STARTED = new Date(T0).toISOString();
const LEASE = getLockKey('nfs:10.20.0.15');
const POINTER = getPointerKey(ID);

let scripts: ScriptFiles = {};
beforeAll(async () => {
  scripts = await readScripts('workloads');
});

function setUp() {
  const account = makeAccount();
  account.scripts = scripts;
  const context = { ...account.context(), prices: buildPriceBook('us-east-1') };
  const start = () => admit({ executionId: ID, startedAt: STARTED, input: { spec: SPEC } }, context);
  const lease = (): Promise<Lease> => account.json(LEASE);
  const registered = async (): Promise<unknown[]> =>
    (await account.json<{ executions: unknown[] }>(RUNNING_KEY)).executions;
  return { account, start, lease, registered };
}

describe('admit with a storage lease', () => {
  it('leases the storage for 15 minutes, and until the execution expires once its name is taken', async () => {
    const { account, start, lease } = setUp();
    await start();
    const { expiresAt } = await account.json<Plan>(layout('external-nfs-small', ID).plan);
    expect(expiresAt).toBeGreaterThan(T0 / 1000 + 4 * 3600);
    expect(await lease()).toMatchObject({ executionId: ID, expiresAt, released: false });
    // By the note of its start, the janitor finds an execution whose end no mail has told.
    const keys = [LEASE, POINTER, getStartKey(STARTED, ID)];
    const written = account.inputs('PutObject').filter(({ Key }) => keys.includes(String(Key)));
    expect(written.map(({ Key }) => Key)).toEqual([LEASE, getStartKey(STARTED, ID), POINTER, LEASE]);
    expect(JSON.parse(String(written[0]?.['Body']))).toMatchObject({ expiresAt: T0 / 1000 + 900 });
  });

  it('releases the lease and its register entry when the execution name is already used', async () => {
    const { account, start, lease, registered } = setUp();
    await account.put(POINTER, JSON.stringify({ startedAt: new Date(T0 - 1000).toISOString() }));
    await expect(start()).rejects.toMatchObject({ name: 'NameInvalid' });
    expect(await lease()).toMatchObject({ released: true });
    expect(await registered()).toEqual([]);
  });
});

describe('pausing starts during an admission', () => {
  it.each([
    ['DescribeInstanceTypeOfferings', () => true],
    ['GetServiceQuota', () => true],
    ['PutObject', (key: unknown) => key === RUNNING_KEY],
  ])('makes admit reject with Paused when the pause is written during %s', async (action, isKey) => {
    const { account, start, registered } = setUp();
    account.fault((call) => {
      if (call.action === action && isKey((call.input as { Key?: string }).Key))
        void account.put(PAUSED_KEY, JSON.stringify({ version: 1, paused: true, at: STARTED }));
      return undefined;
    });
    await expect(start()).rejects.toMatchObject({ name: 'Paused' });
    expect(await registered()).toEqual([]);
    expect((await account.keys()).toSorted()).toEqual([PAUSED_KEY, RUNNING_KEY]);
  });
});
