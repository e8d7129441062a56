/** What every probe is given: calls, names, what is deployed, and what experiments have left. */
import { FsxbenchError } from '../../shapes/errors';
import type { Assembly } from './assembly';
import { type DoctorCalls, getErrorName } from './calls';
import type { DeployedStack, Deployment, DeploymentNames } from './deployment';
import type { Experiment } from './experiments';

export interface ProbeContext {
  readonly calls: DoctorCalls;
  readonly place: DeploymentNames;
  readonly deployment: Deployment;
  /** What would be deployed; null where nobody gave it. */
  readonly assembly: Assembly | null;
  /** Experiments that have ended, newest first; read once. */
  readonly experiments: () => Promise<readonly Experiment[]>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Proves one line without changing anything. What it throws counts as: could not look. */
export type Probe = (patient: ProbeContext) => Promise<Finding>;

/** The stack, where it is deployed. @throws FsxbenchError `NotDeployed` */
export function requireStack(patient: ProbeContext, part: 'safety' | 'bench'): DeployedStack {
  const found = patient.deployment[part];
  if (found !== null) return found;
  throw new FsxbenchError('NotDeployed', `${patient.place.stack(part)} is not deployed here: npx cdk deploy --all`);
}

/** Name of the results bucket. @throws FsxbenchError `NotDeployed` */
export function requireBucket(patient: ProbeContext): string {
  requireStack(patient, 'safety');
  if (patient.deployment.bucket !== null) return patient.deployment.bucket;
  throw new FsxbenchError('NotDeployed', 'the safety stack has no output ResultsBucket: deploy it again');
}

export type Finding =
  | { readonly state: 'holds'; readonly saw: string }
  | { readonly state: 'does not hold'; readonly saw: string }
  | { readonly state: 'not tried'; readonly saw: string };

/** @param saw what proves it */
export const holds = (saw: string): Finding => ({ state: 'holds', saw });
/** @param saw what disproves it */
export const fails = (saw: string): Finding => ({ state: 'does not hold', saw });
/** @param saw why neither */
export const untried = (saw: string): Finding => ({ state: 'not tried', saw });

/** Longer texts hide what matters: refusals of IAM tell the whole policy. */
const MESSAGE_MAX = 240;

/** A refusal, a missing service, no network: whatever keeps the doctor from looking. */
export function toUntried(error: unknown): Finding {
  const words = (error instanceof Error ? error.message : String(error))
    .replace(/\s*Deserialization error: to see the raw response.*/s, '')
    .replace(/\s+/g, ' ')
    .trim();
  const short = words.length > MESSAGE_MAX ? `${words.slice(0, MESSAGE_MAX)}…` : words;
  return untried(`could not look: ${getErrorName(error)}: ${short}`);
}
