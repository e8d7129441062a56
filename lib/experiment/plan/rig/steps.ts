/** What the kinds of a copy ask its hosts to do: the steps that make it ready, and those of its trials. Pure. */
import { groupBy } from '../../../shapes/group';
import { FsxbenchError, expected } from '../../../shapes/errors';
import { canonical } from '../../../shapes/canonical';
import type { Timing } from '../../../shapes/plan';
import type { Entry, Spec } from '../../../shapes/spec';
import type { Target } from '../../../targets/contract';
import type { ScriptFiles, Step, Workload } from '../../../workloads/contract';
import { onCopy } from '../../../workloads/shell';
import type { ResolvedCell } from '../../cells/cells';
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
  }

  /** The fleet, on its target in one of its configurations. */
  fleet(config: unknown): Fleet {
    return { counts: this.counts, model: this.target.model(config) };
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
    return steps.map((step) => this.onCopy(step));
  }

  /** Once a copy: its target is made ready on the hosts, then whatever its workloads lay out for all its cells. */
  prepare(config: unknown): readonly Step[] {
    const ready = this.ready(config);
    return [...ready, ...this.layouts(ready.map(({ name }) => name))].map((step) => ({
      ...this.onCopy(step),
      // Commands of several copies are one attempt of their hosts, in which each name stands once.
      name: `${this.copy}-${step.name}`,
    }));
  }

  /** One script for all roles that mount the target alike. */
  private ready(config: unknown): Step[] {
    const files = filesOf(this.target.kind, this.sources.scripts);
    const groups = new Map<string, { mount: unknown; roles: string[] }>();
    const uses = this.cells.flatMap((cell) => this.workloadOf(cell).roles(cell.params));
    // A role that no workload uses is left as the fleet has it.
    const apart = (role: string): boolean => {
      const own = uses.filter((use) => use.role === role);
      return own.length > 0 && own.every(({ mounts }) => !mounts);
    };
    for (const [role, { mount }] of Object.entries(this.first.fleet)) {
      if (mount === 'none' || apart(role)) continue;
      const key = canonical(mount ?? {});
      groups.set(key, { mount: mount ?? {}, roles: [...(groups.get(key)?.roles ?? []), role] });
    }
    return [...groups.values()].map(({ mount, roles }, index) => ({
      name: index === 0 ? 'target' : `target-${expected(roles[0], 'a role')}`,
      roles,
      script: this.target.prepare(config, mount, files),
      barrier: false,
      expectedSeconds: this.target.prepareSeconds.expected,
      timeoutSeconds: this.target.prepareSeconds.timeout,
    }));
  }

  /** @param names of steps that are taken: names become folders of results, and two kinds may use the same one */
  private layouts(names: readonly string[]): Step[] {
    const taken = new Set(names);
    return [...groupBy(this.cells, (cell) => this.workloadOf(cell))].flatMap(([workload, cells]) =>
      workload
        .prepare(
          cells.map(({ params }) => params),
          filesOf(workload.kind, this.sources.scripts),
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
