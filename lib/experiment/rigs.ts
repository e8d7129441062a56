/** Rigs: which cells share one, what is launched and run in each, and its trials in their order. */
import { type Commands, expectedSeconds, filesOf } from './commands';
import type { ResolvedCell } from './cells';
import type { Kinds } from './kinds';
import { type Layout, rigTag } from './layout';
import type { HostCommandPlan, RolePlan, Timing, TrialPlan } from './plan';
import { randomFrom, shuffled } from './random';
import type { Spec } from './spec';
import { stagesOf } from './settings';
import type { HostStage, ScriptFiles } from '../workloads/contract';

/** Longest script that shows a target ready, seconds: it writes one small file. */
const READY = { expected: 1, timeout: 60 };

export interface RigInput {
  readonly spec: Spec;
  readonly kinds: Kinds;
  readonly cells: readonly ResolvedCell[];
  readonly scripts: ScriptFiles;
  readonly executionId: string;
  readonly seed: string;
  readonly timing: Timing;
  readonly keys: Layout;
}

/** A rig before it is priced. */
export interface RigDraft {
  readonly rig: string;
  readonly target: string;
  readonly kind: string;
  readonly block: number;
  /** Configuration in the first stage; and in each stage. */
  readonly targetConfig: Readonly<Record<string, unknown>>;
  readonly configs: readonly Readonly<Record<string, unknown>>[];
  readonly roles: readonly RolePlan[];
  readonly hosts: number;
  readonly prepare: readonly HostCommandPlan[];
  readonly stages: readonly { readonly stage: string | null; readonly trials: readonly TrialPlan[] }[];
}

/** All rigs: for every block, the targets in the order as written. Trials are numbered through. */
export function rigsOf(input: RigInput, commands: Commands): RigDraft[] {
  const groups = new Map<string, ResolvedCell[]>();
  for (const cell of input.cells) groups.set(cell.rigKey, [...(groups.get(cell.rigKey) ?? []), cell]);
  const drafts: RigDraft[] = [];
  let trials = 0;
  for (let block = 1; block <= input.spec.design.blocks; block += 1) {
    for (const cells of groups.values()) {
      const draft = new RigMaker(input, commands, `r${drafts.length + 1}`, block, cells).make(trials);
      trials += draft.stages.reduce((sum, stage) => sum + stage.trials.length, 0);
      drafts.push(draft);
    }
  }
  return drafts;
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

  make(trialsBefore: number): RigDraft {
    const { spec } = this.input;
    const entry = spec.targets[this.first.target];
    const target = this.input.kinds.targetOf(entry?.kind ?? '');
    if (entry === undefined || target === undefined)
      throw new Error(`a cell on target ${this.first.target}, which does not exist`);
    const files = filesOf(target.kind, this.input.scripts);
    const tag = rigTag(this.input.executionId, this.rig);
    const userData = target.userData(
      this.first.targetConfig,
      { executionId: this.input.executionId, rig: this.rig, rigTag: tag },
      files,
    );
    const roles = Object.entries(this.first.fleet).map(([role, { count, instanceType }]) => ({
      role,
      count,
      instanceType: target.local ? 'local' : (instanceType ?? ''),
      userData,
    }));
    const ready: HostStage = {
      name: 'target',
      roles: [...this.counts.keys()],
      script: target.prepare(this.first.targetConfig, files),
      barrier: false,
      expectedSeconds: READY.expected,
      timeoutSeconds: READY.timeout,
    };
    const used = stagesOf(entry).filter((stage) => this.cells.some((cell) => cell.stage === stage));
    let trials = trialsBefore;
    const stages = used.map((stage) => {
      const its = this.trialsOf(stage, trials);
      trials += its.length;
      return { stage, trials: its };
    });
    return {
      rig: this.rig,
      target: this.first.target,
      kind: target.kind,
      block: this.block,
      targetConfig: this.first.targetConfig,
      configs: used.map((stage) => this.cells.find((cell) => cell.stage === stage)?.targetConfig ?? {}),
      roles,
      hosts: [...this.counts.values()].reduce((sum, count) => sum + count, 0),
      prepare: [ready, ...this.preparations()].map((stage) => this.commands.add(stage, this.counts)),
      stages,
    };
  }

  /** What the workloads prepare once, for all cells of the rig. */
  private preparations(): HostStage[] {
    const kinds = [...new Set(this.cells.map((cell) => this.kindOf(cell)))];
    const taken = new Set(['target']);
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
        commands,
        expectedSeconds: expectedSeconds(commands, timing),
      };
    });
  }

  private commandsOf(cell: ResolvedCell): HostCommandPlan[] {
    const kind = this.kindOf(cell);
    const stages = this.workload(kind).script(cell.params, filesOf(kind, this.input.scripts));
    return stages.map((stage) => this.commands.add(stage, this.counts));
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
