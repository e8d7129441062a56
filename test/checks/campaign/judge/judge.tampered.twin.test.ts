import { judge } from '../../../../checks/campaign/judge/judge';
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { play, type CampaignRun } from '../../../../checks/campaign/faults/run-campaign';
import { ensure } from '../../../../lib/shapes/errors';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const options = makeOptions(LUSTRE);
const { experiment, prices } = options;
let calm: CampaignRun;
beforeAll(async () => {
  calm = await play({ ...options, spec: LUSTRE, campaign: { ...CALM, hours: 4 }, seed: 'tampered' });
});

async function listCodes(played: CampaignRun): Promise<readonly string[]> {
  const { digest } = await judge(calm, experiment, prices);
  const { complaints } = await judge(played, experiment, prices, { afterUsd: 0, digest });
  return [...new Set(complaints.map(({ code }) => code))].sort();
}

/** Changes one object of the bucket for as long as it is judged. */
async function withObject(
  like: RegExp,
  change: (text: string) => string,
  rules: Rule[] = [],
): Promise<readonly string[]> {
  const found = (await calm.store.list('')).find(({ key }) => like.test(key));
  const { key } = ensure(found, `an object like ${like.source}`);
  const { text } = ensure(await calm.store.get(key), key);
  const digest = (await judge(calm, experiment, prices)).digest;
  await calm.store.put(key, change(text), false);
  const struck = { ...calm.struck, times: rules.map(() => 1), spans: rules.map(() => ({ first: 0, last: 0 })) };
  const played = { ...calm, campaign: { ...calm.campaign, rules }, struck };
  const { complaints } = await judge(played, experiment, prices, { afterUsd: 0, digest });
  await calm.store.put(key, text, false);
  return [...new Set(complaints.map(({ code }) => code))].sort();
}

/** One that explains nothing of what is changed here. */
const STRUCK: Rule[] = [{ fault: 'call', action: 'CreateFleet', nth: 1, effect: 'throttled' }];

describe('judge of results in the bucket', () => {
  const invalid = (text: string): string => text.replace('"verdict":"VALID"', '"verdict":"INVALID","reasons":[{}]');
  it.each([
    ['no complaint for unchanged results', /\/summary\.json$/, (text: string) => text, []],
    ['NoObservations for deleted observations', /\/observations\/t0001\.jsonl$/, () => '', ['NoObservations']],
    [
      'WrongFigures for a null observation',
      /\/observations\/t0001\.jsonl$/,
      (text: string) => text.replace(/"value":[\d.]+/, '"value":null'),
      ['WrongFigures'],
    ],
    ['NoReport for a deleted report', /\/report\/index\.html$/, () => '', ['NoReport']],
    ['NoSummary for a deleted summary', /\/summary\.json$/, () => '', ['NoSummary']],
    [
      'SummaryMismatch for a wrong count in the summary',
      /\/summary\.json$/,
      (text: string) => text.replace('"VALID":', '"VALID":1'),
      ['SummaryMismatch'],
    ],
  ] as const)('reports %s', async (_, like, change, codes) => {
    expect(await withObject(like, change, STRUCK)).toEqual(codes);
    expect(await withObject(like, change)).toEqual(codes.length === 0 ? [] : [...codes, 'UnaffectedDiffers'].sort());
  });

  it('reports EventFalse, RowReasons and SummaryMismatch for a changed verdict in one row', async () => {
    expect(await withObject(/\/rows\/t0001\.json$/, invalid, STRUCK)).toEqual([
      'EventFalse',
      'RowReasons',
      'SummaryMismatch',
    ]);
    expect(await withObject(/\/rows\/t0001\.json$/, invalid)).toContain('FaultlessNotValid');
  });
});

describe('judge of events and mails', () => {
  const judgeEvents = (change: object, subject?: string) =>
    listCodes({
      ...calm,
      events: calm.events.map((one) => ({ ...one, detail: { ...(one.detail as object), ...change } })),
      messages: calm.messages.map((one) => (subject === undefined ? one : { ...one, subject })),
    });

  it.each([
    ['no complaint for unchanged events', {}, []],
    ['EventFalse for a wrong outcome', { outcome: 'FAILED' }, ['EventFalse']],
    ['EventFalse for left resources after a clean end', { kind: 'resources-left', clean: false }, ['EventFalse']],
    ['EventFalse for a wrong number of VALID trials', { verdicts: { VALID: 0, INVALID: 24 } }, ['EventFalse']],
  ] as const)('reports %s', async (_, change, codes) => {
    const { length } = (await calm.store.list('')).filter(({ key }) => key.includes('/rows/'));
    const verdicts = 'verdicts' in change ? { trials: { verdicts: { VALID: 0, INVALID: length }, unread: 0 } } : {};
    expect(await judgeEvents({ ...change, ...verdicts })).toEqual(codes);
  });

  it('reports MailFalse when the subject of a mail does not match its kind', async () => {
    expect(await judgeEvents({}, '[fsxbench] ACTION simulated: cleanup not verified')).toEqual([
      'MailFalse',
      'UnaffectedDiffers',
    ]);
    expect(await judgeEvents({}, '[fsxbench] simulated is fine: all')).toEqual(['MailFalse', 'UnaffectedDiffers']);
  });

  it('reports FaultlessMails when the mail of a faultless run is missing', async () => {
    expect(await listCodes({ ...calm, messages: [] })).toEqual(['FaultlessMails', 'UnaffectedDiffers']);
  });
});

describe('judge of receipts', () => {
  const judgeReceipts = (change: object) =>
    listCodes({ ...calm, receipts: calm.receipts.map((one) => ({ ...one, ...change })) });
  const [first] = [() => ensure(calm.creations[0], 'a birth')];

  it('reports CleanTooEarly when a resource existed at the time of a clean receipt', async () => {
    expect(await judgeReceipts({ living: [first?.()] })).toEqual(['CleanTooEarly']);
    expect(await judgeReceipts({ living: [{ ...first?.(), execution: '' }] })).toEqual([]);
  });

  it('reports DirtyNotNamed for a managed host that the receipt omits', async () => {
    expect(await judgeReceipts({ dirty: [{ id: 'mi-1', executionId: 'simulated' }] })).toEqual(['DirtyNotNamed']);
    expect(await judgeReceipts({ dirty: [{ id: 'mi-1', executionId: 'another' }] })).toEqual([]);
  });

  it('reports EventFalse and MailFalse when the receipts are missing', async () => {
    expect(await listCodes({ ...calm, receipts: [] })).toEqual(['EventFalse', 'MailFalse']);
  });
});

it('reports HealthyKilled for a healthy execution that was closed', async () => {
  const started = calm.started.map((one) => {
    const shown = new Map<unknown, unknown>([
      ['error', 'Closed'],
      ['status', 'ABORTED'],
    ]);
    const get = (of: object, key: string): unknown => (shown.has(key) ? shown.get(key) : Reflect.get(of, key));
    return {
      ...one,
      execution: new Proxy(ensure(one.execution ?? undefined, 'an execution'), { get: get as never }),
    };
  });
  expect(await listCodes({ ...calm, started })).toContain('HealthyKilled');
});
