/** Configurations that are the same: how often one is called better. */
import type { DecidedParts } from '../../lib/results/answer/answer';
import { APART, COPIES, FOLDERS } from './contest';
import { counted } from '../../lib/results/format';
import { falling, type Noise, NOISE, type NoiseName, normal, SIGMA } from './noise';
import { PER_N, REPLICATES, RUNS, type Table, zeros } from './table';
import { rateOf, type Stage, type World } from './world';

const COUNTS = [2, 3, 4, 8] as const;
/** The true rate of pairs is nearest to the limit: it takes more executions to be sure of it. */
const RUNS_OF_PAIRS = 4000;

/** Identical configurations that take turns: how often one is called better. */
export function identical(noise: NoiseName): Table {
  const lines = COUNTS.map((k) => ({
    label: `${noise}, ${k} configurations`,
    figures: REPLICATES.map((replicates) => {
      const world: World = { truth: zeros(k), replicates, noise: NOISE[noise], how: FOLDERS };
      const runs = k === 2 ? RUNS_OF_PAIRS : RUNS;
      return {
        rate: rateOf(world, runs, `identical ${noise} ${k} ${replicates}`, isDecided),
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
        return { rate: rateOf(world, k === 2 ? RUNS : RUNS / 2, name, isDecided) };
      }),
    })),
  );
  return { head: ['fresh copies', ...blocks.map((count) => `${count} blocks`)], lines };
}

/** Trials that count of two that are the same, after others were left out. */
const UNEQUAL: readonly (readonly [number, number])[] = [
  [10, 2],
  [10, 3],
  [10, 5],
  [6, 3],
  [5, 3],
  [5, 4],
];

/** Two that are the same, of which different numbers of trials count: how often one is called better. */
export function unequal(noise: NoiseName): Table {
  const figures = UNEQUAL.map((counting) => {
    const world: World = {
      truth: zeros(2),
      replicates: Math.max(...counting),
      counting,
      noise: NOISE[noise],
      how: FOLDERS,
    };
    return { rate: rateOf(world, RUNS, `unequal ${noise} ${counting.join(' ')}`, isDecided) };
  });
  const head = UNEQUAL.map(([one, other]) => `${one} and ${other}`);
  return { head: ['trials that count', ...head], lines: [{ label: noise, figures }] };
}

/** The same on one copy of each, which differ by themselves: no rule can tell that from a true difference. */
export function oneBlock(): Table {
  const lines = [2, 4].flatMap((k) =>
    [0, 1, 2, 3].map((times) => ({
      label: `copies differ ${times} times as much as trials, ${k} configurations`,
      figures: REPLICATES.map((replicates) => {
        const world: World = { truth: zeros(k), replicates, copies: times, noise: NOISE['log-normal'], how: COPIES };
        return { rate: rateOf(world, RUNS / 2, `one block ${times} ${k} ${replicates}`, isDecided) };
      }),
    })),
  );
  return { head: ['one copy of each', ...PER_N], lines };
}

/** Few blocks of values of two levels, or of copies of two kinds: all of one may lie on one of them. */
export function fewBlocks(): Table {
  const worlds: Readonly<Record<string, Pick<World, 'noise' | 'kinds'>>> = {
    'bimodal 70/30': { noise: NOISE['bimodal 70/30'] },
    'copies of two kinds, one slower by 10 %': { noise: narrow, kinds: 0.1 },
    'copies of two kinds, one slower by 20 %': { noise: narrow, kinds: 0.2 },
  };
  const lines = Object.entries(worlds).flatMap(([label, one]) =>
    [2, 3, 4].map((blocks) => ({
      label: `${label}, ${blocks} blocks`,
      figures: REPEATS.map((replicates) => {
        const world: World = { truth: zeros(2), replicates, blocks, how: COPIES, ...one };
        return { rate: rateOf(world, RUNS, `few blocks ${label} ${blocks} ${replicates}`, isDecided) };
      }),
    })),
  );
  return { head: ['fresh copies', ...REPEATS.map((n) => `${counted(n, 'repeat')} in each`)], lines };
}
/** Trials that scatter less than copies differ. */
const narrow: Noise = (random) => () => 0.02 * normal(random);
const REPEATS = [1, 2, 3, 5] as const;

/** Two levels of a factor that is hard to change, which are the same: each set-up has its own luck. */
export function setUps(): Table {
  const names = ['log-normal', 'AR(1) 0.8', 'linear drift'] as const;
  const lines = names.flatMap((name) =>
    [1, 3].map((times) => ({
      label: `${name}, set-ups differ ${times} times as much as trials`,
      figures: REPLICATES.map((replicates) => {
        const world: World = { truth: zeros(2), replicates, setUps: times, noise: NOISE[name], how: FOLDERS };
        return { rate: rateOf(world, RUNS_OF_PAIRS, `set-ups ${name} ${times} ${replicates}`, isDecided) };
      }),
    })),
  );
  return { head: ['two levels, set up in turn', ...PER_N], lines };
}

/** Deviations of two that have the same mean: the middle of the one that scatters more lies far below it. */
const WIDE_AND_NARROW = [0.5, 0.05] as const;

/** Two of the same mean, one of which scatters by a half: how often the mean of one is called better. */
export function sameMeans(): Table {
  const worlds = {
    'one scatters by a half, the other by a twentieth': WIDE_AND_NARROW,
    'both scatter by a half': [0.5, 0.5],
  } as const;
  const lines = Object.entries(worlds).map(([label, own]) => ({
    label,
    figures: REPLICATES.map((replicates) => {
      const truth = own.map((deviation) => -(deviation ** 2) / 2);
      const noise = () => () => 0;
      const world: World = { truth, own, replicates, noise, how: FOLDERS, decide: { statistic: 'mean' } };
      return { rate: rateOf(world, RUNS, `same means ${label} ${replicates}`, isDecided) };
    }),
  }));
  return { head: ['two of the same mean', ...PER_N], lines };
}

const alone = (of: string): Stage => ({ of, stageIndex: 0, stages: 1 });
const staged = (of: string): Stage[] => [0, 1].map((stageIndex) => ({ of, stageIndex, stages: 2 }));
interface Staged {
  readonly its: readonly Stage[];
  readonly blocks?: number;
  /** See {@link World.copies}. */
  readonly copies?: number;
}
const PERIODS: Readonly<Record<string, Staged>> = {
  'two stages of one copy': { its: staged('a') },
  'the same, in three blocks': { its: staged('a'), blocks: 3 },
  'two stages of one copy, and one without': { its: [...staged('a'), alone('b')] },
  'two stages of each of two copies': { its: [...staged('a'), ...staged('b')] },
  'the same, copies differ 2 times as much, in three blocks': {
    its: [...staged('a'), ...staged('b')],
    blocks: 3,
    copies: 2,
  },
};

/** What follows each other is hurt by noise that lasts. */
export const STAGED = {
  'log-normal': NOISE['log-normal'],
  'bimodal 70/30': NOISE['bimodal 70/30'],
  'AR(1) 0.8': NOISE['AR(1) 0.8'],
  'linear drift': NOISE['linear drift'],
  'a fall by 20 %': falling(0.2),
  'a fall by 30 %': falling(0.3),
} as const satisfies Readonly<Record<string, Noise>>;

/** Identical stages, which follow each other, and copies beside them that have none. */
export function stages(noise: keyof typeof STAGED): Table {
  const lines = Object.entries(PERIODS).map(([label, { its, blocks = 1, copies: differ = 0 }]) => ({
    label: `${noise}, ${label}`,
    figures: REPLICATES.map((replicates) => {
      const truth = zeros(its.length);
      const world: World = {
        truth,
        replicates,
        blocks,
        copies: differ,
        stages: its,
        noise: STAGED[noise],
        how: COPIES,
      };
      return { rate: rateOf(world, RUNS / 2, `stages ${noise} ${label} ${replicates}`, isDecided) };
    }),
  }));
  return { head: ['repeats scatter as', ...PER_N], lines };
}

/** Slow trials of one of two that are the same are left out: as slow, or as their tool failed. */
export function selected(): Table {
  const lines = ['LongRun', 'ToolFailed'].flatMap((slowAs) =>
    [1, 0.5].map((deviations) => ({
      label: `${slowAs}, slower than the middle by ${counted(deviations, 'deviation')}`,
      figures: REPLICATES.map((replicates) => {
        const slowBelow = -deviations * SIGMA;
        const noise = NOISE['log-normal'];
        const world: World = { truth: zeros(2), replicates, slowBelow, slowAs, noise, how: FOLDERS };
        return { rate: rateOf(world, RUNS, `selected ${slowAs} ${deviations} ${replicates}`, isDecided) };
      }),
    })),
  );
  return { head: ['left out of one of two', ...PER_N], lines };
}

/** Two that are the same, each with a rig of its own, of which the second finds another hour in every block. */
export function rigsApart(): Table {
  const blocks = [3, 4, 5] as const;
  const lines = [0, 0.05, 0.08].map((laterBy) => ({
    label: `the second of each block is slower by ${100 * laterBy} %`,
    figures: blocks.map((count) => {
      const how = { ...APART, asWritten: true } as const;
      const world: World = { truth: zeros(2), replicates: 3, blocks: count, laterBy, noise: thin, how };
      return { rate: rateOf(world, RUNS, `rigs apart ${laterBy} ${count}`, isDecided) };
    }),
  }));
  return { head: ['rigs in one order', ...blocks.map((count) => `${count} blocks`)], lines };
}
/** Trials that scatter less than hours differ. */
const thin: Noise = (random) => () => 0.03 * normal(random);

function isDecided({ status }: DecidedParts): boolean {
  return status === 'decided';
}
