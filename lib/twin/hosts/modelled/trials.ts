/** The course of each trial, once for its fleet. Credits of target instances and network carry over between trials. */
import { sumAll } from '../../../shapes/collections';
import { FsxbenchError } from '../../../shapes/errors';
import { findChange } from '../../../shapes/events';
import type { RigPlan } from '../../../shapes/plan';
import { type Random, makeRandom } from '../../../shapes/random';
import { scaleToHosts, type TargetModel } from '../../../targets/model';
import type { Workload } from '../../../workloads/contract';
import type { MovedData, TransferBytes } from '../../../shapes/price';
import { type Demand, listDemandPhases, toHostDemand } from '../../../workloads/demand';
import type { SimulatedPerformance, OutputPrinter } from '../../printers/contract';
import { findPrinter } from '../../printers/registry';
import { type HostTask, listStorageRoles } from './host-task';
import { type FleetWork, simulateChange, makeFullBalance, type CreditBalances } from './performance/fleet-work';
import { getHardware, isKnownType } from '../../../targets/instance-types';
import type { Fleet } from './performance/limits';
import { drawLogNormal, TRIAL_NOISE } from './performance/noise';
import { toFleetFlows, computePerformance } from './performance/one-host';
import { type LoadListener, toServerLoads } from './server-load';

/** Effects on a machine while its tool works. */
export interface WorkingMachine {
  readonly memoryBytes: number;
  /** Threads of the tool ÷ CPUs. */
  readonly threadsPerCpu: number;
  /** Bytes of a unit of work over its network, for each measured phase. */
  readonly moved: readonly TransferBytes[];
  /** Seconds in which the instance type delayed packets; null for unknown types. */
  readonly delayedSeconds: number | null;
}

/** The measuring step of a trial, as its hosts see it. */
interface SimulatedTrial {
  readonly print: OutputPrinter;
  readonly warmUpSeconds: number;
  readonly machine: WorkingMachine;
  /** Number of hosts of each role that loads the storage from the start. */
  readonly loading: Readonly<Record<string, number>>;
  /** Performance of the host with this number. Up to {@link MAX_HOST_VARIANTS} hosts differ; further ones share. */
  performance(index: number): SimulatedPerformance;
}

/** Steps of a rig in the cache: the current one, and one that a slow host may still begin. */
const MAX_CACHED_STEPS = 2;
/** Maximum number of different hosts in a trial. More would be slow for large fleets, without a visible effect. */
const MAX_HOST_VARIANTS = 32;

export interface SimulatedTrials {
  /** The measuring step. @param began load, epoch seconds; the first host decides @throws Error for a missing model */
  measured(task: HostTask, began: number): SimulatedTrial;
  /** Seconds of storage work in other steps, equal for all hosts (assumed); or 0. @throws Error as {@link measured} */
  seconds(task: HostTask, began: number): number;
}

/** The model of a target by kind, configuration, mount options and, if known, instance types of hosts. */
export type ModelFinder = (
  kind: string,
  config: TargetSettings,
  mount?: TargetSettings,
  instanceTypes?: readonly string[],
) => TargetModel | null;

type TargetSettings = Readonly<Record<string, unknown>>;

interface TrialsOptions {
  readonly seed: string;
  readonly workloadOf: (kind: string) => Workload | undefined;
  readonly modelOf: ModelFinder;
  readonly onMoved?: TransferListener | undefined;
  readonly onLoad?: LoadListener<HostTask> | undefined;
}

/** Called once for each step that works on the storage, with the bytes of all its hosts. */
export type TransferListener = (task: HostTask, data: MovedData) => void;

interface StepContext {
  readonly workload: Workload;
  readonly params: Readonly<Record<string, unknown>>;
  /** In order; none if the step does no storage work. */
  readonly demands: readonly Demand[];
  readonly fleet: Fleet;
  readonly roles: RigPlan['roles'];
  readonly random: Random;
  /** Factor on the rates of the whole trial. */
  readonly luck: number;
  /** Works on the target, and updates its credits. */
  readonly work: (demand: Demand) => FleetWork;
  /** No network lies between hosts and storage. */
  readonly ownDisks: boolean;
}

/** @returns trials of any number of executions */
export function makeSimulatedTrials({ seed, workloadOf, modelOf, onMoved, onLoad }: TrialsOptions): SimulatedTrials {
  const reserves = new Map<string, CreditBalances>();
  const networks = new Map<string, CreditBalances['network']>();

  function toContext(task: HostTask, began: number): StepContext {
    const { plan, rig, copy, trial, command } = task;
    if (trial === null)
      throw new FsxbenchError(
        'Unexpected',
        `${command.name} prepares ${copy.copy} of rig ${rig.rig}: it is not part of a trial`,
      );
    // Roles may mount one target differently; the mount of the first is used for all.
    const [mount] = Object.values(trial.cell.mounts ?? {});
    const kind = plan.spec.workloads[trial.cell.workload]?.kind ?? trial.cell.workload;
    const workload = workloadOf(kind);
    if (workload === undefined)
      throw new FsxbenchError('NotModelled', `workloads of kind ${kind} cannot be rehearsed: there is no model`);
    const { params } = trial.cell;
    const roles = listStorageRoles(task, workload);
    const types = roles.map(({ instanceType }) => instanceType);
    const fleet = buildFleet(roles);
    const findModel = (config: TargetSettings): TargetModel | null => {
      const found = modelOf(copy.kind, config, mount, types);
      return found === null ? null : scaleToHosts(found, fleet.hosts);
    };
    const model = findModel(trial.cell.targetConfig);
    if (model === null) throw new FsxbenchError('NotModelled', formatMissingModel(copy.kind));
    const change = findChange(trial.plan.events);
    const next = change === undefined ? null : findModel(change.config);
    const later =
      change === undefined || next === null
        ? undefined
        : { model: next, atSeconds: change.atSeconds + change.usableSeconds };
    const random = makeRandom(`${seed} ${plan.executionId} ${trial.plan.trial} ${trial.attempt} trial`);
    const luck = drawLogNormal(random, TRIAL_NOISE);
    const rigKey = toRigKey(task);
    const copyKey = `${rigKey}/${copy.copy}`;
    let begins = began;
    const work = (demand: Demand): FleetWork => {
      const before = {
        ...(reserves.get(copyKey) ?? makeFullBalances(began)),
        network: networks.get(rigKey) ?? makeFullBalance(began),
      };
      const done = simulateChange(model, later, demand, fleet, before, began);
      reserves.set(copyKey, done.reserves);
      // Network credits belong to the hosts, whatever target instance they loaded.
      networks.set(rigKey, done.reserves.network);
      onMoved?.(task, computeMovedBytes(done, demand, luck));
      // Phases run one after another; if the target keeps up, luck has no effect.
      begins += demand.pauseSeconds ?? 0;
      const pace = done.phases.every(({ keepsUp }) => keepsUp) ? 1 : luck;
      const loads = toServerLoads(model, done, { pace, begins, untilDone: demand.extent.until === 'done' });
      begins = loads.at(-1)?.until ?? begins;
      onLoad?.(task, loads);
      return done;
    };
    const demands = listDemandPhases(workload.demand(params)[command.name]).map((demand) =>
      toHostDemand(demand, fleet.hosts),
    );
    return { workload, params, demands, fleet, roles, random, luck, work, ownDisks: model.eachHost === true };
  }

  return {
    measured: cacheByStep((task, began) => makeSimulatedTrial(toContext(task, began), task)),
    seconds: cacheByStep((task, began) => computeStepSeconds(toContext(task, began))),
  };
}

function computeStepSeconds({ demands, luck, work }: StepContext): number {
  return demands.reduce((all, demand) => {
    const busy = sumAll(work(demand).phases.map(({ seconds }) => seconds));
    return all + (demand.pauseSeconds ?? 0) + busy / luck;
  }, 0);
}

/** The measuring step, phase by phase. */
function makeSimulatedTrial(context: StepContext, task: HostTask): SimulatedTrial {
  const { workload, params, demands, fleet, roles, random, luck, work, ownDisks } = context;
  const [first] = demands;
  if (first === undefined)
    throw new FsxbenchError('Unexpected', `the model of the workload lacks the step ${task.command.name}`);
  const worked = demands.map((demand) => {
    const done = work(demand);
    const { read, written } = ownDisks ? { read: 0, written: 0 } : done.needs.moved;
    const { betweenHosts = 0 } = demand.unit;
    const moved = { read: read + betweenHosts, written: written + betweenHosts };
    return { demand, done, flows: toFleetFlows(done), moved };
  });
  const measured = worked.filter(({ demand }) => demand.unmeasured !== true);
  return {
    print: findPrinter(workload.kind, params),
    warmUpSeconds: first.extent.until === 'time' ? first.extent.warmUpSeconds : 0,
    machine: toWorkingMachine(context, first, measured),
    loading: Object.fromEntries(roles.map(({ role, count }) => [role, count])),
    performance: makeHostVariants(() =>
      joinPhases(
        worked.map(({ demand, flows }) => computePerformance(flows, demand, fleet, luck, random)),
        demands,
      ),
    ),
  };
}

/** Joins the phases of one step. @param demands of the phases */
function joinPhases(phases: readonly SimulatedPerformance[], demands: readonly Demand[]): SimulatedPerformance {
  const first = phases[0] as SimulatedPerformance;
  if (phases.length === 1) return first;
  const pauses = demands.map(({ pauseSeconds = 0 }) => pauseSeconds);
  return { ...first, seconds: sumAll([...pauses, ...phases.map(({ seconds }) => seconds)]), phases };
}

function toWorkingMachine(
  { fleet, roles }: StepContext,
  { threads }: Demand,
  worked: readonly { readonly done: FleetWork; readonly moved: TransferBytes }[],
): WorkingMachine {
  const { memoryBytes, vcpus } = fleet.machine;
  const delayed = worked.flatMap(({ done }) => done.phases).filter(({ delaysPackets }) => delaysPackets);
  return {
    memoryBytes,
    threadsPerCpu: threads / vcpus,
    moved: worked.map(({ moved }) => moved),
    delayedSeconds: roles.every(({ instanceType }) => isKnownType(instanceType))
      ? sumAll(delayed.map(({ seconds }) => seconds))
      : null,
  };
}

/** Includes the warm-up, at the rate of the first phase after it: the warm-up is billed too. */
function computeMovedBytes({ phases, needs: { moved } }: FleetWork, { extent, unit }: Demand, luck: number): MovedData {
  const done = phases.reduce((sum, { rate, seconds }) => sum + rate * seconds, 0);
  const units = extent.until === 'done' ? done : luck * (done + extent.warmUpSeconds * (phases[0]?.rate ?? 0));
  return { read: units * moved.read, written: units * moved.written, files: units * (unit.metadata.create ?? 0) };
}

function toAttemptKey({ plan, attempt }: NonNullable<HostTask['trial']>): string {
  return `${plan.trial}.a${attempt}`;
}

/** Cache of the latest steps of each rig: earlier ones have ended, and would only use memory. */
function cacheByStep<T>(make: (task: HostTask, began: number) => T): (task: HostTask, began: number) => T {
  const known = new Map<string, Map<string, T>>();
  return (task, began) => {
    const rigKey = toRigKey(task);
    const its = known.get(rigKey) ?? new Map<string, T>();
    known.set(rigKey, its);
    const key = `${task.trial === null ? '' : toAttemptKey(task.trial)}.${task.command.name}`;
    const before = its.get(key);
    if (before !== undefined) return before;
    const made = make(task, began);
    its.set(key, made);
    for (const old of [...its.keys()].slice(0, -MAX_CACHED_STEPS)) its.delete(old);
    return made;
  };
}

/** Makes each variant once, in order: the result does not depend on which host comes first. */
function makeHostVariants(make: () => SimulatedPerformance): SimulatedTrial['performance'] {
  const made: SimulatedPerformance[] = [];
  return (index) => {
    const variant = index % MAX_HOST_VARIANTS;
    while (made.length <= variant) made.push(make());
    return made[variant] as SimulatedPerformance;
  };
}

/** Why a target cannot be rehearsed. */
export function formatMissingModel(kind: string): string {
  return `targets of kind ${kind} cannot be rehearsed: they have no model`;
}

/** The hosts that load the storage. Different machines count as the same number of average machines. */
function buildFleet(roles: RigPlan['roles']): Fleet {
  const hosts = roles.reduce((sum, { count }) => sum + count, 0);
  const machines = roles.map(({ instanceType, count }) => ({ machine: getHardware(instanceType), count }));
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

function toRigKey({ plan, rig }: HostTask): string {
  return `${plan.experiment}/${plan.executionId}/${rig.rig}`;
}

function makeFullBalances(at: number): CreditBalances {
  return { bandwidth: makeFullBalance(at), iops: makeFullBalance(at), network: makeFullBalance(at) };
}
