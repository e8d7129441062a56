/** Constructed answers: every outcome and reason, with its expected headline. */
import type { Answer } from '../../../lib/results/answer/answer';
import type { Candidate } from '../../../lib/results/answer/contender';
import { ensure } from '../../../lib/shapes/errors';
import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import { COPIES, type Entry, FOLDERS, type How } from '../../../checks/statistics/contest';
import { addMetric, answer, CHEAPEST, type EntryOptions, makeEntry, makeTurns, MB } from './answers';

/** A bandwidth; a price is that of storage, in addition to a host of $0.50 an hour. */
const rate = (name: string, mean: number, storage = 0, more: EntryOptions = {}): Entry =>
  makeEntry(name, mean, storage === 0 ? 0 : storage + 0.5, more);

/** A latency, in microseconds. */
const latency = (name: string, mean: number, storage = 0, { by, n, ...more }: EntryOptions = {}): Entry => {
  const turns = makeTurns(mean, by, n).map((turn) => ({ ...turn, value: turn.value / MB }));
  return rate(name, mean, storage, { unit: 'us', metric: 'sync_latency_p99', turns, ...more });
};

/** A configuration whose trials are all excluded. */
const makeExcluded = (name: string, code: string, storage = 0, count = 6): Entry =>
  rate(name, 1, storage, { turns: Array.from({ length: count }, (_, nth) => ({ value: nth + 1, out: code })) });

const PRICED = (one: Candidate): Candidate => ({
  ...one,
  storageUsdPerHour: one.usdPerHour === null || one.usdPerHour === 0 ? one.usdPerHour : one.usdPerHour - 0.5,
});
/** Gives every configuration a delay; names that begin with `slow` get one that misses 100. */
const withDelay = (one: Candidate): Candidate => {
  const delay = one.label.startsWith('slow') ? 200 : 50;
  return addMetric(
    PRICED(one),
    'delay',
    [0, 0.1, 0.2, 0.3, 0.4, 0.5].map((more) => delay + more),
  );
};

const HIGHEST: Partial<DecisionRule> = { atLeast: 250 * MB, prefer: 'highest' };
const LOWEST: Partial<DecisionRule> = { metric: 'sync_latency_p99', prefer: 'lowest' };
const COMMIT: Partial<DecisionRule> = { metric: 'sync_latency_p99', atMost: 10_000, prefer: 'cheapest' };
const QUICK = { name: 'quick', metric: 'delay', atMost: 100 };
const OPEN = { by: 0.01 };
const BOUND = { bound: [{ code: 'ClientBound', trials: 6 }] };
const TOO_SLOW = { value: 1, out: 'TimedOut', lost: 'slow' } as const;

export type ConstructedCase = readonly [
  decide: Partial<DecisionRule> | null,
  entries: readonly Entry[],
  place?: { readonly how?: How; readonly change?: (candidate: Candidate) => Candidate },
];

export const CONSTRUCTED: Readonly<Record<string, ConstructedCase>> = {
  best: [{}, [rate('a', 150, 0.3), rate('b', 100, 0.2)]],
  'best of many': [{}, [rate('a', 150), rate('b', 100), rate('c', 90), rate('d', 80)]],
  'best, lowest': [LOWEST, [latency('a', 900), latency('b', 1500)]],
  'best, of made': [{}, [rate('a', 150, 0.3), rate('b', 100, 0.2)], { how: COPIES }],
  'best, of which one is infeasible': [{}, [rate('a', 150), rate('b', 100), rate('c', 90, 0, { turns: [] })]],
  'cheapest, no threshold': [{ prefer: 'cheapest' }, [rate('a', 100, 0.1), rate('b', 150, 0.3)]],
  equivalent: [{}, [rate('a', 100.1, 0.4), rate('b', 100, 0.2, { by: -0.001 })]],
  'safe by comparison': [{}, [rate('a', 101.2, 0, { by: 0.004 }), rate('b', 100, 0, { by: -0.004 }), rate('c', 50)]],
  alone: [{}, [rate('a', 100, 0.1)]],
  described: [null, [rate('a', 100), rate('b', 90)]],
  'described, nothing valid': [null, [makeExcluded('a', 'HostBusy')]],
  'meets, alone': [CHEAPEST, [rate('a', 400, 0.3)]],
  'meets, all, priced': [CHEAPEST, [rate('a', 400, 0.3), rate('b', 500, 0.5), rate('c', 600, 0.9)]],
  'meets, some, priced': [CHEAPEST, [rate('no', 100, 0.2), rate('a', 400, 0.3), rate('b', 500, 0.5)]],
  'meets, one, no prices': [CHEAPEST, [rate('no', 100), rate('a', 400)]],
  'meets, some of one price': [
    CHEAPEST,
    [rate('no', 100, 0.2), rate('a', 400, 0.3), rate('b', 401, 0.3), rate('c', 900, 1)],
  ],
  'meets, all free, a time': [COMMIT, [latency('a', 900), latency('b', 1500), latency('c', 4000)]],
  'meets, all free, inconclusive which': [
    { ...LOWEST, atMost: 10_000 },
    [latency('a', 900, 0, { by: 0.05 }), latency('b', 905, 0, { by: -0.04 })],
  ],
  'meets, highest': [HIGHEST, [rate('a', 600, 0.3), rate('b', 400, 0.3), rate('c', 100, 0.1)]],
  'meets, highest, two equivalent': [HIGHEST, [rate('a', 400.4), rate('b', 400, 0, { by: -0.001 })]],
  'meets, only one': [HIGHEST, [rate('a', 600), rate('b', 100)]],
  'meets, a dearer one may': [CHEAPEST, [rate('a', 400, 0.2), rate('may', 251, 0.4, OPEN), rate('no', 100, 0.1)]],
  'meets, one surely, the others may': [HIGHEST, [rate('a', 600), rate('may', 251, 0, OPEN)]],
  'meets, one unmeasured': [HIGHEST, [rate('a', 600), rate('b', 400), makeExcluded('z', 'HostLost')]],
  'meets, commits': [
    COMMIT,
    [latency('gp3-3k', 12_600, 0.011), latency('gp3-6k', 4800, 0.032), latency('io2', 1100, 0.37)],
  ],
  'meets, criteria': [
    { ...CHEAPEST, require: [QUICK] },
    [rate('slow', 400, 0.1), rate('a', 400, 0.2)],
    { change: withDelay },
  ],
  'meets, both limits': [
    { ...CHEAPEST, atLeast: 100 * MB, atMost: 300 * MB },
    [rate('a', 200, 0.2), rate('b', 500, 0.1)],
  ],
  'meets, bound': [CHEAPEST, [rate('a', 400, 0.2, BOUND), rate('b', 500, 0.4)]],
  'meets, above what is provisioned': [CHEAPEST, [rate('a', 884, 0.2, { provisioned: 300 * MB }), rate('b', 500, 0.4)]],
  'safe, a cheaper one may': [CHEAPEST, [rate('may', 251, 0.2, OPEN), rate('b', 500, 0.5)]],
  'safe, a better one may': [{ ...LOWEST, atMost: 1000 }, [latency('may', 700, 0, { by: 0.25 }), latency('b', 800)]],
  'safe, a cheaper one unmeasured': [CHEAPEST, [makeExcluded('z', 'HostLost', 0.1), rate('b', 500, 0.5)]],
  'safe, a price unknown': [CHEAPEST, [rate('a', 400, 0, { usdPerHour: null }), rate('b', 500, 0.5)]],
  'misses, alone': [CHEAPEST, [rate('a', 100, 0.2)]],
  'misses, all': [CHEAPEST, [rate('a', 100, 0.2), rate('b', 200, 0.4)]],
  'misses, criteria': [
    { prefer: 'cheapest', require: [QUICK] },
    [rate('slow', 400, 0.1), rate('slower', 300, 0.2)],
    { change: withDelay },
  ],
  'burst only': [CHEAPEST, [rate('small', 884, 0.2, { provisioned: 150 * MB }), rate('b', 100, 0.1)]],
  'inconclusive, noise': [{}, [rate('a', 103, 0, { by: 0.03 }), rate('b', 100, 0, { by: -0.03 }), rate('c', 50)]],
  'inconclusive, few': [{}, [rate('a', 120), rate('b', 100, 0, { n: 2 })]],
  'equivalent by a wide margin': [{ margin: 0.05 }, [rate('a', 104), rate('b', 99.8)]],
  'inconclusive, bound by slow trials': [
    {},
    [rate('a', 120, 0, { turns: [...makeTurns(120), TOO_SLOW] }), rate('b', 100)],
  ],
  'inconclusive, limit missed by the client': [
    CHEAPEST,
    [rate('a', 200, 0.2, { bound: [{ code: 'host CPU', trials: 6 }] })],
  ],
  'inconclusive, too few for a threshold': [CHEAPEST, [rate('a', 400, 0.2, { n: 3 })]],
  'equivalent, three': [{ margin: 0.1 }, [rate('a', 100.4), rate('b', 100.2), rate('c', 100)]],
  'safe, three cheaper ones may': [
    CHEAPEST,
    [rate('w', 250, 0.1, OPEN), rate('x', 251, 0.2, OPEN), rate('y', 252, 0.3, OPEN), rate('b', 500, 0.5)],
  ],
  'safe, two cheaper ones may': [CHEAPEST, [rate('x', 251, 0.2, OPEN), rate('y', 252, 0.3, OPEN), rate('b', 500, 0.5)]],
  'inconclusive, assumed instances': [{}, [rate('a', 110, 0.2), rate('b', 100, 0.2)], { how: COPIES }],
  'inconclusive, bound': [{}, [rate('a', 120), rate('b', 100, 0, BOUND)]],
  'inconclusive, rounded': [{}, [rate('a', 2, 0, { by: 0 }), rate('b', 1, 0, { by: 0 })]],
  'inconclusive, limit': [CHEAPEST, [rate('a', 251, 0.2, OPEN)]],
  'inconclusive, limit of several': [
    CHEAPEST,
    [rate('a', 251, 0.2, OPEN), rate('b', 252, 0.4, OPEN), rate('no', 100, 0.1)],
  ],
  'inconclusive, unmeasured': [{}, [rate('a', 120), makeExcluded('z', 'HostLost')]],
  'inconclusive, unmeasured beside misses': [CHEAPEST, [rate('a', 120, 0.3), makeExcluded('z', 'HostLost', 0.2)]],
  'inconclusive, price': [{ prefer: 'cheapest' }, [rate('a', 120, 0.2), rate('b', 100, 0, { usdPerHour: null })]],
  'too little': [{}, [makeExcluded('a', 'HostBusy', 0, 12), makeExcluded('b', 'ShortRun', 0, 12)]],
  'too little, one each': [{}, [rate('a', 252, 0, { n: 1 }), rate('b', 400, 0, { n: 1 })]],
};

export const getConstructed = (name: string): ConstructedCase => ensure(CONSTRUCTED[name], `the case ${name}`);

export function answerConstructed([asked, entries, { how = FOLDERS, change = PRICED } = {}]: ConstructedCase): Answer {
  return answer(asked, entries, how, change);
}
