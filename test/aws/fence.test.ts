import { closeFence } from '../../lib/aws/fence';
import { makeAccount } from './account';
import { expectRefusal } from './answers';

const KEY = 'fences/exec.json';
const BY_FIRST = { executionId: 'exec', by: 'exec' };
const FENCE = { ...BY_FIRST, fencedAt: '2026-11-21T10:00:00.000Z' };

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

describe('closeFence', () => {
  it('writes who closed the fence and when, once, also when another guardian closes it again', async () => {
    expect(await closeFence(BY_FIRST, context)).toEqual(FENCE);
    expect(await account.json(KEY)).toEqual(FENCE);
    expect(account.inputs('PutObject')[0]).toMatchObject({ IfNoneMatch: '*' });
    await account.pass(5000);
    expect(await closeFence({ executionId: 'exec', by: 'exec__recover__1' }, context)).toEqual(FENCE);
    expect(await account.json(KEY)).toEqual(FENCE);
  });

  it('returns the stored fence when the answer to the first write was lost', async () => {
    account.fault(({ action }) => (action === 'PutObject' ? 'lost' : undefined));
    await expect(closeFence(BY_FIRST, context)).rejects.toThrow();
    account.heal();
    await account.pass(60_000);
    expect(await closeFence(BY_FIRST, context)).toEqual(FENCE);
  });

  it('throws FenceUnreadable when the write says that the fence exists but reading finds none', async () => {
    account.refuse('PutObject', 'PreconditionFailed');
    const message = 'fences/exec.json exists but cannot be read';
    await expectRefusal(closeFence(BY_FIRST, context), 'FenceUnreadable', { message });
  });

  // A person in a hurry may have closed it by hand: it is closed, and the guardian must go on.
  it.each(['', 'closed', '{"executionId":"exec"}', '{"fencedAt":"now"}', 'null', '[]'])(
    'counts a fence with the content %j as closed',
    async (text) => {
      await account.put(KEY, text);
      expect(await closeFence(BY_FIRST, context)).toEqual({ ...FENCE, by: 'unknown' });
      expect(await account.text(KEY)).toBe(text);
    },
  );

  it('throws AccessDenied when S3 denies the write', async () => {
    account.refuse('PutObject', 'AccessDenied');
    await expectRefusal(closeFence(BY_FIRST, context), 'AccessDenied');
  });
});
