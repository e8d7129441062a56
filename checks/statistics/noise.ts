/** Models of the noise between repeats of one configuration, as logarithms around 0. */
import type { Random } from '../../lib/shapes/random';

/** Default standard deviation of the logarithms: 5 %. */
export const SIGMA = 0.05;
/** Additional noise of trials with a systematic effect. */
const FINE = 0.01;

/** The noise of consecutive trials, by their index in the rig; a new one for every execution. */
type Series = (place: number) => number;

/** A model: a series from random numbers, the number of trials of a rig and of configurations in a pass. */
export type Noise = (random: Random, trials: number, cells: number) => Series;

/** Standard normal: Box and Muller (1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Log-normal. */
export function scatter(sigma: number): Noise {
  return (random) => () => sigma * normal(random);
}

/** Some trials at another level. */
export function levels(share: number, level: number): Noise {
  return (random) => () => (random() < share ? Math.log(level) : 0) + FINE * normal(random);
}

/** Each trial correlates with the one before it. */
export function lasting(correlation: number, sigma: number): Noise {
  return (random) => {
    let last = sigma * normal(random);
    return () => {
      last = correlation * last + sigma * Math.sqrt(1 - correlation ** 2) * normal(random);
      return last;
    };
  };
}

/** A linear decrease by this share, around the true value. */
export function falling(by: number): Noise {
  return (random, trials) => (place) =>
    Math.log(1 - by * (place / Math.max(1, trials - 1) - 0.5)) + 0.02 * normal(random);
}

/** The same, starting at the true value: the final level is lower. */
export function endingLow(by: number): Noise {
  return (random, trials) => (place) => Math.log(1 - (by * place) / Math.max(1, trials - 1)) + 0.02 * normal(random);
}

/** The first trial of each pass is slower. */
export function firstSlow(by: number): Noise {
  return (random, _, cells) => (place) => (place % cells === 0 ? Math.log(1 - by) : 0) + 0.02 * normal(random);
}

/** Every n-th trial is slower, with a random start. */
export function striking(period: number, by: number): Noise {
  return (random) => {
    const from = Math.floor(random() * period);
    return (place) => ((place + from) % period === 0 ? Math.log(1 - by) : 0) + 0.02 * normal(random);
  };
}

/** A wave of this height and period in trials, with a random phase. */
export function wave(period: number, height: number): Noise {
  return (random) => {
    const phase = 2 * Math.PI * random();
    return (place) => height * Math.sin(phase + (2 * Math.PI * place) / period) + FINE * normal(random);
  };
}

/** A random walk. */
const walk: Noise = (random) => {
  let at = 0;
  return () => {
    at += 0.03 * normal(random);
    return at + FINE * normal(random);
  };
};

/** One step by a fifth, at a random time. */
const step: Noise = (random, trials) => {
  const when = random() * trials;
  return (place) => (place > when ? Math.log(0.8) : 0) + 0.02 * normal(random);
};

/** Shapes that the rules do not anticipate. */
export const SHAPES = {
  'log-normal': scatter(SIGMA),
  'heavy tails, t(2)': (random) => () => (SIGMA * normal(random)) / Math.max(1e-6, Math.sqrt(-Math.log(1 - random()))),
  'two levels, 30 % slower by 20 %': levels(0.3, 0.8),
  'stalls, 10 % slower by half': levels(0.1, 0.5),
  'alike, AR 0.8': lasting(0.8, SIGMA),
  walk,
  'fall by 20 %': falling(0.2),
  'one step by 20 %': step,
} as const satisfies Readonly<Record<string, Noise>>;

/** The medians of shapes, as logarithms. */
export const MEDIANS: Readonly<Partial<Record<keyof typeof SHAPES, number>>> = {
  'log-normal': 0,
  'heavy tails, t(2)': 0,
  // 0.3 + 0.7·Φ(z) = 0.5, and 0.1 + 0.9·Φ(z) = 0.5.
  'two levels, 30 % slower by 20 %': -0.5659 * FINE,
  'stalls, 10 % slower by half': -0.1397 * FINE,
};
