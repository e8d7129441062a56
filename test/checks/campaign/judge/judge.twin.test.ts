import { play, type CampaignRun, type PlayOptions } from '../../../../checks/campaign/faults/run-campaign';
import { CALM } from '../../../../checks/campaign/faults/campaign';
import { type ExecutionRecord, gatherRecords } from '../../../../checks/oracles/execution-record';
import { checkCompleteness, checkBudget } from '../../../../checks/oracles/check-promises';
import { ensure } from '../../../../lib/shapes/errors';
import type { Plan } from '../../../../lib/shapes/plan';
import { judge } from '../../../../checks/campaign/judge/judge';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const options = makeOptions(LUSTRE);
const playOptions: PlayOptions = { ...options, spec: LUSTRE, campaign: { ...CALM, hours: 4 }, seed: 'judge' };

/** A clean deployment, of which each case turns one fact wrong. */
let clean: CampaignRun;
beforeAll(async () => {
  clean = await play(playOptions);
});

const codes = async (played: CampaignRun): Promise<string[]> => {
  const { complaints } = await judge(played, options.experiment, options.prices);
  const found = complaints.filter(({ checker }) => !WHOLE.includes(checker));
  return [...new Set(found.map(({ code }) => code))].sort();
};
/** Of a run as a whole, which a changed fact contradicts: `judge.tampered.twin.test.ts`. */
const WHOLE = ['ends-well', 'mails'];

/** The same, but for one member. */
function withMember<T extends object, K extends keyof T>(of: T, name: K, value: T[K]): T {
  return new Proxy(of, { get: (one, key) => (key === name ? value : (Reflect.get(one, key) as unknown)) });
}

/** The clean deployment as single checkers see it. */
async function gatherAftermath(): Promise<{ aftermath: ExecutionRecord; plan: Plan }> {
  const [aftermath] = await gatherRecords(clean, options.experiment, options.prices);
  const one = ensure(aftermath, 'an execution');
  return { aftermath: one, plan: ensure(one.facts.plan ?? undefined, 'a plan') };
}

describe('judge of a fault campaign', () => {
  it('returns no complaint for a clean deployment', async () => {
    expect(await codes(clean)).toEqual([]);
  });

  it('reports TeardownIncomplete when a resource exists despite a clean receipt', async () => {
    const creations = clean.creations.map((birth, index) => (index === 0 ? { ...birth, goneAt: null } : birth));
    expect(await codes({ ...clean, creations })).toEqual(['Denied', 'TeardownIncomplete']);
  });

  it('reports NotNamed for an untagged resource that no mail names', async () => {
    const creations = clean.creations.map((birth, index) => (index === 0 ? { ...birth, goneAt: null } : birth));
    const untagged = new Set(creations.slice(0, 1).map(({ id }) => id));
    expect(await codes({ ...clean, creations, untagged })).toEqual(['Denied', 'NotNamed', 'NotificationFailed']);
  });

  it('reports TooManyMails for two mails about left resources on one day', async () => {
    const of = (at: number) => ({
      ...ensure(clean.messages[0], 'a mail'),
      subject: '[fsxbench] ACTION simulated: cleanup not verified',
      at,
    });
    const midnight = 86_400_000 * Math.ceil(clean.now / 86_400_000);
    expect(await codes({ ...clean, messages: [...clean.messages, of(midnight - 1), of(midnight)] })).toEqual([]);
    expect(await codes({ ...clean, messages: [...clean.messages, of(midnight), of(midnight + 9)] })).toEqual([
      'TooManyMails',
    ]);
    const another = {
      ...of(midnight + 9),
      subject: '[fsxbench] ACTION simulated-2: cleanup not verified',
      message: 'simulated-2',
    };
    expect(await codes({ ...clean, messages: [...clean.messages, of(midnight), another] })).toEqual([]);
  });

  it('excludes mails of the scheduled cleanup about failing functions from TooManyMails', async () => {
    const left = {
      ...ensure(clean.messages[0], 'a mail'),
      subject: '[fsxbench] ACTION simulated: cleanup not verified',
    };
    const janitor = {
      ...left,
      subject: '[fsxbench] ACTION janitor: functions of the deployment do not run',
      message: 'May cost money: simulated',
    };
    expect(await codes({ ...clean, messages: [...clean.messages, left, janitor] })).toEqual([]);
  });

  it('reports OverBudget when the spend exceeds maxUsd, except for duplicates made by hand', async () => {
    const { aftermath, plan } = await gatherAftermath();
    const poor = { ...plan, spec: { ...plan.spec, limits: { ...plan.spec.limits, maxUsd: 0.01 } } };
    const facts = { ...aftermath.facts, plan: poor };
    expect(checkBudget({ ...aftermath, facts }, 0).map(({ code }) => code)).toEqual(['OverBudget']);
    expect(checkBudget(aftermath, 0)).toEqual([]);
    // Copies that somebody made by hand are in no budget; what is made beside them is.
    const under = (copied: readonly string[]) =>
      checkBudget({ ...aftermath, facts, observations: { ...clean, copied: new Set(copied) } }, 0).map(
        ({ code }) => code,
      );
    expect(under(aftermath.creations.map(({ id }) => id))).toEqual([]);
    expect(under([])).toEqual(['OverBudget']);
    expect(under(aftermath.creations.flatMap(({ kind, id }) => (kind === 'ec2:instance' ? [id] : [])))).toEqual([
      'OverBudget',
    ]);
  });

  it('reports RowsIncomplete when a row is missing in results marked as complete', async () => {
    const { aftermath } = await gatherAftermath();
    const facts = { ...aftermath.facts, rows: aftermath.facts.rows.slice(1) };
    expect(checkCompleteness({ ...aftermath, facts }).map(({ code }) => code)).toEqual(['RowsIncomplete']);
  });

  it('reports LongHistory for a history of 20,001 events', async () => {
    const { account } = clean.deployment;
    const [first, ...others] = account.sfn.executions();
    const one = ensure(first, 'an execution');
    const long = withMember(one, 'history', withMember(one.history, 'count', 20_001));
    const sfn = withMember(account.sfn, 'executions', () => [long, ...others]);
    const deployment = withMember(clean.deployment, 'account', withMember(account, 'sfn', sfn));
    expect(await codes({ ...clean, deployment })).toEqual(['LongHistory']);
  });

  it('reports CreatedAfterCleanReceipt for a resource created after the receipt', async () => {
    const creations = clean.creations.map((birth, index) => (index === 0 ? { ...birth, at: clean.now } : birth));
    expect(await codes({ ...clean, creations })).toContain('CreatedAfterCleanReceipt');
  });

  it('reports DeletedLate for a resource that existed too long', async () => {
    const template = clean.creations.find(({ kind }) => kind === 'ec2:launch-template');
    const creations = clean.creations.map((birth) => (birth === template ? { ...birth, goneAt: clean.now } : birth));
    expect(await codes({ ...clean, creations })).toEqual(['DeletedLate']);
  });

  it('reports TrialsOverlap when two attempts used a host at the same time', async () => {
    const [trial] = clean.work.filter(({ attempt }) => attempt.startsWith('t'));
    const work = trial === undefined ? [] : [...clean.work, { ...trial, attempt: 't0099.a1' }];
    expect(await codes({ ...clean, work: work.toSorted((a, b) => a.from - b.from) })).toEqual(['TrialsOverlap']);
  });

  it('reports ExternalChanged when a resource outside of the execution is gone', async () => {
    const creations = clean.creations.map((birth, index) => (index === 0 ? { ...birth, execution: '' } : birth));
    expect(await codes({ ...clean, creations })).toEqual(['ExternalChanged']);
  });

  it('reports NotificationFailed when an aborted execution caused no mail', async () => {
    const started = clean.started.map(({ executionId, execution }) => ({
      executionId,
      execution:
        execution === null
          ? null
          : new Proxy(execution, {
              get: (of, key) => (key === 'status' ? 'ABORTED' : (Reflect.get(of, key) as unknown)),
            }),
    }));
    expect(await codes({ ...clean, started, messages: [] })).toEqual(['NotificationFailed']);
  });
});
