/** What admission refuses by settings, limits and zones, and by a pause while it plans; and its leases. */
import { readFileSync } from 'node:fs';
import { admit, type AdmitResult } from '../../lib/aws/admission';
import { refuseCommands } from '../../lib/aws/admission/refusals';
import type { Config, Context } from '../../lib/aws/context';
import type { Lease } from '../../lib/aws/leases/lease';
import { buildPriceBook } from '../../lib/pricing/aws';
import { getLockKey, getPointerKey, layout, PAUSED_KEY, RUNNING_KEY } from '../../lib/shapes/layout';
import type { Plan } from '../../lib/shapes/plan';
import { getStartKey } from '../../lib/shapes/start-notes';
import { ID, T0, type TestAccount } from './account';
import { makePlanningAccount, STARTED } from './admissions';
import { expectRefusal } from './answers';

const SPEC = {
  experiment: 'disks',
  targets: { here: { kind: 'directory', path: 'data' } },
  workloads: {
    fio: { kind: 'fio', rw: 'randread', bs: '4k', iodepth: 4, size: '4 MiB', ramp_time: '0s', runtime: '1s' },
  },
  limits: { maxUsd: 40 },
};
const LEASE = getLockKey('nfs:10.20.0.15');
const POINTER = getPointerKey(ID);

let account: TestAccount;
beforeEach(async () => {
  account = await makePlanningAccount();
});
const start = (config: Partial<Config>, spec: string | Record<string, unknown> = SPEC): Promise<AdmitResult> => {
  const context = { ...account.context(config), prices: buildPriceBook('us-east-1') };
  return admit({ executionId: ID, startedAt: STARTED, input: { spec } }, context);
};
const startShipped = (name: string) => start({}, readFileSync(`experiments/${name}.yaml`, 'utf8'));

describe('admit with the deployment setting `maxUsd`', () => {
  it('refuses a spec with a higher limits.maxUsd as BudgetExceeded, before writing to S3', async () => {
    await expectRefusal(start({ local: true, limits: { maxUsd: 39.99 } }), 'BudgetExceeded', {
      message: 'limits.maxUsd is 40 USD; this deployment allows 39.99 USD (its setting `maxUsd`)',
    });
    expect(account.inputs('PutObject')).toEqual([]);
  });

  it.each([{}, { maxUsd: 40 }])('admits a spec with limits.maxUsd 40 under the limits %j', async (limits) => {
    expect((await start({ local: true, limits })).experiment).toBe('disks');
  });
});

it('refuses a start input above 65,536 bytes (escaped twice), except in a local run', async () => {
  const long = { ...SPEC, question: `Is it quick? ${'x'.repeat(65_600)}` };
  await expectRefusal(start({}, long), 'SpecInvalid', {
    message: expect.stringMatching(/^the input has 6\d{4} bytes; allowed: 65536\. .*`specKey`$/) as string,
  });
  expect(account.inputs('PutObject')).toEqual([]);
  expect((await start({ local: true }, long)).executionId).toBe(ID);
});

it('refuses instance types that the Availability Zone lacks, and names the zones that offer them', async () => {
  account = await makePlanningAccount({ ec2: { offers: (_type, zone) => zone.endsWith('b') } });
  const message = /, needed by fleet\.client\b[^]*Zones that offer all types of this experiment: xx-local-1b\./;
  await expectRefusal(startShipped('lustre-small'), 'ZoneLacksTypes', {
    message: expect.stringMatching(message) as string,
  });
  expect(account.inputs('PutObject')).toEqual([]);
});

const checkCommands = (kinds: readonly string[], commands?: boolean): string | undefined => {
  const workloads = Object.fromEntries(kinds.map((kind, index) => [`w${index}`, { kind }]));
  const config = (commands === undefined ? {} : { commands }) as Context['config'];
  try {
    refuseCommands({ spec: { workloads } } as unknown as Plan, { config });
  } catch (fault) {
    return `${(fault as Error).name}: ${(fault as Error).message}`;
  }
  return undefined;
};

it('refuses workloads of kind `command` only when the deployment sets `commands` to false', () => {
  expect(checkCommands(['fio', 'command'], true)).toBeUndefined();
  expect(checkCommands(['fio', 'command'])).toBeUndefined();
  expect(checkCommands(['fio', 'metadata'], false)).toBeUndefined();
  expect(checkCommands(['fio', 'command'], false)).toBe(
    'CommandsNotAllowed: this deployment does not allow scripts in specs, but these workloads have scripts: ' +
      'w1. Nothing was created. Such scripts run as root on hosts, for everyone who may start executions. ' +
      'To allow them, deploy both stacks with the setting `commands=true` (docs/deploy.md)',
  );
});

describe('admit with a storage lease', () => {
  const readLease = (): Promise<Lease> => account.json(LEASE);
  const readRegister = (): Promise<unknown> => account.json(RUNNING_KEY);
  const startExternal = () => startShipped('external-nfs-small');

  it('leases the storage for 15 minutes, and until the execution expires once its name is taken', async () => {
    await startExternal();
    const { expiresAt } = await account.json<Plan>(layout('external-nfs-small', ID).plan);
    expect(expiresAt).toBeGreaterThan(T0 / 1000 + 4 * 3600);
    expect(await readLease()).toMatchObject({ executionId: ID, expiresAt, released: false });
    // By the note of its start, the janitor finds an execution whose end no mail has told.
    const keys = [LEASE, POINTER, getStartKey(STARTED, ID)];
    const written = account.inputs('PutObject').filter(({ Key }) => keys.includes(String(Key)));
    expect(written.map(({ Key }) => Key)).toEqual([LEASE, getStartKey(STARTED, ID), POINTER, LEASE]);
    expect(JSON.parse(String(written[0]?.['Body']))).toMatchObject({ expiresAt: T0 / 1000 + 900 });
  });

  it('releases the lease and its register entry when the execution name is already used', async () => {
    await account.put(POINTER, JSON.stringify({ startedAt: new Date(T0 - 1000).toISOString() }));
    await expectRefusal(startExternal(), 'NameInvalid');
    expect(await readLease()).toMatchObject({ released: true });
    expect(await readRegister()).toMatchObject({ executions: [] });
  });

  it.each([
    ['DescribeInstanceTypeOfferings', () => true],
    ['GetServiceQuota', () => true],
    ['PutObject', (key: unknown) => key === RUNNING_KEY],
  ])('rejects with Paused when the pause is written during %s', async (action, isKey) => {
    account.fault((call) => {
      if (call.action === action && isKey((call.input as { Key?: string }).Key))
        void account.put(PAUSED_KEY, JSON.stringify({ version: 1, paused: true, at: STARTED }));
      return undefined;
    });
    await expectRefusal(startExternal(), 'Paused');
    expect(await readRegister()).toMatchObject({ executions: [] });
    expect((await account.keys()).toSorted()).toEqual([PAUSED_KEY, RUNNING_KEY]);
  });
});
