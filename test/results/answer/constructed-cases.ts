/** Constructed answers: every outcome and reason, with its expected headline. */
import { computeStatistics } from '../../../lib/results/statistics/statistics';
import type { Candidate } from '../../../lib/results/answer/contender';
import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import { COPIES, type Entry, FOLDERS, type How } from '../../../checks/statistics/contest';
import { makeTurns, answer, MB } from './answers';

type More = Partial<Entry> & { readonly storage?: number; readonly spread?: number; readonly n?: number };

/** A bandwidth; a price is that of storage, in addition to a host of $0.50 an hour. */
const rate = (name: string, mean: number, storage = 0, { spread = 0.002, n = 6, ...more }: More = {}): Entry => ({
  name,
  turns: makeTurns(mean, spread, n),
  usdPerHour: storage === 0 ? 0 : storage + 0.5,
  ...more,
});

/** A latency, in microseconds. */
const latency = (name: string, mean: number, storage = 0, more: More = {}): Entry => ({
  ...rate(name, mean, storage, more),
  turns: (more.turns ?? makeTurns(mean, more.spread ?? 0.002, more.n ?? 6)).map((turn) => ({
    ...turn,
    value: turn.value / MB,
  })),
  unit: 'us',
  metric: 'sync_latency_p99',
});

const makeExcluded = (code: string, count = 6): Entry['turns'] =>
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
  { name: 'best', decide: {}, entries: [rate('a', 150, 0.3), rate('b', 100, 0.2)] },
  { name: 'best of many', decide: {}, entries: [rate('a', 150), rate('b', 100), rate('c', 90), rate('d', 80)] },
  {
    name: 'best, lowest',
    decide: { metric: 'sync_latency_p99', prefer: 'lowest' },
    entries: [latency('a', 900), latency('b', 1500)],
  },
  { name: 'best, of made', decide: {}, entries: [rate('a', 150, 0.3), rate('b', 100, 0.2)], how: COPIES },
  {
    name: 'best, of which one is infeasible',
    decide: {},
    entries: [rate('a', 150), rate('b', 100), { ...rate('c', 90), turns: [] }],
  },
  {
    name: 'cheapest, no threshold',
    decide: { prefer: 'cheapest' },
    entries: [rate('a', 100, 0.1), rate('b', 150, 0.3)],
  },
  {
    name: 'equivalent',
    decide: {},
    entries: [rate('a', 100.1, 0.4), { ...rate('b', 100, 0.2), turns: makeTurns(100, -0.001, 6) }],
  },
  {
    name: 'safe by comparison',
    decide: {},
    entries: [
      rate('a', 101.2, 0, { spread: 0.004 }),
      { ...rate('b', 100), turns: makeTurns(100, -0.004, 6) },
      rate('c', 50),
    ],
  },
  { name: 'alone', decide: {}, entries: [rate('a', 100, 0.1)] },
  { name: 'described', decide: null, entries: [rate('a', 100), rate('b', 90)] },
  { name: 'described, nothing valid', decide: null, entries: [{ ...rate('a', 1), turns: makeExcluded('HostBusy') }] },
  { name: 'meets, alone', decide: CHEAPEST, entries: [rate('a', 400, 0.3)] },
  {
    name: 'meets, all, priced',
    decide: CHEAPEST,
    entries: [rate('a', 400, 0.3), rate('b', 500, 0.5), rate('c', 600, 0.9)],
  },
  {
    name: 'meets, some, priced',
    decide: CHEAPEST,
    entries: [rate('no', 100, 0.2), rate('a', 400, 0.3), rate('b', 500, 0.5)],
  },
  {
    name: 'meets, some of one price',
    decide: CHEAPEST,
    entries: [rate('no', 100, 0.2), rate('a', 400, 0.3), rate('b', 401, 0.3), rate('c', 900, 1)],
  },
  {
    name: 'meets, all free, a time',
    decide: { ...COMMIT },
    entries: [latency('a', 900), latency('b', 1500), latency('c', 4000)],
  },
  {
    name: 'meets, all free, inconclusive which',
    decide: { metric: 'sync_latency_p99', atMost: 10_000, prefer: 'lowest' },
    entries: [latency('a', 900, 0, { spread: 0.05 }), latency('b', 905, 0, { spread: -0.04 })],
  },
  { name: 'meets, highest', decide: HIGHEST, entries: [rate('a', 600, 0.3), rate('b', 400, 0.3), rate('c', 100, 0.1)] },
  {
    name: 'meets, highest, two equivalent',
    decide: HIGHEST,
    entries: [rate('a', 400.4), { ...rate('b', 400), turns: makeTurns(400, -0.001, 6) }],
  },
  { name: 'meets, only one', decide: HIGHEST, entries: [rate('a', 600), rate('b', 100)] },
  {
    name: 'meets, a dearer one may',
    decide: CHEAPEST,
    entries: [rate('a', 400, 0.2), rate('may', 251, 0.4, OPEN), rate('no', 100, 0.1)],
  },
  {
    name: 'meets, one surely, the others may',
    decide: HIGHEST,
    entries: [rate('a', 600), rate('may', 251, 0, OPEN)],
  },
  {
    name: 'meets, one unmeasured',
    decide: HIGHEST,
    entries: [rate('a', 600), rate('b', 400), { ...rate('z', 1), turns: makeExcluded('HostLost') }],
  },
  {
    name: 'meets, commits',
    decide: COMMIT,
    entries: [latency('gp3-3k', 12_600, 0.011), latency('gp3-6k', 4800, 0.032), latency('io2', 1100, 0.37)],
  },
  {
    name: 'meets, criteria',
    decide: { ...CHEAPEST, require: [QUICK] },
    entries: [rate('slow', 400, 0.1), rate('a', 400, 0.2)],
    change: withDelay,
  },
  {
    name: 'meets, both limits',
    decide: { atLeast: 100 * MB, atMost: 300 * MB, prefer: 'cheapest' },
    entries: [rate('a', 200, 0.2), rate('b', 500, 0.1)],
  },
  {
    name: 'meets, bound',
    decide: CHEAPEST,
    entries: [rate('a', 400, 0.2, { bound: [{ code: 'ClientBound', trials: 6 }] }), rate('b', 500, 0.4)],
  },
  {
    name: 'meets, above what is provisioned',
    decide: CHEAPEST,
    entries: [rate('a', 884, 0.2, { provisioned: 300 * MB }), rate('b', 500, 0.4)],
  },
  { name: 'safe, a cheaper one may', decide: CHEAPEST, entries: [rate('may', 251, 0.2, OPEN), rate('b', 500, 0.5)] },
  {
    name: 'safe, a better one may',
    decide: { ...COMMIT, prefer: 'lowest', atMost: 1000 },
    entries: [latency('may', 700, 0, { spread: 0.25 }), latency('b', 800)],
  },
  {
    name: 'safe, a cheaper one unmeasured',
    decide: CHEAPEST,
    entries: [{ ...rate('z', 1, 0.1), turns: makeExcluded('HostLost') }, rate('b', 500, 0.5)],
  },
  {
    name: 'safe, a price unknown',
    decide: CHEAPEST,
    entries: [{ ...rate('a', 400), usdPerHour: null }, rate('b', 500, 0.5)],
  },
  { name: 'misses, alone', decide: CHEAPEST, entries: [rate('a', 100, 0.2)] },
  { name: 'misses, all', decide: CHEAPEST, entries: [rate('a', 100, 0.2), rate('b', 200, 0.4)] },
  {
    name: 'misses, criteria',
    decide: { prefer: 'cheapest', require: [QUICK] },
    entries: [rate('slow', 400, 0.1), rate('slower', 300, 0.2)],
    change: withDelay,
  },
  {
    name: 'burst only',
    decide: CHEAPEST,
    entries: [rate('small', 884, 0.2, { provisioned: 150 * MB }), rate('b', 100, 0.1)],
  },
  {
    name: 'inconclusive, noise',
    decide: {},
    entries: [rate('a', 103, 0, { spread: 0.03 }), rate('b', 100, 0, { spread: -0.03 }), rate('c', 50)],
  },
  { name: 'inconclusive, few', decide: {}, entries: [rate('a', 120), rate('b', 100, 0, { n: 2 })] },
  { name: 'equivalent by a wide margin', decide: { margin: 0.05 }, entries: [rate('a', 104), rate('b', 99.8)] },
  {
    name: 'inconclusive, bound by slow trials',
    decide: {},
    entries: [
      { ...rate('a', 120), turns: [...makeTurns(120, 0.002, 6), { value: 1, out: 'TimedOut', lost: 'slow' }] },
      rate('b', 100),
    ],
  },
  {
    name: 'inconclusive, limit missed by the client',
    decide: CHEAPEST,
    entries: [rate('a', 200, 0.2, { bound: [{ code: 'host CPU', trials: 6 }] })],
  },
  { name: 'inconclusive, too few for a threshold', decide: CHEAPEST, entries: [rate('a', 400, 0.2, { n: 3 })] },
  {
    name: 'equivalent, three',
    decide: { margin: 0.1 },
    entries: [rate('a', 100.4), rate('b', 100.2), rate('c', 100)],
  },
  {
    name: 'safe, two cheaper ones may',
    decide: CHEAPEST,
    entries: [rate('x', 251, 0.2, OPEN), rate('y', 252, 0.3, OPEN), rate('b', 500, 0.5)],
  },
  {
    name: 'inconclusive, assumed instances',
    decide: {},
    entries: [rate('a', 110, 0.2), rate('b', 100, 0.2)],
    how: COPIES,
  },
  {
    name: 'inconclusive, bound',
    decide: {},
    entries: [rate('a', 120), rate('b', 100, 0, { bound: [{ code: 'ClientBound', trials: 6 }] })],
  },
  {
    name: 'inconclusive, rounded',
    decide: {},
    entries: [
      { ...rate('a', 2), turns: makeTurns(200, 0, 6).map(() => ({ value: 2e6 })) },
      { ...rate('b', 1), turns: makeTurns(100, 0, 6).map(() => ({ value: 1e6 })) },
    ],
  },
  { name: 'inconclusive, limit', decide: CHEAPEST, entries: [rate('a', 251, 0.2, OPEN)] },
  {
    name: 'inconclusive, limit of several',
    decide: CHEAPEST,
    entries: [rate('a', 251, 0.2, OPEN), rate('b', 252, 0.4, OPEN), rate('no', 100, 0.1)],
  },
  {
    name: 'inconclusive, unmeasured',
    decide: {},
    entries: [rate('a', 120), { ...rate('z', 1), turns: makeExcluded('HostLost') }],
  },
  {
    name: 'inconclusive, unmeasured beside misses',
    decide: CHEAPEST,
    entries: [rate('a', 120, 0.3), { ...rate('z', 1, 0.2), turns: makeExcluded('HostLost') }],
  },
  {
    name: 'inconclusive, price',
    decide: { prefer: 'cheapest' },
    entries: [rate('a', 120, 0.2), { ...rate('b', 100), usdPerHour: null }],
  },
  {
    name: 'too little',
    decide: {},
    entries: [
      { ...rate('a', 1), turns: makeExcluded('HostBusy', 12) },
      { ...rate('b', 1), turns: makeExcluded('ShortRun', 12) },
    ],
  },
  { name: 'too little, one each', decide: {}, entries: [rate('a', 252, 0, { n: 1 }), rate('b', 400, 0, { n: 1 })] },
];

export function answerConstructed({ decide: asked, entries, how = FOLDERS, change = PRICED }: ConstructedCase) {
  return answer(asked, entries, how, change);
}
