import { findPointer } from '../../../lib/aws/recovery/pointer';
import { LONGEST_TIMING, buildTiming } from '../../../lib/experiment/plan/timing';
import { makeAccount, T0 } from '../account';
import { expectRefusal } from '../answers';

const POINTER = { experiment: 'disks', startedAt: new Date(T0).toISOString(), guardianUntil: 77 };

describe('findPointer', () => {
  it('returns null when the execution was never admitted', async () => {
    expect(await findPointer('exec', makeAccount().context())).toBeNull();
  });

  // Each of its expressions would fail that asks for a wait which is not there.
  it.each([
    [false, LONGEST_TIMING],
    [true, buildTiming(true, 1)],
  ])('adds the longest waits to a pointer without waits, or short local ones (local: %s)', async (local, defaults) => {
    const account = makeAccount();
    await account.put('pointers/exec.json', JSON.stringify({ ...POINTER, timing: { settleSeconds: 7 } }));
    const found = { ...POINTER, timing: { ...defaults, settleSeconds: 7 } };
    expect(await findPointer('exec', account.context({ local }))).toEqual(found);
    await account.put('pointers/exec.json', JSON.stringify(POINTER));
    expect(await findPointer('exec', account.context({ local }))).toEqual({ ...POINTER, timing: defaults });
  });

  it('returns a past expiry and the longest waits for a pointer of a later version', async () => {
    const account = makeAccount();
    await account.put('pointers/exec.json', '{"version":9,"experiment":"disks","times":{}}');
    const over = { startedAt: '1970-01-01T00:00:00.000Z', guardianUntil: 363_600, timing: LONGEST_TIMING };
    expect(await findPointer('exec', account.context())).toMatchObject({ experiment: 'disks', version: 9, ...over });
  });

  it.each(['{', '{}', '{"experiment":null}'])('throws for the corrupt pointer %s', async (text) => {
    const account = makeAccount();
    await account.put('pointers/exec.json', text);
    await expect(findPointer('exec', account.context())).rejects.toThrow();
  });

  const PLAN = { ...POINTER, timing: { ...LONGEST_TIMING, settleSeconds: 7 }, deadline: T0 / 1000 + 3600 };
  const UNTIL = PLAN.deadline + LONGEST_TIMING.teardownAllowanceSeconds / 2;

  it.each([
    ['missing', null],
    ['corrupt', 'spoilt'],
  ])('returns the values of the plan when the pointer is %s', async (_how, text) => {
    const account = makeAccount();
    if (text !== null) await account.put('pointers/exec.json', text);
    // Others, of names that begin alike, and one of whom a receipt was written without knowing its experiment.
    for (const key of ['disks/exec-2', 'other/ex', '_untagged/exec'])
      await account.put(`executions/${key}/receipt.json`, '{}');
    await account.put('executions/disks/exec/plan.json', JSON.stringify(PLAN));
    const { deadline: _deadline, ...pointer } = PLAN;
    expect(await findPointer('exec', account.context())).toEqual({ ...pointer, guardianUntil: UNTIL });
    expect(await findPointer('ex', account.context())).toMatchObject({ experiment: 'other' });
    expect(await findPointer('exe', account.context())).toBeNull();
  });

  it.each([
    ['missing', null],
    ['corrupt', 'spoilt'],
    ['incomplete', '{"timing":{}}'],
  ])('returns the experiment of the execution folder and the longest waits when the plan is %s', async (_how, plan) => {
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
  it.each(['GetObject', 'ListObjectsV2'])('throws AccessDenied when %s is denied', async (action) => {
    const account = makeAccount();
    account.refuse(action, 'AccessDenied');
    await expectRefusal(findPointer('exec', account.context()), 'AccessDenied');
  });
});
