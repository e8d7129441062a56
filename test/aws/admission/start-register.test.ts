import {
  checkStart,
  refuseWhilePaused,
  registerStart,
  type Start,
  unregisterStart,
} from '../../../lib/aws/admission/start-register';
import { layout, PAUSED_KEY, getPointerKey, getProofKey, RUNNING_KEY } from '../../../lib/shapes/layout';
import type { DeploymentLimits } from '../../../lib/shapes/deployment-limits';
import type { Schedule, Spec } from '../../../lib/shapes/spec';
import { makeAccount, T0 } from '../account';
import { expectRefusal } from '../answers';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function makeSpec(more: { experiment?: string; maxUsd?: number; overlap?: Schedule['overlap'] } = {}): Spec {
  const { experiment = 'nightly', maxUsd = 20, overlap = 'refuse' } = more;
  return { experiment, limits: { maxUsd }, schedule: { cron: '', timezone: 'UTC', overlap } } as unknown as Spec;
}

function makeContext(limits: DeploymentLimits = {}) {
  const account = makeAccount();
  const context = account.context({ limits });
  const at = (time: number): string => new Date(time).toISOString();
  const admit = async (one: Spec, its: Start): Promise<number> => {
    const admittedAt = await checkStart(one, its, context);
    await registerStart(one, its, admittedAt, context);
    return admittedAt;
  };
  /** An execution that starts now; by its schedule where that is said. */
  const start = async (executionId: string, one = makeSpec(), isScheduled = false): Promise<number> => {
    const startedAt = at(account.clock.now());
    const admitted = await admit(one, { executionId, startedAt, ...(isScheduled ? { scheduledAt: startedAt } : {}) });
    await account.put(getPointerKey(executionId), '{}');
    return admitted;
  };
  /** A clean receipt, and what was spent. */
  const end = async (executionId: string, spendUsd: number | null, experiment = 'nightly'): Promise<void> => {
    await account.put(layout(experiment, executionId).summary, JSON.stringify({ cost: { spendUsd }, outcomes: [] }));
    await account.put(getProofKey(executionId), '{}');
  };
  const registered = async (): Promise<string[]> =>
    (await account.json<{ executions: { executionId: string }[] }>(RUNNING_KEY)).executions.map(
      (one) => one.executionId,
    );
  return { account, context, at, admit, start, end, registered };
}

describe('admission of a scheduled start', () => {
  it.each([true, false])('refuses the start until its predecessor has a clean receipt (scheduled: %s)', async (by) => {
    const { account, at, start, end } = makeContext();
    await start('one', makeSpec(), by);
    await account.pass(MINUTE);
    await expectRefusal(start('two', makeSpec(), true), 'AlreadyRunning', {
      message:
        `execution 'one' of nightly, admitted ${at(T0)}, has no clean receipt yet, so this start created ` +
        'nothing. The next scheduled moment tries again; `schedule.overlap: queue` would wait up to a day instead',
    });
    await end('one', 3);
    await account.pass(MINUTE);
    await start('three', makeSpec(), true);
  });

  it('is queued with `overlap: queue`, and is admitted at the time of its last try', async () => {
    const { account, admit, start, end, at } = makeContext();
    const queued = makeSpec({ overlap: 'queue' });
    await start('one', queued, true);
    await account.pass(MINUTE);
    const again = { executionId: 'two', startedAt: at(account.clock.now()), scheduledAt: at(account.clock.now()) };
    await expectRefusal(admit(queued, again), 'Queued');
    await account.pass(60 * MINUTE);
    await end('one', 3);
    const admitted = account.clock.now();
    expect(await admit(queued, again)).toBe(admitted);
    await account.pass(MINUTE);
    // Another try of the same start, after a lost answer.
    expect(await admit(queued, again)).toBe(admitted);
  });

  it.each([
    ['a scheduled start of another experiment', 'other', true],
    ['a start by hand', 'nightly', false],
  ])('accepts %s while a scheduled execution runs', async (_, experiment, isScheduled) => {
    const { account, start, registered } = makeContext();
    await start('one', makeSpec(), true);
    await account.pass(MINUTE);
    await start('two', makeSpec({ experiment }), isScheduled);
    expect(await registered()).toEqual(['one', 'two']);
  });

  it('accepts one execution per moment and experiment', async () => {
    const { start } = makeContext();
    await start('one', makeSpec(), true);
    await expectRefusal(start('two', makeSpec(), true), 'AlreadyStarted');
    await start('other', makeSpec({ experiment: 'other' }), true);
  });
});

describe('limits of a deployment', () => {
  it('admits at most `maxRunning` executions when four start at the same time', async () => {
    const { start, registered } = makeContext({ maxRunning: 2 });
    const starts = ['one', 'two', 'three', 'four'].map((name) => start(name));
    const ends = await Promise.allSettled(starts);
    const refused = ends.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).name] : []));
    expect(refused).toEqual(['TooManyRunning', 'TooManyRunning']);
    expect(await registered()).toHaveLength(2);
  });

  it('lists the running executions, and queues a scheduled start with `overlap: queue`', async () => {
    const { start } = makeContext({ maxRunning: 1 });
    await start('one');
    await expectRefusal(start('two'), 'TooManyRunning', {
      message:
        '1 executions run; this deployment allows 1 (its setting `maxRunning`). Nothing was created. ' +
        'Start again when one of them has ended, or raise the setting. Running: one',
    });
    await expectRefusal(start('two', makeSpec({ experiment: 'other', overlap: 'queue' }), true), 'Queued');
  });

  it('counts the spend of ended executions and the limits.maxUsd of running ones against the month', async () => {
    const { account, start, end } = makeContext({ maxUsdPerMonth: 50 });
    await start('one');
    await start('two');
    await expectRefusal(start('three'), 'MonthlyBudgetExceeded', {
      message:
        'nightly may spend 20 USD (limits.maxUsd). Counted this month (limits.maxUsd where the spend is unknown): ' +
        '0.00 USD; ' +
        'reserved by running executions: 40.00 USD; ' +
        'this deployment allows 50 USD a month (its setting `maxUsdPerMonth`). Nothing was created. ' +
        'Lower limits.maxUsd, wait until other executions have ended, or raise the setting',
    });
    await end('one', 4.5);
    await start('three');
    // What nobody knows counts as if all of it were spent.
    await end('two', null);
    await expect(start('four')).rejects.toMatchObject({
      message: expect.stringContaining(
        'the spend is unknown): 24.50 USD; reserved by running executions: 20.00',
      ) as string,
    });
    await end('three', 1);
    await account.pass(10 * DAY); // December
    await start('four', makeSpec({ maxUsd: 50 }));
  });

  it('keeps the spend of 200 starts in a month within `maxUsdPerMonth`', async () => {
    const { account, start, end } = makeContext({ maxUsdPerMonth: 100 });
    let spent = 0;
    for (let hour = 0; hour < 200; hour += 1) {
      const [name, usd] = [`run-${hour}`, 1 + (hour % 19)];
      const isAdmitted = await start(name, makeSpec({ maxUsd: 20 })).then(
        () => true,
        () => false,
      );
      if (isAdmitted) {
        spent += usd;
        await end(name, usd);
      }
      await account.pass(MINUTE);
    }
    expect(spent).toBeLessThanOrEqual(100);
    expect(spent).toBeGreaterThan(80);
  });
});

describe('register of running executions', () => {
  it('removes a start when it is unregistered, or when it lacks a pointer object after an hour', async () => {
    const { account, context, admit, at, registered } = makeContext({ maxRunning: 1 });
    const one = { executionId: 'one', startedAt: at(T0) };
    await admit(makeSpec(), one);
    await unregisterStart(one, context);
    expect(await registered()).toEqual([]);
    await admit(makeSpec(), one);
    await account.pass(59 * MINUTE);
    const late = { executionId: 'two', startedAt: at(account.clock.now()) };
    await expectRefusal(admit(makeSpec(), late), 'TooManyRunning');
    await account.pass(2 * MINUTE);
    await admit(makeSpec(), late);
    expect(await registered()).toEqual(['two']);
  });

  it('ignores executions without a clean receipt in maxRunning after a week, and drops invalid entries', async () => {
    const { account, start, registered } = makeContext({ maxRunning: 1 });
    await start('one');
    await account.put(
      RUNNING_KEY,
      JSON.stringify({ executions: [...(await account.json<{ executions: object[] }>(RUNNING_KEY)).executions, {}] }),
    );
    await account.pass(6 * DAY);
    await expectRefusal(start('two'), 'TooManyRunning');
    await account.pass(2 * DAY);
    await start('two');
    expect(await registered()).toEqual(['one', 'two']);
  });

  it('counts an execution of last month while it runs, and drops it once it has ended', async () => {
    const { account, start, end, registered } = makeContext({ maxRunning: 1, maxUsdPerMonth: 50 });
    await account.pass(9 * DAY);
    await start('november');
    await account.pass(DAY);
    await expectRefusal(start('december'), 'TooManyRunning');
    await end('november', 45);
    await start('december');
    expect(await registered()).toEqual(['december']);
  });

  it('counts a second start with the same name as another execution', async () => {
    const { account, context, start, admit, at } = makeContext({ maxUsdPerMonth: 50 });
    await start('one');
    await account.pass(MINUTE);
    const again = { executionId: 'one', startedAt: at(account.clock.now()) };
    await admit(makeSpec(), again);
    await expectRefusal(start('two'), 'MonthlyBudgetExceeded');
    await unregisterStart(again, context);
    await start('two');
  });

  it('keeps a start that is unregistered after its pointer object was written', async () => {
    const { account, context, admit, at, registered } = makeContext();
    const one = { executionId: 'one', startedAt: at(T0) };
    await admit(makeSpec(), one);
    await account.put(getPointerKey('one'), JSON.stringify({ startedAt: one.startedAt }));
    await unregisterStart(one, context);
    expect(await registered()).toEqual(['one']);
  });

  it('creates a new register and logs an error when the stored one is invalid', async () => {
    const { account, start, registered } = makeContext();
    await account.put(RUNNING_KEY, 'spoilt');
    await start('one');
    expect(await registered()).toEqual(['one']);
    expect(account.logged.map(({ level }) => level)).toContain('error');
  });

  it('throws Transient for a retry when every write meets a conflict', async () => {
    const { account, start } = makeContext();
    account.refuse('PutObject', 'PreconditionFailed');
    await expectRefusal(start('one'), 'Transient');
  });
});

describe('refuseWhilePaused', () => {
  it.each([
    [{ paused: true, at: '2026-11-21T10:00:00Z', reason: 'audit' }, ' (audit)'],
    [{ paused: true, at: '2026-11-21T10:00:00Z' }, ''],
  ])('refuses every start as Paused, with the time and the reason', async (paused, why) => {
    const { account, context } = makeContext();
    await account.put(PAUSED_KEY, JSON.stringify({ version: 1, ...paused }));
    await expectRefusal(refuseWhilePaused(context), 'Paused', {
      message: `starts have been paused since ${paused.at}${why}. Nothing was created. To resume: npx fsxbench resume`,
    });
  });

  it.each([null, '{"version":1,"paused":false,"at":""}', 'spoilt'])(
    'accepts starts when the pause object is %j',
    async (text) => {
      const { account, context } = makeContext();
      if (text !== null) await account.put(PAUSED_KEY, text);
      await expect(refuseWhilePaused(context)).resolves.toBeUndefined();
    },
  );
});
