/** Configurations that differ: how often that is found, and how often limits are answered wrongly. */
import { counted } from '../../lib/results/format';
import { COPY_MARGIN } from '../../lib/results/answer/rivals';
import { detectable } from '../../lib/results/statistics/resolution';
import { COPIES, FOLDERS } from './contest';
import { NOISE, normal, SIGMA } from './noise';
import { PER_N, REPLICATES, RUNS, type Table, zeros } from './table';
import { BASE, rateOf, type World } from './world';

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

/** Of differences that an answer says show with so many, how many do: four of five. */
export function shown(): Table {
  const worlds = { 'folders that take turns': FOLDERS, 'one copy of each': COPIES };
  const lines = Object.entries(worlds).map(([label, how]) => ({
    label,
    figures: REPLICATES.map((replicates) => {
      const demand = { margin: 0.02, floor: how.made ? COPY_MARGIN : 0, means: false, equal: true };
      const truth = [Math.log1p(detectable(replicates, SIGMA, demand)), 0];
      const world: World = { truth, replicates, noise: NOISE['log-normal'], how };
      return {
        rate: rateOf(world, RUNS, `shown ${label} ${replicates}`, ({ status, winner }) => {
          return status === 'decided' && winner?.cell === 'cell-x0';
        }),
      };
    }),
  }));
  return { head: ['the difference that is said to show', ...PER_N], lines };
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

/** Values of two levels, 1.25 in this share, whose median lies below the limit of 1.1. */
const LEVELS = 0.3;

const EQUALS: Readonly<Record<string, number>> = { 'below by half a deviation': -0.5, 'exactly on the limit': 0 };

/**
 * The same where all have one price, so that any that reaches it will do: of all that just miss it one looks as if it
 * reached it, the sooner the more there are.
 */
export function onePrice(): Table {
  const lines = Object.entries(EQUALS).flatMap(([where, by]) =>
    [1, 2, 4, 8].map((k) => ({
      label: `${counted(k, 'configuration')} ${where}`,
      figures: REPLICATES.map((replicates) => {
        const prices = zeros(k).map(() => 1);
        // The true rate is nearest to the limit: it takes more executions to be sure of it.
        const runs = by === 0 ? 2 * RUNS : RUNS / 2;
        const world: World = {
          ...limited(
            zeros(k).map(() => by),
            replicates,
          ),
          prices,
        };
        return { rate: rateOf(world, runs, `one price ${where} ${k} ${replicates}`, ({ met }) => met === 'yes') };
      }),
    })),
  );
  const ofLevels = [1, 4, 8].map((k) => ({
    label: `${counted(k, 'configuration')} of two levels, 1.25 in ${100 * LEVELS} %: 1.1 is said to be reached`,
    figures: REPLICATES.map((replicates) => {
      const world: World = {
        ...limited(zeros(k), replicates),
        prices: zeros(k).map(() => 1),
        noise: (random) => () => (random() < LEVELS ? Math.log(1.25) : 0) + 0.01 * normal(random),
        decide: { atLeast: 1.1 * BASE, prefer: 'cheapest' },
      };
      return { rate: rateOf(world, RUNS, `one price levels ${k} ${replicates}`, ({ met }) => met === 'yes') };
    }),
  }));
  return { head: ['all of one price', ...PER_N], lines: [...lines, ...ofLevels] };
}

/** Deviation of logarithms, of values that scatter by factors: their mean lies 13 % above their middle. */
const WIDE = 0.5;

/** How often a mean that lies exactly on a limit is said to keep to it. */
export function means(): Table {
  const limit = BASE * Math.exp(WIDE ** 2 / 2);
  const lines = (['atMost', 'atLeast'] as const).map((side) => ({
    label: side === 'atMost' ? 'at most' : 'at least',
    figures: REPLICATES.map((replicates) => {
      const world: World = {
        truth: [0],
        replicates,
        noise: (random) => () => WIDE * normal(random),
        how: FOLDERS,
        decide: { [side]: limit, statistic: 'mean', prefer: 'cheapest' },
      };
      return { rate: rateOf(world, 2 * RUNS, `mean ${side} ${replicates}`, ({ met }) => met === 'yes') };
    }),
  }));
  return { head: ['the mean is', ...PER_N], lines };
}
