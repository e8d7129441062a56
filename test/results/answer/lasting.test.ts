import type { Candidate } from '../../../lib/results/answer/contender';
import { type Entry, FOLDERS } from '../../../checks/statistics/contest';
import { answer, CHEAPEST, makeEntry, makeTurns, MB } from './answers';

const MOVED = 'c5n.large moved 8 Gbit/s; its baseline is 3 Gbit/s';
const CREDIT_TURNS = makeTurns(1000).map((turn) => ({ ...turn, hostLevel: 0.375 }));
/** 1 GB/s, of which hosts carry 375 MB/s for long. */
const makeCreditEntry = (more: Partial<Entry> = {}): Entry =>
  makeEntry('a', 1000, 0, { turns: CREDIT_TURNS, bound: [], ...more });
const withText = (one: Candidate): Candidate => ({
  ...one,
  caveats: { trials: 6, bound: [], remarks: [], hostCredits: MOVED },
});
const answerWithText = (decide: Parameters<typeof answer>[0], ...entries: readonly Entry[]) =>
  answer(decide, entries, FOLDERS, withText);
const REACHED = { atLeast: 900 * MB, prefer: 'cheapest' } as const;

describe('a rate that hosts reached by network credits', () => {
  it('leaves a threshold above the baseline of the hosts open (bound), and advises larger hosts', () => {
    const found = answerWithText(REACHED, makeCreditEntry());
    expect(found).toMatchObject({
      met: 'open',
      reason: 'bound',
      headline:
        'Inconclusive: the hosts of a, bs 4k cannot sustain 900 MB/s: bandwidth of 375 MB/s at the baseline of ' +
        'the hosts (1.00 GB/s measured).',
      settle: {
        text: 'Use larger hosts for a, bs 4k, with at least 2.4× the baseline, or set decide: { burst: allowed }.',
      },
    });
    expect(found.evidence[0]).toMatch(/: 1.00 GB\/s, 375 MB\/s at the baseline of the hosts \(at least 37\d/);
    expect(found.cautions[0]).toBe(
      `Hosts moved more than their type carries for long, by credits: a, bs 4k (${MOVED}). What lasts is the baseline.`,
    );
    expect(found.cautions.join()).not.toContain('excluded or late');
    // More replicates would not change that.
    const three = makeCreditEntry({ turns: CREDIT_TURNS.slice(0, 3) });
    expect(answerWithText(REACHED, three).settle).toEqual(found.settle);
  });

  it('leaves a threshold open also when later trials ran at the baseline, without credits', () => {
    const turns = [{ value: 840 * MB, hostLevel: 0.45 }, ...makeTurns(375).slice(1)];
    const found = answerWithText(REACHED, makeCreditEntry({ turns }));
    expect(found).toMatchObject({ met: 'open', reason: 'bound' });
    expect(found.headline).toContain('the hosts of a, bs 4k cannot sustain 900 MB/s: bandwidth of 37');
    expect(found.settle?.text).toContain('with at least 2.4× the baseline');
  });

  it.each<readonly [string, decide: object, more: Partial<Entry>, expected: object, headline: string]>([
    ['meets a threshold below the baseline', { atLeast: 300 * MB }, {}, { met: 'yes', settle: null }, 'meets 300 MB/s'],
    [
      'meets a threshold as measured when bursts are allowed',
      { burst: 'allowed' },
      {},
      { met: 'yes', cautions: [] },
      'a, bs 4k meets 900 MB/s: bandwidth of 1.00 GB/s',
    ],
    [
      'misses a threshold above the provisioned rate of the storage',
      {},
      { provisioned: 500 * MB },
      { met: 'no' },
      '375 MB/s at the baseline of the hosts',
    ],
    [
      'names in the headline a provisioned rate below the baseline',
      {},
      { provisioned: 200 * MB },
      { met: 'no' },
      '200 MB/s provisioned (1.00 GB/s measured)',
    ],
  ])('judges a threshold against credits: it %s', (_, decide, more, expected, headline) => {
    const found = answerWithText({ ...REACHED, ...decide }, makeCreditEntry(more));
    expect(found).toMatchObject(expected);
    expect(found.headline).toContain(headline);
  });

  it('is inconclusive (bound) in comparison with a rate reached without credits, and advises larger hosts', () => {
    const entries = [makeEntry('b', 600, 1, { bound: [] }), makeCreditEntry()];
    expect(answerWithText({}, ...entries)).toMatchObject({
      outcome: 'open',
      reason: 'bound',
      settle: { text: 'Use larger hosts for a, with a higher baseline, or set decide: { burst: allowed }.' },
    });
    expect(answerWithText({ burst: 'allowed' }, ...entries).outcome).toBe('best');
  });
});

it.each([
  ['open', { atMost: 2000 }],
  ['open', { atMost: 500 }],
  ['yes', { atMost: 2000, burst: 'allowed' }],
] as const)('leaves a latency threshold open when hosts used credits, unless bursts are allowed: %s', (met, decide) => {
  const turns = CREDIT_TURNS.map((turn) => ({ ...turn, value: turn.value / MB }));
  const time = makeCreditEntry({ unit: 'us', metric: 'sync_latency_p99', turns });
  expect(answerWithText({ metric: 'sync_latency_p99', prefer: 'cheapest', ...decide }, time).met).toBe(met);
});

describe('a rate above the EBS baseline of its hosts', () => {
  const answerAbove = (ratio: number, more: object = {}) =>
    answer({ ...CHEAPEST, ...more }, [makeEntry('a', 400)], FOLDERS, (one) => ({
      ...one,
      measures: one.measures.map((measure) => ({ ...measure, ofEbsBaseline: ratio })),
    }));

  it('counts only the baseline of the hosts against a threshold', () => {
    const found = answerAbove(2);
    expect(found.met).toBe('open');
    expect(found.headline).toContain('200 MB/s at the baseline of the hosts (400 MB/s measured)');
    expect(found.cautions[0]).toContain('a, bs 4k (EBS: 2.00× its baseline)');
    expect(found.settle?.text).toContain('with at least 1.3× the baseline');
  });

  it('counts as measured when at most 9% above the baseline, or when bursts are allowed', () => {
    expect(answerAbove(1.09).headline).toContain('a, bs 4k meets 250 MB/s: bandwidth of 400 MB/s');
    expect(answerAbove(2, { burst: 'allowed' }).met).toBe('yes');
  });
});

it('advises a higher nconnect, more sessions or more hosts when TCP flows were the limit', () => {
  const bound = [{ code: 'client TCP flows', trials: null }];
  expect(answer({}, [makeEntry('a', 120), makeEntry('b', 100, 1, { bound })]).settle?.text).toBe(
    'Set a higher nconnect or more sessions for b, or use more hosts.',
  );
});

describe('configurations whose hosts differ in price', () => {
  /** Hosts of `small` cost $1, those of `large` $2; the same storage costs $1. */
  const entries = [makeCreditEntry({ name: 'small', usdPerHour: 2 }), makeEntry('large', 1000, 3, { bound: [] })];
  const answerOf = (more: (one: Candidate) => object = () => ({})) =>
    answer(REACHED, entries, FOLDERS, (one) => ({ ...withText(one), storageUsdPerHour: 1, ...more(one) }));

  it('compares prices with hosts, and counts a baseline of hosts as a result', () => {
    const found = answerOf();
    expect(found.headline).toBe(
      'Of 2 configurations, large is the cheapest that meets 900 MB/s: bandwidth of 1.00 GB/s for $2,190 of storage ' +
        'and hosts per month.',
    );
    expect(found.ranking.map(({ label, qualifies }) => [label, qualifies])).toEqual([
      ['large', 'yes'],
      ['small', 'no'],
    ]);
  });

  it('leaves a baseline of hosts open when all hosts cost the same', () => {
    const found = answerOf(({ usdPerHour }) => ({ storageUsdPerHour: (usdPerHour ?? 0) - 1 }));
    expect(found.headline).toContain('A cheaper one may meet it, too: small');
    expect(found.headline).toContain('of storage per month');
  });

  it('counts busy CPUs of hosts as a result', () => {
    const [small, large] = [makeEntry('small', 400, 2, { bound: [{ code: 'host CPU', trials: null }] }), entries[1]];
    const both = [small, ...(large === undefined ? [] : [large])];
    const found = answer(REACHED, both, FOLDERS, (one) => ({ ...one, storageUsdPerHour: 1 }));
    expect(found.headline).toContain('Of 2 configurations, large is the cheapest');
    expect(found.cautions.join()).not.toContain('The client, not the storage');
  });
});
