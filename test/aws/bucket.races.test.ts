/** Objects that several executions write: whoever writes between a read and a write of another loses nothing. */
import { registerStart, unregisterStart } from '../../lib/aws/admission/start-register';
import { admit } from '../../lib/aws/admission';
import { closeFence } from '../../lib/aws/fence';
import { extendLease, listHeldLeases, releaseLease, takeLeases, type Lessee } from '../../lib/aws/leases/lease';
import { decideTrial } from '../../lib/aws/search';
import type { PlanningContext } from '../../lib/aws/context';
import {
  getFenceKey,
  getLockKey,
  getPointerKey,
  getScheduledStartKey,
  layout,
  RUNNING_KEY,
} from '../../lib/shapes/layout';
import type { Spec } from '../../lib/shapes/spec';
import { T0, type TestAccount } from './account';
import { formatSpec, makePlanningAccount, STARTED as AT } from './admissions';

const STORE = 'nfs:10.0.0.1';
const START = { executionId: 'one', startedAt: AT };
const SPEC = { experiment: 'nightly', limits: { maxUsd: 20 } } as unknown as Spec;
const TEXT = formatSpec(
  'ramp_time: 0s, runtime: 10s, rate_iops: $rate',
  'factors: { rate: [100, 200, 300] }',
  'criteria: { quick: { metric: latency_mean, atMost: 2ms } }',
  'design: { replicates: 1, search: { factor: rate } }',
);

const register = (...names: string[]): string => {
  const entry = { ...START, experiment: 'other', admittedAt: AT, usd: 1, ended: false };
  return JSON.stringify({ version: 1, executions: names.map((executionId) => ({ ...entry, executionId })) });
};
const lease = (executionId: string, released = false): string => {
  const its = { version: 1, store: STORE, ...START, executionId, experiment: 'nas', rigs: ['r1'] };
  return JSON.stringify({ ...its, expiresAt: 9e9, released });
};
const lessee = {
  ...START,
  experiment: 'nas',
  rigs: [{ rig: 'r1', copies: [{ copy: 'c1', external: { stores: [STORE] } }] }],
} as unknown as Lessee;
const admitSpec = (context: PlanningContext, scheduledAt?: string) =>
  admit({ ...START, input: { spec: TEXT, ...(scheduledAt === undefined ? {} : { scheduledAt }) } }, context);

interface Race {
  readonly key: string;
  /** What the object holds before; absent: it does not exist. */
  readonly before?: string;
  readonly act: (context: PlanningContext, account: TestAccount) => Promise<unknown>;
  /** What another execution writes in between, and what of it must be there afterwards. */
  readonly other: string;
  readonly stays: RegExp;
  /** Result of `act`, or name of its error. */
  readonly result?: unknown;
}

const LEASE_KEY = getLockKey(STORE);
const own = async (context: PlanningContext) => (await listHeldLeases('one', context))[0]!;

const RACES: Readonly<Record<string, Race>> = {
  'the first start of all is registered': {
    key: RUNNING_KEY,
    act: (context) => registerStart(SPEC, START, T0, context),
    other: register('two'),
    stays: /"two".*"one"/,
  },
  'a start is registered': {
    key: RUNNING_KEY,
    before: register('zero'),
    act: (context) => registerStart(SPEC, START, T0, context),
    other: register('zero', 'two'),
    stays: /"zero".*"two".*"one"/,
  },
  'a refused start is taken out of the register': {
    key: RUNNING_KEY,
    before: register('one'),
    act: (context) => unregisterStart(START, context),
    other: register('one', 'two'),
    stays: /^(?!.*"one").*"two"/,
  },
  'a lease is made': {
    key: LEASE_KEY,
    act: (context) => takeLeases(lessee, T0, context),
    other: lease('two'),
    stays: /"two"/,
    result: 'StorageInUse',
  },
  'a free lease is taken': {
    key: LEASE_KEY,
    before: lease('zero', true),
    act: (context) => takeLeases(lessee, T0, context),
    other: lease('two'),
    stays: /"two"/,
    result: 'StorageInUse',
  },
  'a lease is extended': {
    key: LEASE_KEY,
    before: lease('one'),
    act: async (context) => extendLease(await own(context), 1e10, context),
    other: lease('two'),
    stays: /"two"/,
    result: false,
  },
  'a lease is released': {
    key: LEASE_KEY,
    before: lease('one'),
    act: (context) => releaseLease(LEASE_KEY, START, context),
    other: lease('two'),
    stays: /"two".*"released":false/,
  },
  'a fence is closed': {
    key: getFenceKey('one'),
    act: async (context) => (await closeFence({ executionId: 'one', by: 'one' }, context)).by,
    other: JSON.stringify({ executionId: 'one', by: 'two', fencedAt: AT }),
    stays: /"by":"two"/,
    result: 'two',
  },
  'a name is taken': {
    key: getPointerKey('one'),
    act: (context) => admitSpec(context),
    other: JSON.stringify({ startedAt: 'earlier' }),
    stays: /"earlier"/,
    result: 'NameInvalid',
  },
  'a scheduled moment is taken': {
    key: getScheduledStartKey('disks', T0 / 1000),
    act: (context) => admitSpec(context, AT),
    other: '{"executionId":"two"}',
    stays: /"two"/,
    result: 'AlreadyStarted',
  },
  'a search decides': {
    key: layout('disks', 'one').decision('t0001'),
    act: async (context, account) => {
      await admitSpec(context);
      expect(await account.keys()).toContain(layout('disks', 'one').guards('r1'));
      return (await decideTrial({ ...START, experiment: 'disks', rig: 'r1', trial: 't0001' }, context)).code;
    },
    other: '{"run":false,"code":"OutsideBracket","text":""}',
    stays: /OutsideBracket/,
    result: 'OutsideBracket',
  },
};

describe('concurrent writes to objects that executions share', () => {
  it.each(Object.entries(RACES))('keeps the write of another execution while %s', async (_, race) => {
    const { key, before, act, other, stays, result } = race;
    const account = await makePlanningAccount();
    if (before !== undefined) await account.put(key, before);
    let isWritten = false;
    account.fault((call) => {
      if (isWritten || call.action !== 'PutObject' || (call.input as { Key?: string }).Key !== key) return undefined;
      isWritten = true;
      void account.put(key, other);
      return undefined;
    });
    const ended = await act(account.context({ local: true }), account).catch((error: unknown) => (error as Error).name);
    expect([isWritten, ended]).toEqual([true, result]);
    expect(await account.text(key)).toMatch(stays);
  });
});
