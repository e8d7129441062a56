/** Simulated performances and hosts for tests of printers. */
import type { SimulatedFlow, SimulatedHost, SimulatedPerformance } from '../../../lib/twin/printers/contract';

/** @param stddev of the rate over half seconds */
export function makeFlow(rate: number, latencyUs = 1000, stddev = 0): SimulatedFlow {
  return { rate, latencyUs, spread: 0.4, intervals: { mean: rate, stddev, min: rate, max: rate } };
}

export function makePerformance(seconds: number, change: Partial<SimulatedPerformance> = {}): SimulatedPerformance {
  return { seconds, units: makeFlow(1000), operations: {}, cpu: { system: 0.1, user: 0.1 }, ...change };
}

export function makeSimulatedHost(change: Partial<SimulatedHost> = {}): SimulatedHost {
  const common = { hosts: 1, began: 1_767_225_600, lateSeconds: 0, memoryBytes: 8e9, folder: '/data', barrier: true };
  return { host: `client-${change.index ?? 0}`, index: 0, ...common, ...change };
}
