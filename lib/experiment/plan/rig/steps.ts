/** What the kinds of a copy ask its hosts to do: the steps that make it ready, and those of its trials. Pure. */
import { groupBy } from '../../../shapes/group';
import { FsxbenchError, expected } from '../../../shapes/errors';
import { canonical } from '../../../shapes/canonical';
import { type Fixture, fixtureKey, formatSlots, slotsOf } from '../../../shapes/fixture';
import type { Timing } from '../../../shapes/plan';
import type { Entry, Spec } from '../../../shapes/spec';
import type { Target } from '../../../targets/contract';
import { machineOf } from '../../../targets/instance-types';
import type { ScriptFiles, Step, Workload } from '../../../workloads/contract';
import { onCopy, withVariables } from '../../../workloads/shell';
import type { ResolvedCell } from '../../cells/cells';
import { fixturesStep } from '../../fixtures/script';
import { type Kinds, targetOfCell, workloadOfCell } from '../../kinds';
import { filesOf } from '../commands';
import { expectedSeconds, type Fleet, timed } from '../step-times';

/** What steps are made of. */
export interface StepSources {
  readonly spec: Spec;
  readonly kinds: Kinds;
  /** Texts of `workloads/`, by path below it. */
  readonly scripts: ScriptFiles;
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
  /** Roles that workloads use and that mount nothing. One that no workload uses is left as the fleet has it. */
  private readonly apart: ReadonlySet<string>;
  private readonly mounts = new Map<string, readonly Fixture[]>();
  private readonly commands = new Map<readonly Fixture[], Step | null>();

  /**
   * @param copy name of the copy that they are measured on
   * @throws FsxbenchError `Unexpected` where there is no cell, or its target does not exist
   */
  constructor(
    private readonly sources: StepSources,
    readonly cells: readonly ResolvedCell[],
    private readonly copy: string,
  ) {
    this.first = expected(cells[0], 'a cell in every rig');
    const { target, fleet } = this.first;
    this.entry = expected(sources.spec.targets[target], `the target ${target} of a cell`);
    this.target = targetOfCell(sources.spec, this.first, sources.kinds);
    this.counts = new Map(Object.entries(fleet).map(([role, { count }]) => [role, count]));
    const uses = cells.flatMap((cell) => this.workloadOf(cell).roles(cell.params));
    const used = new Set(uses.map(({ role }) => role));
    this.apart = new Set([...used].filter((name) => !uses.some(({ role, mounts }) => role === name && mounts)));
  }

  /**
   * The fleet, on its target in one of its configurations.
   * @param copies that its hosts work on at once
   */
  fleet(config: unknown, copies = 1): Fleet {
    const types = Object.values(this.first.fleet).flatMap(({ instanceType }) => instanceType ?? []);
    const networks = types.map((type) => machineOf(type).network.baseline);
    const network = this.target.local || networks.length === 0 ? null : Math.min(...networks);
    return { counts: this.counts, model: this.target.model(config), network, copies };
  }

  /** Modelled length of one trial of a cell, seconds. */
  secondsOf(cell: ResolvedCell, timing: Timing): number {
    const fleet = this.fleet(cell.targetConfig);
    const steps = this.stepsOf(cell).map((step) => ({ barrier: step.barrier, ...timed(step, fleet, timing) }));
    return expectedSeconds(steps, timing);
  }

  /** One trial of a cell. */
  stepsOf(cell: ResolvedCell): readonly Step[] {
    const workload = this.workloadOf(cell);
    const steps = workload.script(cell.params, filesOf(workload.kind, this.sources.scripts));
    const measuring = steps.filter(({ measures }) => measures).length;
    if (measuring !== 1)
      throw new FsxbenchError('Unexpected', `a trial of ${workload.kind} has ${measuring} steps that measure, not one`);
    const slots = formatSlots(slotsOf(this.fixtures(cell)));
    return steps.map((step) => {
      const own = this.onCopy(step);
      return slots === '' ? own : { ...own, script: withVariables(own.script, { FSXBENCH_SLOTS: slots }) };
    });
  }

  /**
   * Once a copy: its target is made ready as a cell needs it, then whatever its workloads lay out for all its cells.
   * @param copies that the same hosts make ready at once
   */
  prepare(cell: ResolvedCell, copies: number): readonly Step[] {
    const ready = this.fixturesStep(cell);
    const first = ready === null ? [] : [ready];
    const layouts = this.layouts(
      first.map(({ name }) => name),
      copies,
    ).map((step) => this.onCopy(step));
    // Commands of several copies are one attempt of their hosts, in which each name stands once.
    return [...first, ...layouts].map((step) => ({ ...step, name: `${this.copy}-${step.name}` }));
  }

  /** What must stand on the hosts for a cell. Equal cells share it: scripts are long. */
  fixtures(cell: ResolvedCell): readonly Fixture[] {
    const key = `${cell.mountKey} ${canonical(cell.targetConfig)}`;
    const known = this.mounts.get(key) ?? this.mountsOf(cell);
    this.mounts.set(key, known);
    return known;
  }

  /** The command that puts up what must stand for a cell; null where nothing of its copy must stand on any host. */
  fixturesStep(cell: ResolvedCell): Step | null {
    const wanted = this.fixtures(cell);
    const known = this.commands.get(wanted);
    if (known !== undefined) return known;
    const roles = [...new Set(this.cells.flatMap((one) => this.fixtures(one)).flatMap((one) => one.roles))];
    const made = roles.length === 0 ? null : fixturesStep({ wanted, before: [], roles }, this.sources.scripts);
    this.commands.set(wanted, made);
    return made;
  }

  /** One mount for all roles that mount alike. */
  private mountsOf({ fleet, targetConfig }: ResolvedCell): Fixture[] {
    const files = filesOf(this.target.kind, this.sources.scripts);
    const mounting = Object.entries(fleet).filter(([role, { mount }]) => mount !== 'none' && !this.apart.has(role));
    const groups = groupBy(mounting, ([, { mount }]) => canonical(mount ?? {}));
    return [...groups.values()].map((its) => {
      const up = onCopy(this.target.prepare(targetConfig, its[0]?.[1].mount ?? {}, files), this.copy);
      return {
        slot: `mount/${this.copy}`,
        // The script says all that makes one mount another.
        key: fixtureKey(up),
        roles: its.map(([role]) => role),
        needs: [],
        up,
        down: onCopy(this.target.takeDown(files), this.copy),
        expectedSeconds: this.target.prepareSeconds.expected,
        timeoutSeconds: this.target.prepareSeconds.timeout,
        stays: true,
      };
    });
  }

  /** @param names of steps that are taken: names become folders of results, and two kinds may use the same one */
  private layouts(names: readonly string[], copies: number): Step[] {
    const taken = new Set(names);
    return [...groupBy(this.cells, (cell) => this.workloadOf(cell))].flatMap(([workload, cells]) =>
      workload
        .prepare(
          cells.map(({ params }) => params),
          filesOf(workload.kind, this.sources.scripts),
          copies,
        )
        .map((step) => {
          const name = taken.has(step.name) ? `${workload.kind}-${step.name}` : step.name;
          taken.add(name);
          return { ...step, name };
        }),
    );
  }

  private onCopy(step: Step): Step {
    return { ...step, script: onCopy(step.script, this.copy) };
  }

  private workloadOf(cell: ResolvedCell): Workload {
    return workloadOfCell(this.sources.spec, cell, this.sources.kinds);
  }
}
