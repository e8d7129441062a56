/** Tables about executions that may end early. */
import { makeStreams, type Random } from '../../lib/shapes/random';
import { COPIES, FOLDERS } from './contest';
import { endingLow, levels, MEDIANS, type Noise, normal, scatter, SIGMA } from './noise';
import { isMet, LIMIT } from './rows';
import { type Table, zeros } from './table';
import type { World } from './world';

const LIMITED = { how: FOLDERS, decide: LIMIT, replicates: 6 };

/** The same world with fixed rounds, and with looks. */
function compare(world: World): readonly World[] {
  return [world, { ...world, looks: true }];
}

/** t with 3 degrees of freedom, scaled to a standard deviation. */
const heavy =
  (sigma: number): Noise =>
  (random) =>
  () => {
    const chi = normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2;
    return (sigma * normal(random)) / Math.sqrt(chi);
  };

/** Configurations with margins of 0.5 to 3 to a threshold, in about the order of their prices; one kind of noise. */
function drawWorld(count: number, random: Random): Pick<World, 'truth' | 'prices' | 'noise'> {
  const truth = Array.from({ length: count }, () => Math.log(0.5) + random() * Math.log(6));
  const prices = truth.map((log) => Math.exp(log + 0.5 * normal(random)));
  const sigma = Math.exp(Math.log(0.01) + random() * Math.log(8));
  const kinds = [scatter(sigma), heavy(sigma), levels(0.1, 0.7), levels(0.3, 0.82)];
  return { truth, prices, noise: kinds[Math.floor(4 * random())] ?? scatter(sigma) };
}

function makeWorlds(count: number, spread: number): World {
  const draw = (name: string): Partial<World> => drawWorld(count, makeStreams(`world ${name}`)(''));
  const assumed = { instance: spread };
  return { ...LIMITED, how: COPIES, truth: [], noise: scatter(SIGMA), instances: spread, assumed, draw };
}

/** Each by its name. */
export const LOOK_TABLES: Readonly<Record<string, Table>> = {
  looks: {
    title: 'With looks after 4 and 5 of 6 rounds: a limit 0.1 % above two configurations is said to be met.',
    head: ['noise', 'six rounds', 'looks'],
    rows: Object.entries({
      'log-normal': scatter(SIGMA),
      't, 3 degrees of freedom': heavy(SIGMA),
      'two levels, 30 % slower by 18 %': levels(0.3, 0.82),
    }).map(([label, noise]) => ({
      label,
      worlds: compare({
        ...LIMITED,
        truth: [0, 0].map(
          () => Math.log(0.999) - (label.startsWith('two') ? (MEDIANS['two levels, 30 % slower by 20 %'] ?? 0) : 0),
        ),
        prices: [1, 2],
        noise,
      }),
      hit: isMet,
    })),
    most: 0.065,
    times: 2,
  },
  looksNamed: {
    title: 'With looks: some configuration is said to meet a limit; margins of 0.5 to 3, noise of 1 to 8 %.',
    head: ['configurations, assumed and true spread', 'six rounds', 'looks'],
    rows: [2, 4, 8].flatMap((count) =>
      [0, 0.05].map((spread) => ({
        label: `${count}, ${100 * spread} %`,
        worlds: compare(makeWorlds(count, spread)),
        hit: isMet,
        seed: `named ${count} ${spread}`,
      })),
    ),
  },
  looksTrials: {
    title: 'With looks: share of the planned trials that are measured, in the same executions.',
    head: ['configurations, assumed and true spread', 'looks'],
    rows: [2, 4, 8].flatMap((count) =>
      [0, 0.05].map((spread) => ({
        label: `${count}, ${100 * spread} %`,
        worlds: compare(makeWorlds(count, spread)).slice(1),
        hit: ({ measured }) => measured,
        seed: `named ${count} ${spread}`,
      })),
    ),
    most: 0.8,
  },
  looksFall: {
    title: 'With looks: a rig that falls to 1.6 % below a limit is said to meet it.',
    head: ['fall, configurations', 'six rounds', 'looks'],
    rows: [0.05, 0.1, 0.2, 0.4].flatMap((fall) =>
      [2, 4].map((count) => ({
        label: `${100 * fall} %, ${count}`,
        worlds: compare({
          ...LIMITED,
          truth: zeros(count).map(() => Math.log(1 / 1.016 / (1 - fall))),
          prices: zeros(count).map((_, index) => index + 1),
          noise: endingLow(fall),
        }),
        hit: isMet,
      })),
    ),
    most: 0.12,
  },
};
