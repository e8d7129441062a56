/** How repeats of one configuration scatter: models of noise, as logarithms around 0. */
import type { Random } from '../../lib/shapes/random';

/** Deviation of the logarithms of what is not said otherwise: 5 %. */
export const SIGMA = 0.05;

/** The noise of trials one after another, by their place in the rig; a new one for every execution. */
type Series = (place: number) => number;

/** A model: from a stream of random numbers and the number of trials to a series. */
export type Noise = (random: Random, trials: number) => Series;

/** Standard normal: Box and Muller (1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Part of the trials of `bimodal` that are slow, and how slow. */
export const SLOW_SHARE = 0.3;
export const SLOW = Math.log(0.8);
const BIMODAL_SIGMA = 0.01;

/** A steady fall by this share from the first trial of a rig to its last; the first is as what is true. */
export function falling(by: number): Noise {
  return (random, trials) => (place) => Math.log(1 - (by * place) / Math.max(1, trials - 1)) + 0.02 * normal(random);
}

/** A steady fall about what is true: as much above it at first as below it in the end. */
export function fallingAbout(by: number): Noise {
  return (random, trials) => (place) =>
    Math.log(1 - by * (place / Math.max(1, trials - 1) - 0.5)) + 0.02 * normal(random);
}

/** Each trial is like the one before it, correlation 0.8; logarithms deviate by this much. */
export function lasting(sigma: number): Noise {
  return (random) => {
    let last = sigma * normal(random);
    return () => {
      last = 0.8 * last + sigma * Math.sqrt(1 - 0.8 ** 2) * normal(random);
      return last;
    };
  };
}

/** Two hours that have nothing of each other: what lasts ends with the first half of the trials. */
export function inTwoHours(noise: Noise): Noise {
  return (random, trials) => {
    const [first, second] = [noise(random, trials / 2), noise(random, trials / 2)];
    return (place) => (place < trials / 2 ? first(place) : second(place - trials / 2));
  };
}

export const NOISE = {
  /** Values that scatter normally. */
  normal: (random) => () => Math.log(Math.max(0.01, 1 + SIGMA * normal(random))),
  /** Logarithms that do. */
  'log-normal': (random) => () => SIGMA * normal(random),
  /** Seven of ten at one level, three at 0.8 of it. */
  'bimodal 70/30': (random) => () => (random() < SLOW_SHARE ? SLOW : 0) + BIMODAL_SIGMA * normal(random),
  /** Student's t of two degrees of freedom: its variance is infinite. */
  't(2)': (random) => () => {
    const chi = Math.sqrt(-Math.log(1 - random()));
    return (SIGMA * normal(random)) / Math.max(1e-6, chi);
  },
  /** Each trial is like the one before it. */
  'AR(1) 0.8': lasting(SIGMA),
  /** A fall by 10 % from the first trial to the last. */
  'linear drift': falling(0.1),
} as const satisfies Readonly<Record<string, Noise>>;

export type NoiseName = keyof typeof NOISE;

/** Where half of the values of a model lie below, as a logarithm; of those that are used where it matters. */
export const MEDIAN: Readonly<Record<'normal' | 'log-normal' | 'bimodal 70/30' | 't(2)', number>> = {
  normal: 0,
  'log-normal': 0,
  // 0.3 + 0.7·Φ(z) = 0.5: z = −0.5659.
  'bimodal 70/30': -0.5659 * BIMODAL_SIGMA,
  't(2)': 0,
};
