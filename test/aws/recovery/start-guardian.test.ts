import type { Context } from '../../../lib/aws/context';
import type { ExecutionState, ExecutionStatus } from '../../../lib/aws/executions';
import { LONGEST_TIMING } from '../../../lib/experiment/plan/timing';
import { pickNextName, RECOVERIES_BY_RULE, startGuardian } from '../../../lib/aws/recovery/start-guardian';
import { makeArn, CONFIG, makeAccount, T0, type TestAccount } from '../account';
import cases from './start-guardian.cases.json';

const TIMING = { ...LONGEST_TIMING, settleSeconds: 1 };
const POINTER = 'pointers/exec.json';

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

function ended(name: string, status: ExecutionStatus, endedAt: number | null = T0): ExecutionState {
  return { name, status, startedAt: T0 - 7200, endedAt: status === 'RUNNING' ? null : endedAt };
}

function namesOf(account: TestAccount): string[] {
  return account.sfn.executions().map(({ name }) => name);
}

/** Guardians that all failed: the first one and so many recoveries. */
function failed(recoveries: number): ExecutionState[] {
  const names = Array.from({ length: recoveries }, (_, index) => `exec__recover__${index + 1}`);
  return ['exec', ...names].map((name) => ended(name, 'FAILED'));
}

describe('pickNextName', () => {
  it.each(cases.next as [string, number | [string, ExecutionStatus][], boolean, string | null, string][])(
    '%s',
    (_what, were, left, name, why) => {
      const found = typeof were === 'number' ? failed(were) : were.map(([one, status]) => ended(one, status));
      expect(pickNextName('exec', found, left)).toEqual({ name, why });
    },
  );

  it('cannot be made to start guardians for ever by guardians that fail', () => {
    let found: ExecutionState[] = failed(0);
    let started = 0;
    for (let next = pickNextName('exec', found, false); next.name !== null; next = pickNextName('exec', found, false)) {
      found = [...found, ended(next.name, 'FAILED')];
      started += 1;
    }
    expect(started).toBe(RECOVERIES_BY_RULE);
  });
});

describe('startGuardian', () => {
  const BY_RULE = { executionId: 'exec', why: 'exec ended ABORTED', endedArn: makeArn('guardian', 'exec') };
  const BY_JANITOR = { executionId: 'exec', experiment: 'from-tags', why: 'expired', left: true, until: 77 };
  const UNTIL = T0 / 1000 + 3600;

  it('starts one with what the pointer says', async () => {
    await account.put(POINTER, JSON.stringify({ experiment: 'disks', timing: TIMING, guardianUntil: UNTIL }));
    expect(await startGuardian(BY_RULE, context)).toEqual({
      executionId: 'exec',
      started: 'exec__recover__1',
      why: 'exec ended ABORTED',
    });
    const [started] = account.inputs('StartExecution');
    expect(started).toMatchObject({ stateMachineArn: CONFIG.machineArns.guardian, name: 'exec__recover__1' });
    expect(JSON.parse(String(started?.['input']))).toEqual({
      executionId: 'exec',
      experiment: 'disks',
      executionArn: makeArn('experiment', 'exec'),
      // A guardian that dies must not take a healthy experiment with it.
      until: UNTIL,
      timing: TIMING,
    });
    expect(await account.keys()).toEqual([POINTER]);
  });

  it('closes an experiment that has ended badly at once, also where a guardian runs that may not see it', async () => {
    await account.put(POINTER, JSON.stringify({ experiment: 'disks', timing: TIMING, guardianUntil: UNTIL }));
    await account.runs('guardian', 'exec');
    const event = { ...BY_RULE, endedArn: makeArn('experiment', 'exec') };
    expect(await startGuardian(event, context)).toMatchObject({ started: null, why: 'exec is running' });
    expect(await account.json('fences/exec.json')).toMatchObject({ executionId: 'exec', by: 'start-guardian' });
  });

  it('closes nothing of what was never admitted, and starts a guardian where it cannot close', async () => {
    const event = { ...BY_RULE, endedArn: makeArn('experiment', 'exec') };
    await startGuardian(event, context);
    expect(await account.keys()).toEqual([]);
    await account.put(POINTER, JSON.stringify({ experiment: 'disks', timing: TIMING, guardianUntil: UNTIL }));
    account.refuse('PutObject', 'AccessDenied');
    expect(await startGuardian(event, context)).toMatchObject({ started: 'exec__recover__1' });
  });

  it('starts none for what was never admitted, and tells whoever was not told of a refusal', async () => {
    expect(await startGuardian(BY_RULE, context)).toMatchObject({
      started: null,
      why: 'no record of its admission was found',
    });
    const told = account.inputs('StartExecution').map((one) => [one['stateMachineArn'], one['name']]);
    expect(told).toEqual([[CONFIG.machineArns.notify, 'exec__refused']]);
    const input = JSON.parse(String(account.inputs('StartExecution')[0]?.['input'])) as object;
    expect(input).toMatchObject({ why: 'refused', outcome: 'REFUSED', clean: true, error: 'NotAdmitted' });
  });

  it('tells again of what was never admitted where the janitor comes: the first message was of no use', async () => {
    const event = { executionId: 'exec', experiment: null, why: 'nobody was told', left: true, until: 0 };
    expect(await startGuardian(event, context)).toMatchObject({ started: null });
    const names = account.inputs('StartExecution').map((one) => one['name']);
    expect(names).toEqual([`exec__late__${T0 / 3_600_000}`]);
    await account.put(POINTER, JSON.stringify({ experiment: 'disks', timing: TIMING, guardianUntil: UNTIL }));
    expect(await startGuardian(event, context)).toMatchObject({ started: 'exec__recover__1' });
  });

  it.each([
    [4, []],
    [5, ['exec__left__2026-11-21']],
    [6, []],
  ])('tells that something may be left after %i recoveries: they may die before they can', async (count, names) => {
    for (const { name } of failed(count)) await account.runs('guardian', name, 'FAILED');
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: `exec__recover__${count + 1}` });
    const told = account.inputs('StartExecution').filter((one) => one['stateMachineArn'] === CONFIG.machineArns.notify);
    expect(told.map(({ name }) => name)).toEqual(names);
  });

  it('does not tell that something may be left of what is proven clean', async () => {
    for (const { name } of failed(5)) await account.runs('guardian', name, 'FAILED');
    await account.put('proven/exec.json', JSON.stringify({ receipt: 'receipt.json', verifiedAt: new Date(T0) }));
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: 'exec__recover__6' });
    expect(account.inputs('StartExecution').map(({ name }) => name)).toEqual(['exec__recover__6']);
  });

  it('needs nothing but tags', async () => {
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: 'exec__recover__1' });
    expect(JSON.parse(String(account.inputs('StartExecution')[0]?.['input']))).toMatchObject({
      experiment: 'from-tags',
      until: 77,
      timing: LONGEST_TIMING,
    });
  });

  it('waits for results on one machine only where trials were planned', async () => {
    const graceOf = async (planned: boolean): Promise<number> => {
      const account = makeAccount();
      await account.put(POINTER, JSON.stringify({ experiment: 'disks', timing: TIMING, guardianUntil: UNTIL }));
      if (planned) await account.put('executions/disks/exec/trials.json', '[]');
      await startGuardian(BY_RULE, account.context({ local: true }));
      const { timing } = JSON.parse(String(account.inputs('StartExecution')[0]?.['input'])) as {
        timing: typeof TIMING;
      };
      return timing.resultsGraceSeconds;
    };
    expect(await graceOf(true)).toBe(TIMING.resultsGraceSeconds);
    expect(await graceOf(false)).toBe(1);
  });

  it('waits no longer on one machine than a local execution does, also without a pointer', async () => {
    const account = makeAccount();
    await startGuardian(BY_JANITOR, account.context({ local: true }));
    const { timing } = JSON.parse(String(account.inputs('StartExecution')[0]?.['input'])) as { timing: typeof TIMING };
    expect(timing.settleSeconds).toBeLessThanOrEqual(1);
    expect(timing.pollSeconds).toBeLessThanOrEqual(1);
  });

  it.each(['AccessDenied', 'NoSuchBucket'])('is not kept from it by a bucket that answers %s', async (name) => {
    account.refuse('GetObject', name);
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: 'exec__recover__1' });
  });

  it('is not kept from it by a broken pointer', async () => {
    await account.put(POINTER, '{');
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: 'exec__recover__1' });
  });

  // The rule's call is made again, and then the janitor comes.
  it('fails where only the pointer could tell the experiment', async () => {
    account.refuse('GetObject', 'AccessDenied');
    await expect(startGuardian(BY_RULE, context)).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  it('starts none beside one that runs', async () => {
    await account.runs('guardian', 'exec');
    const why = 'exec is running';
    expect(await startGuardian(BY_JANITOR, context)).toEqual({ executionId: 'exec', started: null, why });
    expect(account.inputs('StartExecution')).toEqual([]);
    expect(account.logged).toEqual([]);
  });

  it('leaves it to a caller that was quicker', async () => {
    const quicker: Context['aws']['sfn']['startExecution'] = async (input) => {
      if (account.sfn.executions().length === 0) await account.runs('guardian', 'exec__recover__1');
      return context.aws.sfn.startExecution(input);
    };
    const aws = { ...context.aws, sfn: { ...context.aws.sfn, startExecution: quicker } };
    expect(await startGuardian(BY_JANITOR, { ...context, aws })).toMatchObject({
      started: null,
      why: 'exec__recover__1 is running',
    });
    expect(namesOf(account)).toEqual(['exec__recover__1']);
  });

  // DescribeExecution is eventually consistent: a guardian that ended just now may not be seen yet.
  it('does not take the name of an ended guardian for one that runs', async () => {
    await account.runs('guardian', 'exec__recover__1', 'FAILED');
    let looks = 0;
    const firstLook = ({ executionArn }: Record<string, unknown>): boolean => {
      if (executionArn === makeArn('guardian', 'exec__recover__1')) looks += 1;
      return executionArn === makeArn('guardian', 'exec__recover__1') && looks === 1;
    };
    account.refuse('DescribeExecution', 'ExecutionDoesNotExist', firstLook);
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: 'exec__recover__2' });
  });

  it('asks to be called again where a taken name stays unseen', async () => {
    await account.runs('guardian', 'exec__recover__1', 'FAILED');
    account.refuse('DescribeExecution', 'ExecutionDoesNotExist');
    await expect(startGuardian(BY_JANITOR, context)).rejects.toMatchObject({ name: 'Transient' });
    expect(namesOf(account)).toHaveLength(1);
  });

  it('throws what else a start may answer', async () => {
    account.refuse('StartExecution', 'ExecutionLimitExceeded');
    await expect(startGuardian(BY_JANITOR, context)).rejects.toMatchObject({ name: 'ExecutionLimitExceeded' });
  });

  it('calls for a person where something is left and no recovery is', async () => {
    for (const { name } of failed(1000)) await account.runs('guardian', name, 'FAILED');
    const unguarded = 'all recoveries are used up';
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: null, why: unguarded, unguarded });
    expect(account.logged.map((one) => one.level)).toEqual(['error']);
    const [told, ...more] = account.inputs('StartExecution');
    expect(more).toEqual([]);
    expect(told).toMatchObject({ stateMachineArn: CONFIG.machineArns.notify, name: 'exec__unguarded__2026-11-21' });
    expect(JSON.parse(String(told?.['input']))).toMatchObject({
      why: 'unguarded',
      clean: false,
      experiment: 'from-tags',
    });
    // The mail has a name that is used once; whoever comes again must hear of it each time.
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ unguarded });
    account.logged.length = 0;
    expect(await startGuardian(BY_RULE, context)).not.toHaveProperty('unguarded');
    expect(account.logged).toEqual([]);
  });
});
