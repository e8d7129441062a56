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

async function codesOf(played: CampaignRun): Promise<readonly string[]> {
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

describe('the judge of results', () => {
  const invalid = (text: string): string => text.replace('"verdict":"VALID"', '"verdict":"INVALID","reasons":[{}]');
  it.each([
    ['nothing', /\/summary\.json$/, (text: string) => text, []],
    ['figures', /\/observations\/t0001\.jsonl$/, () => '', ['NoObservations']],
    [
      'a figure',
      /\/observations\/t0001\.jsonl$/,
      (text: string) => text.replace(/"value":[\d.]+/, '"value":null'),
      ['WrongFigures'],
    ],
    ['the report', /\/report\/index\.html$/, () => '', ['NoReport']],
    ['the summary', /\/summary\.json$/, () => '', ['NoSummary']],
    [
      'a count of the summary',
      /\/summary\.json$/,
      (text: string) => text.replace('"VALID":', '"VALID":1'),
      ['SummaryMismatch'],
    ],
  ] as const)('misses %s', async (_, like, change, codes) => {
    expect(await withObject(like, change, STRUCK)).toEqual(codes);
    expect(await withObject(like, change)).toEqual(codes.length === 0 ? [] : [...codes, 'UnaffectedDiffers'].sort());
  });

  it('sees a verdict that only the row has', async () => {
    expect(await withObject(/\/rows\/t0001\.json$/, invalid, STRUCK)).toEqual([
      'EventFalse',
      'RowReasons',
      'SummaryMismatch',
    ]);
    expect(await withObject(/\/rows\/t0001\.json$/, invalid)).toContain('FaultlessNotValid');
  });
});

describe('the judge of what is told', () => {
  const told = (change: object, subject?: string) =>
    codesOf({
      ...calm,
      events: calm.events.map((one) => ({ ...one, detail: { ...(one.detail as object), ...change } })),
      messages: calm.messages.map((one) => (subject === undefined ? one : { ...one, subject })),
    });

  it.each([
    ['as it is', {}, []],
    ['an outcome that was none', { outcome: 'FAILED' }, ['EventFalse']],
    ['what is left, of a clean one', { kind: 'resources-left', clean: false }, ['EventFalse']],
    ['another number of VALID trials', { verdicts: { VALID: 0, INVALID: 24 } }, ['EventFalse']],
  ] as const)('takes %s', async (_, change, codes) => {
    const { length } = (await calm.store.list('')).filter(({ key }) => key.includes('/rows/'));
    const verdicts = 'verdicts' in change ? { trials: { verdicts: { VALID: 0, INVALID: length }, unread: 0 } } : {};
    expect(await told({ ...change, ...verdicts })).toEqual(codes);
  });

  it('knows subjects by their kind', async () => {
    expect(await told({}, '[fsxbench] ACTION simulated: cleanup not verified')).toEqual([
      'MailFalse',
      'UnaffectedDiffers',
    ]);
    expect(await told({}, '[fsxbench] simulated is fine: all')).toEqual(['MailFalse', 'UnaffectedDiffers']);
  });

  it('misses the mail of a run that nothing struck', async () => {
    expect(await codesOf({ ...calm, messages: [] })).toEqual(['FaultlessMails', 'UnaffectedDiffers']);
  });
});

describe('the judge of receipts as they were written', () => {
  const written = (change: object) =>
    codesOf({ ...calm, receipts: calm.receipts.map((one) => ({ ...one, ...change })) });
  const [first] = [() => ensure(calm.creations[0], 'a birth')];

  it('finds what existed then, though it went later', async () => {
    expect(await written({ living: [first?.()] })).toEqual(['CleanTooEarly']);
    expect(await written({ living: [{ ...first?.(), execution: '' }] })).toEqual([]);
  });

  it('finds a managed host that is not named', async () => {
    expect(await written({ dirty: [{ id: 'mi-1', executionId: 'simulated' }] })).toEqual(['DirtyNotNamed']);
    expect(await written({ dirty: [{ id: 'mi-1', executionId: 'another' }] })).toEqual([]);
  });

  it('holds mails against them', async () => {
    expect(await codesOf({ ...calm, receipts: [] })).toEqual(['EventFalse', 'MailFalse']);
  });
});

it('finds a healthy execution that was closed', async () => {
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
  expect(await codesOf({ ...calm, started })).toContain('HealthyKilled');
});
