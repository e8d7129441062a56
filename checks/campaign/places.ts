/** Places of a clean run where a fault is possible: every call, and every entered state. */
import type { MachineName } from '../../lib/shapes/machines';
import { OUTSIDE, getRoleName } from './faults/calls';
import type { Plan } from '../../lib/shapes/plan';
import { toMachineName } from '../../lib/twin/rehearsal/machine-use';
import type { PlayOptions } from './faults/run-campaign';

/** All calls of one action by one role in one state. */
export interface CallPlace {
  readonly role: string;
  readonly state: string;
  readonly service: string;
  readonly action: string;
  readonly count: number;
}

/** All entries of one state. */
export interface StatePlace {
  readonly machine: MachineName;
  readonly state: string;
  readonly count: number;
  /** Seconds from the start of the experiment until it is first entered. */
  readonly at: number;
}

export interface Places {
  readonly calls: readonly CallPlace[];
  readonly states: readonly StatePlace[];
  /** Launched hosts. */
  readonly hosts: number;
  /** Duration of the experiment, seconds. */
  readonly seconds: number;
  /** Estimate of its plan, US dollars; 0 where nothing has a price. */
  readonly usd: number;
}

/** An experiment that runs without faults and checks, for listeners. */
interface Listenable {
  listen(seed: string, listen: NonNullable<PlayOptions['listen']>): Promise<void>;
}

/** Runs the experiment once without faults, and notes its places. */
export async function findPlaces(subject: Listenable, seed: string): Promise<Places> {
  const { listen, places } = makePlaceRecorder();
  await subject.listen(seed, listen);
  return places();
}

/** Notes the places of a run. */
export function makePlaceRecorder(): {
  readonly listen: NonNullable<PlayOptions['listen']>;
  readonly places: () => Places;
} {
  const calls = new Map<string, CallPlace>();
  const states = new Map<string, StatePlace>();
  let [first, last, hosts, usd] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  const listen: NonNullable<PlayOptions['listen']> = {
    call: ({ caller, service, action, input, at }) => {
      const role = getRoleName(caller.role);
      // The schedule of the janitor never ends; the experiment ends with its last call.
      if (OUTSIDE.includes(role)) return;
      if (!['janitor', 'find-orphans'].includes(role)) [first, last] = [Math.min(first, at), Math.max(last, at)];
      const key = `${role} ${caller.state} ${service}:${action}`;
      const count = (calls.get(key)?.count ?? 0) + 1;
      calls.set(key, { role, state: caller.state, service, action, count });
      if (action === 'PutObject') usd = Math.max(usd, readEstimate(input));
      if (action === 'CreateFleet') hosts += getCapacity(input);
    },
    state: ({ machineArn, startDate }, state) => {
      const machine = toMachineName(machineArn) as MachineName;
      const key = `${machine} ${state}`;
      // The first entered state is that of the experiment, with its start.
      if (states.size === 0) first = Math.min(first, startDate);
      const { count = 0, at = (last - first) / 1000 } = states.get(key) ?? {};
      states.set(key, { machine, state, count: count + 1, at: Math.max(0, Math.round(at)) });
    },
  };
  const places = (): Places => ({
    calls: [...calls.values()],
    states: [...states.values()],
    hosts,
    usd,
    seconds: (last - first) / 1000,
  });
  return { listen, places };
}

/** The estimate in a written plan; 0 for any other object. */
function readEstimate(input: unknown): number {
  const { Key = '', Body } = input as { readonly Key?: string; readonly Body?: unknown };
  if (!Key.endsWith('/plan.json') || typeof Body !== 'string') return 0;
  return (JSON.parse(Body) as Pick<Plan, 'estimate'>).estimate.usd;
}

function getCapacity(input: unknown): number {
  const { TargetCapacitySpecification: wanted } = input as {
    readonly TargetCapacitySpecification?: { readonly TotalTargetCapacity?: number };
  };
  return wanted?.TotalTargetCapacity ?? 0;
}

/** The first, a middle and the last index of a count, as representatives. */
export function pickPlaces(count: number): number[] {
  return [...new Set([1, Math.ceil(count / 2), count])];
}
