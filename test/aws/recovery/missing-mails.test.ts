import { getPointerKey, getProofKey } from '../../../lib/shapes/layout';
import { listUnnotified } from '../../../lib/aws/recovery/missing-mails';
import { makeAccount } from '../account';

const HOUR = 3_600_000;

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

describe('listUnnotified', () => {
  it('lists executions that ended between 15 minutes and three days ago without a mail', async () => {
    await account.runs('experiment', 'exec', 'FAILED');
    await account.runs('experiment', 'done', 'SUCCEEDED');
    await account.put(getPointerKey('done'), '{}');
    // It was only planned, and has no pointer.
    await account.runs('experiment', 'planned', 'SUCCEEDED');
    await account.runs('experiment', 'goes-on');
    await account.runs('experiment', 'not__a-name', 'FAILED');
    await account.pass(899_000);
    expect(await listUnnotified(context)).toEqual([]);
    await account.pass(1000);
    expect(await listUnnotified(context)).toEqual(['done', 'exec']);
    await account.pass(72 * HOUR);
    expect(await listUnnotified(context)).toEqual([]);
  });

  it.each(['exec', 'exec__recover__3', 'exec__left__2026-11-21', 'exec__late__494712', 'exec__unguarded__2026-11-21'])(
    'excludes an execution with a sent mail named %s',
    async (name) => {
      await account.runs('experiment', 'exec', 'FAILED');
      await account.runs('experiment', 'exec-2', 'FAILED');
      // More than a page of them, some older than what is asked for.
      for (let n = 0; n < 5; n += 1) await account.runs('notify', `other-${n}`, 'SUCCEEDED');
      await account.runs('notify', name, 'SUCCEEDED');
      await account.pass(HOUR);
      expect(await listUnnotified(context)).toEqual(['exec-2']);
    },
  );

  it('lists a clean execution whose only mail reported leftovers', async () => {
    await account.runs('experiment', 'exec', 'FAILED');
    await account.runs('notify', 'exec__left__2026-11-21', 'SUCCEEDED');
    await account.put(getProofKey('exec'), '{}');
    await account.pass(HOUR);
    expect(await listUnnotified(context)).toEqual(['exec']);
    await account.runs('notify', 'exec', 'SUCCEEDED');
    expect(await listUnnotified(context)).toEqual([]);
  });

  it('excludes an execution while its mail is sent, and doubles the pause after each failed mail', async () => {
    await account.runs('experiment', 'exec', 'FAILED');
    await account.runs('experiment', 'exec-2', 'FAILED');
    await account.runs('notify', 'exec-2');
    const due: boolean[] = [];
    for (const [index, hours] of [1, 2, 4].entries()) {
      await account.runs('notify', `exec__late__${index}`, 'FAILED');
      for (const milliseconds of [hours * HOUR - 1, 1]) {
        await account.pass(milliseconds);
        due.push((await listUnnotified(context)).length > 0);
      }
    }
    expect(due).toEqual([false, true, false, true, false, true]);
  });

  it('finds executions by their guardians without the bench stack, and throws without a notify machine', async () => {
    await account.runs('experiment', 'exec', 'FAILED');
    await account.pass(HOUR);
    const refuse = (machine: string): void =>
      account.refuse('ListExecutions', 'StateMachineDoesNotExist', (input) =>
        String(input['stateMachineArn']).endsWith(machine),
      );
    refuse('notify');
    await expect(listUnnotified(context)).rejects.toThrow('StateMachineDoesNotExist');
    account.heal();
    // Their guardians belong to the other stack.
    refuse('experiment');
    expect(await listUnnotified(context)).toEqual([]);
    await account.runs('guardian', 'exec', 'SUCCEEDED');
    await account.runs('guardian', 'exec__recover__1', 'SUCCEEDED');
    await account.put(getPointerKey('exec'), '{}');
    await account.pass(HOUR);
    expect(await listUnnotified(context)).toEqual(['exec']);
  });
});
