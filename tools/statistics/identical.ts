/** Configurations that are the same: how often one is called better. */
import { COPIES, FOLDERS } from './contest';
import { NOISE, type NoiseName } from './noise';
import { PER_N, REPLICATES, RUNS, type Table, zeros } from './table';
import { rateOf, type World } from './world';

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
