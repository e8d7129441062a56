/**
 * What happens in each trial, worked out once for all hosts of its fleet. The reserves of each rig go from one trial to
 * the next.
 */
import { randomFrom } from '../../../shapes/random';
import type { TargetModel } from '../../../targets/model';
import type { Workload } from '../../../workloads/contract';
import type { MetadataLoad, ModelledLoad, ModelledPerformance, ModelledPrinter } from '../../../workloads/modelled';
import type { Asked } from './find-command';
import { fleetData, type Reserves } from './performance/fleet-data';
import { fleetMetadata } from './performance/fleet-metadata';
import { machineOf } from './performance/instance-types';
import type { Fleet } from './performance/limits';
import { factor, TRIAL_NOISE } from './performance/noise';
import { dataPerformance, flowsOf, metadataPerformance } from './performance/performance';
import { fullReserve } from './performance/reserve';

/** One trial, as its hosts see it. */
export interface ModelledTrial {
  readonly load: ModelledLoad;
  readonly print: ModelledPrinter;
  readonly memoryBytes: number;
  /**
   * What the script of a host does before the agreed instant, seconds; the same for all hosts. Assumed: they work at
   * the same time, and a server hands out its operations fairly.
   */
  readonly setUpSeconds: number;
  /** What the host with this number saw. Of {@link VARIANTS} hosts each has its own; more of them share. */
  performance(index: number): ModelledPerformance;
}

/** Commands of a rig that are kept: the one that runs, and one that a slow host may still begin. */
const KEPT = 2;
/** So many hosts of a trial differ. More would cost time in large fleets, and no reader could tell. */
const VARIANTS = 32;

export interface Trials {
  /**
   * The trial that a measuring command belongs to.
   * @param began epoch seconds at which its hosts begin to load the target; counts for the first host that asks
   * @throws Error where the kinds of target or workload cannot be rehearsed
   */
  of(asked: Asked, began: number): ModelledTrial;
}

export interface TrialsOptions {
  readonly seed: string;
  readonly workloadOf: (kind: string) => Workload | undefined;
  readonly modelOf: (kind: string, config: Readonly<Record<string, unknown>>) => TargetModel | null;
}

/** @returns trials of any number of executions */
export function trials({ seed, workloadOf, modelOf }: TrialsOptions): Trials {
  /** Of each rig the latest commands: earlier ones have ended, and would only take memory. */
  const known = new Map<string, Map<string, ModelledTrial>>();
  const reserves = new Map<string, Reserves>();

  function make(asked: Asked, trial: NonNullable<Asked['trial']>, began: number): ModelledTrial {
    const { plan, rig } = asked;
    const model = modelOf(rig.kind, trial.cell.targetConfig);
    if (model === null) throw new Error(notModelled(rig.kind));
    const kind = plan.spec.workloads[trial.cell.workload]?.kind ?? trial.cell.workload;
    const tool = workloadOf(kind)?.modelled;
    if (tool === undefined) throw new Error(`workloads of kind ${kind} cannot be rehearsed: they have no model`);
    const load = tool.load(trial.cell.params);
    const fleet = fleetOf(asked);
    const random = randomFrom(`${seed} ${plan.executionId} ${trial.plan.trial} ${trial.attempt} trial`);
    const luck = factor(random, TRIAL_NOISE);
    const rigKey = rigKeyOf(asked);
    const { measured } = load;
    const shared = {
      load,
      print: tool.printer(trial.cell.params),
      memoryBytes: fleet.machine.memoryBytes,
      setUpSeconds: setUpSeconds(load.setUp, model, fleet) / luck,
    };
    if (measured.kind === 'metadata') {
      const flow = fleetMetadata(model, measured, fleet);
      return { ...shared, performance: varied(() => metadataPerformance(flow, measured, fleet, luck, random)) };
    }
    const before = reserves.get(rigKey) ?? full(began);
    const found = fleetData(model, measured, fleet, before, began);
    reserves.set(rigKey, found.reserves);
    const flows = flowsOf(measured, found.phases);
    return { ...shared, performance: varied(() => dataPerformance(flows, measured, fleet, luck, random)) };
  }

  return {
    of: (asked, began) => {
      const { trial, command } = asked;
      if (trial === null) throw new Error(`${command.name} prepares rig ${asked.rig.rig}: it is no trial`);
      const rigKey = rigKeyOf(asked);
      const its = known.get(rigKey) ?? new Map<string, ModelledTrial>();
      known.set(rigKey, its);
      const key = `${trial.plan.trial}.a${trial.attempt}.${command.name}`;
      const before = its.get(key);
      if (before !== undefined) return before;
      const made = make(asked, trial, began);
      its.set(key, made);
      for (const old of [...its.keys()].slice(0, -KEPT)) its.delete(old);
      return made;
    },
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

function setUpSeconds(setUp: MetadataLoad | null, model: TargetModel, fleet: Fleet): number {
  return setUp === null ? 0 : (setUp.operations * fleet.hosts) / fleetMetadata(model, setUp, fleet).rate;
}

function rigKeyOf({ plan, rig }: Asked): string {
  return `${plan.experiment}/${plan.executionId}/${rig.rig}`;
}

function full(at: number): Reserves {
  return { bandwidth: fullReserve(at), iops: fullReserve(at), network: fullReserve(at) };
}
