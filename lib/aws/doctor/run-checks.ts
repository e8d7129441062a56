/** One run of the doctor: finds caller and deployment, and checks every assumption. */
import { ensure, FsxbenchError } from '../../shapes/errors';
import type { DoctorCalls } from './calls';
import { judgeProbeError, type Finding, type ProbeContext, type Probe, toUntested } from './probe-context';
import { findDeployment, DeploymentNames } from './deployment';
import { listExperiments } from './experiments';
import { type Assumption, ASSUMPTION_GROUPS } from './assumptions/assumptions';
import { ACCOUNT_PROBES, DEPLOYMENT_PROBES } from './probes/account';
import { ASSEMBLY_PROBES } from './probes/assembly';
import { EXPERIMENT_PROBES, FSX_TYPE_PROBES } from './probes/experiment';
import { GRANTS_PROBES } from './probes/grants';

/** Probes in parallel, few enough for all rate limits of AWS. */
const CONCURRENCY = 4;

/** An assumption with its finding. */
export type CheckResult = Finding & {
  readonly group: string;
  readonly assumption: Assumption;
  /** True if the only reason for `not tried` is a missing deployment. */
  readonly needsDeployment: boolean;
};

type CheckOptions = Pick<ProbeContext, 'now'> & Partial<Pick<ProbeContext, 'assembly'>>;

export interface CheckSetup {
  readonly context: ProbeContext;
  readonly caller: string;
}

/** Finds caller and deployment. @throws the SDK's errors, e.g. without credentials or a grant for CloudFormation */
export async function prepareChecks(
  calls: DoctorCalls,
  given: { readonly region: string; readonly stackName: string } & CheckOptions,
): Promise<CheckSetup> {
  const { Account, Arn } = await calls.sts.getCallerIdentity({});
  const place = new DeploymentNames(ensure(Account, 'the account of the caller'), given.region, given.stackName);
  const deployment = await findDeployment(calls, place);
  return { caller: ensure(Arn, 'the ARN of the caller'), context: makeProbeContext(calls, place, deployment, given) };
}

/** Experiments are read when the first probe needs them. */
export function makeProbeContext(
  calls: DoctorCalls,
  place: DeploymentNames,
  deployment: ProbeContext['deployment'],
  { now, assembly = null }: CheckOptions,
): ProbeContext {
  const { bucket } = deployment;
  let experiments: ReturnType<ProbeContext['experiments']> | undefined;
  return {
    calls,
    place,
    deployment,
    now,
    assembly,
    experiments: () =>
      (experiments ??= bucket === null ? Promise.resolve([]) : listExperiments({ calls, place, bucket })),
  };
}

/** Changes nothing; returns findings in the order of the assumptions. @param seen called with each new finding */
export async function runChecks(
  context: ProbeContext,
  assumptions: readonly Assumption[],
  seen: (one: CheckResult) => void = () => undefined,
): Promise<CheckResult[]> {
  const answers: (CheckResult | undefined)[] = assumptions.map(() => undefined);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < assumptions.length; index = next) {
      next += 1;
      const assumption = ensure(assumptions[index], 'a line');
      const one = await runCheck(assumption, PROBES[assumption.id], context);
      answers[index] = one;
      seen(one);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return answers.map((one) => ensure(one, 'an answer to every line'));
}

/** Checks one assumption; errors of its probe become findings. */
async function runCheck(assumption: Assumption, probe: Probe | undefined, context: ProbeContext): Promise<CheckResult> {
  const group = ASSUMPTION_GROUPS.find(({ assumptions }) => assumptions.includes(assumption))?.title ?? 'Other';
  const found = { group, assumption, needsDeployment: false };
  if (assumption.proof === 'assembly' && context.assembly === null)
    return { ...toUntested('run `npx cdk synth`, then `npx fsxbench doctor --before`'), ...found };
  try {
    return { ...(await ensure(probe, `a probe of ${assumption.id}`)(context)), ...found };
  } catch (error) {
    if (error instanceof FsxbenchError && error.name === 'NotDeployed')
      return { ...toUntested(error.message), ...found, needsDeployment: true };
    return { ...judgeProbeError(error), ...found };
  }
}

/** Probes by assumption. A test compares their ids with the checklist. */
export const PROBES: Readonly<Record<string, Probe>> = {
  ...ACCOUNT_PROBES,
  ...ASSEMBLY_PROBES,
  ...DEPLOYMENT_PROBES,
  ...EXPERIMENT_PROBES,
  ...FSX_TYPE_PROBES,
  ...GRANTS_PROBES,
};
