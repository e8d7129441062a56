/** One visit of the doctor: who asks, what is deployed, and every line answered. */
import { ensure, FsxbenchError } from '../../shapes/errors';
import type { DoctorCalls } from './calls';
import { toUntried, type Finding, type ProbeContext, type Probe, untried } from './probe-context';
import { findDeployment, DeploymentNames } from './deployment';
import { listExperiments } from './experiments';
import { ASSUMPTIONS, type Assumption, ASSUMPTION_GROUPS } from './guesses/assumptions';
import { ACCOUNT_PROBES, DEPLOYMENT_PROBES } from './probes/account';
import { ASSEMBLY_PROBES } from './probes/assembly';
import { EXPERIMENT_PROBES, FSX_TYPE_PROBES } from './probes/experiment';
import { GRANTS_PROBES } from './probes/grants';

/** Probes at work at once: quick, and below every rate that AWS allows. */
const CONCURRENCY = 4;

/** A line with its answer. */
export type CheckResult = Finding & {
  readonly group: string;
  readonly guess: Assumption;
  /** Not tried only because something is not deployed. */
  readonly needsDeployment: boolean;
};

/** What a caller gives. */
type CheckOptions = Pick<ProbeContext, 'now'> & Partial<Pick<ProbeContext, 'assembly'>>;

export interface CheckSetup {
  readonly patient: ProbeContext;
  /** ARN of the caller. */
  readonly caller: string;
}

/**
 * Finds out who asks and what is deployed.
 * @throws what the SDK throws where there are no credentials, or where CloudFormation may not be asked
 */
export async function prepareChecks(
  calls: DoctorCalls,
  given: { readonly region: string; readonly stackName: string } & CheckOptions,
): Promise<CheckSetup> {
  const { Account, Arn } = await calls.sts.getCallerIdentity({});
  const place = new DeploymentNames(ensure(Account, 'the account of the caller'), given.region, given.stackName);
  const deployment = await findDeployment(calls, place);
  return { caller: ensure(Arn, 'the ARN of the caller'), patient: makeProbeContext(calls, place, deployment, given) };
}

/** A patient whose experiments are read when the first probe asks for them. */
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

/**
 * Answers lines without changing anything, in their order.
 * @param seen is told of each answer as it comes
 */
export async function runChecks(
  patient: ProbeContext,
  guesses: readonly Assumption[],
  seen: (one: CheckResult) => void = () => undefined,
): Promise<CheckResult[]> {
  const answers: (CheckResult | undefined)[] = guesses.map(() => undefined);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < guesses.length; index = next) {
      next += 1;
      const guess = ensure(guesses[index], 'a line');
      const one = await runCheck(guess, PROBES[guess.id], patient);
      answers[index] = one;
      seen(one);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return answers.map((one) => ensure(one, 'an answer to every line'));
}

/** Answers one line by its probe, whatever fails on the way. */
async function runCheck(guess: Assumption, probe: Probe | undefined, patient: ProbeContext): Promise<CheckResult> {
  const group = ASSUMPTION_GROUPS.find(({ guesses }) => guesses.includes(guess))?.title ?? 'Other';
  const { proof } = guess;
  const found = { group, guess, needsDeployment: false };
  if (proof.by === 'assembly' && patient.assembly === null)
    return { ...untried('`npx fsxbench doctor --before` looks, after `npx cdk synth`'), ...found };
  if (proof.by === 'hand') return { ...untried(proof.because), ...found };
  try {
    return { ...(await ensure(probe, `a probe of ${guess.id}`)(patient)), ...found };
  } catch (error) {
    if (error instanceof FsxbenchError && error.name === 'NotDeployed')
      return { ...untried(error.message), ...found, needsDeployment: true };
    return { ...toUntried(error), ...found };
  }
}

/** By the id of the line. A test holds it against the table of guesses: no line without one, none without a line. */
export const PROBES: Readonly<Record<string, Probe>> = {
  ...ACCOUNT_PROBES,
  ...ASSEMBLY_PROBES,
  ...DEPLOYMENT_PROBES,
  ...EXPERIMENT_PROBES,
  ...FSX_TYPE_PROBES,
  ...GRANTS_PROBES,
};

/** Lines that need a probe here. */
export const PROBED = ASSUMPTIONS.filter(({ proof }) => proof.by !== 'hand');
