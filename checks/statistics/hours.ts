/** Limits, where what is measured in one hour, or on one copy, is alike: how often that is taken for what is true. */
import type { DecidedParts } from '../../lib/results/answer/answer';
import { APART, COPIES, type How } from './contest';
import { fallingAbout, inTwoHours, lasting, type Noise, NOISE, SIGMA } from './noise';
import { PER_N, REPLICATES, RUNS, type Table } from './table';
import { BASE, rateOf, type Stage, type World } from './world';

const HOURS: Readonly<Record<string, Noise>> = {
  'log-normal': NOISE['log-normal'],
  'AR(1) 0.8': NOISE['AR(1) 0.8'],
  'a fall by 10 %': fallingAbout(0.1),
  'a fall by 20 %': fallingAbout(0.2),
};
const STAGES = [0, 1].map((stageIndex) => ({ of: 'a', stageIndex, stages: 2 }));

/** Configurations about a limit, by deviations, ascending in price. */
function limited(deviations: readonly number[], more: Pick<World, 'replicates' | 'noise'> & Partial<World>): World {
  return {
    truth: deviations.map((by) => by * SIGMA),
    prices: deviations.map((_, index) => index + 1),
    how: COPIES,
    decide: { atLeast: BASE, prefer: 'cheapest' },
    ...more,
  };
}

const isMet = ({ met }: DecidedParts): boolean => met === 'yes';
const tells =
  (wrong: string) =>
  ({ status, winner }: DecidedParts): boolean =>
    status === 'decided' && winner?.cell === `cell-${wrong}`;

/** What follows each other in stages is held to a limit by more than hours may differ by. */
export function stagedLimits(): Table {
  const cases: readonly { what: string; truth: readonly number[]; hit: (found: DecidedParts) => boolean }[] = [
    { what: 'both exactly on the limit, said to be met', truth: [0, 0], hit: isMet },
    { what: 'the first misses it by half a deviation, called the cheapest', truth: [-0.5, 4], hit: tells('x0') },
    {
      what: 'the first reaches it by half a deviation, the second called the cheapest',
      truth: [0.5, 4],
      hit: tells('x1'),
    },
  ];
  const lines = Object.entries(HOURS).flatMap(([name, noise]) =>
    cases.map(({ what, truth, hit }) => ({
      label: `${name}: ${what}`,
      figures: REPLICATES.map((replicates) => {
        const world = limited(truth, { replicates, noise, stages: STAGES });
        return { rate: rateOf(world, RUNS / 2, `staged ${name} ${what} ${replicates}`, hit) };
      }),
    })),
  );
  return { head: ['two stages of one copy', ...PER_N], lines };
}

/** What that costs: how often stages far from the limit, on either side of it, are answered for. */
export function stagedPower(): Table {
  const lines = [3, 5, 8].map((by) => ({
    label: `the first misses it by ${by} deviations, the second reaches it by as much`,
    figures: REPLICATES.map((replicates) => {
      const world = limited([-by, by], { replicates, noise: NOISE['log-normal'], stages: STAGES });
      return { rate: rateOf(world, RUNS / 2, `staged power ${by} ${replicates}`, tells('x1')) };
    }),
  }));
  return { head: ['two stages of one copy, log-normal', ...PER_N], lines };
}

/** What no rule can know: one hour, and one copy. Beside it the same in several blocks. */
export function oneHour(): Table {
  const worlds: Readonly<Record<string, Pick<World, 'noise'> & Partial<World>>> = {
    'one hour, log-normal': { noise: NOISE['log-normal'] },
    'one hour, AR(1) 0.8': { noise: NOISE['AR(1) 0.8'] },
    'one copy, copies differ as much as trials': { noise: NOISE['log-normal'], copies: 1 },
    'one copy, copies differ 3 times as much': { noise: NOISE['log-normal'], copies: 3 },
    'four blocks, AR(1) 0.8': { noise: NOISE['AR(1) 0.8'], blocks: 4 },
    'four blocks, copies differ 3 times as much': { noise: NOISE['log-normal'], blocks: 4, copies: 3 },
  };
  const lines = Object.entries(worlds).map(([label, more]) => ({
    label,
    figures: REPLICATES.map((replicates) => ({
      rate: rateOf(limited([0], { replicates, ...more }), RUNS, `one hour ${label} ${replicates}`, isMet),
    })),
  }));
  return { head: ['exactly on the limit', ...PER_N], lines };
}

/** Deviations of trials beyond those of all other tables, and what follows each other. */
const WIDE = [0.08, 0.15, 0.2] as const;
const FOLLOWING: Readonly<Record<string, { readonly stages: readonly Stage[]; readonly how: How }>> = {
  'two stages of one copy': { stages: STAGES, how: COPIES },
  'two rigs': { stages: STAGES.map((one) => ({ ...one, of: `x${one.stageIndex}` })), how: APART },
};

/** Beside a limit that lies between them, or that both are on: what the rule takes for more than it is. */
const ON_LIMIT = 'exactly on the limit, said to be met';
const SAME = 'the same, called different';

/** What follows each other where trials scatter by much, and are alike for a while: hours differ by more, too. */
export function wideHours(): Table {
  const lines = Object.entries(FOLLOWING).flatMap(([which, { stages, how }]) =>
    WIDE.flatMap((sigma) => {
      const about = (deviations: readonly number[]): Partial<World> => ({
        ...limited([], { replicates: 0, noise: NOISE['log-normal'] }),
        truth: deviations.map((by) => by * sigma),
        prices: [1, 2],
      });
      const cases: readonly (readonly [string, Partial<World>, (found: DecidedParts) => boolean])[] = [
        [SAME, { truth: [0, 0] }, ({ status }) => status === 'decided'],
        [ON_LIMIT, about([0, 0]), isMet],
        ['the first misses it by half a deviation, called the cheapest', about([-0.5, 4]), tells('x0')],
        ['the first reaches it by half a deviation, the second called the cheapest', about([0.5, 4]), tells('x1')],
      ];
      return cases.map(([what, more, hit]) => ({
        label: `${which}, deviation ${100 * sigma} %: ${what}`,
        figures: REPLICATES.map((replicates) => {
          const world: World = { truth: [], ...more, replicates, noise: inTwoHours(lasting(sigma)), stages, how };
          // The true rate is nearest to what is allowed: it takes more executions to be sure of it.
          const runs = what === ON_LIMIT ? 2 * RUNS : what === SAME ? RUNS : RUNS / 2;
          return { rate: rateOf(world, runs, `wide ${which} ${sigma} ${what} ${replicates}`, hit) };
        }),
      }));
    }),
  );
  return { head: ['AR(1) 0.8', ...PER_N], lines };
}
