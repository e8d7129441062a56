/** One visit of the doctor: who asks, what is deployed, and every line answered. */
import { expected } from '../../shapes/errors';
import type { DoctorCalls } from './calls';
import { findDeployment, Place } from './deployment';
import { type Answer, answer } from './examine';
import { endedExperiments } from './experiments';
import type { Guess } from './guesses/table';
import type { Patient, Probe } from './patient';
import { PROBES } from './probes/table';

/** Probes at work at once: quick, and below every rate that AWS allows. */
const AT_ONCE = 4;

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
  given: { readonly region: string; readonly stackName: string } & Pick<Patient, 'now' | 'sleep'>,
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
  { now, sleep }: Pick<Patient, 'now' | 'sleep'>,
): Patient {
  const { bucket } = deployment;
  let experiments: ReturnType<Patient['experiments']> | undefined;
  return {
    calls,
    place,
    deployment,
    now,
    sleep,
    experiments: () =>
      (experiments ??= bucket === null ? Promise.resolve([]) : endedExperiments({ calls, place, bucket })),
  };
}

/**
 * Answers lines without changing anything, in their order.
 * @param seen is told of each answer as it comes
 * @param probes by id; a test gives others
 */
export async function lookAt(
  patient: Patient,
  guesses: readonly Guess[],
  seen: (one: Answer) => void = () => undefined,
  probes: Readonly<Record<string, Probe>> = PROBES,
): Promise<Answer[]> {
  const answers: (Answer | undefined)[] = guesses.map(() => undefined);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < guesses.length; index = next) {
      next += 1;
      const guess = expected(guesses[index], 'a line');
      const one = await answer(guess, probes[guess.id], patient);
      answers[index] = one;
      seen(one);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers.map((one) => expected(one, 'an answer to every line'));
}
