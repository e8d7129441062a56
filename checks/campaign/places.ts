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

/** The schedule of the janitor never ends: what comes later than this after an experiment is no place, milliseconds. */
const AFTERWARDS_MS = 3_600_000;

/** Notes the places of a run. */
export function makePlaceRecorder(): {
  readonly listen: NonNullable<PlayOptions['listen']>;
  readonly places: () => Places;
} {
  const calls = new Map<string, { readonly place: Omit<CallPlace, 'count'>; readonly times: number[] }>();
  const states = new Map<string, { readonly place: Omit<StatePlace, 'count'>; readonly times: number[] }>();
  let [first, last, hosts, usd] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  const listen: NonNullable<PlayOptions['listen']> = {
    call: ({ caller, service, action, input, at }) => {
      const role = getRoleName(caller.role);
      if (OUTSIDE.includes(role)) return;
      // The experiment ends with its last call.
      if (!['janitor', 'find-orphans'].includes(role)) [first, last] = [Math.min(first, at), Math.max(last, at)];
      const key = `${role} ${caller.state} ${service}:${action}`;
      const { place, times } = calls.get(key) ?? { place: { role, state: caller.state, service, action }, times: [] };
      times.push(at);
      calls.set(key, { place, times });
      if (action === 'PutObject') usd = Math.max(usd, readEstimate(input));
      if (action === 'CreateFleet') hosts += getCapacity(input);
    },
    state: ({ machineArn, startDate }, state) => {
      const machine = toMachineName(machineArn) as MachineName;
      const key = `${machine} ${state}`;
      // The first entered state is that of the experiment, with its start.
      if (states.size === 0) first = Math.min(first, startDate);
      const at = Math.max(0, Math.round((last - first) / 1000));
      const { place, times } = states.get(key) ?? { place: { machine, state, at }, times: [] };
      times.push(startDate);
      states.set(key, { place, times });
    },
  };
  const count = (times: readonly number[]): number => times.filter((at) => at <= last + AFTERWARDS_MS).length;
  const places = (): Places => ({
    calls: [...calls.values()].flatMap(({ place, times }) => withCount(place, count(times))),
    states: [...states.values()].flatMap(({ place, times }) => withCount(place, count(times))),
    hosts,
    usd,
    seconds: (last - first) / 1000,
  });
  return { listen, places };
}

function withCount<T extends object>(place: T, count: number): (T & { readonly count: number })[] {
  return count === 0 ? [] : [{ ...place, count }];
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
