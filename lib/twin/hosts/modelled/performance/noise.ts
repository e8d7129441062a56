/** Bounded noise of the model, from a given stream of random numbers. */
import type { Random } from '../../../../shapes/random';

/** Noise is cut off at this number of standard deviations, so that it is bounded. */
const NOISE_SIGMAS = 3;
/** From trial to trial, standard deviation of the logarithm. Assumed: repeats in clouds differ by a few percent. */
export const TRIAL_NOISE = 0.03;
/** From host to host, half the width of a uniform distribution. Assumed: equal machines are nearly equal. */
export const HOST_NOISE = 0.02;
/** The same for fixed work. Smaller, because a server is assumed to distribute operations fairly. */
export const FIXED_WORK_HOST_NOISE = 0.01;
/** Maximum factor of noise on a rate, minus 1. */
export const MAX_RATE_NOISE = Math.exp(NOISE_SIGMAS * TRIAL_NOISE) * (1 + HOST_NOISE) - 1;

/** A number from the standard normal distribution (Box and Muller 1958), cut off at {@link NOISE_SIGMAS}. */
function drawNormal(random: Random): number {
  const value = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(-NOISE_SIGMAS, Math.min(NOISE_SIGMAS, value));
}

/** A factor around 1, log-normal. @param sigma standard deviation of its logarithm. */
export function drawLogNormal(random: Random, sigma: number): number {
  return Math.exp(sigma * drawNormal(random));
}

export function drawUniform(random: Random, least: number, most: number): number {
  return least + (most - least) * random();
}
