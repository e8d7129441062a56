/** How rigs of an experiment failed, and what their hosts said. */
import { expected } from '../../../shapes/errors';
import type { Experiment } from '../experiments';
import { fails, type Finding, type Patient } from '../patient';
import { measured, type Shown } from './shown';

/** Rigs and files of hosts that are looked into. */
const LOOKS_MAX = 20;

interface Failure {
  /** Code of the reason, e.g. `HostsNotOnline`. */
  readonly error: string;
  readonly cause: string;
}

/** Measured, or one of the failures that disprove it; else nothing. */
export function measuredUnless(disproof: (one: Experiment, patient: Patient) => Promise<Finding | null>): Shown {
  return async (one, patient) => (await measured(one)) ?? (await disproof(one, patient));
}

/** A rig of it failed with this code. @param words why that disproves the line, and what else it may be */
export function rigFailed(error: string, words: string) {
  return async (one: Experiment, patient: Patient): Promise<Finding | null> => {
    const found = (await failures(one, patient)).find((failure) => failure.error === error);
    return found === undefined ? null : fails(`a rig failed with ${error} (${found.cause.slice(0, 200)}): ${words}`);
  };
}

/** A host of it said in a preparation that something is wrong. */
export function hostSaid(pattern: RegExp) {
  return async (one: Experiment, patient: Patient): Promise<Finding | null> => {
    for (const { facts } of await preparations(one, patient)) {
      const problem = facts?.['problem'];
      if (problem !== undefined && pattern.test(problem)) return fails(`a host said: ${problem.slice(0, 300)}`);
    }
    return null;
  };
}

/** Preparation failed, and no host has left anything in the bucket. */
export async function nothingUploaded(one: Experiment, patient: Patient): Promise<Finding | null> {
  const failed = (await failures(one, patient)).some(({ error }) => error === 'PrepareFailed');
  if (!failed || (await preparations(one, patient)).length > 0) return null;
  return fails('commands ended on the hosts and no file of theirs is in the bucket: an upload failed or was refused');
}

async function failures(one: Experiment, { calls }: Patient): Promise<Failure[]> {
  const rigs = (await one.children('rig')).filter(({ status }) => status === 'FAILED').slice(0, LOOKS_MAX);
  return Promise.all(
    rigs.map(async ({ executionArn }) => {
      const { error, cause } = await calls.sfn.describeExecution({ executionArn: String(executionArn) });
      return { error: error ?? 'Unknown', cause: cause ?? 'no cause' };
    }),
  );
}

/** What hosts left of prepare commands. */
async function preparations(
  one: Experiment,
  { calls, deployment }: Patient,
): Promise<{ facts?: Readonly<Record<string, string>> }[]> {
  const Bucket = expected(deployment.bucket, 'the results bucket');
  const { Contents } = await calls.s3.listObjectsV2({ Bucket, Prefix: `${one.root}raw/` });
  const keys = (Contents ?? [])
    .map(({ Key }) => String(Key))
    .filter((key) => /\/prepare\/.*\/status\.json$/.test(key))
    .slice(0, LOOKS_MAX);
  return Promise.all(
    keys.map(async (Key) => JSON.parse(await calls.s3.getText({ Bucket, Key })) as { facts?: Record<string, string> }),
  );
}
