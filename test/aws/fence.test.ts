import { closeFence } from '../../lib/aws/fence';
import { makeAccount } from './account';

const KEY = 'fences/exec.json';

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

describe('closeFence', () => {
  it('writes who closed the fence and when, with a conditional write', async () => {
    const fence = { executionId: 'exec', by: 'exec', fencedAt: '2026-11-21T10:00:00.000Z' };
    expect(await closeFence({ executionId: 'exec', by: 'exec' }, context)).toEqual(fence);
    expect(await account.json(KEY)).toEqual(fence);
    expect(account.inputs('PutObject')[0]).toMatchObject({ IfNoneMatch: '*' });
  });

  it('keeps the first fence when another guardian closes it again', async () => {
    const first = await closeFence({ executionId: 'exec', by: 'exec' }, context);
    await account.pass(5000);
    expect(await closeFence({ executionId: 'exec', by: 'exec__recover__1' }, context)).toEqual(first);
    expect(await account.json(KEY)).toEqual(first);
  });

  it('returns the stored fence when the answer to the first write was lost', async () => {
    account.fault(({ action }) => (action === 'PutObject' ? 'lost' : undefined));
    await expect(closeFence({ executionId: 'exec', by: 'exec' }, context)).rejects.toThrow();
    account.heal();
    await account.pass(60_000);
    const found = await closeFence({ executionId: 'exec', by: 'exec' }, context);
    expect(found.fencedAt).toBe('2026-11-21T10:00:00.000Z');
  });

  it('throws FenceUnreadable when the write says that the fence exists but reading finds none', async () => {
    account.refuse('PutObject', 'PreconditionFailed');
    await expect(closeFence({ executionId: 'exec', by: 'exec' }, context)).rejects.toMatchObject({
      name: 'FenceUnreadable',
      message: 'fences/exec.json exists but cannot be read',
    });
  });

  // A person in a hurry may have closed it by hand: it is closed, and the guardian must go on.
  it.each(['', 'closed', '{"executionId":"exec"}', '{"fencedAt":"now"}', 'null', '[]'])(
    'counts a fence with the content %j as closed',
    async (text) => {
      await account.put(KEY, text);
      expect(await closeFence({ executionId: 'exec', by: 'exec' }, context)).toEqual({
        executionId: 'exec',
        by: 'unknown',
        fencedAt: '2026-11-21T10:00:00.000Z',
      });
      expect(await account.text(KEY)).toBe(text);
    },
  );

  it('throws AccessDenied when S3 denies the write', async () => {
    account.refuse('PutObject', 'AccessDenied');
    await expect(closeFence({ executionId: 'exec', by: 'exec' }, context)).rejects.toMatchObject({
      name: 'AccessDenied',
    });
  });
});
