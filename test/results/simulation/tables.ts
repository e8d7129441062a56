/** What is measured of the decision, as tables: `docs/statistics.md` shows them, and the tests hold each figure. */
import { counted } from '../../../lib/results/format';
import { trendOf } from '../../../lib/results/statistics/trend';
import { COPIES, FOLDERS } from '../answer/contest';
import { MEDIAN, NOISE, type Noise, type NoiseName, normal, SIGMA } from './noise';
import { BASE, decided, execution, type Rate, rateOf, type World } from './world';

/** One figure. */
export interface Figure {
  readonly rate: Rate;
  /** Where it is a coverage: the level that the intervals claim. */
  readonly claimed?: number;
}

export interface Line {
  readonly label: string;
  readonly figures: readonly Figure[];
}

export interface Table {
  /** First the name of the labels. */
  readonly head: readonly string[];
  readonly lines: readonly Line[];
}

const REPLICATES = [3, 5, 10] as const;
const COUNTS = [2, 3, 4, 8] as const;
/** Executions for each figure; more where the true rate is nearest to the limit. */
const RUNS = 2000;
const RUNS_OF_PAIRS = 4000;

const PER_N = REPLICATES.map((n) => `n = ${n}`);

/** Identical configurations that take turns: how often one is called better. */
export function identical(noise: NoiseName): Table {
  const lines = COUNTS.map((k) => ({
    label: `${noise}, ${k} configurations`,
    figures: REPLICATES.map((replicates) => {
      const world: World = { truth: zeros(k), replicates, noise: NOISE[noise], how: FOLDERS };
      const runs = k === 2 ? RUNS_OF_PAIRS : RUNS;
      return {
        rate: rateOf(world, runs, `identical ${noise} ${k} ${replicates}`, ({ status }) => status === 'decided'),
      };
    }),
  }));
  return { head: ['repeats scatter as', ...PER_N], lines };
}

/** Identical configurations on fresh copies, which differ by themselves. */
export function copies(): Table {
  const blocks = [2, 3, 4, 5] as const;
  const lines = [2, 4].flatMap((k) =>
    [0, 1, 2, 3].map((times) => ({
      label: `copies differ ${times} times as much as trials, ${k} configurations`,
      figures: blocks.map((count) => {
        const noise = NOISE['log-normal'];
        const world: World = { truth: zeros(k), replicates: 3, blocks: count, copies: times, noise, how: COPIES };
        const name = `copies ${times} ${k} ${count}`;
        return { rate: rateOf(world, k === 2 ? RUNS : RUNS / 2, name, ({ status }) => status === 'decided') };
      }),
    })),
  );
  return { head: ['fresh copies', ...blocks.map((count) => `${count} blocks`)], lines };
}

/** How often a true difference is found. */
export function power(): Table {
  const lines = [0.5, 1, 2, 3].map((deviations) => ({
    label: counted(deviations, 'deviation'),
    figures: REPLICATES.map((replicates) => {
      const truth = [deviations * SIGMA, 0];
      const world: World = { truth, replicates, noise: NOISE['log-normal'], how: FOLDERS };
      const name = `power ${deviations} ${replicates}`;
      return {
        rate: rateOf(world, RUNS, name, (found) => found.status === 'decided' && found.winner?.cell === 'cell-x0'),
      };
    }),
  }));
  return { head: ['true difference', ...PER_N], lines };
}

/** A limit of the base value, and configurations about it, ascending in price. */
function limited(deviations: readonly number[], replicates: number): World {
  return {
    truth: deviations.map((by) => by * SIGMA),
    prices: deviations.map((_, index) => index + 1),
    replicates,
    noise: NOISE['log-normal'],
    how: FOLDERS,
    decide: { atLeast: BASE, prefer: 'cheapest' },
  };
}

/** So near to the limit three trials are wrong by the rule itself in 1.06 % (a noncentral t of two degrees). */
export const HARDEST = 'one above by half a deviation, one by 4';

/** How often the wrong one is called the cheapest that reaches a limit. */
export function cheapest(): Table {
  const worlds: Readonly<Record<string, readonly number[]>> = {
    'one above by 1 deviation, one by 4': [1, 4],
    'one below by 1 deviation, one above by 4': [-1, 4],
    'four: below by 3, above by 1, 2 and 5': [-3, 1, 2, 5],
    'four: below by 4, 2 and 1, above by 4': [-4, -2, -1, 4],
    [HARDEST]: [0.5, 4],
  };
  const lines = Object.entries(worlds).map(([label, deviations]) => {
    const right = `cell-x${deviations.findIndex((by) => by >= 0)}`;
    return {
      label,
      figures: REPLICATES.map((replicates) => ({
        rate: rateOf(
          limited(deviations, replicates),
          RUNS,
          `cheapest ${label} ${replicates}`,
          ({ status, winner }) => status === 'decided' && winner?.cell !== right,
        ),
      })),
    };
  });
  return { head: ['truth, ascending in price', ...PER_N], lines };
}

/** How often a limit is called met that all miss by half a deviation: exit code 0 where 1 would be right. */
export function falselyMet(): Table {
  const lines = [1, 2, 4, 8].map((k) => ({
    label: counted(k, 'configuration'),
    figures: REPLICATES.map((replicates) => ({
      rate: rateOf(
        limited(
          zeros(k).map(() => -0.5),
          replicates,
        ),
        RUNS,
        `met ${k} ${replicates}`,
        ({ met }) => met === 'yes',
      ),
    })),
  }));
  return { head: ['all miss it by half a deviation', ...PER_N], lines };
}

/** How often the interval that is shown holds the truth. */
export function coverage(): Table {
  const names = ['normal', 'log-normal', 'bimodal 70/30', 't(2)'] as const;
  const own = names.map((name) => ({
    label: `of the median, ${name}`,
    figures: REPLICATES.map((replicates): Figure => {
      const world: World = { truth: [0], replicates, noise: NOISE[name], how: FOLDERS };
      return covered(world, `median ${name} ${replicates}`, Math.exp(MEDIAN[name]));
    }),
  }));
  const ratios = {
    label: 'of the ratio, log-normal',
    figures: REPLICATES.map((replicates): Figure => {
      const world: World = { truth: [0.1, 0], replicates, noise: NOISE['log-normal'], how: FOLDERS };
      const rate = rateOf(world, RUNS, `ratio ${replicates}`, ({ compared: [found], winner }) => {
        const target = Math.exp(winner?.cell === 'cell-x0' ? 0.1 : -0.1);
        return found !== undefined && (found.low ?? Infinity) <= target && (found.high ?? 0) >= target;
      });
      return { rate, claimed: 0.95 };
    }),
  };
  return { head: ['interval', ...PER_N], lines: [...own, ratios] };
}

/** The same over blocks, for copies that differ as much as trials do, or three times as much. */
export function coverageOfBlocks(): Table {
  const blocks = [2, 3, 5] as const;
  const lines = [0, 1, 3].map((times) => ({
    label: `copies differ ${times} times as much as trials`,
    figures: blocks.map((count): Figure => {
      const noise = NOISE['log-normal'];
      const world: World = { truth: [0], replicates: 3, blocks: count, copies: times, noise, how: COPIES };
      return covered(world, `blocks ${times} ${count}`, 1);
    }),
  }));
  return { head: ['interval', ...blocks.map((count) => `${count} blocks`)], lines };
}

function covered(world: World, name: string, truth: number): Figure {
  let hits = 0;
  let claimed = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const interval = decided(world, `${name} ${run}`).ranking[0]?.interval;
    if (interval === null || interval === undefined) throw new Error(`no interval of ${name}`);
    claimed = interval.level;
    if (interval.low <= truth * BASE && interval.high >= truth * BASE) hits += 1;
  }
  return { rate: { runs: RUNS, hits }, claimed };
}

/** How often a rig is said to have fallen: eight configurations, five rounds. */
export function trends(): Table {
  const falls =
    (to: number): Noise =>
    (random, trials) =>
    (place) =>
      Math.log(1 - ((1 - to) * place) / Math.max(1, trials - 1)) + SIGMA * normal(random);
  const worlds: Readonly<Record<string, Noise>> = {
    'falls to 75 %': falls(0.75),
    'does not change, log-normal': NOISE['log-normal'],
    'does not change, bimodal 70/30': NOISE['bimodal 70/30'],
    'does not change, t(2)': NOISE['t(2)'],
  };
  const lines = Object.entries(worlds).map(([label, noise]) => {
    const world: World = { truth: zeros(8), replicates: 5, noise, how: FOLDERS };
    let hits = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const cells = execution(world, `trend ${label} ${run}`).map(({ turns }) => turns.map(({ value }) => value));
      if (trendOf(cells) !== null) hits += 1;
    }
    return { label, figures: [{ rate: { runs: RUNS, hits } }] };
  });
  return { head: ['the rig', 'said to have changed'], lines };
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

/** All tables by the name under which the page has them. */
export const TABLES: Readonly<Record<string, () => Table>> = {
  identical: () => {
    const all = Object.keys(NOISE).map((name) => identical(name as NoiseName));
    return { head: all[0]?.head ?? [], lines: all.flatMap(({ lines }) => lines) };
  },
  copies,
  power,
  cheapest,
  falselyMet,
  coverage,
  coverageOfBlocks,
  trends,
};
