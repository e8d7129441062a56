/** Rigs, one for each copy of a target in each block: what is created, launched and run in each, and its trials. */
import { expected } from '../../shapes/errors';
import { type Layout, rigTag } from '../../shapes/layout';
import type { PlannedChange, PlannedCreate, RigPlan, RolePlan, Timing, TrialPlan } from '../../shapes/plan';
import { renderScript } from '../../workloads/shell';
import type { ResolvedCell } from '../cells/cells';
import { type Chain, chainsOf } from '../cells/copies';
import { stagesOf } from '../spec/settings';
import { type Commands, filesOf } from './commands';
import { roundsOf } from './order';
import { RigSteps, type StepSources } from './rig-steps';
import { expectedSeconds } from './step-times';

export interface RigInput extends StepSources {
  readonly cells: readonly ResolvedCell[];
  readonly executionId: string;
  readonly seed: string;
  readonly timing: Timing;
  readonly keys: Layout;
  readonly bucket: string;
  /** Epoch seconds at which hosts end themselves. */
  readonly expiresAt: number;
}

/** A rig before it is priced. */
export interface RigDraft
  extends Omit<RigPlan, 'stages' | 'expectedSeconds' | 'estimateUsd' | 'shareUsd' | 'usdPerHour' | 'hostsUsdPerHour'> {
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
  const copies = [...groups.values()].flatMap((cells) => {
    const steps = new RigSteps(input, cells);
    return copiesOf(input, steps).map((chain) => ({ steps, chain }));
  });
  const drafts: RigDraft[] = [];
  let trials = 0;
  for (let block = 1; block <= input.spec.design.blocks; block += 1) {
    for (const { steps, chain } of copies) {
      const rig = `r${drafts.length + 1}`;
      const draft = new RigMaker(input, commands, { rig, block, steps }).make(chain, trials);
      trials += draft.stages.reduce((sum, stage) => sum + stage.trials.length, 0);
      drafts.push(draft);
    }
  }
  return drafts;
}

/** Copies of the target of some cells, and the stages that each passes through: the same in every block. */
function copiesOf({ spec, timing }: RigInput, steps: RigSteps): Chain[] {
  const stages = stagesOf(steps.entry).flatMap((stage) => {
    const its = steps.cells.filter((cell) => cell.stage === stage);
    const [first] = its;
    if (first === undefined) return [];
    const once = its.reduce((sum, cell) => sum + steps.secondsOf(cell, timing), 0);
    return [{ stage, config: first.targetConfig, seconds: once * spec.design.replicates }];
  });
  return chainsOf(steps.target, stages);
}

/** Between two looks at what is created or changed, seconds: FSx publishes no rate of its calls, and bills a look. */
const REQUEST_POLL_SECONDS = 20;

function planned<R extends object>(request: R): R & Pick<PlannedCreate, 'pollSeconds' | 'pauseSeconds'> {
  return { pauseSeconds: 0, ...request, pollSeconds: REQUEST_POLL_SECONDS };
}

/** One rig of one block. */
interface Place {
  readonly rig: string;
  readonly block: number;
  readonly steps: RigSteps;
}

class RigMaker {
  constructor(
    private readonly input: RigInput,
    private readonly commands: Commands,
    private readonly place: Place,
  ) {}

  make(chain: Chain, trialsBefore: number): RigDraft {
    const { rig, block, steps } = this.place;
    const { target, first } = steps;
    const config = chain.stages[0]?.config ?? first.targetConfig;
    const { executionId } = this.input;
    const context = { executionId, rig, rigTag: rigTag(executionId, rig) };
    // In the order in which hosts run them: so they stand in the plan's scripts.
    const roles = this.roles(target.userData(config, context, filesOf(target.kind, this.input.scripts)));
    const prepare = steps.prepare(config).map((step) => this.commands.add(step, steps.fleet(config)));
    let trials = trialsBefore;
    const stages = chain.stages.map(({ stage, config: its, changes }, index) => {
      const measured = this.trialsOf(stage, index + 1, trials);
      trials += measured.length;
      return { stage, config: its, changes: changes.map(planned), trials: measured };
    });
    return {
      rig,
      target: first.target,
      kind: target.kind,
      block,
      targetConfig: config,
      fresh: chain.why,
      requests: target.requests(config, context).map(planned),
      roles,
      hosts: [...steps.counts.values()].reduce((sum, count) => sum + count, 0),
      prepare,
      stages,
    };
  }

  /** @param own what the target does when a host boots */
  private roles(own: string): RolePlan[] {
    const { target, first } = this.place.steps;
    const userData = target.local ? own : `${this.boot()}${own}`;
    return Object.entries(first.fleet).map(([role, { count, instanceType }]) => ({
      role,
      count,
      instanceType: target.local ? 'local' : expected(instanceType, `an instance type of role ${role}`),
      userData,
    }));
  }

  /** What every EC2 host does first. */
  private boot(): string {
    const { scripts, bucket, expiresAt } = this.input;
    const files = filesOf('host', scripts);
    const comment = ['What a host does with a command.'];
    const wrapper = this.commands.store(
      renderScript({ comment, variables: {}, files: ['attempts.sh', 'output.sh', 'run-script.sh'] }, files),
    );
    const variables = {
      FSXBENCH_EXPIRES_AT: String(expiresAt),
      FSXBENCH_BUCKET: bucket,
      FSXBENCH_WRAPPER_KEY: wrapper.key,
      FSXBENCH_WRAPPER_SHA256: wrapper.sha256,
    };
    return renderScript({ comment: ['Boot of a host.'], variables, files: ['boot.sh'] }, files);
  }

  /** Trials of a stage, in their order. */
  private trialsOf(stage: string | null, period: number, before: number): TrialPlan[] {
    const { spec, seed, timing } = this.input;
    const { rig, block, steps } = this.place;
    const cells = steps.cells.filter((cell) => cell.stage === stage);
    const turns = roundsOf(cells, spec.design, [seed, steps.first.target, String(block), stage ?? '']);
    const planned = new Map(
      cells.map((cell) => {
        const fleet = steps.fleet(cell.targetConfig);
        return [cell, steps.stepsOf(cell).map((step) => this.commands.add(step, fleet))] as const;
      }),
    );
    return turns.map(({ cell, replicate }, index) => {
      const its = expected(planned.get(cell), `the steps of cell ${cell.cellId}`);
      return {
        trial: `t${String(before + index + 1).padStart(4, '0')}`,
        rig,
        block,
        period,
        copy: 'c1',
        stage,
        cell: cell.cellId,
        replicate,
        steps: its,
        expectedSeconds: expectedSeconds(its, timing),
      };
    });
  }
}
