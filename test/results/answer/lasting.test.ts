import type { Candidate } from '../../../lib/results/answer/contender';
import { type Entry, FOLDERS } from '../../../checks/statistics/contest';
import { makeTurns, answer, MB } from './answers';

const MOVED = 'c5n.large moved 8 Gbit/s; its baseline is 3 Gbit/s';
const makeCreditEntry = (name: string, mean: number, more: Partial<Entry> = {}): Entry => ({
  name,
  turns: makeTurns(mean, 0.002, 6).map((turn) => ({ ...turn, hostLevel: 0.375 })),
  bound: [],
  ...more,
});
const makeEntry = (name: string, mean: number): Entry => ({ name, turns: makeTurns(mean, 0.002, 6), bound: [] });
const withText = (one: Candidate): Candidate => ({
  ...one,
  caveats: { trials: 6, bound: [], remarks: [], hostCredits: MOVED },
});
const answerWithText = (decide: Parameters<typeof answer>[0], ...entries: readonly Entry[]) =>
  answer(decide, entries, FOLDERS, withText);
const REACHED = { atLeast: 900 * MB, prefer: 'cheapest' } as const;

describe('a rate that hosts reached by network credits', () => {
  it('leaves a threshold above the baseline of the hosts open (bound), and advises larger hosts', () => {
    const found = answerWithText(REACHED, makeCreditEntry('a', 1000));
    expect(found).toMatchObject({ met: 'open', reason: 'bound' });
    expect(found.headline).toBe(
      'Inconclusive: the hosts of a, bs 4k cannot sustain 900 MB/s: bandwidth of 375 MB/s at the baseline of ' +
        'the hosts (1.00 GB/s measured).',
    );
    expect(found.evidence[0]).toMatch(/: 1.00 GB\/s, 375 MB\/s at the baseline of the hosts \(at least 37\d/);
    expect(found.cautions[0]).toBe(
      `Hosts moved more than their type carries for long, by credits: a, bs 4k (${MOVED}). What lasts is the baseline.`,
    );
    expect(found.cautions.join()).not.toContain('excluded or late');
    expect(found.settle?.text).toBe(
      'Use larger hosts for a, bs 4k, with at least 2.4× the baseline, or set decide: { burst: allowed }.',
    );
    // More replicates would not change that.
    expect(
      answerWithText(REACHED, makeCreditEntry('a', 1000, { turns: makeCreditEntry('a', 1000).turns.slice(0, 3) }))
        .settle,
    ).toEqual(found.settle);
  });

  it('leaves a threshold open also when later trials ran at the baseline, without credits', () => {
    const others = makeTurns(375, 0.002, 6).slice(1);
    const turns = [{ value: 840 * MB, hostLevel: 0.45 }, ...others];
    const found = answerWithText(REACHED, { ...makeEntry('a', 375), turns });
    expect(found).toMatchObject({ met: 'open', reason: 'bound' });
    expect(found.headline).toContain('the hosts of a, bs 4k cannot sustain 900 MB/s: bandwidth of 37');
    expect(found.settle?.text).toContain('with at least 2.4× the baseline');
  });

  it('meets a threshold below the baseline of the hosts', () => {
    expect(answerWithText({ ...REACHED, atLeast: 300 * MB }, makeCreditEntry('a', 1000))).toMatchObject({
      met: 'yes',
      settle: null,
    });
  });

  it('meets a threshold as measured when bursts are allowed', () => {
    const found = answerWithText({ ...REACHED, burst: 'allowed' }, makeCreditEntry('a', 1000));
    expect(found).toMatchObject({ met: 'yes', cautions: [] });
    expect(found.headline).toContain('a, bs 4k meets 900 MB/s: bandwidth of 1.00 GB/s');
  });

  it('misses a threshold above the provisioned rate of the storage, whatever the credits of hosts', () => {
    const found = answerWithText(REACHED, makeCreditEntry('a', 1000, { provisioned: 500 * MB }));
    expect(found.met).toBe('no');
    expect(found.headline).toContain('375 MB/s at the baseline of the hosts');
    const below = answerWithText(REACHED, makeCreditEntry('a', 1000, { provisioned: 200 * MB }));
    expect(below.headline).toContain('200 MB/s provisioned (1.00 GB/s measured)');
  });

  it('is inconclusive (bound) in comparison with a rate reached without credits, and advises larger hosts', () => {
    const found = answerWithText({}, makeEntry('b', 600), makeCreditEntry('a', 1000));
    expect(found).toMatchObject({ outcome: 'open', reason: 'bound' });
    expect(found.settle?.text).toBe(
      'Use larger hosts for a, with a higher baseline, or set decide: { burst: allowed }.',
    );
    expect(answerWithText({ burst: 'allowed' }, makeEntry('b', 600), makeCreditEntry('a', 1000)).outcome).toBe('best');
  });
});

it('leaves a latency threshold open when hosts used credits during the measurement', () => {
  const time = makeCreditEntry('a', 1000, {
    unit: 'us',
    metric: 'sync_latency_p99',
    turns: makeTurns(1000, 0.002, 6).map(({ value }) => ({ value: value / MB, hostLevel: 0.375 })),
  });
  const asked = { metric: 'sync_latency_p99', prefer: 'cheapest' } as const;
  expect(answerWithText({ ...asked, atMost: 2000 }, time).met).toBe('open');
  expect(answerWithText({ ...asked, atMost: 500 }, time).met).toBe('open');
  expect(answerWithText({ ...asked, atMost: 2000, burst: 'allowed' }, time).met).toBe('yes');
});

describe('a rate above the EBS baseline of its hosts', () => {
  const withEbs = (ratio: number) => (one: Candidate) => ({
    ...one,
    measures: one.measures.map((measure) => ({ ...measure, ofEbsBaseline: ratio })),
  });
  const asked = { prefer: 'cheapest', atLeast: 250 * MB } as const;

  it('counts only the baseline of the hosts against a threshold', () => {
    const found = answer(asked, [makeEntry('a', 400)], FOLDERS, withEbs(2));
    expect(found.met).toBe('open');
    expect(found.headline).toContain('200 MB/s at the baseline of the hosts (400 MB/s measured)');
    expect(found.cautions[0]).toContain('a, bs 4k (EBS: 2.00× its baseline)');
    expect(found.settle?.text).toContain('with at least 1.3× the baseline');
  });

  it('counts as measured when at most 9% above the baseline, or when bursts are allowed', () => {
    expect(answer(asked, [makeEntry('a', 400)], FOLDERS, withEbs(1.09)).met).toBe('yes');
    expect(answer({ ...asked, burst: 'allowed' }, [makeEntry('a', 400)], FOLDERS, withEbs(2)).met).toBe('yes');
  });
});

it('advises a higher nconnect, more sessions or more hosts when TCP flows were the limit', () => {
  const bound = [{ code: 'client TCP flows', trials: null }];
  expect(answer({}, [makeEntry('a', 120), { ...makeEntry('b', 100), bound }]).settle?.text).toBe(
    'Set a higher nconnect or more sessions for b, or use more hosts.',
  );
});
