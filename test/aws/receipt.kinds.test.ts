/** No kind of resource escapes the receipt: whatever lives makes it unclean, and is named. */
import { writeReceipt } from '../../lib/aws/receipt';
import { getLockKey, layout } from '../../lib/shapes/layout';
import { LEASE_KIND, MANAGED_HOST_KIND, type Receipt } from '../../lib/shapes/receipt';
import { LISTED_KINDS } from '../../lib/shapes/resources';
import { makeAccount, T0, type TestAccount } from './account';
import { makeLiving } from './resource-makers';

const KEYS = layout('disks', 'exec');
const EVENT = {
  executionId: 'exec',
  experiment: 'disks',
  outcome: 'ABORTED',
  fencedAt: '2026-11-21T09:00:00Z',
} as const;

async function makeReceipt(account: TestAccount): Promise<Receipt> {
  await writeReceipt(EVENT, account.context());
  return account.json(KEYS.receipt);
}

describe('writeReceipt', () => {
  it.each(LISTED_KINDS)('is not clean while one %s exists, and lists it as remaining', async (kind) => {
    const { account, id } = await makeLiving(kind);
    const { clean, remaining } = await makeReceipt(account);
    expect(clean).toBe(false);
    expect(remaining).toContainEqual(expect.objectContaining({ kind, id }));
    // It alone, so that nothing else makes the receipt unclean; a mount target needs its file system.
    expect(remaining).toHaveLength(kind === 'efs:mount-target' ? 2 : 1);
    expect(await account.keys()).not.toContain('proven/exec.json');
  });

  const startedAt = new Date(T0).toISOString();
  const held = { version: 1, executionId: 'exec', experiment: 'disks', startedAt, rigs: ['r1'], released: false };
  const lease = (store: string, more: object = {}): string =>
    JSON.stringify({ ...held, store, expiresAt: T0 / 1000 + 3600, ...more });

  it('is not clean while the execution has an unreleased lease', async () => {
    const account = makeAccount();
    await account.put(getLockKey('nfs:10.0.0.1'), lease('nfs:10.0.0.1'));
    const entry = { kind: LEASE_KIND, id: getLockKey('nfs:10.0.0.1'), rig: null, state: 'held' };
    expect(await makeReceipt(account)).toMatchObject({ clean: false, remaining: [entry] });
  });

  it.each(['spoilt', '{"cleaned":false,"why":"mi-1: Failed","hosts":["mi-1"]}'])(
    'is not clean after a failed or unreadable cleanup of a managed host: %s',
    async (done) => {
      const account = makeAccount();
      await account.put(KEYS.plan, JSON.stringify({ rigs: [{ rig: 'r1' }] }));
      await account.put(KEYS.rig('r1'), JSON.stringify({ rig: 'r1', copies: [], clean: { name: 'clean' } }));
      await account.put(KEYS.hosts('r1'), 'client-0 client 0 - mi-1\n');
      await account.put(getLockKey('host:mi-1'), lease('host:mi-1', { role: 'client', released: true }));
      await account.put(KEYS.cleaning('r1.hosts.done'), done);
      const entry = { kind: MANAGED_HOST_KIND, id: 'mi-1', rig: 'exec__r1', state: 'not cleaned' };
      expect(await makeReceipt(account)).toMatchObject({ clean: false, remaining: [entry] });
    },
  );
});
