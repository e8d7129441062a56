/** What the kinds of a copy ask its hosts to do: the steps that make it ready, and those of its trials. Pure. */
import { FsxbenchError, ensure } from '../../../shapes/errors';
import { formatSlots, toSlots } from '../../../shapes/fixture';
import type { PlannedStep, Timing } from '../../../shapes/plan';
import type { Entry, Spec } from '../../../shapes/spec';
import type { Target } from '../../../targets/contract';
import { getHardware } from '../../../targets/instance-types';
import { addQueries } from '../../../targets/prometheus/query-step';
import type { ScriptFiles, Step } from '../../../workloads/contract';
import { withVariables } from '../../../workloads/shell';
import type { ResolvedCell } from '../../design/cells';
import type { Kinds } from '../../kinds';
import { pickFiles } from '../commands';
import { sumStepSeconds, type StepHosts, timeStep, usesBarrier } from '../step-times';
import { CopyFixtures } from './copy-fixtures';

/** What steps are made of. */
export interface StepSources {
  readonly spec: Spec;
  readonly kinds: Kinds;
  /** Texts of `workloads/`, by path below it. */
  readonly scripts: ScriptFiles;
}

/** How long it takes to put up one fixture, and when that is given up; its name is that of its slot. */
export type FixtureTimes = Pick<PlannedStep, 'name' | 'expectedSeconds' | 'timeoutSeconds'>;

/** By the first of their cells: rules, both comparisons and each way to lay out copies ask for the same. */
const STEPS_CACHE = new WeakMap<ResolvedCell, RigSteps[]>();

/** {@link RigSteps} of these cells, made once for each copy and number of copies. @throws as its constructor */
export function getRigSteps(sources: StepSources, cells: readonly ResolvedCell[], copy: string, copies = 1): RigSteps {
  const known = STEPS_CACHE.get(ensure(cells[0], 'a cell in every rig')) ?? [];
  const found = known.find((steps) => steps.isMadeFrom(sources, cells, copy, copies));
  if (found !== undefined) return found;
  const made = new RigSteps(sources, cells, copy, copies);
  STEPS_CACHE.set(made.first, [...known, made]);
  return made;
}

/** Steps of cells that are measured on one copy. */
export class RigSteps {
  readonly first: ResolvedCell;
  /** The target as its kind. */
  readonly target: Target;
  /** The target as written. */
  readonly entry: Entry;
  /** Hosts of each role. */
  readonly counts: ReadonlyMap<string, number>;
  /** What stands on its hosts. */
  readonly fixtures: CopyFixtures;
  private readonly fleets = new WeakMap<object, StepHosts>();

  /**
   * @param copy name of the copy that they are measured on
   * @param copies that the same hosts make ready at once
   * @throws FsxbenchError `Unexpected` where there is no cell, or its target does not exist
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
    this.fixtures = new CopyFixtures({ copy, copies, target: this.target, cells, apart, scripts });
  }

  /** Whether it was made of this. */
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
   * The fleet, on its target in one of its configurations.
   * @param copies that its hosts work on at once
   */
  fleet(config: object, copies = 1): StepHosts {
    const known = this.fleets.get(config);
    if (known?.copies === copies) return known;
    const made = this.fleetOn(config, copies);
    this.fleets.set(config, made);
    return made;
  }

  private fleetOn(config: object, copies: number): StepHosts {
    const hosts = Object.values(this.first.fleet);
    const types = hosts.flatMap(({ instanceType }) => instanceType ?? []);
    // Who mounts nothing works on nothing.
    const having = this.target.hosts?.(config).roles;
    const working = Object.entries(this.first.fleet).flatMap(([role, { instanceType, mount }]) =>
      mount === 'none' || having?.includes(role) === false ? [] : (instanceType ?? []),
    );
    const networks = types.map((type) => getHardware(type).network.baseline);
    const network = this.target.local || networks.length === 0 ? null : Math.min(...networks);
    return { counts: this.counts, model: this.target.model(config, undefined, working), network, copies };
  }

  /** Modelled length of one trial of a cell, seconds. */
  trialSeconds(cell: ResolvedCell, timing: Timing): number {
    const fleet = this.fleet(cell.targetConfig);
    const steps = this.trialSteps(cell).map(({ barrier, ...step }) => {
      const times = timeStep({ barrier, ...step }, fleet, timing);
      return { ...times, barrier: usesBarrier({ barrier, hosts: times.hosts }) };
    });
    return sumStepSeconds(steps, timing);
  }

  /** How long each fixture takes alone, on the copy as a cell has it, and when it is given up. */
  fixtureTimes({ targetConfig }: ResolvedCell, timing: Timing): FixtureTimes[] {
    const fleet = this.fleet(targetConfig);
    return this.fixtures.all().map(({ slot: name, roles, expectedSeconds, timeoutSeconds, work }) => {
      const step = { name, roles, barrier: false, expectedSeconds, timeoutSeconds };
      return { name, ...timeStep(work === undefined ? step : { ...step, work }, fleet, timing) };
    });
  }

  /** Modelled time to put one fixture up, with what it takes along; data that lie on it stay. */
  fixtureSeconds(slot: string, cell: ResolvedCell, timing: Timing): number {
    const wanted = this.fixtures.forCell(cell);
    const before = wanted.filter((one) => one.slot !== slot && (one.survives === true || !one.needs.includes(slot)));
    const { step } = this.fixtures.command(wanted, before);
    return step === null ? 0 : timeStep(step, this.fleet(cell.targetConfig), timing).expectedSeconds;
  }

  /** One trial of a cell. */
  trialSteps(cell: ResolvedCell): readonly Step[] {
    const { workloadKind: workload } = cell;
    const steps = workload.script(cell.params, pickFiles(workload.kind, this.sources.scripts));
    const measuring = steps.filter(({ measures }) => measures).length;
    if (measuring !== 1)
      throw new FsxbenchError('Unexpected', `a trial of ${workload.kind} has ${measuring} steps that measure, not one`);
    const slots = formatSlots(toSlots(this.fixtures.forCell(cell)));
    const variables = { ...(slots === '' ? {} : { FSXBENCH_SLOTS: slots }), FSXBENCH_COPY: this.copy };
    const telemetry = this.target.telemetry?.(cell.targetConfig) ?? null;
    return steps.map((step) => {
      const { head, body } = step.script;
      const own = { ...step, script: { head: withVariables(head, variables), body } };
      return addQueries(own, telemetry, this.sources.scripts);
    });
  }

  /** Once a copy: all that makes it ready, as a cell needs it first; one command, so that a copy fails alone. */
  prepare(first: ResolvedCell): readonly Step[] {
    const { step } = this.fixtures.command(this.fixtures.prepared(first), []);
    // Commands of several copies are one attempt of their hosts, in which each name stands once.
    return step === null ? [] : [{ ...step, name: `${this.copy}-${step.name}` }];
  }

  /** Before it is deleted beside its rivals. */
  unmount(): readonly Step[] {
    const step = this.fixtures.unmount();
    return step === null ? [] : [{ ...step, name: `${this.copy}-${step.name}` }];
  }
}
