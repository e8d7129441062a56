import { pointerOf } from '../../../lib/aws/recovery/pointer';
import { LONGEST_TIMING, timingOf } from '../../../lib/experiment/plan/timing';
import { makeAccount, T0 } from '../account';

const POINTER = { experiment: 'disks', startedAt: new Date(T0).toISOString(), guardianUntil: 77 };

describe('pointerOf', () => {
  it('is nothing where the execution was never admitted', async () => {
    expect(await pointerOf('exec', makeAccount().context())).toBeNull();
  });

  // Each of its expressions would fail that asks for a wait which is not there.
  it.each([
    [false, LONGEST_TIMING],
    [true, timingOf(true, 1, 1)],
  ])('has every wait of a guardian, whichever version wrote it (local: %s)', async (local, defaults) => {
    const account = makeAccount();
    await account.put('pointers/exec.json', JSON.stringify({ ...POINTER, timing: { settleSeconds: 7 } }));
    const found = { ...POINTER, timing: { ...defaults, settleSeconds: 7 } };
    expect(await pointerOf('exec', account.context({ local }))).toEqual(found);
    await account.put('pointers/exec.json', JSON.stringify(POINTER));
    expect(await pointerOf('exec', account.context({ local }))).toEqual({ ...POINTER, timing: defaults });
  });

  it.each(['{', '{}', '{"experiment":null}'])('is refused where somebody spoilt it: %s', async (text) => {
    const account = makeAccount();
    await account.put('pointers/exec.json', text);
    await expect(pointerOf('exec', account.context())).rejects.toThrow();
  });
});
