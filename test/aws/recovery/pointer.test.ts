import { findPointer } from '../../../lib/aws/recovery/pointer';
import { LONGEST_TIMING, buildTiming } from '../../../lib/experiment/plan/timing';
import { makeAccount, T0 } from '../account';

const POINTER = { experiment: 'disks', startedAt: new Date(T0).toISOString(), guardianUntil: 77 };

describe('findPointer', () => {
  it('is nothing where the execution was never admitted', async () => {
    expect(await findPointer('exec', makeAccount().context())).toBeNull();
  });

  // Each of its expressions would fail that asks for a wait which is not there.
  it.each([
    [false, LONGEST_TIMING],
    [true, buildTiming(true, 1, 1)],
  ])('has every wait of a guardian, whichever version wrote it (local: %s)', async (local, defaults) => {
    const account = makeAccount();
    await account.put('pointers/exec.json', JSON.stringify({ ...POINTER, timing: { settleSeconds: 7 } }));
    const found = { ...POINTER, timing: { ...defaults, settleSeconds: 7 } };
    expect(await findPointer('exec', account.context({ local }))).toEqual(found);
    await account.put('pointers/exec.json', JSON.stringify(POINTER));
    expect(await findPointer('exec', account.context({ local }))).toEqual({ ...POINTER, timing: defaults });
  });

  it('of a later version that has other members is over, so that it is torn down', async () => {
    const account = makeAccount();
    await account.put('pointers/exec.json', '{"version":9,"experiment":"disks","times":{}}');
    const over = { startedAt: '1970-01-01T00:00:00.000Z', guardianUntil: 363_600, timing: LONGEST_TIMING };
    expect(await findPointer('exec', account.context())).toMatchObject({ experiment: 'disks', version: 9, ...over });
  });

  it.each(['{', '{}', '{"experiment":null}'])('is refused where somebody spoilt it: %s', async (text) => {
    const account = makeAccount();
    await account.put('pointers/exec.json', text);
    await expect(findPointer('exec', account.context())).rejects.toThrow();
  });

  const PLAN = { ...POINTER, timing: { ...LONGEST_TIMING, settleSeconds: 7 }, deadline: T0 / 1000 + 3600 };
  const UNTIL = PLAN.deadline + LONGEST_TIMING.teardownAllowanceSeconds / 2;

  it.each([
    ['lost', null],
    ['spoilt', 'spoilt'],
  ])('is read off the plan where it is %s', async (_how, text) => {
    const account = makeAccount();
    if (text !== null) await account.put('pointers/exec.json', text);
    // Others, of names that begin alike, and one of whom a receipt was written without knowing its experiment.
    for (const key of ['disks/exec-2', 'other/ex', '_untagged/exec'])
      await account.put(`executions/${key}/receipt.json`, '{}');
    await account.put('executions/disks/exec/plan.json', JSON.stringify(PLAN));
    const { experiment, startedAt, timing } = PLAN;
    expect(await findPointer('exec', account.context())).toEqual({
      experiment,
      startedAt,
      timing,
      guardianUntil: UNTIL,
    });
    expect(await findPointer('ex', account.context())).toMatchObject({ experiment: 'other' });
    expect(await findPointer('exe', account.context())).toBeNull();
  });

  it.each([
    ['lost', null],
    ['spoilt', 'spoilt'],
    ['no plan', '{"timing":{}}'],
  ])('is where its folder lies, with the longest of all times, where the plan is %s, too', async (_how, plan) => {
    const account = makeAccount();
    await account.pass(2000);
    await account.put('executions/disks/exec/batches/r1.1.json', '{}');
    if (plan !== null) await account.put('executions/disks/exec/plan.json', plan);
    expect(await findPointer('exec', account.context())).toEqual({
      experiment: 'disks',
      startedAt: new Date(T0 + 2000).toISOString(),
      timing: LONGEST_TIMING,
      guardianUntil: T0 / 1000 + 2 + 363_600,
    });
  });

  // "May not look" must never look like "was never admitted".
  it.each(['GetObject', 'ListObjectsV2'])('is not taken for absent where %s is refused', async (action) => {
    const account = makeAccount();
    account.refuse(action, 'AccessDenied');
    await expect(findPointer('exec', account.context())).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});
