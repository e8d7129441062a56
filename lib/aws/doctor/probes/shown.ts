/**
 * What an experiment that has ended proves, by what it got done in the deployed roles. One that failed shows nothing:
 * its own error says more than a line here could. The newest is asked first.
 */
import { copiesOfPlan, type CopyPlan, type Plan } from '../../../shapes/plan';
import type { FsxType } from '../../../shapes/resources';
import { targetOf } from '../../../targets/registry';
import type { Experiment } from '../experiments';
import { couldNotLook, deployed, type Finding, holds, type Patient, type Probe, untried } from '../patient';

/** What one experiment shows of a line; null: nothing. */
export type Shown = (one: Experiment, patient: Patient) => Promise<Finding | null>;

/** The probe that asks experiments, newest first, until one shows something. */
export function shownBy(shown: Shown): Probe {
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
        ? 'no experiment has ended here: experiments/doctor.yaml is a small one'
        : `none of the ${experiments.length} newest experiments shows it`,
    );
  };
}

/** Trials of it that count: hosts came up, prepared, mounted, measured and uploaded. Null where there is none. */
export async function measured(one: Experiment): Promise<Finding | null> {
  const valid = one.summary?.verdicts.VALID ?? 0;
  return Promise.resolve(valid === 0 || one.plan.simulated ? null : holds(`${valid} trials count`));
}

/** Proven by trials that count, of an experiment that could have failed by it. @param could whether it could */
export function provenBy(could: (one: Experiment) => boolean): Probe {
  return shownBy(async (one) => (could(one) ? measured(one) : null));
}

/** Its hosts are launched: they are not machines that exist already. */
export function launches({ plan }: Experiment): boolean {
  return plan.rigs.some(({ roles }) => roles.some(({ managed }) => managed === undefined));
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
