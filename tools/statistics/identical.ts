/** Configurations that are the same: how often one is called better. */
import type { DecidedParts } from '../../lib/results/answer/answer';
import { COPIES, FOLDERS } from './contest';
import { counted } from '../../lib/results/format';
import { NOISE, type NoiseName, SIGMA } from './noise';
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

const alone = (of: string): Stage => ({ of, stageIndex: 0, stages: 1 });
const staged = (of: string): Stage[] => [0, 1].map((stageIndex) => ({ of, stageIndex, stages: 2 }));
interface Staged {
  readonly its: readonly Stage[];
  readonly blocks?: number;
}
const PERIODS: Readonly<Record<string, Staged>> = {
  'two stages of one copy': { its: staged('a') },
  'the same, in three blocks': { its: staged('a'), blocks: 3 },
  'two stages of one copy, and one without': { its: [...staged('a'), alone('b')] },
  'two stages of each of two copies': { its: [...staged('a'), ...staged('b')] },
};

/** What follows each other is hurt by noise that lasts. */
export const STAGED: readonly NoiseName[] = ['log-normal', 'bimodal 70/30', 'AR(1) 0.8', 'linear drift'];

/** Identical stages, which follow each other, and copies beside them that have none. */
export function stages(noise: NoiseName): Table {
  const lines = Object.entries(PERIODS).map(([label, { its, blocks = 1 }]) => ({
    label: `${noise}, ${label}`,
    figures: REPLICATES.map((replicates) => {
      const truth = zeros(its.length);
      const world: World = { truth, replicates, blocks, stages: its, noise: NOISE[noise], how: COPIES };
      return { rate: rateOf(world, RUNS / 2, `stages ${noise} ${label} ${replicates}`, isDecided) };
    }),
  }));
  return { head: ['repeats scatter as', ...PER_N], lines };
}

/** Slow trials of one of two that are the same are left out. */
export function selected(): Table {
  const lines = [1, 0.5].map((deviations) => ({
    label: `slower than the middle by ${counted(deviations, 'deviation')}`,
    figures: REPLICATES.map((replicates) => {
      const slowBelow = -deviations * SIGMA;
      const world: World = { truth: zeros(2), replicates, slowBelow, noise: NOISE['log-normal'], how: FOLDERS };
      return { rate: rateOf(world, RUNS, `selected ${deviations} ${replicates}`, isDecided) };
    }),
  }));
  return { head: ['left out of one of two', ...PER_N], lines };
}

function isDecided({ status }: DecidedParts): boolean {
  return status === 'decided';
}
