/** Work against one bottleneck: a closed loop of N units in flight, or an open one that waits for nobody. */

/**
 * How sharply the throughput bends from the one asymptote to the other: at the bend a factor 2^(-1/4) = 0.84 below
 * both.
 * Assumed: between a queue with random service (softer) and a conveyor belt (a corner).
 */
const KNEE = 4;
/**
 * Spread of latencies of an idle and of a saturated target, standard deviation of the logarithm. Assumed: p99 ÷ p50 of
 * 1.7 and of 4.
 */
const SPREAD_IDLE = 0.22;
const SPREAD_SATURATED = 0.6;

/**
 * Throughput, ops/s, under its asymptotic bounds N ÷ latency and capacity (Denning and Buzen, The Operational Analysis
 * of Queueing Network Models, ACM Computing Surveys 10, 1978), with a soft bend between them: never at either.
 * @param inFlight units that are always under way
 * @param latencyUs of one unit when nothing waits, microseconds
 * @param capacity ops/s
 */
export function throughput(inFlight: number, latencyUs: number, capacity: number): number {
  const free = (inFlight / latencyUs) * 1e6;
  if (!(free > 0) || !(capacity > 0)) return 0;
  if (capacity === Number.POSITIVE_INFINITY) return free;
  const [low, high] = free < capacity ? [free, capacity] : [capacity, free];
  return low / (1 + (low / high) ** KNEE) ** (1 / KNEE);
}

/** A second, and mean latency, microseconds. */
export interface Loop {
  readonly rate: number;
  readonly latencyUs: number;
}

/** Latency by Little's law: whoever is in flight waits or is served. */
export function closedLoop(inFlight: number, latencyUs: number, capacity: number): Loop {
  const rate = throughput(inFlight, latencyUs, capacity);
  return { rate, latencyUs: (inFlight / rate) * 1e6 };
}

/** Above this share of the capacity a queue of random arrivals is taken to grow no further. Assumed. */
const QUEUE_MOST = 0.99;

/**
 * Units that begin at a rate, whether or not earlier ones have ended. Below the capacity each waits as in a queue with
 * random arrivals and service (M/M/1: Kleinrock, Queueing Systems I, 1975, section 3.2); above it the backlog grows all
 * the time, and the mean of the measured time is half of what it is in the end.
 * @param offered units a second
 * @param seconds for which they come
 */
export function openLoop(offered: number, latencyUs: number, capacity: number, seconds: number): Loop {
  const rate = Math.min(offered, capacity);
  const share = Math.min(QUEUE_MOST, offered / capacity);
  const backlog = Math.max(0, offered - capacity) * seconds;
  return { rate, latencyUs: latencyUs / (1 - share) + (backlog / 2 / capacity) * 1e6 };
}

/** Spread of the latencies where a share of the capacity is used, 0–1: the tail grows as the queue does. */
export function spreadAt(utilisation: number): number {
  const share = Math.max(0, Math.min(1, utilisation));
  return SPREAD_IDLE + (SPREAD_SATURATED - SPREAD_IDLE) * share ** 3;
}
