/** Constructed answers: every outcome and reason, with its expected headline. */
import { computeStatistics } from '../../../lib/results/statistics/statistics';
import type { Candidate } from '../../../lib/results/answer/contender';
import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import { COPIES, type Entry, FOLDERS, type How } from '../../../checks/statistics/contest';
import { about, answer, MB } from './answers';

type More = Partial<Entry> & { readonly storage?: number; readonly spread?: number; readonly n?: number };

/** A bandwidth; a price is that of storage, in addition to a host of $0.50 an hour. */
const of = (name: string, mean: number, storage = 0, { spread = 0.002, n = 6, ...more }: More = {}): Entry => ({
  name,
  turns: about(mean, spread, n),
  usdPerHour: storage === 0 ? 0 : storage + 0.5,
  ...more,
});

/** A latency, in microseconds. */
const time = (name: string, mean: number, storage = 0, more: More = {}): Entry => ({
  ...of(name, mean, storage, more),
  turns: (more.turns ?? about(mean, more.spread ?? 0.002, more.n ?? 6)).map((turn) => ({
    ...turn,
    value: turn.value / MB,
  })),
  unit: 'us',
  metric: 'sync_latency_p99',
});

const out = (code: string, count = 6): Entry['turns'] =>
  Array.from({ length: count }, (_, nth) => ({ value: nth + 1, out: code }));
const PRICED = (one: Candidate): Candidate => ({
  ...one,
  storageUsdPerHour: one.usdPerHour === null || one.usdPerHour === 0 ? one.usdPerHour : one.usdPerHour - 0.5,
});
const CHEAPEST: Partial<DecisionRule> = { atLeast: 250 * MB, prefer: 'cheapest' };
const HIGHEST: Partial<DecisionRule> = { atLeast: 250 * MB, prefer: 'highest' };
const COMMIT: Partial<DecisionRule> = { metric: 'sync_latency_p99', atMost: 10_000, prefer: 'cheapest' };
const OPEN = { spread: 0.01 };

export interface ConstructedCase {
  readonly name: string;
  readonly decide: Partial<DecisionRule> | null;
  readonly entries: readonly Entry[];
  readonly how?: How;
  readonly change?: (candidate: Candidate) => Candidate;
}

const QUICK = { name: 'quick', metric: 'delay', atMost: 100 };
/** Gives every configuration a delay; names that begin with `slow` get one that misses 100. */
const withDelay = (one: Candidate): Candidate => {
  const delay = one.label.startsWith('slow') ? 200 : one.label.startsWith('odd') ? null : 50;
  const priced = PRICED(one);
  if (delay === null) return priced;
  const [first] = one.measures;
  if (first === undefined) return priced;
  const values = first.values.map((value, nth) => ({ ...value, value: delay + nth / 10 }));
  const statistics = computeStatistics(values.map(({ value }) => ({ value, block: 1 })));
  return { ...priced, measures: [...one.measures, { ...first, metric: 'delay', unit: 'us', values, statistics }] };
};

export const CONSTRUCTED: readonly ConstructedCase[] = [
  { name: 'best', decide: {}, entries: [of('a', 150, 0.3), of('b', 100, 0.2)] },
  { name: 'best of many', decide: {}, entries: [of('a', 150), of('b', 100), of('c', 90), of('d', 80)] },
  {
    name: 'best, lowest',
    decide: { metric: 'sync_latency_p99', prefer: 'lowest' },
    entries: [time('a', 900), time('b', 1500)],
  },
  { name: 'best, of made', decide: {}, entries: [of('a', 150, 0.3), of('b', 100, 0.2)], how: COPIES },
  {
    name: 'best, of which one is infeasible',
    decide: {},
    entries: [of('a', 150), of('b', 100), { ...of('c', 90), turns: [] }],
  },
  { name: 'cheapest, no threshold', decide: { prefer: 'cheapest' }, entries: [of('a', 100, 0.1), of('b', 150, 0.3)] },
  {
    name: 'equivalent',
    decide: {},
    entries: [of('a', 100.1, 0.4), { ...of('b', 100, 0.2), turns: about(100, -0.001, 6) }],
  },
  {
    name: 'safe by comparison',
    decide: {},
    entries: [of('a', 101.2, 0, { spread: 0.004 }), { ...of('b', 100), turns: about(100, -0.004, 6) }, of('c', 50)],
  },
  { name: 'alone', decide: {}, entries: [of('a', 100, 0.1)] },
  { name: 'described', decide: null, entries: [of('a', 100), of('b', 90)] },
  { name: 'described, nothing valid', decide: null, entries: [{ ...of('a', 1), turns: out('HostBusy') }] },
  { name: 'meets, alone', decide: CHEAPEST, entries: [of('a', 400, 0.3)] },
  { name: 'meets, all, priced', decide: CHEAPEST, entries: [of('a', 400, 0.3), of('b', 500, 0.5), of('c', 600, 0.9)] },
  {
    name: 'meets, some, priced',
    decide: CHEAPEST,
    entries: [of('no', 100, 0.2), of('a', 400, 0.3), of('b', 500, 0.5)],
  },
  {
    name: 'meets, some of one price',
    decide: CHEAPEST,
    entries: [of('no', 100, 0.2), of('a', 400, 0.3), of('b', 401, 0.3), of('c', 900, 1)],
  },
  {
    name: 'meets, all free, a time',
    decide: { ...COMMIT },
    entries: [time('a', 900), time('b', 1500), time('c', 4000)],
  },
  {
    name: 'meets, all free, inconclusive which',
    decide: { metric: 'sync_latency_p99', atMost: 10_000, prefer: 'lowest' },
    entries: [time('a', 900, 0, { spread: 0.05 }), time('b', 905, 0, { spread: -0.04 })],
  },
  { name: 'meets, highest', decide: HIGHEST, entries: [of('a', 600, 0.3), of('b', 400, 0.3), of('c', 100, 0.1)] },
  {
    name: 'meets, highest, two equivalent',
    decide: HIGHEST,
    entries: [of('a', 400.4), { ...of('b', 400), turns: about(400, -0.001, 6) }],
  },
  { name: 'meets, only one', decide: HIGHEST, entries: [of('a', 600), of('b', 100)] },
  {
    name: 'meets, a dearer one may',
    decide: CHEAPEST,
    entries: [of('a', 400, 0.2), of('may', 251, 0.4, OPEN), of('no', 100, 0.1)],
  },
  {
    name: 'meets, one surely, the others may',
    decide: HIGHEST,
    entries: [of('a', 600), of('may', 251, 0, OPEN)],
  },
  {
    name: 'meets, one unmeasured',
    decide: HIGHEST,
    entries: [of('a', 600), of('b', 400), { ...of('z', 1), turns: out('HostLost') }],
  },
  {
    name: 'meets, commits',
    decide: COMMIT,
    entries: [time('gp3-3k', 12_600, 0.011), time('gp3-6k', 4800, 0.032), time('io2', 1100, 0.37)],
  },
  {
    name: 'meets, criteria',
    decide: { ...CHEAPEST, require: [QUICK] },
    entries: [of('slow', 400, 0.1), of('a', 400, 0.2)],
    change: withDelay,
  },
  {
    name: 'meets, both limits',
    decide: { atLeast: 100 * MB, atMost: 300 * MB, prefer: 'cheapest' },
    entries: [of('a', 200, 0.2), of('b', 500, 0.1)],
  },
  {
    name: 'meets, bound',
    decide: CHEAPEST,
    entries: [of('a', 400, 0.2, { bound: [{ code: 'ClientBound', trials: 6 }] }), of('b', 500, 0.4)],
  },
  {
    name: 'meets, above what is provisioned',
    decide: CHEAPEST,
    entries: [of('a', 884, 0.2, { provisioned: 300 * MB }), of('b', 500, 0.4)],
  },
  { name: 'safe, a cheaper one may', decide: CHEAPEST, entries: [of('may', 251, 0.2, OPEN), of('b', 500, 0.5)] },
  {
    name: 'safe, a better one may',
    decide: { ...COMMIT, prefer: 'lowest', atMost: 1000 },
    entries: [time('may', 700, 0, { spread: 0.25 }), time('b', 800)],
  },
  {
    name: 'safe, a cheaper one unmeasured',
    decide: CHEAPEST,
    entries: [{ ...of('z', 1, 0.1), turns: out('HostLost') }, of('b', 500, 0.5)],
  },
  {
    name: 'safe, a price unknown',
    decide: CHEAPEST,
    entries: [{ ...of('a', 400), usdPerHour: null }, of('b', 500, 0.5)],
  },
  { name: 'misses, alone', decide: CHEAPEST, entries: [of('a', 100, 0.2)] },
  { name: 'misses, all', decide: CHEAPEST, entries: [of('a', 100, 0.2), of('b', 200, 0.4)] },
  {
    name: 'misses, criteria',
    decide: { prefer: 'cheapest', require: [QUICK] },
    entries: [of('slow', 400, 0.1), of('slower', 300, 0.2)],
    change: withDelay,
  },
  {
    name: 'burst only',
    decide: CHEAPEST,
    entries: [of('small', 884, 0.2, { provisioned: 150 * MB }), of('b', 100, 0.1)],
  },
  {
    name: 'inconclusive, noise',
    decide: {},
    entries: [of('a', 103, 0, { spread: 0.03 }), of('b', 100, 0, { spread: -0.03 }), of('c', 50)],
  },
  { name: 'inconclusive, few', decide: {}, entries: [of('a', 120), of('b', 100, 0, { n: 2 })] },
  { name: 'equivalent by a wide margin', decide: { margin: 0.05 }, entries: [of('a', 104), of('b', 99.8)] },
  {
    name: 'inconclusive, bound by slow trials',
    decide: {},
    entries: [
      { ...of('a', 120), turns: [...about(120, 0.002, 6), { value: 1, out: 'TimedOut', lost: 'slow' }] },
      of('b', 100),
    ],
  },
  {
    name: 'inconclusive, limit missed by the client',
    decide: CHEAPEST,
    entries: [of('a', 200, 0.2, { bound: [{ code: 'host CPU', trials: 6 }] })],
  },
  { name: 'inconclusive, too few for a threshold', decide: CHEAPEST, entries: [of('a', 400, 0.2, { n: 3 })] },
  {
    name: 'equivalent, three',
    decide: { margin: 0.1 },
    entries: [of('a', 100.4), of('b', 100.2), of('c', 100)],
  },
  {
    name: 'safe, two cheaper ones may',
    decide: CHEAPEST,
    entries: [of('x', 251, 0.2, OPEN), of('y', 252, 0.3, OPEN), of('b', 500, 0.5)],
  },
  { name: 'inconclusive, assumed instances', decide: {}, entries: [of('a', 110, 0.2), of('b', 100, 0.2)], how: COPIES },
  {
    name: 'inconclusive, bound',
    decide: {},
    entries: [of('a', 120), of('b', 100, 0, { bound: [{ code: 'ClientBound', trials: 6 }] })],
  },
  {
    name: 'inconclusive, rounded',
    decide: {},
    entries: [
      { ...of('a', 2), turns: about(200, 0, 6).map(() => ({ value: 2e6 })) },
      { ...of('b', 1), turns: about(100, 0, 6).map(() => ({ value: 1e6 })) },
    ],
  },
  { name: 'inconclusive, limit', decide: CHEAPEST, entries: [of('a', 251, 0.2, OPEN)] },
  {
    name: 'inconclusive, limit of several',
    decide: CHEAPEST,
    entries: [of('a', 251, 0.2, OPEN), of('b', 252, 0.4, OPEN), of('no', 100, 0.1)],
  },
  { name: 'inconclusive, unmeasured', decide: {}, entries: [of('a', 120), { ...of('z', 1), turns: out('HostLost') }] },
  {
    name: 'inconclusive, unmeasured beside misses',
    decide: CHEAPEST,
    entries: [of('a', 120, 0.3), { ...of('z', 1, 0.2), turns: out('HostLost') }],
  },
  {
    name: 'inconclusive, price',
    decide: { prefer: 'cheapest' },
    entries: [of('a', 120, 0.2), { ...of('b', 100), usdPerHour: null }],
  },
  {
    name: 'too little',
    decide: {},
    entries: [
      { ...of('a', 1), turns: out('HostBusy', 12) },
      { ...of('b', 1), turns: out('ShortRun', 12) },
    ],
  },
  { name: 'too little, one each', decide: {}, entries: [of('a', 252, 0, { n: 1 }), of('b', 400, 0, { n: 1 })] },
];

export function answerConstructed({ decide: asked, entries, how = FOLDERS, change = PRICED }: ConstructedCase) {
  return answer(asked, entries, how, change);
}
