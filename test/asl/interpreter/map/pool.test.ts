import { runPool } from '../../../../lib/asl/interpreter/map/pool';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';

describe('runPool', () => {
  it('starts work in order, limits concurrency, and returns results in order', async () => {
    const clock = makeVirtualClock(0);
    const begun: number[] = [];
    let open = 0;
    let most = 0;
    const results = await runPool(6, 2, async (index) => {
      begun.push(index);
      most = Math.max(most, ++open);
      await clock.sleep(10 * (6 - index));
      open--;
      return index * 2;
    });
    expect(results).toEqual([0, 2, 4, 6, 8, 10]);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  it('rejects with the first failure and starts no further work', async () => {
    const begun: number[] = [];
    const work = async (index: number) => {
      begun.push(index);
      await Promise.resolve();
      if (index === 1) throw new Error('second');
    };
    await expect(runPool(10, 1, work)).rejects.toThrow('second');
    expect(begun).toEqual([0, 1]);
  });

  it('returns an empty list for zero items', async () => {
    expect(await runPool(0, 5, () => Promise.reject(new Error('never')))).toEqual([]);
  });
});
