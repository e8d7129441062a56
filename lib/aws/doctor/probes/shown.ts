/**
 * What an experiment that has ended proves, by what it got done in the deployed roles, and disproves, by the words it
 * failed with. Each is asked of the newest experiment first.
 */
import { copiesOfPlan, type CopyPlan, type Plan } from '../../../shapes/plan';
import type { FsxType } from '../../../shapes/resources';
import { targetOf } from '../../../targets/registry';
import { expected } from '../../../shapes/errors';
import type { MachineName } from '../../../shapes/machines';
import type { Experiment } from '../experiments';
import { couldNotLook, deployed, fails, type Finding, holds, type Patient, type Probe, untried } from '../patient';

/** What one experiment shows of a line; null: nothing. */
export type Shown = (one: Experiment, patient: Patient) => Promise<Finding | null>;

/**
 * The probe that asks experiments, newest first, until one shows something.
 * @param none how to get one where none has ended
 */
export function shownBy(shown: Shown, none = 'experiments/doctor.yaml is a small one'): Probe {
  return async (patient) => {
    deployed(patient, 'safety');
    const experiments = await patient.experiments();
    let blind: Finding | null = null;
    for (const one of experiments) {
      try {
        const found = await shown(one, patient);
        if (found !== null) return { ...found, saw: `${one.executionId}: ${found.saw}` };
      } catch (error) {
        blind ??= couldNotLook(error);
      }
    }
    if (blind !== null) return blind;
    return untried(
      experiments.length === 0
        ? `no experiment has ended here: ${none}`
        : `none of the ${experiments.length} newest experiments shows it`,
    );
  };
}

/** How a machine's executions decide a line. */
interface Deciding {
  readonly machine: MachineName;
  /** What a success proves. */
  readonly proves: string;
  /** Words of a failure that disprove it; failures with other words show nothing. */
  readonly refusal: RegExp;
  /** Plans that can show it. Default: all. */
  readonly plans?: (one: Experiment) => boolean;
  /** What else must be so, besides a success, for it to hold. */
  readonly besides?: (one: Experiment, patient: Patient) => Promise<Finding | null>;
}

/** Failures that are looked into for their words. */
const FAILURES_MAX = 5;

/** Executions of one machine as the proof: any success, or a failure with the words of a refusal. */
export function decidedBy({ machine, proves, refusal, plans, besides }: Deciding): Shown {
  return async (one, patient) => {
    if (plans !== undefined && !plans(one)) return null;
    const children = await one.children(machine);
    const failed = children.filter(({ status }) => status === 'FAILED').slice(0, FAILURES_MAX);
    for (const { executionArn } of failed) {
      const { error, cause } = await patient.calls.sfn.describeExecution({ executionArn: String(executionArn) });
      const words = `${error ?? ''}: ${cause ?? ''}`;
      if (refusal.test(words)) return fails(`${machine} failed: ${words.slice(0, 300)}`);
    }
    const done = children.find(({ status }) => status === 'SUCCEEDED');
    if (done === undefined) return null;
    const more = besides === undefined ? null : await besides(one, patient);
    if (more !== null && more.state !== 'holds') return more;
    return holds(
      [`${proves} (${expected(done.name, 'the name of an execution')})`, more?.saw].filter(Boolean).join('; '),
    );
  };
}

/** Trials of it that count: hosts came up, prepared, mounted, measured and uploaded. Null where there is none. */
export async function measured(one: Experiment): Promise<Finding | null> {
  const valid = one.summary?.verdicts.VALID ?? 0;
  return Promise.resolve(valid === 0 || one.plan.simulated ? null : holds(`${valid} trials count`));
}

/** Type of the file system that a copy is; undefined where it is none. */
export function typeOfCopy({ kind }: Pick<CopyPlan, 'kind'>): FsxType | undefined {
  return targetOf(kind)?.fileSystemType;
}

/** Types of file systems that a plan makes. */
export function typesIn(plan: Pick<Plan, 'rigs'>): ReadonlySet<FsxType> {
  return new Set(copiesOfPlan(plan).flatMap((copy) => typeOfCopy(copy) ?? []));
}

/** Whether any rig of it makes a file system of a type, with these settings. */
export function makes(type: FsxType, settings: Readonly<Record<string, unknown>> = {}): (one: Experiment) => boolean {
  return ({ plan }) =>
    copiesOfPlan(plan).some(
      (copy) =>
        typeOfCopy(copy) === type &&
        Object.entries(settings).every(([name, value]) => copy.targetConfig[name] === value),
    );
}
