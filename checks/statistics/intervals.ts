/** Intervals that are shown, and rigs that are said to have changed: how often that is true. */
import type { Candidate } from '../../lib/results/answer/contender';
import { rigTrends } from '../../lib/results/trends';
import { contest, COPIES, FOLDERS } from './contest';
import { MEDIAN, NOISE, type Noise, normal, SIGMA } from './noise';
import { type Figure, PER_N, REPLICATES, RUNS, type Table, zeros } from './table';
import { BASE, decided, execution, rateOf, type World } from './world';

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

/** How often the interval of the one that leads holds the truth, where all are the same. */
export function coverageOfBest(): Table {
  const lines = [2, 4, 8].map((k) => ({
    label: `the best of ${k}`,
    figures: REPLICATES.map((replicates): Figure => {
      const world: World = { truth: zeros(k), replicates, noise: NOISE['log-normal'], how: FOLDERS };
      return covered(world, `best ${k} ${replicates}`, 1);
    }),
  }));
  return { head: ['interval', ...PER_N], lines };
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

const MIXED = 'does not change, reads and writes of one trial';

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
    [MIXED]: NOISE['log-normal'],
  };
  const lines = Object.entries(worlds).map(([label, noise]) => {
    const world: World = { truth: zeros(8), replicates: 5, noise, how: FOLDERS };
    let hits = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const [cells, { trials }] = contest(execution(world, `trend ${label} ${run}`), FOLDERS);
      const both = label === MIXED ? cells.map(readAndWritten) : cells;
      if (rigTrends(both, 'bandwidth', trials).length > 0) hits += 1;
    }
    return { label, figures: [{ rate: { runs: RUNS, hits } }] };
  });
  return { head: ['the rig', 'said to have changed'], lines };
}

/** What slows the reads of a trial down does so to its writes. */
function readAndWritten({ measures, ...cell }: Candidate): Candidate {
  return {
    ...cell,
    measures: ['read', 'write'].flatMap((operation) => measures.map((one) => ({ ...one, operation }))),
  };
}
