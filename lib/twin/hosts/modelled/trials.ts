/**
 * What happens in each trial, worked out once for all hosts of its fleet. The reserves of each copy, and those of the
 * fleet's network, go from one trial to the next.
 */
import { FsxbenchError } from '../../../shapes/errors';
import { type Random, randomFrom } from '../../../shapes/random';
import { overHosts, type TargetModel } from '../../../targets/model';
import type { Workload } from '../../../workloads/contract';
import type { MovedBytes } from '../../../shapes/price';
import { type Demand, inPhases, ofEachHost } from '../../../workloads/demand';
import type { ModelledPerformance, ModelledPrinter } from '../../printers/contract';
import { printerOf } from '../../printers/registry';
import type { Asked } from './find-command';
import { type FleetWork, fleetWork, fullReserve, type Reserves } from './performance/fleet-work';
import { machineOf } from '../../../targets/instance-types';
import type { Fleet } from './performance/limits';
import { factor, TRIAL_NOISE } from './performance/noise';
import { flowsOf, performanceOf } from './performance/one-host';
import { type OnLoad, serverLoads } from './server-load';

/** What of a machine shows while its tool works. */
export interface WorkingMachine {
  readonly memoryBytes: number;
  /** Part of its CPUs that the tool's threads can use, 0–1 and more: threads ÷ CPUs. */
  readonly threadsPerCpu: number;
  /** Bytes of a unit of work over its network, phase by phase, of those that are measured. */
  readonly moved: readonly MovedBytes[];
}

/** The step of a trial that measures, as its hosts see it. */
interface ModelledTrial {
  readonly print: ModelledPrinter;
  readonly warmUpSeconds: number;
  readonly machine: WorkingMachine;
  /** What the host with this number saw. Of {@link VARIANTS} hosts each has its own; more of them share. */
  performance(index: number): ModelledPerformance;
}

/** Steps of a rig that are kept: the one that runs, and one that a slow host may still begin. */
const KEPT = 2;
/** So many hosts of a trial differ. More would cost time in large fleets, and no reader could tell. */
const VARIANTS = 32;

export interface Trials {
  /**
   * The step of a trial that measures.
   * @param began epoch seconds at which its hosts begin to load the target; counts for the first host that asks
   * @throws Error where the kinds of target or workload cannot be rehearsed
   */
  measured(asked: Asked, began: number): ModelledTrial;
  /**
   * Seconds that another step of a trial takes on the storage, the same for all hosts; 0 where it asks for nothing.
   * Assumed: they work at the same time, and a server hands out its operations fairly.
   * @throws Error as {@link measured}
   */
  seconds(asked: Asked, began: number): number;
}

/** The model of a target of some kind, set so, and mounted so by hosts of these types where it is known. */
export type ModelOf = (
  kind: string,
  config: Settings,
  mount?: Settings,
  instanceTypes?: readonly string[],
) => TargetModel | null;

type Settings = Readonly<Record<string, unknown>>;

interface TrialsOptions {
  readonly seed: string;
  readonly workloadOf: (kind: string) => Workload | undefined;
  readonly modelOf: ModelOf;
  readonly onMoved?: OnMoved | undefined;
  readonly onLoad?: OnLoad<Asked> | undefined;
}

/** Told once of each step that works on the storage, what all its hosts together read and wrote. */
export type OnMoved = (asked: Asked, bytes: MovedBytes) => void;

/** A step with what stands around it. */
interface Context {
  readonly workload: Workload;
  readonly params: Readonly<Record<string, unknown>>;
  /** One after the other; none where the step asks the storage for nothing. */
  readonly demands: readonly Demand[];
  readonly fleet: Fleet;
  readonly random: Random;
  /** Factor on the rates of the whole trial. */
  readonly luck: number;
  /** Works on the target, and leaves its reserves as they are then. */
  readonly work: (demand: Demand) => FleetWork;
  /** No network lies between hosts and storage. */
  readonly ownDisks: boolean;
}

/** @returns trials of any number of executions */
export function trials({ seed, workloadOf, modelOf, onMoved, onLoad }: TrialsOptions): Trials {
  const reserves = new Map<string, Reserves>();
  const networks = new Map<string, Reserves['network']>();

  function contextOf(asked: Asked, began: number): Context {
    const { plan, rig, copy, trial, command } = asked;
    if (trial === null)
      throw new FsxbenchError('Unexpected', `${command.name} prepares ${copy.copy} of rig ${rig.rig}: it is no trial`);
    // Roles that mount one target differently would need a model each; the first is taken for all.
    const [mount] = Object.values(trial.cell.mounts ?? {});
    const types = rig.roles.filter(({ role }) => command.roles.includes(role)).map(({ instanceType }) => instanceType);
    const one = modelOf(copy.kind, trial.cell.targetConfig, mount, types);
    if (one === null) throw new FsxbenchError('NotModelled', notModelled(copy.kind));
    const kind = plan.spec.workloads[trial.cell.workload]?.kind ?? trial.cell.workload;
    const workload = workloadOf(kind);
    if (workload === undefined)
      throw new FsxbenchError('NotModelled', `workloads of kind ${kind} cannot be rehearsed: they have no model`);
    const { params } = trial.cell;
    const fleet = fleetOf(asked);
    const model = overHosts(one, fleet.hosts);
    const random = randomFrom(`${seed} ${plan.executionId} ${trial.plan.trial} ${trial.attempt} trial`);
    const luck = factor(random, TRIAL_NOISE);
    const rigKey = rigKeyOf(asked);
    const copyKey = `${rigKey}/${copy.copy}`;
    let begins = began;
    const work = (demand: Demand): FleetWork => {
      const before = { ...(reserves.get(copyKey) ?? full(began)), network: networks.get(rigKey) ?? fullReserve(began) };
      const done = fleetWork(model, demand, fleet, before, began);
      reserves.set(copyKey, done.reserves);
      // Whatever copy they loaded: it is the hosts' own.
      networks.set(rigKey, done.reserves.network);
      onMoved?.(asked, movedBy(done, demand, luck));
      // Phases come one after the other; what keeps up with whoever asks does not depend on luck.
      begins += demand.pauseSeconds ?? 0;
      const pace = done.phases.every(({ keepsUp }) => keepsUp) ? 1 : luck;
      const loads = serverLoads(model, done, { pace, begins, untilDone: demand.extent.until === 'done' });
      begins = loads.at(-1)?.until ?? begins;
      onLoad?.(asked, loads);
      return done;
    };
    const demands = inPhases(workload.demand(params)[command.name]).map((demand) => ofEachHost(demand, fleet.hosts));
    return { workload, params, demands, fleet, random, luck, work, ownDisks: one.eachHost === true };
  }

  return {
    measured: remembered((asked, began) => measuredBy(contextOf(asked, began), asked)),
    seconds: remembered((asked, began) => {
      const { demands, luck, work } = contextOf(asked, began);
      return demands.reduce((all, demand) => {
        const busy = work(demand).phases.reduce((sum, { seconds }) => sum + seconds, 0);
        return all + (demand.pauseSeconds ?? 0) + busy / luck;
      }, 0);
    }),
  };
}

/** The step that measures, phase after phase. */
function measuredBy(context: Context, asked: Asked): ModelledTrial {
  const { workload, params, demands, fleet, random, luck, work, ownDisks } = context;
  const [first] = demands;
  if (first === undefined)
    throw new FsxbenchError('Unexpected', `the model of the workload says nothing of its step ${asked.command.name}`);
  const worked = demands.map((demand) => {
    const done = work(demand);
    return { demand, flows: flowsOf(done), moved: ownDisks ? { read: 0, written: 0 } : done.needs.moved };
  });
  return {
    print: printerOf(workload.kind, params),
    warmUpSeconds: first.extent.until === 'time' ? first.extent.warmUpSeconds : 0,
    machine: workingMachine(
      fleet,
      first,
      worked.filter(({ demand }) => demand.unmeasured !== true).map(({ moved }) => moved),
    ),
    performance: varied(() =>
      inOne(
        worked.map(({ demand, flows }) => performanceOf(flows, demand, fleet, luck, random)),
        demands,
      ),
    ),
  };
}

/** Phases of one step as one performance. @param demands of the phases */
function inOne(phases: readonly ModelledPerformance[], demands: readonly Demand[]): ModelledPerformance {
  const first = phases[0] as ModelledPerformance;
  if (phases.length === 1) return first;
  const pauses = demands.reduce((sum, { pauseSeconds = 0 }) => sum + pauseSeconds, 0);
  return { ...first, seconds: phases.reduce((sum, { seconds }) => sum + seconds, pauses), phases };
}

function workingMachine({ machine: { memoryBytes, vcpus } }: Fleet, { threads }: Demand, moved: readonly MovedBytes[]) {
  return { memoryBytes, threadsPerCpu: threads / vcpus, moved };
}

/** Warm-up included, at the rate of what comes first after it: it is billed as what is measured. */
function movedBy({ phases, needs: { moved } }: FleetWork, { extent }: Demand, luck: number): MovedBytes {
  const done = phases.reduce((sum, { rate, seconds }) => sum + rate * seconds, 0);
  const units = extent.until === 'done' ? done : luck * (done + extent.warmUpSeconds * (phases[0]?.rate ?? 0));
  return { read: units * moved.read, written: units * moved.written };
}

/** Tells attempts at trials apart. */
function attemptKey({ plan, attempt }: NonNullable<Asked['trial']>): string {
  return `${plan.trial}.a${attempt}`;
}

/** What steps were worked out to be. Of each rig the latest: earlier ones have ended, and would only take memory. */
function remembered<T>(make: (asked: Asked, began: number) => T): (asked: Asked, began: number) => T {
  const known = new Map<string, Map<string, T>>();
  return (asked, began) => {
    const rigKey = rigKeyOf(asked);
    const its = known.get(rigKey) ?? new Map<string, T>();
    known.set(rigKey, its);
    const key = `${asked.trial === null ? '' : attemptKey(asked.trial)}.${asked.command.name}`;
    const before = its.get(key);
    if (before !== undefined) return before;
    const made = make(asked, began);
    its.set(key, made);
    for (const old of [...its.keys()].slice(0, -KEPT)) its.delete(old);
    return made;
  };
}

/** Makes what differs from host to host once for each variant, in their order: the same whichever host comes first. */
function varied(make: () => ModelledPerformance): ModelledTrial['performance'] {
  const made: ModelledPerformance[] = [];
  return (index) => {
    const variant = index % VARIANTS;
    while (made.length <= variant) made.push(make());
    return made[variant] as ModelledPerformance;
  };
}

/** Why a target cannot be rehearsed. */
export function notModelled(kind: string): string {
  return `targets of kind ${kind} cannot be rehearsed: nothing is known of them but what this machine measures`;
}

/** The hosts of the roles that take part. Roles of unlike machines count as so many of the mean machine. */
function fleetOf({ rig, command }: Asked): Fleet {
  const roles = rig.roles.filter(({ role }) => command.roles.includes(role));
  const hosts = roles.reduce((sum, { count }) => sum + count, 0);
  const machines = roles.map(({ instanceType, count }) => ({ machine: machineOf(instanceType), count }));
  const mean = (value: (machine: Fleet['machine']) => number): number =>
    machines.reduce((sum, { machine, count }) => sum + value(machine) * count, 0) / hosts;
  return {
    hosts,
    machine: {
      vcpus: mean(({ vcpus }) => vcpus),
      memoryBytes: Math.round(mean(({ memoryBytes }) => memoryBytes)),
      network: {
        baseline: mean(({ network }) => network.baseline),
        burst: mean(({ network }) => network.burst),
        burstSeconds: mean(({ network }) => network.burstSeconds),
      },
    },
  };
}

function rigKeyOf({ plan, rig }: Asked): string {
  return `${plan.experiment}/${plan.executionId}/${rig.rig}`;
}

function full(at: number): Reserves {
  return { bandwidth: fullReserve(at), iops: fullReserve(at), network: fullReserve(at) };
}
