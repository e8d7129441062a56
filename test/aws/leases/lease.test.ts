import {
  extendLease,
  listHeldLeases,
  type Lease,
  releaseLeases,
  takeLeases,
  type Lessee,
} from '../../../lib/aws/leases/lease';
import { getLockKey } from '../../../lib/shapes/layout';
import { makeAccount, T0 } from '../account';
import { expectRefusal } from '../answers';

const [A, B] = ['nfs:10.0.0.1', 'nfs:10.0.0.2'];
const UNTIL = T0 / 1000 + 3600;

/** A plan that uses some stores, in two rigs. */
function makeLessee(executionId: string, ...stores: readonly string[]): Lessee {
  const copies = [{ copy: 'c1', external: { stores } }];
  const rigs = [
    { rig: 'r1', block: 1, copies },
    { rig: 'r2', block: 2, copies },
  ] as unknown as Lessee['rigs'];
  return { executionId, experiment: 'nas', startedAt: new Date(T0).toISOString(), rigs };
}
function makeContext() {
  const account = makeAccount();
  const lease = (store: string): Promise<Lease> => account.json<Lease>(getLockKey(store));
  return { account, context: account.context(), lease };
}

describe('leases of external storage', () => {
  it('has one lease per store of a plan, with the rigs that use it', async () => {
    const { account, context, lease } = makeContext();
    await takeLeases(makeLessee('one', B, A), UNTIL, context);
    expect(await lease(A)).toMatchObject({ executionId: 'one', rigs: ['r1', 'r2'], expiresAt: UNTIL, released: false });
    expect((await listHeldLeases('one', context)).map((found) => found.lease.store).sort()).toEqual([A, B]);
    expect(account.inputs('PutObject').map(({ IfNoneMatch }) => IfNoneMatch)).toEqual(['*', '*']);
  });

  it('throws StorageInUse and takes no lease when another execution has leased one of the stores', async () => {
    const { context, lease } = makeContext();
    await takeLeases(makeLessee('one', B), UNTIL, context);
    await expectRefusal(takeLeases(makeLessee('two', A, B), UNTIL, context), 'StorageInUse', {
      message: [
        'another execution measures this storage; simultaneous loads would distort the results of both:',
        "  nfs:10.0.0.2: execution 'one' of nas, until 2026-11-21T11:00:00.000Z at the latest",
        'Start again when that execution has ended and has its cleanup receipt.',
      ].join('\n'),
    });
    expect([(await lease(A)).released, (await lease(B)).executionId]).toEqual([true, 'one']);
  });

  it('gives all leases to one execution when two start at the same moment', async () => {
    const { context, lease } = makeContext();
    const ends = await Promise.allSettled(
      ['one', 'two'].map((name) => takeLeases(makeLessee(name, A, B), UNTIL, context)),
    );
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const winner = { executionId: ends[0]?.status === 'fulfilled' ? 'one' : 'two', released: false };
    expect([await lease(A), await lease(B)]).toMatchObject([winner, winner]);
  });

  it('replaces a released or expired lease, only if it is unchanged since it was read', async () => {
    const { account, context, lease } = makeContext();
    await takeLeases(makeLessee('one', A), UNTIL, context);
    await releaseLeases(makeLessee('one', A), context);
    await takeLeases(makeLessee('two', A), UNTIL, context);
    await account.pass(3_600_000);
    await takeLeases(makeLessee('three', A), UNTIL + 9999, context);
    expect((await lease(A)).executionId).toBe('three');
    const conditions = account.inputs('PutObject').slice(1);
    expect(conditions.map(({ IfMatch }) => typeof IfMatch)).toEqual(['string', 'string', 'string']);
  });

  it('extends a lease for the same start, and refuses a later execution with the same name', async () => {
    const { context, lease } = makeContext();
    await takeLeases(makeLessee('one', A), UNTIL - 3000, context);
    await takeLeases(makeLessee('one', A), UNTIL, context);
    const again = { ...makeLessee('one', A), startedAt: new Date(T0 + 1000).toISOString() };
    await expectRefusal(takeLeases(again, UNTIL, context), 'StorageInUse');
    await releaseLeases(again, context);
    expect(await lease(A)).toMatchObject({ expiresAt: UNTIL, released: false });
    // A later end counts, and an earlier one does not.
    for (const [until, end] of [
      [UNTIL - 3000, UNTIL],
      [UNTIL + 500, UNTIL + 500],
    ] as const) {
      const [found] = await listHeldLeases('one', context);
      expect(await extendLease(found!, until, context)).toBe(true);
      expect((await lease(A)).expiresAt).toBe(end);
    }
  });

  it('lists leases of the exact execution name, not of names that start with it', async () => {
    const { context } = makeContext();
    await takeLeases(makeLessee('night-1', A), UNTIL, context);
    await takeLeases(makeLessee('night', B), UNTIL, context);
    expect((await listHeldLeases('night', context)).map((found) => found.lease.store)).toEqual([B]);
  });

  it.each(['', '{}', 'null', '[]'])('ignores a lease with the content %j', async (text) => {
    const { account, context, lease } = makeContext();
    await account.put(getLockKey(A), text);
    expect(await listHeldLeases('one', context)).toEqual([]);
    await takeLeases(makeLessee('one', A), UNTIL, context);
    expect((await lease(A)).executionId).toBe('one');
  });

  it('throws LeaseContended when every write meets a conflict', async () => {
    const { account, context } = makeContext();
    account.refuse('PutObject', 'PreconditionFailed');
    await expectRefusal(takeLeases(makeLessee('one', A), UNTIL, context), 'LeaseContended');
  });
});
