/** The examination: every line gets an answer, whatever fails on the way. */
import type { Guess } from './guesses/table';
import { GUESSES } from './guesses/table';
import { FsxbenchError } from '../../shapes/errors';
import { couldNotLook, type Finding, untried } from './finding';
import type { Patient, Probe } from './patient';

/** A line with its answer. */
export type Answer = Finding & {
  readonly group: string;
  readonly guess: Guess;
  /** Not tried only because something is not deployed. */
  readonly needsDeployment: boolean;
};

/** Answers one line by its probe. */
export async function answer(guess: Guess, probe: Probe | undefined, patient: Patient): Promise<Answer> {
  const { finding, needsDeployment } = await findingOf(guess, probe, patient);
  return { ...finding, group: groupOf(guess), guess, needsDeployment };
}

async function findingOf(
  { proof }: Guess,
  probe: Probe | undefined,
  patient: Patient,
): Promise<{ finding: Finding; needsDeployment: boolean }> {
  if (proof.by === 'hand') return { finding: untried(proof.because), needsDeployment: false };
  if (probe === undefined) {
    const usd = proof.by === 'spending' ? ` at most $${proof.usd.toFixed(2)}` : '';
    return { finding: untried(`makes something for${usd}: --spend USD`), needsDeployment: false };
  }
  try {
    return { finding: await probe(patient), needsDeployment: false };
  } catch (error) {
    if (error instanceof FsxbenchError && error.name === 'NotDeployed')
      return { finding: untried(error.message), needsDeployment: true };
    return { finding: couldNotLook(error), needsDeployment: false };
  }
}

function groupOf(guess: Guess): string {
  return GUESSES.find(({ guesses }) => guesses.includes(guess))?.title ?? 'Other';
}
