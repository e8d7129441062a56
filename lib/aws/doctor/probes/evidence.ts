/**
 * What an experiment that has ended proves, by what it got done in the deployed roles. One that failed shows nothing:
 * its own error says more than a line here could. The newest is asked first.
 */
import { listCopies, type CopyPlan, type Plan } from '../../../shapes/plan';
import type { FsxType } from '../../../shapes/resources';
import { findTarget } from '../../../targets/registry';
import type { Experiment } from '../experiments';
import { toUntried, requireStack, type Finding, holds, type ProbeContext, type Probe, untried } from '../probe-context';

/** What one experiment shows of a line; null: nothing. */
export type ExperimentEvidence = (one: Experiment, patient: ProbeContext) => Promise<Finding | null>;

/** The probe that asks experiments, newest first, until one shows something. */
export function proveBy(shown: ExperimentEvidence): Probe {
  return async (patient) => {
    requireStack(patient, 'safety');
    const experiments = await patient.experiments();
    let blind: Finding | null = null;
    for (const one of experiments) {
      try {
        const found = await shown(one, patient);
        if (found !== null) return { ...found, saw: `${one.executionId}: ${found.saw}` };
      } catch (error) {
        blind ??= toUntried(error);
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
export async function findValidTrials(one: Experiment): Promise<Finding | null> {
  const valid = one.summary?.verdicts.VALID ?? 0;
  return Promise.resolve(valid === 0 || one.plan.simulated ? null : holds(`${valid} trials count`));
}

/** Proven by trials that count, of an experiment that could have failed by it. @param could whether it could */
export function proveByTrials(could: (one: Experiment) => boolean): Probe {
  return proveBy(async (one) => (could(one) ? findValidTrials(one) : null));
}

/** Its hosts are launched: they are not machines that exist already. */
export function launchesHosts({ plan }: Experiment): boolean {
  return plan.rigs.some(({ roles }) => roles.some(({ managed }) => managed === undefined));
}

/** Type of the file system that a copy is; undefined where it is none. */
export function getFsxType({ kind }: Pick<CopyPlan, 'kind'>): FsxType | undefined {
  return findTarget(kind)?.fileSystemType;
}

/** Types of file systems that a plan makes. */
export function listFsxTypes(plan: Pick<Plan, 'rigs'>): ReadonlySet<FsxType> {
  return new Set(listCopies(plan).flatMap((copy) => getFsxType(copy) ?? []));
}

/** Whether any rig of it makes a file system of a type, with these settings. */
export function makesType(
  type: FsxType,
  settings: Readonly<Record<string, unknown>> = {},
): (one: Experiment) => boolean {
  return ({ plan }) =>
    listCopies(plan).some(
      (copy) =>
        getFsxType(copy) === type &&
        Object.entries(settings).every(([name, value]) => copy.targetConfig[name] === value),
    );
}
