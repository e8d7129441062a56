import type { Candidate } from '../../../lib/results/answer/contender';
import { KINDS } from '../../../lib/experiment/kinds';
import { buildAnswer } from '../../../lib/results/answer/decision';
import { contest, COPIES, decide, type Entry, FOLDERS } from '../../../checks/statistics/contest';
import { answer, CHEAPEST, FACTORS, makeEntry, makeTurns, makeValues, MB } from './answers';

const containing = (text: string) => expect.stringContaining(text) as string;
const listCautions = (...entries: readonly Entry[]) => answer({}, entries).cautions;

it('cautions that target instances are assumed to differ by 5%, and hours by 5% for sequential stages', () => {
  expect(answer({}, [makeEntry('a', 150), makeEntry('b', 100)], COPIES).cautions).toContain(
    'Each storage was created once; another instance is assumed to differ by 5%. Blocks measure the difference.',
  );
  const answerStages = (...means: readonly number[]) => {
    const entries = means.map((mean, period) => ({
      ...makeEntry(`s${period}`, mean, 1, { copy: 'c' }),
      turns: makeTurns(mean).map((turn, at) => ({ ...turn, period, round: 6 * period + at, place: 0 })),
    }));
    return answer({}, entries, COPIES);
  };
  const stages = answerStages(100, 130);
  expect(stages).toMatchObject({ outcome: 'best', scope: { assumedHour: expect.closeTo(0.05, 9) as number } });
  expect(stages.cautions.join()).toContain('Configurations ran one after another; hours are assumed to differ by 5%.');
  expect(answerStages(100, 110).headline).toContain('They ran at different times, which may differ that much.');
});

it('cautions how many trials of the winner met the threshold when some did not', () => {
  expect(answer(CHEAPEST, [makeValues('A', [240, 300, 301, 302, 303, 304, 305, 306])]).cautions).toContain(
    '7 of 8 trials of A, bs 4k met 250 MB/s: its typical value meets it.',
  );
  expect(answer(CHEAPEST, [makeEntry('A', 270)]).cautions).toEqual([]);
});

it('cautions about periodic disturbances when only two configurations alternated and differ by 1.4×', () => {
  const periodic = containing('Only two configurations alternated');
  const [a, b] = [makeEntry('a', 140), makeEntry('b', 100)];
  expect(listCautions(a, b)).toContainEqual(periodic);
  expect(listCautions(a, b, makeEntry('c', 90))).not.toContainEqual(periodic);
  expect(listCautions(makeEntry('a', 150), b)).not.toContainEqual(periodic);
});

it('states the number of blocks in the evidence of a configuration (n = 6 in 3 blocks)', () => {
  const makeBlocks = (name: string, times: number): Entry => ({
    name,
    turns: [100, 120, 90].flatMap((hour, at) =>
      [1, 2].map((round) => ({
        value: hour * times * MB * (1 + 0.001 * ((at * times + round) % 3)),
        block: at + 1,
        round,
      })),
    ),
  });
  const found = answer({}, [makeBlocks('a', 2), makeBlocks('b', 1)], COPIES);
  expect(found.evidence[0]).toContain('n = 6 in 3 blocks)');
});

it('cautions about configurations measured above their provisioned rate: a sustained load gets less', () => {
  const small = makeEntry('small', 884, 1, { provisioned: 150 * MB });
  expect(listCautions(small, makeEntry('large', 500, 2, { provisioned: 600 * MB }))).toEqual([
    'Above the provisioned rate, by credits or a cache: small (5.89×). ' +
      'What lasts is the provisioned rate, which was not measured.',
  ]);
  expect(listCautions(small)).toHaveLength(1);
  const missing = makeEntry('slow', 200, 1, { provisioned: 20 * MB });
  expect(answer(CHEAPEST, [missing, makeEntry('b', 900, 2)]).cautions.join()).not.toContain('slow');
  const quick = makeEntry('quick', 260, 1, { provisioned: 20 * MB });
  expect(answer(CHEAPEST, [quick]).cautions.join()).toContain('quick, bs 4k (13.0×)');
  expect(listCautions(makeEntry('a', 900), small)).toHaveLength(1);
  expect(listCautions(makeEntry('a', 157, 1, { provisioned: 150 * MB }))).toEqual([]);
});

describe('caution about a configuration', () => {
  const copied = [{ text: 'copied into memory', of: null }];

  it.each<readonly [names: string, caveats: Partial<Candidate['caveats']>, expected: readonly string[]]>([
    [
      'e',
      { bound: [{ code: 'ClientBound', trials: 2 }] },
      ['The client, not the storage, limited e (ClientBound in 2 of 5): the storage may be better than measured.'],
    ],
    // Of hosts the middle trial stands for all.
    ['e', { bound: [{ code: 'host CPU', trials: null }] }, [containing('limited e (host CPU):')]],
    ['ab', { remarks: copied }, ['b and a: copied into memory.']],
    ['abcde', { remarks: copied }, ['All: copied into memory.']],
    // A remark about another metric.
    ['a', { remarks: [{ text: 'cached', of: ['elapsed'] }] }, []],
  ])('names the configurations that it applies to: %s, %j', (names, caveats, expected) => {
    const entries = ['a', 'b', 'c', 'd', 'e'].map((name, nth) => makeEntry(name, 100 + 10 * nth));
    const { cautions } = answer({}, entries, FOLDERS, (one) => ({
      ...one,
      ...(names.includes(one.label) ? { caveats: { trials: 5, bound: [], remarks: [], ...caveats } } : {}),
    }));
    expect(cautions).toEqual(expected);
  });

  it.each([
    ['read', []],
    ['write', ['All: cached.']],
  ])('omits remarks about writes when the question is about reads: %s', (operation, expected) => {
    const caveats = { trials: 6, bound: [], remarks: [{ text: 'cached', of: null, ofWrites: true }] };
    const two = [makeEntry('a', 150, 1, { operation }), makeEntry('b', 100, 1, { operation })];
    expect(answer({ operation }, two, FOLDERS, (one) => ({ ...one, caveats })).cautions).toEqual(expected);
  });
});

it('cautions about the configuration that it names before limits of hosts, and about others after', () => {
  const entries = ['a', 'b', 'c'].map((name, nth) => makeEntry(name, 100 + 20 * nth));
  const { cautions } = answer({}, entries, FOLDERS, (one) => {
    const remarks = one.label === 'b' ? [] : [{ text: `cached in ${one.label}`, of: null }];
    const bound = one.label === 'b' ? [{ code: 'ClientBound', trials: 2 }] : [];
    return { ...one, caveats: { trials: 5, bound, remarks } };
  });
  expect(cautions).toEqual(['c: cached in c.', containing('limited b'), 'a: cached in a.']);
});

it('says that a cheaper time may not last when the load was above the provisioned rate', () => {
  const entries = [
    makeEntry('small', 10, 1, { metric: 'elapsed', unit: 's' }),
    makeEntry('large', 5, 2, { metric: 'elapsed', unit: 's' }),
  ];
  const { headline } = answer({ metric: 'elapsed', atMost: 30 * MB, prefer: 'cheapest' }, entries, FOLDERS, (one) => {
    const measures = one.measures.map((measure) => ({ ...measure, ofProvisioned: one.label === 'small' ? 2.7 : 0.5 }));
    return { ...one, measures };
  });
  expect(headline).toMatch(/A cheaper one may meet it, too: small \([^)]+ by credits or a cache\)/);
});

it('shows at most three cautions, the most important first, and moves the rest to details', () => {
  const bound = [{ code: 'ClientBound', trials: 6 }];
  const lost = [...makeTurns(884), { value: 1, out: 'CacheServed', lost: 'quick' as const }];
  const small = makeEntry('small', 884, 1, { provisioned: 250 * MB, bound, turns: lost });
  const { cautions: three, details } = answer(CHEAPEST, [small, makeEntry('b', 900, 2)], COPIES);
  expect(three).toHaveLength(3);
  expect(three[0]).toContain('by credits or a cache: small (3.54×)');
  expect([...three, ...details].join()).toContain('Excluded: 1 of 7 trials of small (CacheServed).');
});

it('reports by how much configurations may differ when no difference is significant', () => {
  const noisy = [makeEntry('a', 100.2, 1, { by: 0.02 }), makeEntry('b', 100, 1, { by: -0.02 })];
  expect(answer({}, noisy).headline).toMatch(
    /no significant difference .*\. They differ by at most \d\.\d% \(at 96%\)\.$/,
  );
});

it('reports the common price when several configurations meet a threshold and none is better', () => {
  const noisy = [makeEntry('a', 300, 1, { by: 0.03 }), makeEntry('b', 302, 1, { by: -0.03 })];
  const priced = (one: Candidate): Candidate => ({ ...one, storageUsdPerHour: one.usdPerHour });
  const { headline } = answer({ ...CHEAPEST, prefer: 'highest' }, noisy, FOLDERS, priced);
  expect(headline).toMatch(/is inconclusive: .*, for \$730 of storage per month each\.$/);
});

it('says that the values are the same when all that meet a threshold have one value', () => {
  const equal = ['a', 'b'].map((name) => makeEntry(name, 300, 1, { by: 0 }));
  const priced = (one: Candidate): Candidate => ({ ...one, storageUsdPerHour: one.usdPerHour });
  const { headline } = answer({ ...CHEAPEST, prefer: 'highest' }, equal, FOLDERS, priced);
  expect(headline).toMatch(/is the same as measured: 300 MB\/s, for \$730 of storage per month each\.$/);
});

it('cautions that driver `throughput` of kafka measures acknowledged messages only', () => {
  const entry = makeEntry('a', 2650e-6, 1, { metric: 'publish_latency_p99', unit: 'us' });
  const [candidates, circumstances] = contest([entry], FOLDERS);
  const rule = decide({ metric: 'publish_latency_p99', atMost: 100_000, prefer: 'cheapest' });
  const { cautions: found } = buildAnswer(rule, candidates, FACTORS, KINDS.workloadOf('kafka')!.metrics, circumstances);
  expect(found[0]).toMatch(/^p99 publish latency: with driver `throughput`, brokers acknowledge messages/);
});
