/** A closed loop of N operations in flight against one bottleneck. */

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
 * @param inFlight operations that are always under way
 * @param latencyUs of one operation when nothing waits, microseconds
 * @param capacity ops/s
 */
export function throughput(inFlight: number, latencyUs: number, capacity: number): number {
  const free = (inFlight / latencyUs) * 1e6;
  if (!(free > 0) || !(capacity > 0)) return 0;
  if (capacity === Number.POSITIVE_INFINITY) return free;
  const [low, high] = free < capacity ? [free, capacity] : [capacity, free];
  return low / (1 + (low / high) ** KNEE) ** (1 / KNEE);
}

/** Mean latency by Little's law, microseconds: whoever is in flight waits or is served. */
export function littleUs(inFlight: number, rate: number): number {
  return (inFlight / rate) * 1e6;
}

/** Spread of the latencies where a share of the capacity is used, 0–1: the tail grows as the queue does. */
export function spreadAt(utilisation: number): number {
  const share = Math.max(0, Math.min(1, utilisation));
  return SPREAD_IDLE + (SPREAD_SATURATED - SPREAD_IDLE) * share ** 3;
}
