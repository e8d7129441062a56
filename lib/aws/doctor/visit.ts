/** One visit of the doctor: who asks, what is deployed, and every line answered. */
import { expected, FsxbenchError } from '../../shapes/errors';
import type { DoctorCalls } from './calls';
import { couldNotLook, type Finding, type Patient, type Probe, untried } from './patient';
import { findDeployment, Place } from './deployment';
import { endedExperiments } from './experiments';
import { ALL_GUESSES, type Guess, GUESSES } from './guesses/table';
import { ACCOUNT_PROBES, DEPLOYMENT_PROBES } from './probes/account';
import { ASSEMBLY_PROBES } from './probes/assembly';
import { EXPERIMENT_PROBES, FSX_TYPE_PROBES } from './probes/experiment';
import { GRANTS_PROBES } from './probes/grants';

/** Probes at work at once: quick, and below every rate that AWS allows. */
const AT_ONCE = 4;

/** A line with its answer. */
export type Answer = Finding & {
  readonly group: string;
  readonly guess: Guess;
  /** Not tried only because something is not deployed. */
  readonly needsDeployment: boolean;
};

/** What a caller gives. */
type Looks = Pick<Patient, 'now'> & Partial<Pick<Patient, 'assembly'>>;

export interface Visit {
  readonly patient: Patient;
  /** ARN of the caller. */
  readonly caller: string;
}

/**
 * Finds out who asks and what is deployed.
 * @throws what the SDK throws where there are no credentials, or where CloudFormation may not be asked
 */
export async function visit(
  calls: DoctorCalls,
  given: { readonly region: string; readonly stackName: string } & Looks,
): Promise<Visit> {
  const { Account, Arn } = await calls.sts.getCallerIdentity({});
  const place = new Place(expected(Account, 'the account of the caller'), given.region, given.stackName);
  const deployment = await findDeployment(calls, place);
  return { caller: expected(Arn, 'the ARN of the caller'), patient: patientOf(calls, place, deployment, given) };
}

/** A patient whose experiments are read when the first probe asks for them. */
export function patientOf(
  calls: DoctorCalls,
  place: Place,
  deployment: Patient['deployment'],
  { now, assembly = null }: Looks,
): Patient {
  const { bucket } = deployment;
  let experiments: ReturnType<Patient['experiments']> | undefined;
  return {
    calls,
    place,
    deployment,
    now,
    assembly,
    experiments: () =>
      (experiments ??= bucket === null ? Promise.resolve([]) : endedExperiments({ calls, place, bucket })),
  };
}

/**
 * Answers lines without changing anything, in their order.
 * @param seen is told of each answer as it comes
 */
export async function lookAt(
  patient: Patient,
  guesses: readonly Guess[],
  seen: (one: Answer) => void = () => undefined,
): Promise<Answer[]> {
  const answers: (Answer | undefined)[] = guesses.map(() => undefined);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < guesses.length; index = next) {
      next += 1;
      const guess = expected(guesses[index], 'a line');
      const one = await answer(guess, PROBES[guess.id], patient);
      answers[index] = one;
      seen(one);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers.map((one) => expected(one, 'an answer to every line'));
}

/** Answers one line by its probe, whatever fails on the way. */
async function answer(guess: Guess, probe: Probe | undefined, patient: Patient): Promise<Answer> {
  const group = GUESSES.find(({ guesses }) => guesses.includes(guess))?.title ?? 'Other';
  const { proof } = guess;
  const found = { group, guess, needsDeployment: false };
  if (proof.by === 'assembly' && patient.assembly === null)
    return { ...untried('`npx fsxbench doctor --before` looks, after `npx cdk synth`'), ...found };
  if (proof.by === 'hand') return { ...untried(proof.because), ...found };
  try {
    return { ...(await expected(probe, `a probe of ${guess.id}`)(patient)), ...found };
  } catch (error) {
    if (error instanceof FsxbenchError && error.name === 'NotDeployed')
      return { ...untried(error.message), ...found, needsDeployment: true };
    return { ...couldNotLook(error), ...found };
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
export const PROBED = ALL_GUESSES.filter(({ proof }) => proof.by !== 'hand');
