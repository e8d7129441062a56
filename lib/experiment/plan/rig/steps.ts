/** Steps of one target instance, from its target and workload kinds: preparation and trials. */
import { FsxbenchError, ensure } from '../../../shapes/errors';
import { formatSlots, toSlots } from '../../../shapes/fixture';
import type { PlannedStep, Timing } from '../../../shapes/plan';
import type { Entry, Spec } from '../../../shapes/spec';
import type { Target } from '../../../targets/contract';
import { getHardware } from '../../../targets/instance-types';
import { addQueries } from '../../../targets/prometheus/query-step';
import type { ScriptFiles, Step } from '../../../workloads/contract';
import { insertVariables } from '../../../workloads/shell';
import type { ResolvedCell } from '../../design/cells';
import type { Kinds } from '../../kinds';
import { pickScriptFiles } from '../commands';
import { sumStepSeconds, type StepHosts, estimateStepTimes, usesBarrier } from '../step-times';
import { TargetFixtures } from './target-fixtures';

export interface StepSources {
  readonly spec: Spec;
  readonly kinds: Kinds;
  readonly scripts: ScriptFiles;
}

/** Duration and timeout of one fixture, named by its slot. */
export type FixtureTimes = Pick<PlannedStep, 'name' | 'expectedSeconds' | 'timeoutSeconds'>;

/** Cache by first configuration, because rules, both comparisons and all target options use the same steps. */
const STEPS_CACHE = new WeakMap<ResolvedCell, RigSteps[]>();

/** Cached {@link RigSteps} of these configurations. @throws as its constructor */
export function getRigSteps(sources: StepSources, cells: readonly ResolvedCell[], copy: string, copies = 1): RigSteps {
  const known = STEPS_CACHE.get(ensure(cells[0], 'a cell in every rig')) ?? [];
  const found = known.find((steps) => steps.isMadeFrom(sources, cells, copy, copies));
  if (found !== undefined) return found;
  const made = new RigSteps(sources, cells, copy, copies);
  STEPS_CACHE.set(made.first, [...known, made]);
  return made;
}

export class RigSteps {
  readonly first: ResolvedCell;
  readonly target: Target;
  readonly entry: Entry;
  readonly counts: ReadonlyMap<string, number>;
  readonly fixtures: TargetFixtures;
  private readonly fleets = new WeakMap<object, StepHosts>();

  /**
   * @param copy name of the target instance
   * @param copies number of instances that the same hosts prepare in parallel
   * @throws FsxbenchError `Unexpected` without configurations, or if their target does not exist
   */
  constructor(
    private readonly sources: StepSources,
    readonly cells: readonly ResolvedCell[],
    private readonly copy: string,
    readonly copies = 1,
  ) {
    this.first = ensure(cells[0], 'a cell in every rig');
    const { target, fleet } = this.first;
    this.entry = ensure(sources.spec.targets[target], `the target ${target} of a cell`);
    this.target = this.first.targetKind;
    this.counts = new Map(Object.entries(fleet).map(([role, { count }]) => [role, count]));
    const uses = cells.flatMap((cell) => cell.workloadKind.roles(cell.params, Object.keys(cell.fleet)));
    const used = new Set(uses.map(({ role }) => role));
    const apart = new Set([...used].filter((name) => !uses.some(({ role, mounts }) => role === name && mounts)));
    const { scripts } = sources;
    this.fixtures = new TargetFixtures({ copy, copies, target: this.target, cells, apart, scripts });
  }

  isMadeFrom(
    { spec, kinds, scripts }: StepSources,
    cells: readonly ResolvedCell[],
    copy: string,
    copies: number,
  ): boolean {
    const { sources } = this;
    return (
      sources.spec === spec &&
      sources.kinds === kinds &&
      sources.scripts === scripts &&
      this.copy === copy &&
      this.copies === copies &&
      this.cells.length === cells.length &&
      this.cells.every((cell, index) => cell === cells[index])
    );
  }

  /**
   * The fleet, with its target in one of its configurations.
   * @param copies number of instances that its hosts work on in parallel
   */
  fleet(cell: ResolvedCell, copies = 1): StepHosts {
    const known = this.fleets.get(cell);
    if (known?.copies === copies) return known;
    const made = this.fleetOn(cell, copies);
    this.fleets.set(cell, made);
    return made;
  }

  private fleetOn(cell: ResolvedCell, copies: number): StepHosts {
    const { targetConfig: config, mounts = {} } = cell;
    const hosts = Object.values(this.first.fleet);
    const types = hosts.flatMap(({ instanceType }) => instanceType ?? []);
    // Hosts without mounts do no I/O, so they are omitted.
    const having = this.target.hosts?.getNeeds?.(config).roles;
    const working = Object.entries(this.first.fleet).flatMap(([role, { instanceType, mount }]) =>
      mount === 'none' || having?.includes(role) === false ? [] : (instanceType ?? []),
    );
    const networks = types.map((type) => getHardware(type).network.baseline);
    const network = this.target.local || networks.length === 0 ? null : Math.min(...networks);
    // Roles may mount one target differently; the mount of the first is used for all.
    const model = this.target.performance.model(config, Object.values(mounts)[0], working);
    return { counts: this.counts, model, network, copies, publishedSeconds: cell.publishedSeconds };
  }

  trialSeconds(cell: ResolvedCell, timing: Timing): number {
    const fleet = this.fleet(cell);
    const steps = this.trialSteps(cell).map(({ barrier, ...step }) => {
      const times = estimateStepTimes({ barrier, ...step }, fleet, timing);
      return { ...times, barrier: usesBarrier({ barrier, hosts: times.hosts }) };
    });
    return sumStepSeconds(steps, timing);
  }

  /** Duration and timeout of each fixture alone, for the target settings of a configuration. */
  fixtureTimes(cell: ResolvedCell, timing: Timing): FixtureTimes[] {
    const fleet = this.fleet(cell);
    return this.fixtures.all().map(({ slot: name, roles, expectedSeconds, timeoutSeconds, work }) => {
      const step = { name, roles, barrier: false, expectedSeconds, timeoutSeconds };
      return { name, ...estimateStepTimes(work === undefined ? step : { ...step, work }, fleet, timing) };
    });
  }

  /** Estimated time to set up one fixture and its dependents; surviving data stay. */
  fixtureSeconds(slot: string, cell: ResolvedCell, timing: Timing): number {
    const wanted = this.fixtures.forCell(cell);
    const before = wanted.filter((one) => one.slot !== slot && (one.survives === true || !one.needs.includes(slot)));
    const { step } = this.fixtures.command(wanted, before);
    return step === null ? 0 : estimateStepTimes(step, this.fleet(cell), timing).expectedSeconds;
  }

  trialSteps(cell: ResolvedCell): readonly Step[] {
    const { workloadKind: workload } = cell;
    const steps = workload.script(cell.params, pickScriptFiles(workload.kind, this.sources.scripts), cell.events);
    const measuring = steps.filter(({ measures }) => measures).length;
    if (measuring !== 1)
      throw new FsxbenchError('Unexpected', `a trial of ${workload.kind} has ${measuring} steps that measure, not one`);
    const slots = formatSlots(toSlots(this.fixtures.forCell(cell)));
    const variables = { ...(slots === '' ? {} : { FSXBENCH_SLOTS: slots }), FSXBENCH_COPY: this.copy };
    const telemetry = this.target.performance.telemetry?.(cell.targetConfig) ?? null;
    return steps.map((step) => {
      const { head, body } = step.script;
      // Kinds name all roles that they know.
      const roles = step.roles.filter((role) => Object.hasOwn(cell.fleet, role));
      const own = { ...step, roles, script: { head: insertVariables(head, variables), body } };
      return addQueries(own, telemetry, this.sources.scripts);
    });
  }

  /** Preparation of the target instance for a configuration; one command, so that a failure affects one instance. */
  prepare(first: ResolvedCell): readonly Step[] {
    const { step } = this.fixtures.command(this.fixtures.prepared(first), []);
    // Commands of several instances share one attempt of their hosts, so names must be unique.
    return step === null ? [] : [{ ...step, name: `${this.copy}-${step.name}` }];
  }

  /** Unmounts the instance before its deletion, while other instances of the rig remain. */
  unmount(): readonly Step[] {
    const step = this.fixtures.unmount();
    return step === null ? [] : [{ ...step, name: `${this.copy}-${step.name}` }];
  }
}
