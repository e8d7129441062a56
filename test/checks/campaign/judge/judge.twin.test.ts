/** One changed fact of a sound run, and what the judge reports. */
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { play, type CampaignRun } from '../../../../checks/campaign/faults/run-campaign';
import type { Digest } from '../../../../checks/campaign/judge/clean-run';
import { judge } from '../../../../checks/campaign/judge/judge';
import { checkCompleteness } from '../../../../checks/oracles/check-promises';
import { gatherRecords } from '../../../../checks/oracles/execution-record';
import { ensure } from '../../../../lib/shapes/errors';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const options = makeOptions(LUSTRE);
const { experiment, prices } = options;
const run = (seed: string, hours = 4, rules: Rule[] = []): Promise<CampaignRun> =>
  play({ ...options, spec: LUSTRE, campaign: { ...CALM, rules, hours }, seed });

let calm: CampaignRun;
let digest: Digest;
beforeAll(async () => {
  calm = await run('judge');
  ({ digest } = await judge(calm, experiment, prices));
});

/** Codes of complaints, sorted, in one text. */
async function listCodes(played: CampaignRun, clean: object = { digest }): Promise<string> {
  const { complaints } = await judge(played, experiment, prices, { afterUsd: 0, ...clean });
  return [...new Set(complaints.map(({ code }) => code))].sort().join(' ');
}

/** The same, but for some members. */
function withMembers<T extends object>(of: T, members: Readonly<Record<string, unknown>>): T {
  const get = (one: T, key: string): unknown => (key in members ? members[key] : Reflect.get(one, key));
  return new Proxy(of, { get: get as never });
}

type Birth = CampaignRun['creations'][number];
type Change = Partial<CampaignRun>;

const changeCreations = (change: (birth: Birth, index: number) => Partial<Birth>): Change => ({
  creations: calm.creations.map((birth, index) => ({ ...birth, ...change(birth, index) })),
});
const changeFirst = (change: Partial<Birth>): Change => changeCreations((_, index) => (index === 0 ? change : {}));
const firstBirth = (): Birth => ensure(calm.creations[0], 'a birth');
const changeReceipts = (change: object): Change => ({
  receipts: calm.receipts.map((one) => ({ ...one, ...change })),
});
const changeEvents = (change: object): Change => ({
  events: calm.events.map((one) => ({ ...one, detail: { ...(one.detail as object), ...change } })),
});
const changeMails = (change: object): Change => ({ messages: calm.messages.map((one) => ({ ...one, ...change })) });
const changeStarted = (members: Readonly<Record<string, unknown>>): Change => ({
  started: calm.started.map(({ executionId, execution }) => ({
    executionId,
    execution: execution === null ? null : withMembers(execution, members),
  })),
});
const LEFT = '[fsxbench] ACTION simulated: cleanup not verified';
const midnight = (): number => 86_400_000 * Math.ceil(calm.now / 86_400_000);
const addMails = (...mails: object[]): Change => {
  const mail = { ...ensure(calm.messages[0], 'a mail'), subject: LEFT };
  return { messages: [...calm.messages, ...mails.map((one) => ({ ...mail, ...one }))] };
};
const another = { subject: '[fsxbench] ACTION simulated-2: cleanup not verified', message: 'simulated-2' };
const ABOUT_FUNCTIONS = '[fsxbench] ACTION janitor: functions of the deployment do not run';
const janitor = { subject: ABOUT_FUNCTIONS, message: 'May cost money: simulated' };

function lengthenHistory(): Change {
  const { account } = calm.deployment;
  const executions = account.sfn.executions();
  const long = executions.map((one) => withMembers(one, { history: withMembers(one.history, { count: 20_001 }) }));
  const sfn = withMembers(account.sfn, { executions: () => [...long.slice(0, 1), ...executions.slice(1)] });
  return { deployment: withMembers(calm.deployment, { account: withMembers(account, { sfn }) }) };
}

function useHostTwice(): Change {
  const trial = ensure(
    calm.work.find(({ attempt }) => attempt.startsWith('t')),
    'a trial',
  );
  return { work: [...calm.work, { ...trial, attempt: 't0099.a1' }].toSorted((a, b) => a.from - b.from) };
}

describe('judge of a run with one changed fact', () => {
  it.each<[string, string, () => Change]>([
    ['an unchanged run', '', () => ({})],
    ['a resource left despite a clean receipt', 'Denied TeardownIncomplete', () => changeFirst({ goneAt: null })],
    [
      'an untagged resource that no mail names',
      'Denied NotNamed NotificationFailed',
      () => ({ ...changeFirst({ goneAt: null }), untagged: new Set([firstBirth().id]) }),
    ],
    [
      'a resource made after the receipt',
      'CreatedAfterCleanReceipt CreatedAfterEnd',
      () => changeFirst({ at: calm.now }),
    ],
    [
      'a resource that existed too long',
      'DeletedLate',
      () => changeCreations(({ kind, goneAt }) => ({ goneAt: kind === 'ec2:launch-template' ? calm.now : goneAt })),
    ],
    ['a resource outside of the execution that is gone', 'ExternalChanged', () => changeFirst({ execution: '' })],
    [
      'mails about left resources on two days',
      'FaultlessMails MailFalse UnaffectedDiffers',
      () => addMails({ at: midnight() - 1 }, { at: midnight() }),
    ],
    [
      'two mails about left resources on one day',
      'FaultlessMails MailFalse TooManyMails UnaffectedDiffers',
      () => addMails({ at: midnight() }, { at: midnight() + 9 }),
    ],
    [
      'two mails of one day about different executions',
      'FaultlessMails MailFalse UnaffectedDiffers',
      () => addMails({ at: midnight() }, { at: midnight() + 9, ...another }),
    ],
    ['a second mail about functions', 'FaultlessMails MailFalse UnaffectedDiffers', () => addMails({}, janitor)],
    ['a history of 20,001 events', 'LongHistory', lengthenHistory],
    ['two attempts at the same time on one host', 'TrialsOverlap', useHostTwice],
    [
      'an aborted execution without a mail',
      'EventFalse FaultlessFailed FaultlessMails NotificationFailed UnaffectedDiffers',
      () => ({ ...changeStarted({ status: 'ABORTED' }), messages: [] }),
    ],
    [
      'a healthy execution that was closed',
      'EventFalse FaultlessFailed HealthyKilled MailFalse UnaffectedDiffers',
      () => changeStarted({ status: 'ABORTED', error: 'Closed' }),
    ],
    ['an event with a wrong outcome', 'EventFalse', () => changeEvents({ outcome: 'FAILED' })],
    [
      'an event of left resources after a clean end',
      'EventFalse',
      () => changeEvents({ kind: 'resources-left', clean: false }),
    ],
    [
      'an event with a wrong number of VALID trials',
      'EventFalse',
      () => changeEvents({ trials: { verdicts: { VALID: 0, INVALID: 4 }, unread: 0 } }),
    ],
    ['a mail of left resources after a clean end', 'MailFalse UnaffectedDiffers', () => changeMails({ subject: LEFT })],
    [
      'a mail with an unknown subject',
      'MailFalse UnaffectedDiffers',
      () => changeMails({ subject: '[fsxbench] simulated is fine: all' }),
    ],
    ['a faultless run without a mail', 'FaultlessMails UnaffectedDiffers', () => ({ messages: [] })],
    ['a clean receipt while a resource exists', 'CleanTooEarly', () => changeReceipts({ living: [firstBirth()] })],
    [
      'a clean receipt while a resource of nobody exists',
      '',
      () => changeReceipts({ living: [{ ...firstBirth(), execution: '' }] }),
    ],
    [
      'a managed host that the receipt omits',
      'DirtyNotNamed',
      () => changeReceipts({ dirty: [{ id: 'mi-1', executionId: 'simulated' }] }),
    ],
    ['a managed host of others', '', () => changeReceipts({ dirty: [{ id: 'mi-1', executionId: 'another' }] })],
    ['missing receipts', 'EventFalse MailFalse', () => ({ receipts: [] })],
  ])('judges %s: %s', async (_, codes, change) => {
    expect(await listCodes({ ...calm, ...change() })).toBe(codes);
  });
});

/** One rule that applied, and explains nothing of what is changed here. */
const STRUCK: Rule[] = [{ fault: 'call', action: 'CreateFleet', nth: 1, effect: 'throttled' }];

/** Changes one object of the bucket for as long as it is judged. */
async function judgeObject(like: RegExp, change: (text: string) => string, more: Change = {}): Promise<string> {
  const { key } = ensure(
    (await calm.store.list('')).find((one) => like.test(one.key)),
    `an object like ${like.source}`,
  );
  const { text } = ensure(await calm.store.get(key), key);
  await calm.store.put(key, change(text), false);
  const codes = await listCodes({ ...calm, ...more });
  await calm.store.put(key, text, false);
  return codes;
}

describe('judge of a run with one changed object in the bucket', () => {
  const fault = (): Change => ({
    campaign: { ...calm.campaign, rules: STRUCK },
    struck: { ...calm.struck, times: [1], spans: [{ first: 0, last: 0 }] },
  });
  const replace =
    (from: string | RegExp, to: string) =>
    (text: string): string =>
      text.replace(from, to);
  it.each<[string, RegExp, (text: string) => string, string, string]>([
    ['an unchanged summary', /\/summary\.json$/, (text) => text, '', ''],
    [
      'deleted observations',
      /\/observations\/t0001\.jsonl$/,
      () => '',
      'NoObservations',
      'NoObservations UnaffectedDiffers',
    ],
    [
      'a null observation',
      /\/observations\/t0001\.jsonl$/,
      replace(/"value":[\d.]+/, '"value":null'),
      'WrongFigures',
      'UnaffectedDiffers WrongFigures',
    ],
    ['a deleted report', /\/report\/index\.html$/, () => '', 'NoReport', 'NoReport UnaffectedDiffers'],
    ['a deleted summary', /\/summary\.json$/, () => '', 'NoSummary', 'NoSummary UnaffectedDiffers'],
    [
      'a wrong count in the summary',
      /\/summary\.json$/,
      replace('"VALID":', '"VALID":1'),
      'SummaryMismatch',
      'SummaryMismatch UnaffectedDiffers',
    ],
    [
      'a changed verdict in one row',
      /\/rows\/t0001\.json$/,
      replace('"verdict":"VALID"', '"verdict":"INVALID","reasons":[{}]'),
      'EventFalse RowReasons SummaryMismatch',
      'EventFalse FaultlessNotValid RowReasons SummaryMismatch UnaffectedDiffers',
    ],
    [
      'a spend above maxUsd',
      /\/plan\.json$/,
      replace(/"maxUsd":\s*[\d.]+/, '"maxUsd":0.01'),
      'OverBudget',
      'OverBudget UnaffectedDiffers',
    ],
  ])('judges %s, with a fault elsewhere and without', async (_, like, change, withFault, without) => {
    expect(await judgeObject(like, change, fault())).toBe(withFault);
    expect(await judgeObject(like, change)).toBe(without);
  });

  it('excludes duplicates made by hand from the budget', async () => {
    const poor = (copied: readonly string[]) =>
      judgeObject(/\/plan\.json$/, replace(/"maxUsd":\s*[\d.]+/, '"maxUsd":0.01'), { copied: new Set(copied) });
    expect(await poor(calm.creations.map(({ id }) => id))).not.toContain('OverBudget');
    const instances = calm.creations.filter(({ kind }) => kind === 'ec2:instance').map(({ id }) => id);
    expect(await poor(instances)).toContain('OverBudget');
  });

  it('reports RowsIncomplete when a row is missing in results marked as complete', async () => {
    const [record] = await gatherRecords(calm, experiment, prices);
    const one = ensure(record, 'an execution');
    const facts = { ...one.facts, rows: one.facts.rows.slice(1) };
    expect(checkCompleteness({ ...one, facts }).map(({ code }) => code)).toEqual(['RowsIncomplete']);
  });
});

describe('judge of a run with a file system that is never deleted', () => {
  let stuck: CampaignRun;
  beforeAll(async () => {
    stuck = await run('stuck', 24, [{ fault: 'thing', effect: 'refuses', kind: 'fsx:file-system', things: 1 }]);
  });

  it('returns no complaint when a mail reported it, and counts its cost separately (personUsd)', async () => {
    expect([stuck.healedAt, stuck.refused.size]).toEqual([null, 1]);
    const { complaints, personUsd, afterUsd } = await judge(stuck, experiment, prices);
    expect(complaints).toEqual([]);
    expect(personUsd).toBeGreaterThan(2);
    expect(afterUsd - personUsd).toBeLessThan(0.2);
  });

  it.each<[string, string, () => Change]>([
    [
      'missing mails',
      'ExpiryNotReported FirstMailLate LeftoverNotReported NotificationFailed',
      () => ({ messages: [] }),
    ],
    [
      'another resource that is left',
      'LeftoverNotReported NotNamed TeardownIncomplete',
      () => ({
        creations: stuck.creations.map((one) => (one.kind === 'ec2:launch-template' ? { ...one, goneAt: null } : one)),
      }),
    ],
    [
      'a resource made long after the end',
      'CreatedAfterEnd',
      () => ({ creations: stuck.creations.map((one, index) => (index === 0 ? { ...one, at: stuck.now } : one)) }),
    ],
  ])('judges %s: %s', async (_, codes, change) => {
    expect(await listCodes({ ...stuck, ...change() }, {})).toBe(codes);
  });
});

it('reports CreatedAfterEnd for a duplicate resource that the log of the fault does not list', async () => {
  const one = await run('copies', 24, [
    { fault: 'state', machine: 'rig', state: 'PrepareHosts', nth: 1, effect: 'abort', who: 'experiment' },
    { fault: 'hand', effect: 'copies', kind: 'ec2:launch-template', things: 3, at: 2 * 3600 },
  ]);
  const [first = '', ...others] = one.copied;
  const { complaints } = await judge({ ...one, copied: new Set(others) }, experiment, prices);
  expect(complaints.map(({ code, text }) => `${code}: ${text}`)).toEqual([
    `CreatedAfterEnd: ec2:launch-template ${first} was made more than an hour after the end`,
  ]);
});
