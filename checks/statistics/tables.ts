/** All measured rates of the decision, for `docs/statistics-tables.md`. */
import { APART, FOLDERS } from './contest';
import { endingLow, falling, firstSlow, lasting, MEDIANS, scatter, SHAPES, SIGMA, striking, wave } from './noise';
import { LOOK_TABLES } from './looks';
import {
  blockRow,
  by,
  isCovered,
  isDecided,
  isMet,
  isMissed,
  isRight,
  isWrong,
  kRow,
  ladderRow,
  LIMIT,
  LIMIT_NS,
  limitRow,
  ofN,
  pairRow,
  sameRow,
  spreadRow,
  TRUE_SPREADS,
} from './rows';
import { type Row, type Table, zeros } from './table';
import type { World } from './world';

/** Two and three configurations that are the same. */
function periodicRow(label: string, noise: World['noise']): Row {
  return kRow(label, noise, 0, isDecided, { ks: [2, 3], ns: [3, 4, 6, 8, 10] });
}

/** One, two and four configurations. @param end of the rig ÷ limit */
function fallTable(fall: number, end: number, most: number): Table {
  const below = `${100 * fall} % to ${Number((100 * (1 - end)).toFixed(1))} % below`;
  const ns = [4, 5, 6, 7, 8, 10];
  const common = { noise: endingLow(fall), how: FOLDERS, decide: LIMIT };
  const truth = (k: number): number[] => zeros(k).map(() => Math.log(end / (1 - fall)));
  const rows = [1, 2, 4].map((k) => {
    const worlds = ns.map((replicates) => ({ ...common, truth: truth(k), replicates }));
    return { label: `${k}`, worlds, hit: isMet, seed: `${below}, ${k}` };
  });
  const title = `A rig that falls by ${below} the limit: said to meet it.`;
  return { title, head: ['configurations', ...ns.map((n) => `n = ${n}`)], rows, most };
}

/** Each by its name. */
export const TABLES: Readonly<Record<string, Table>> = {
  identical: {
    title: 'One of several configurations that are the same is called better.',
    head: ['noise', ...by([2, 4], [3, 4, 6, 10], ofN)],
    rows: Object.entries(SHAPES).map(([label, noise]) => sameRow(label, noise, {})),
    most: 0.065,
    times: 4,
  },
  places: {
    title: 'The same, where the place in the order matters.',
    head: ['what happens', ...by([2, 4], [3, 4, 6, 10], ofN)],
    rows: [
      sameRow('the first of each round is slower by 20 %', firstSlow(0.2), {}),
      sameRow('every second trial is slower by 20 %', striking(2, 0.2), {}),
      sameRow('one burdens what follows by 10 %', scatter(0.02), { carry: [-0.1] }),
    ],
    most: 0.065,
    times: 4,
  },
  periodic: {
    title: 'The same of two alone, and of three, where something comes back: a known weakness.',
    head: ['what comes back', ...by([2, 3], [3, 4, 6, 8, 10], ofN)],
    rows: [
      ...[3, 4, 6].map((period) => {
        return periodicRow(`every ${period} trials one slower by 20 %`, striking(period, 0.2));
      }),
      ...[3, 4, 6].map((period) => periodicRow(`a wave of ±10 % every ${period} trials`, wave(period, 0.1))),
    ],
    most: 0.31,
  },
  periodicWorst: {
    title: 'The same at the worst period that is known.',
    head: ['what comes back', ...by([2, 3], [3, 4, 6, 8, 10], ofN)],
    rows: [periodicRow('a wave of ±10 % every 3.3 trials', wave(3.3, 0.1))],
    most: 0.46,
  },
  unlike: {
    title: 'The same, where one scatters five times as much as the others.',
    head: ['configurations', ...[3, 4, 6, 10].map((n) => `n = ${n}`)],
    rows: [2, 4].map((k) => ({
      label: `${k}`,
      worlds: [3, 4, 6, 10].map((replicates) => ({
        truth: zeros(k),
        replicates,
        noise: scatter(0.01),
        own: [0.05],
        how: FOLDERS,
      })),
      hit: isDecided,
    })),
    most: 0.065,
    times: 4,
  },
  blocks: {
    title: 'The same in several blocks, each with new instances and an hour of its own.',
    head: ['blocks', ...[3, 5, 10].map((n) => `${n} blocks`)],
    rows: [
      blockRow('one fleet, instances 5 %, hours 15 %', { instances: 0.05, hours: 0.15 }, isDecided),
      blockRow('rigs apart, instances 5 %, hours 5 %', { instances: 0.05, hours: 0.05, how: APART }, isDecided),
      blockRow('rigs apart, the later slower by 8 %', { laterBy: 0.08, how: APART }, isDecided),
    ],
    most: 0.065,
    times: 4,
  },
  periodicBlocks: {
    title: 'The same of two alone in blocks of two replicates, where something comes back: blocks lessen it, no more.',
    head: ['what comes back', ...[3, 5, 10].map((n) => `${n} blocks`)],
    rows: [
      blockRow('every 3 trials one slower by 20 %', { noise: striking(3, 0.2) }, isDecided),
      blockRow('a wave of ±10 % every 3 trials', { noise: wave(3, 0.1) }, isDecided),
    ],
    most: 0.19,
  },
  assumed: {
    title:
      'One block of instances that were made, 6 replicates (trials 3 %), ' +
      'by the true spread of instances (assumed: 5 %).',
    head: ['instances or hours differ by', ...TRUE_SPREADS.map((sd) => `${Math.round(100 * sd)} %`)],
    rows: [
      spreadRow('the same, called different (2)', { truth: [0, 0] }, isDecided),
      {
        ...spreadRow('20 % better, found (2)', { truth: [Math.log(1.2), 0] }, isRight),
        least: [0.92, 0.7, 0.63, 0.57, 0.55],
      },
      {
        ...spreadRow('20 % better, found (4)', { truth: [Math.log(1.2), 0, 0, 0] }, isRight),
        least: [0.86, 0.5, 0.38, 0.36, 0.3],
      },
      {
        ...spreadRow('30 % better, found (2)', { truth: [Math.log(1.3), 0] }, isRight),
        least: [0.98, 0.97, 0.91, 0.84, 0.74],
      },
      spreadRow('1 % below a limit, said to meet it', { truth: [Math.log(0.99)], decide: LIMIT }, isMet),
      {
        ...spreadRow('20 % above a limit, said to meet it', { truth: [Math.log(1.2)], decide: LIMIT }, isMet),
        least: [0.98, 0.92, 0.84, 0.76, 0.69],
      },
      {
        label: 'rigs one after the other, the same, called different (hours)',
        worlds: TRUE_SPREADS.map((hours) => ({
          truth: [0, 0],
          replicates: 6,
          noise: scatter(0.03),
          hours,
          how: APART,
          assumed: { instance: 0 },
        })),
        hit: isDecided,
      },
    ],
    most: 0.34,
  },
  wrong: {
    title: 'The wrong one is called better.',
    head: ['noise, true difference', ...by([2, 4], [3, 4, 6, 10], ofN)],
    rows: (['log-normal', 'two levels, 30 % slower by 20 %'] as const).flatMap((name) =>
      [0.02, 0.05].map((d) => kRow(`${name}, ${100 * d} %`, SHAPES[name], Math.log1p(d), isWrong)),
    ),
    most: 0.02,
  },
  power: {
    title: 'The better one is found: 10 % better, if nothing else is said.',
    head: ['noise', ...by([2, 4], [3, 4, 5, 6, 10], ofN)],
    rows: [
      {
        ...kRow('quiet, 5 %', scatter(SIGMA), Math.log(1.1), isRight, { ns: [3, 4, 5, 6, 10] }),
        least: [0.28, 0.52, 0.66, 0.75, 0.95, 0.09, 0.23, 0.42, 0.58, 0.92],
      },
      {
        ...kRow('fall by 20 %, 2 %', falling(0.2), Math.log(1.1), isRight, { ns: [3, 4, 5, 6, 10] }),
        least: [0.16, 0.74, 0.95, 0.98, 0.98, 0.68, 0.95, 0.98, 0.98, 0.98],
      },
      kRow('alike, AR 0.9 of 8 %; 5 % better', lasting(0.9, 0.08), Math.log(1.05), isRight, { ns: [3, 4, 5, 6, 10] }),
      kRow('first of a round slower by 20 %', firstSlow(0.2), Math.log(1.1), isRight, { ns: [3, 4, 5, 6, 10] }),
    ],
  },
  blockPower: {
    title: 'The better one is found in blocks: 10 % better, trials 2 %, instances 3 %.',
    head: ['hours', ...[3, 5, 10].map((n) => `${n} blocks`)],
    rows: [
      { hours: 0, least: [0.56, 0.92, 0.98] },
      { hours: 0.15, least: [0.36, 0.87, 0.98] },
    ].map(({ hours, least }) => ({
      ...blockRow(
        `${100 * hours} %`,
        { truth: [Math.log(1.1), 0], instances: 0.03, hours, noise: scatter(0.02) },
        isRight,
      ),
      least,
    })),
  },
  limits: {
    title: 'A limit: said to be met 1 % below it; said to be missed 1 % above it.',
    head: ['noise', ...[3, 4, 6, 7, 10].map((n) => `n = ${n}`)],
    rows: Object.entries(MEDIANS).flatMap(([name, median]) => {
      const noise = SHAPES[name as keyof typeof MEDIANS];
      return [
        limitRow(`${name}: below, met`, noise, Math.log(0.99) - median, isMet),
        limitRow(`${name}: above, missed`, noise, Math.log(1.01) - median, isMissed),
      ];
    }),
    most: 0.075,
  },
  limitPower: {
    title: 'A limit that is met is said to be met (trials 5 %).',
    head: ['above it by', ...LIMIT_NS.map((n) => `n = ${n}`)],
    rows: [
      { d: 0.05, least: [0, 0.39, 0.35, 0.3, 0.61, 0.56, 0.72] },
      { d: 0.1, least: [0, 0.82, 0.83, 0.79, 0.95, 0.95, 0.98] },
    ].map(({ d, least }) => ({ ...limitRow(`${100 * d} %`, scatter(SIGMA), Math.log1p(d), isMet, LIMIT_NS), least })),
  },
  coverage: {
    title:
      'The 90 % interval of one configuration holds its typical value (of noise that is symmetric, and its median).',
    head: ['noise', ...[3, 4, 6, 10].map((n) => `n = ${n}`)],
    rows: Object.entries(MEDIANS).map(([name, median]) => ({
      label: name,
      worlds: [3, 4, 6, 10].map((replicates) => ({
        truth: [-median],
        replicates,
        noise: SHAPES[name as keyof typeof MEDIANS],
        how: FOLDERS,
      })),
      hit: isCovered,
      least: [0.88, 0.88, 0.88, 0.88],
    })),
  },
  ladder: {
    title:
      'Six prices, each 5 % better than the one before, the third meets by 2 %: the cheapest that meets (trials 2 %).',
    head: ['answer', ...[4, 6, 8, 10].map((n) => `n = ${n}`)],
    rows: [
      {
        ...ladderRow(
          'the right one',
          ({ outcome, winner, open }) => outcome === 'meets' && open.length === 0 && winner?.cell === 'cell-x2',
        ),
        least: [0.24, 0.17, 0.47, 0.69],
      },
      ladderRow(
        'one that meets it, as a cheaper one may',
        ({ outcome, open }) => outcome === 'meets' && open.length > 0,
      ),
      ladderRow(
        'one that misses',
        ({ met, winner }) => met === 'yes' && ['cell-x0', 'cell-x1'].includes(winner?.cell ?? ''),
      ),
    ],
  },
  ...LOOK_TABLES,
  lasting: fallTable(0.2, 0.95, 0.05),
  lastingSlight: fallTable(0.1, 0.984, 0.1),
  setUps: {
    title: 'Two that are hard to change, each set-up with a spread of its own of 5 %: the same, called different.',
    head: ['noise', ...[3, 4, 6, 10].map((n) => `n = ${n}`)],
    rows: (['log-normal', 'alike, AR 0.8', 'fall by 20 %'] as const).map((name) =>
      pairRow(name, SHAPES[name], { setUps: 0.05 }),
    ),
    most: 0.065,
  },
};
