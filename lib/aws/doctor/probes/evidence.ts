/**
 * Evidence from finished experiments: their successful calls prove the deployed roles. A failed experiment proves
 * nothing; its error already names the cause. The newest experiment is checked first.
 */
import { listCopies, type CopyPlan, type Plan } from '../../../shapes/plan';
import type { FsxType } from '../../../shapes/resources';
import { findTarget } from '../../../targets/registry';
import type { Experiment } from '../experiments';
import {
  judgeProbeError,
  requireStack,
  type Finding,
  toPass,
  type ProbeContext,
  type Probe,
  toUntested,
} from '../probe-context';

/** Finding of one experiment about an assumption; null if the experiment proves nothing. */
export type ExperimentEvidence = (one: Experiment, context: ProbeContext) => Promise<Finding | null>;

/** A probe that checks experiments, newest first, until one proves something. */
export function proveBy(shown: ExperimentEvidence): Probe {
  return async (context) => {
    requireStack(context, 'safety');
    const experiments = await context.experiments();
    let blind: Finding | null = null;
    for (const one of experiments) {
      try {
        const found = await shown(one, context);
        if (found !== null) return { ...found, saw: `${one.executionId}: ${found.saw}` };
      } catch (error) {
        blind ??= judgeProbeError(error);
      }
    }
    if (blind !== null) return blind;
    return toUntested(
      experiments.length === 0
        ? 'no ended experiment with a plan was found here. Run experiments/doctor.yaml, a small one'
        : `none of the ${experiments.length} newest experiments proves this assumption`,
    );
  };
}

/** A valid trial proves that hosts started, prepared, mounted, measured and uploaded. Null without any. */
export async function findValidTrials(one: Experiment): Promise<Finding | null> {
  const valid = one.summary?.verdicts.VALID ?? 0;
  return Promise.resolve(valid === 0 || one.plan.simulated ? null : toPass(`${valid} trials are valid`));
}

/** Valid trials are proof if the experiment would fail without the assumption. @param could whether it would fail */
export function proveByTrials(could: (one: Experiment) => boolean): Probe {
  return proveBy(async (one) => (could(one) ? findValidTrials(one) : null));
}

/** Whether an experiment launches hosts, rather than using existing ones. */
export function launchesHosts({ plan }: Experiment): boolean {
  return plan.rigs.some(({ roles }) => roles.some(({ managed }) => managed === undefined));
}

/** FSx type of a target instance; undefined for other kinds. */
export function getFsxType({ kind }: Pick<CopyPlan, 'kind'>): FsxType | undefined {
  return findTarget(kind)?.resources?.fileSystemType;
}

export function listFsxTypes(plan: Pick<Plan, 'rigs'>): ReadonlySet<FsxType> {
  return new Set(listCopies(plan).flatMap((copy) => getFsxType(copy) ?? []));
}

/** Whether any rig creates a file system of this type with these settings. */
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
