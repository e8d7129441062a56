/** What is left of a host's performance for one of several that share it. */
import type { ModelledFlow, ModelledPerformance } from '../../../printers/contract';

/** @param sharers commands that work at the same time, this one among them. Assumed: each gets as much as the others */
export function shared(performance: ModelledPerformance, sharers: number): ModelledPerformance {
  if (sharers === 1) return performance;
  const part = ({ rate, latencyUs, spread, intervals, levels }: ModelledFlow): ModelledFlow => ({
    rate: rate / sharers,
    latencyUs: latencyUs * sharers,
    spread,
    ...(levels === undefined
      ? {}
      : { levels: levels.map((level) => ({ seconds: level.seconds, rate: level.rate / sharers })) }),
    intervals: {
      mean: intervals.mean / sharers,
      stddev: intervals.stddev / sharers,
      min: intervals.min / sharers,
      max: intervals.max / sharers,
    },
  });
  const { seconds, units, operations, cpu, phases } = performance;
  const parts = Object.entries(operations).flatMap(([name, flow]) => (flow === undefined ? [] : [[name, part(flow)]]));
  return {
    seconds,
    units: part(units),
    operations: Object.fromEntries(parts) as ModelledPerformance['operations'],
    cpu: { system: cpu.system / sharers, user: cpu.user / sharers },
    ...(phases === undefined ? {} : { phases: phases.map((phase) => shared(phase, sharers)) }),
  };
}
