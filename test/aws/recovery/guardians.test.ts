import { judgeGuardians } from '../../../lib/aws/recovery/guardians';
import { findOrphans } from '../../../lib/aws/recovery/orphans';
import { startGuardian } from '../../../lib/aws/recovery/start-guardian';
import { makeAccount, T0, type TestAccount } from '../account';

const PROVEN = 'proven/exec.json';
const proof = (seconds: number): string =>
  JSON.stringify({ receipt: 'r', verifiedAt: new Date(T0 + 1000 * seconds).toISOString() });
const EVENT = { executionId: 'exec', experiment: 'disks', why: 'left', left: true };

/** A guardian that has run for twenty minutes beside a host that a listing shows only now. */
async function makeLateGuardian(): Promise<TestAccount> {
  const account = makeAccount();
  await account.runs('experiment', 'exec', 'SUCCEEDED');
  await account.runs('guardian', 'exec');
  await account.instance();
  await account.pass(1_200_000);
  return account;
}

describe('judgeGuardians with a running guardian', () => {
  it('reports RUNNING until the execution has a proof of cleanup, so no other guardian starts', async () => {
    const account = await makeLateGuardian();
    expect(await judgeGuardians(account.context(), 'exec')).toMatchObject([{ name: 'exec', status: 'RUNNING' }]);
    expect(await findOrphans(account.context())).toEqual({ orphans: [], unseen: [] });
    expect(await startGuardian(EVENT, account.context())).toMatchObject({ started: null, why: 'exec is running' });
  });

  it('reports SUCCEEDED once the execution is proven clean, so leftovers get a new guardian', async () => {
    const account = await makeLateGuardian();
    await account.put(PROVEN, proof(60));
    expect(await judgeGuardians(account.context(), 'exec')).toMatchObject([
      { status: 'SUCCEEDED', endedAt: T0 + 60_000 },
    ]);
    expect((await findOrphans(account.context())).orphans).toMatchObject([{ executionId: 'exec' }]);
    expect(await startGuardian(EVENT, account.context())).toMatchObject({ started: 'exec__recover__1' });
    // That one has begun after the proof: it is not done yet, and nobody else is started.
    expect(await startGuardian(EVENT, account.context())).toMatchObject({ why: 'exec__recover__1 is running' });
    expect(await findOrphans(account.context())).toEqual({ orphans: [], unseen: [] });
  });

  it.each(['{}', '{', proof(-60), proof(60)])(
    'reports RUNNING when the proof is invalid, older than the guardian, or denied: %s',
    async (text) => {
      const account = await makeLateGuardian();
      await account.put(PROVEN, text);
      if (text === proof(60)) account.refuse('GetObject', 'AccessDenied');
      expect(await judgeGuardians(account.context(), 'exec')).toMatchObject([{ status: 'RUNNING' }]);
    },
  );
});
