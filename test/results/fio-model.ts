/** Numbers as a fio sweep gives them, made from a seed: for tests of results and report. */
import type { Cell } from '../../lib/shapes/plan';
import type { Observation, Unit } from '../../lib/shapes/observation';

type Found = Pick<Observation, 'metric' | 'operation' | 'statistic' | 'unit' | 'value'>;

/** Rates fall with the block size and rise with the depth until something saturates; latency follows. */
export function measurements(cell: Cell, noise: () => number): readonly Found[] {
  const { op = 'randread', bs = '4k', depth = '16' } = cell.levels;
  const bytes = Number.parseInt(bs, 10) * (bs.endsWith('m') ? 1024 ** 2 : bs.endsWith('k') ? 1024 : 1) || 4096;
  const deep = Number.parseInt(depth, 10) || 16;
  const operation = op.includes('write') ? 'write' : 'read';
  const speed =
    1 / (1 + (cell.target.split('').reduce((sum, char) => sum + char.charCodeAt(0), 0) % 7)) +
    (cell.target === 'memory' ? 8 : 0);
  const service = (90 + bytes / 2000) / (speed * (operation === 'read' ? 1 : 0.7)); // us
  const iops = (1e6 / service) * (deep / (1 + deep / 24)) * noise();
  const latency = (deep / iops) * 1e6;
  const one = (metric: string, unit: Unit, value: number, statistic = 'value'): Found => ({
    metric,
    operation,
    statistic,
    unit,
    value,
  });
  return [
    one('iops', 'ops/s', iops),
    one('bandwidth', 'bytes/s', iops * bytes),
    one('latency_mean', 'us', latency, 'mean'),
    one('latency_p50', 'us', latency * 0.9 * noise()),
    one('latency_p95', 'us', latency * 1.8 * noise()),
    one('latency_p99', 'us', latency * 3.1 * noise()),
    one('latency_p99_9', 'us', latency * 9 * noise() ** 3),
  ];
}

/** Mulberry32: the same numbers for the same seed. */
export function randomness(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Standard normal, by Box and Muller. */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
