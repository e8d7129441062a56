import { replaceCalls } from '../../../lib/aws/calls';
import type { Context } from '../../../lib/aws/context';
import type { ExecutionState, ExecutionStatus } from '../../../lib/aws/executions';
import { LONGEST_TIMING } from '../../../lib/experiment/plan/timing';
import { pickNextName, RECOVERIES_BY_RULE, startGuardian } from '../../../lib/aws/recovery/start-guardian';
import { makeArn, CONFIG, makeAccount, T0 } from '../account';
import { expectRefusal } from '../answers';
import cases from './start-guardian.cases.json';

const TIMING = { ...LONGEST_TIMING, settleSeconds: 1 };
const POINTER = 'pointers/exec.json';

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

function makeState(name: string, status: ExecutionStatus, endedAt: number | null = T0): ExecutionState {
  return { name, status, startedAt: T0 - 7200, endedAt: status === 'RUNNING' ? null : endedAt };
}

const listExecutionNames = (): string[] => account.sfn.executions().map(({ name }) => name);

/** Guardians that all failed: the first one and so many recoveries. */
function makeFailedGuardians(recoveries: number): ExecutionState[] {
  const names = Array.from({ length: recoveries }, (_, index) => `exec__recover__${index + 1}`);
  return ['exec', ...names].map((name) => makeState(name, 'FAILED'));
}

describe('pickNextName', () => {
  it.each(cases.next as [string | null, string, number | [string, ExecutionStatus][], boolean, string][])(
    'returns %s when %s',
    (name, _what, were, left, why) => {
      const found =
        typeof were === 'number' ? makeFailedGuardians(were) : were.map(([one, status]) => makeState(one, status));
      expect(pickNextName('exec', found, left)).toEqual({ name, why });
    },
  );

  it('returns null after a limited number of failed recoveries', () => {
    let found: ExecutionState[] = makeFailedGuardians(0);
    let started = 0;
    for (let next = pickNextName('exec', found, false); next.name !== null; next = pickNextName('exec', found, false)) {
      found = [...found, makeState(next.name, 'FAILED')];
      started += 1;
    }
    expect(started).toBe(RECOVERIES_BY_RULE);
  });
});

describe('startGuardian', () => {
  const BY_RULE = { executionId: 'exec', why: 'exec ended ABORTED', endedArn: makeArn('guardian', 'exec') };
  const BY_END = { ...BY_RULE, endedArn: makeArn('experiment', 'exec') };
  const UNTOLD = { executionId: 'exec', experiment: null, why: 'nobody was told', left: true, until: 0 };
  const BY_JANITOR = { executionId: 'exec', experiment: 'from-tags', why: 'expired', left: true, until: 77 };
  const UNTIL = T0 / 1000 + 3600;
  const putPointer = (its = account): Promise<void> =>
    its.put(POINTER, JSON.stringify({ experiment: 'disks', timing: TIMING, guardianUntil: UNTIL }));
  /** Input of the first execution that was started. */
  const readInput = (its = account): { timing: typeof TIMING } =>
    JSON.parse(String(its.inputs('StartExecution')[0]?.['input'])) as { timing: typeof TIMING };

  it('starts a guardian with the values of the pointer', async () => {
    await putPointer();
    expect(await startGuardian(BY_RULE, context)).toEqual({
      executionId: 'exec',
      started: 'exec__recover__1',
      why: 'exec ended ABORTED',
    });
    const [started] = account.inputs('StartExecution');
    expect(started).toMatchObject({ stateMachineArn: CONFIG.machineArns.guardian, name: 'exec__recover__1' });
    expect(readInput()).toEqual({
      executionId: 'exec',
      experiment: 'disks',
      executionArn: makeArn('experiment', 'exec'),
      // A guardian that dies must not take a healthy experiment with it.
      until: UNTIL,
      timing: TIMING,
    });
    expect(await account.keys()).toEqual([POINTER]);
  });

  it('closes the fence of an experiment that failed, also when a guardian runs already', async () => {
    await putPointer();
    await account.runs('guardian', 'exec');
    expect(await startGuardian(BY_END, context)).toMatchObject({ started: null, why: 'exec is running' });
    expect(await account.json('fences/exec.json')).toMatchObject({ executionId: 'exec', by: 'start-guardian' });
  });

  it('closes the fence only for an admitted execution, and starts a guardian when closing is denied', async () => {
    await startGuardian(BY_END, context);
    expect(await account.keys()).toEqual([]);
    await putPointer();
    account.refuse('PutObject', 'AccessDenied');
    expect(await startGuardian(BY_END, context)).toMatchObject({ started: 'exec__recover__1' });
  });

  it('starts a refusal mail instead of a guardian for an execution that was never admitted', async () => {
    expect(await startGuardian(BY_RULE, context)).toMatchObject({
      started: null,
      why: 'no record of its admission was found',
    });
    const told = account.inputs('StartExecution').map((one) => [one['stateMachineArn'], one['name']]);
    expect(told).toEqual([[CONFIG.machineArns.notify, 'exec__refused']]);
    expect(readInput()).toMatchObject({ why: 'refused', outcome: 'REFUSED', clean: true, error: 'NotAdmitted' });
  });

  it('sends a refusal again when the janitor calls for an execution that was never admitted', async () => {
    expect(await startGuardian(UNTOLD, context)).toMatchObject({ started: null });
    const names = account.inputs('StartExecution').map((one) => one['name']);
    expect(names).toEqual([`exec__late__${T0 / 3_600_000}`]);
    await putPointer();
    expect(await startGuardian(UNTOLD, context)).toMatchObject({ started: 'exec__recover__1' });
  });

  it.each([
    [4, []],
    [5, ['exec__left__2026-11-21']],
    [6, []],
  ])('sends the mail about leftovers only with the sixth recovery (recoveries before: %i)', async (count, names) => {
    for (const { name } of makeFailedGuardians(count)) await account.runs('guardian', name, 'FAILED');
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: `exec__recover__${count + 1}` });
    const told = account.inputs('StartExecution').filter((one) => one['stateMachineArn'] === CONFIG.machineArns.notify);
    expect(told.map(({ name }) => name)).toEqual(names);
  });

  it('sends no mail about leftovers for an execution that is proven clean', async () => {
    for (const { name } of makeFailedGuardians(5)) await account.runs('guardian', name, 'FAILED');
    await account.put('proven/exec.json', JSON.stringify({ receipt: 'receipt.json', verifiedAt: new Date(T0) }));
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: 'exec__recover__6' });
    expect(account.inputs('StartExecution').map(({ name }) => name)).toEqual(['exec__recover__6']);
  });

  it.each([
    ['is missing', async () => undefined],
    ['is corrupt', () => account.put(POINTER, '{')],
    ['is denied', async () => account.refuse('GetObject', 'AccessDenied')],
    ['is in no bucket', async () => account.refuse('GetObject', 'NoSuchBucket')],
  ])('uses experiment and expiry from the tags, and the longest waits, when the pointer %s', async (_, change) => {
    await change();
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: 'exec__recover__1' });
    expect(readInput()).toMatchObject({ experiment: 'from-tags', until: 77, timing: LONGEST_TIMING });
  });

  it('shortens the wait for results in a local run without planned trials', async () => {
    const readGrace = async (planned: boolean): Promise<number> => {
      const its = makeAccount();
      await putPointer(its);
      if (planned) await its.put('executions/disks/exec/trials.json', '[]');
      await startGuardian(BY_RULE, its.context({ local: true }));
      return readInput(its).timing.resultsGraceSeconds;
    };
    expect(await readGrace(true)).toBe(TIMING.resultsGraceSeconds);
    expect(await readGrace(false)).toBe(1);
  });

  it('uses waits of at most one second in a local run without a pointer', async () => {
    await startGuardian(BY_JANITOR, account.context({ local: true }));
    const { timing } = readInput();
    expect(timing.settleSeconds).toBeLessThanOrEqual(1);
    expect(timing.pollSeconds).toBeLessThanOrEqual(1);
  });

  // The rule's call is made again, and then the janitor comes.
  it('throws AccessDenied when the pointer is the only source of the experiment', async () => {
    account.refuse('GetObject', 'AccessDenied');
    await expectRefusal(startGuardian(BY_RULE, context), 'AccessDenied');
  });

  it('starts no guardian while one is running', async () => {
    await account.runs('guardian', 'exec');
    const why = 'exec is running';
    expect(await startGuardian(BY_JANITOR, context)).toEqual({ executionId: 'exec', started: null, why });
    expect(account.inputs('StartExecution')).toEqual([]);
    expect(account.logged).toEqual([]);
  });

  it('starts no guardian when another caller started it first', async () => {
    const quicker: Context['aws']['sfn']['startExecution'] = async (input) => {
      if (account.sfn.executions().length === 0) await account.runs('guardian', 'exec__recover__1');
      return context.aws.sfn.startExecution(input);
    };
    const aws = { ...context.aws, sfn: replaceCalls(context.aws.sfn, { startExecution: quicker }) };
    expect(await startGuardian(BY_JANITOR, { ...context, aws })).toMatchObject({
      started: null,
      why: 'exec__recover__1 is running',
    });
    expect(listExecutionNames()).toEqual(['exec__recover__1']);
  });

  // DescribeExecution is eventually consistent: a guardian that ended just now may not be seen yet.
  it('uses the next name when a guardian with the chosen name ended a moment ago', async () => {
    await account.runs('guardian', 'exec__recover__1', 'FAILED');
    let looks = 0;
    const firstLook = ({ executionArn }: Record<string, unknown>): boolean => {
      if (executionArn === makeArn('guardian', 'exec__recover__1')) looks += 1;
      return executionArn === makeArn('guardian', 'exec__recover__1') && looks === 1;
    };
    account.refuse('DescribeExecution', 'ExecutionDoesNotExist', firstLook);
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: 'exec__recover__2' });
  });

  it('throws Transient for a retry when the name is taken but DescribeExecution does not find it', async () => {
    await account.runs('guardian', 'exec__recover__1', 'FAILED');
    account.refuse('DescribeExecution', 'ExecutionDoesNotExist');
    await expectRefusal(startGuardian(BY_JANITOR, context), 'Transient');
    expect(listExecutionNames()).toHaveLength(1);
  });

  it('throws ExecutionLimitExceeded of StartExecution', async () => {
    account.refuse('StartExecution', 'ExecutionLimitExceeded');
    await expectRefusal(startGuardian(BY_JANITOR, context), 'ExecutionLimitExceeded');
  });

  it('logs an error and sends the unguarded mail when all 1,000 recoveries are used up', async () => {
    for (const { name } of makeFailedGuardians(1000)) await account.runs('guardian', name, 'FAILED');
    const unguarded = 'all recoveries are used up';
    expect(await startGuardian(BY_JANITOR, context)).toMatchObject({ started: null, why: unguarded, unguarded });
    expect(account.logged.map((one) => one.level)).toEqual(['error']);
    const [told, ...more] = account.inputs('StartExecution');
    expect(more).toEqual([]);
    expect(told).toMatchObject({ stateMachineArn: CONFIG.machineArns.notify, name: 'exec__unguarded__2026-11-21' });
    expect(readInput()).toMatchObject({
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

  it.each([
    ['rule', BY_END, true],
    ['janitor', UNTOLD, false],
  ])('starts a guardian from the plan when the pointer is lost (called by: %s)', async (_who, event, closed) => {
    await account.put('executions/disks/exec/plan.json', JSON.stringify({ timing: TIMING, deadline: UNTIL }));
    expect(await startGuardian(event, context)).toMatchObject({ started: 'exec__recover__1' });
    // Nobody is told that it was never admitted.
    const [{ name, input } = {}, ...more] = account.inputs('StartExecution');
    expect([name, more]).toEqual(['exec__recover__1', []]);
    expect(JSON.parse(String(input))).toMatchObject({ experiment: 'disks', timing: TIMING });
    expect((await account.keys()).includes('fences/exec.json')).toBe(closed);
  });

  it.each([
    ['missing', null],
    ['corrupt', '{'],
  ])('passes the input of the first guardian to the next one when the pointer is %s', async (_how, text) => {
    await account.runs('guardian', 'exec', 'FAILED');
    if (text !== null) await account.put(POINTER, text);
    expect(await startGuardian(BY_RULE, context)).toMatchObject({ started: 'exec__recover__1' });
    // What the account of this test gives an execution to end at once stands for the input of a guardian.
    const inputs = account.inputs('StartExecution').map(({ input }) => JSON.parse(String(input)) as unknown);
    expect(inputs.at(-1)).toEqual({ end: 'FAILED' });
  });
});
