/** Rigs: which cells share one, what is created, launched and run in each, and its trials in their order. */
import type { Target } from '../../targets/contract';
import { canonical } from '../../shapes/canonical';
import { type Chain, chainsOf } from '../cells/chains';
import { type Commands, expectedSeconds, filesOf } from './commands';
import type { ResolvedCell } from '../cells/cells';
import type { Kinds } from '../kinds';
import { type Layout, rigTag } from '../../shapes/layout';
import type { PlannedStep, PlannedChange, PlannedCreate, RolePlan, Timing, TrialPlan } from '../../shapes/plan';
import { randomFrom, shuffled } from '../../shapes/random';
import type { Entry, Spec } from '../../shapes/spec';
import { stagesOf } from '../spec/settings';
import type { Step, ScriptFiles } from '../../workloads/contract';
import { renderScript } from '../../workloads/shell';

export interface RigInput {
  readonly spec: Spec;
  readonly kinds: Kinds;
  readonly cells: readonly ResolvedCell[];
  readonly scripts: ScriptFiles;
  readonly executionId: string;
  readonly seed: string;
  readonly timing: Timing;
  readonly keys: Layout;
  readonly bucket: string;
  /** Epoch seconds at which hosts end themselves. */
  readonly expiresAt: number;
}

/** A rig before it is priced. */
export interface RigDraft {
  readonly rig: string;
  readonly target: string;
  readonly kind: string;
  readonly block: number;
  /** Configuration in the first stage. */
  readonly targetConfig: Readonly<Record<string, unknown>>;
  readonly fresh: string | null;
  readonly requests: readonly PlannedCreate[];
  readonly roles: readonly RolePlan[];
  readonly hosts: number;
  readonly prepare: readonly PlannedStep[];
  readonly stages: readonly StageOfRig[];
}

export interface StageOfRig {
  readonly stage: string | null;
  readonly config: Readonly<Record<string, unknown>>;
  readonly changes: readonly PlannedChange[];
  readonly trials: readonly TrialPlan[];
}

/** All rigs: for every block, the targets in the order as written. Trials are numbered through. */
export function rigsOf(input: RigInput, commands: Commands): RigDraft[] {
  const groups = new Map<string, ResolvedCell[]>();
  for (const cell of input.cells) groups.set(cell.rigKey, [...(groups.get(cell.rigKey) ?? []), cell]);
  const drafts: RigDraft[] = [];
  let trials = 0;
  for (let block = 1; block <= input.spec.design.blocks; block += 1) {
    for (const cells of groups.values()) {
      for (const chain of copiesOf(input, commands, cells)) {
        const draft = new RigMaker(input, commands, `r${drafts.length + 1}`, block, cells).make(chain, trials);
        trials += draft.stages.reduce((sum, stage) => sum + stage.trials.length, 0);
        drafts.push(draft);
      }
    }
  }
  return drafts;
}

/** Copies of the target of some cells, and the stages that each passes through. */
function copiesOf(input: RigInput, commands: Commands, cells: readonly ResolvedCell[]): Chain[] {
  const maker = new RigMaker(input, commands, '', 0, cells);
  const { entry, target } = maker.target();
  const stages = stagesOf(entry).flatMap((stage) => {
    const its = cells.filter((cell) => cell.stage === stage);
    const [first] = its;
    if (first === undefined) return [];
    const once = its.reduce((sum, cell) => sum + maker.secondsOf(cell), 0);
    return [{ stage, config: first.targetConfig, seconds: once * input.spec.design.replicates }];
  });
  return chainsOf(target, stages);
}

/** Between two looks at what is created or changed, seconds: FSx publishes no rate of its calls, and bills a look. */
const REQUEST_POLL_SECONDS = 20;

function planned<R extends object>(request: R): R & Pick<PlannedCreate, 'pollSeconds' | 'pauseSeconds'> {
  return { pauseSeconds: 0, ...request, pollSeconds: REQUEST_POLL_SECONDS };
}

class RigMaker {
  private readonly counts: ReadonlyMap<string, number>;
  private readonly first: ResolvedCell;

  constructor(
    private readonly input: RigInput,
    private readonly commands: Commands,
    private readonly rig: string,
    private readonly block: number,
    private readonly cells: readonly ResolvedCell[],
  ) {
    const [first] = cells;
    if (first === undefined) throw new Error('a rig without a cell');
    this.first = first;
    this.counts = new Map(Object.entries(first.fleet).map(([role, { count }]) => [role, count]));
  }

  /** The target of the rig, as written and as its kind. */
  target(): { readonly entry: Entry; readonly target: Target } {
    const { spec, kinds } = this.input;
    const entry = spec.targets[this.first.target];
    const target = kinds.targetOf(entry?.kind ?? '');
    if (entry === undefined || target === undefined)
      throw new Error(`a cell on target ${this.first.target}, which does not exist`);
    return { entry, target };
  }

  /** Modelled time of one trial of a cell. */
  secondsOf(cell: ResolvedCell): number {
    return expectedSeconds(this.commandsOf(cell), this.input.timing);
  }

  make(chain: Chain, trialsBefore: number): RigDraft {
    const { target } = this.target();
    const files = filesOf(target.kind, this.input.scripts);
    const { executionId } = this.input;
    const config = chain.stages[0]?.config ?? this.first.targetConfig;
    const context = { executionId, rig: this.rig, rigTag: rigTag(executionId, this.rig) };
    const own = target.userData(config, context, files);
    const userData = target.local ? own : `${this.boot()}${own}`;
    const roles = Object.entries(this.first.fleet).map(([role, { count, instanceType }]) => ({
      role,
      count,
      instanceType: target.local ? 'local' : (instanceType ?? ''),
      userData,
    }));
    let trials = trialsBefore;
    const stages = chain.stages.map(({ stage, config: its, changes }) => {
      const measured = this.trialsOf(stage, trials);
      trials += measured.length;
      return { stage, config: its, changes: changes.map(planned), trials: measured };
    });
    const ready = this.readyStages(target, config);
    const model = target.model(config);
    const preparations = this.preparations(ready.map(({ name }) => name));
    return {
      rig: this.rig,
      target: this.first.target,
      kind: target.kind,
      block: this.block,
      targetConfig: config,
      fresh: chain.why,
      requests: target.requests(config, context).map(planned),
      roles,
      hosts: [...this.counts.values()].reduce((sum, count) => sum + count, 0),
      prepare: [...ready, ...preparations].map((stage) => this.commands.add(stage, this.counts, model)),
      stages,
    };
  }

  /** What every EC2 host does first. */
  private boot(): string {
    const { scripts, bucket, expiresAt } = this.input;
    const files = filesOf('host', scripts);
    const wrapper = this.commands.store(files['run-script.sh'] ?? '');
    const variables = {
      FSXBENCH_EXPIRES_AT: String(expiresAt),
      FSXBENCH_BUCKET: bucket,
      FSXBENCH_WRAPPER_KEY: wrapper.key,
      FSXBENCH_WRAPPER_SHA256: wrapper.sha256,
    };
    return renderScript({ comment: ['Boot of a host.'], variables, files: ['boot.sh'] }, files);
  }

  /** Makes the target ready on the hosts that need it: one script for all roles that mount it alike. */
  private readyStages(target: Target, config: unknown): Step[] {
    const files = filesOf(target.kind, this.input.scripts);
    const groups = new Map<string, { mount: unknown; roles: string[] }>();
    const uses = this.cells.flatMap((cell) => this.workload(this.kindOf(cell)).roles(cell.params));
    // A role that no workload uses is left as the fleet has it.
    const apart = (role: string): boolean => {
      const own = uses.filter((use) => use.role === role);
      return own.length > 0 && own.every(({ mounts }) => !mounts);
    };
    for (const [role, { mount }] of Object.entries(this.first.fleet)) {
      if (apart(role)) continue;
      const key = canonical(mount ?? {});
      groups.set(key, { mount: mount ?? {}, roles: [...(groups.get(key)?.roles ?? []), role] });
    }
    return [...groups.values()].map(({ mount, roles }, index) => ({
      name: index === 0 ? 'target' : `target-${roles[0] ?? ''}`,
      roles,
      script: target.prepare(config, mount, files),
      barrier: false,
      expectedSeconds: target.prepareSeconds.expected,
      timeoutSeconds: target.prepareSeconds.timeout,
    }));
  }

  /** What the workloads prepare once, for all cells of the rig. */
  private preparations(names: readonly string[]): Step[] {
    const kinds = [...new Set(this.cells.map((cell) => this.kindOf(cell)))];
    const taken = new Set(names);
    return kinds.flatMap((kind) => {
      const cells = this.cells.filter((cell) => this.kindOf(cell) === kind).map((cell) => cell.params);
      const stages = this.workload(kind).prepare(cells, filesOf(kind, this.input.scripts));
      // Names become folders of results: two kinds may use the same one.
      return stages.map((stage) => {
        const name = taken.has(stage.name) ? `${kind}-${stage.name}` : stage.name;
        taken.add(name);
        return { ...stage, name };
      });
    });
  }

  /**
   * Each round has every cell of the stage once; rounds follow each other, so that slow changes meet all cells alike.
   */
  private trialsOf(stage: string | null, before: number): TrialPlan[] {
    const { spec, seed, timing } = this.input;
    const cells = this.cells.filter((cell) => cell.stage === stage);
    const rounds = Array.from({ length: spec.design.replicates }, (_, index) => {
      const random = randomFrom([seed, this.first.target, this.block, stage ?? '', index + 1].join('\n'));
      const order = spec.design.order === 'random' ? shuffled(cells, random) : cells;
      return order.map((cell) => ({ cell, replicate: index + 1 }));
    });
    const commandsOf = new Map(cells.map((cell) => [cell.cellId, this.commandsOf(cell)]));
    return rounds.flat().map(({ cell, replicate }, index) => {
      const commands = commandsOf.get(cell.cellId) ?? [];
      return {
        trial: `t${String(before + index + 1).padStart(4, '0')}`,
        rig: this.rig,
        block: this.block,
        stage,
        cell: cell.cellId,
        replicate,
        steps: commands,
        expectedSeconds: expectedSeconds(commands, timing),
      };
    });
  }

  private commandsOf(cell: ResolvedCell): PlannedStep[] {
    const kind = this.kindOf(cell);
    const stages = this.workload(kind).script(cell.params, filesOf(kind, this.input.scripts));
    const measuring = stages.filter(({ measures }) => measures).length;
    if (measuring !== 1)
      throw new Error(`a trial of workload kind ${kind} has ${measuring} steps that measure; expected one`);
    const model = this.target().target.model(cell.targetConfig);
    return stages.map((stage) => this.commands.add(stage, this.counts, model));
  }

  private kindOf(cell: ResolvedCell): string {
    return this.input.spec.workloads[cell.workload]?.kind ?? '';
  }

  private workload(kind: string) {
    const workload = this.input.kinds.workloadOf(kind);
    if (workload === undefined) throw new Error(`a cell with workload kind ${kind}, which does not exist`);
    return workload;
  }
}
