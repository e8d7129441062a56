/** What every probe gets: calls, names, the deployment, and evidence of experiments. */
import { FsxbenchError } from '../../shapes/errors';
import type { Assembly } from './assembly';
import { type DoctorCalls, getErrorName } from './calls';
import type { DeployedStack, Deployment, DeploymentNames } from './deployment';
import type { Experiment } from './experiments';

export interface ProbeContext {
  readonly calls: DoctorCalls;
  readonly place: DeploymentNames;
  readonly deployment: Deployment;
  /** The synthesized deployment; null without `--before`. */
  readonly assembly: Assembly | null;
  /** Finished experiments, newest first; read once. */
  readonly experiments: () => Promise<readonly Experiment[]>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Checks one assumption without changing anything. What it throws becomes `not tried`. */
export type Probe = (context: ProbeContext) => Promise<Finding>;

/** The stack, if it is deployed. @throws FsxbenchError `NotDeployed` */
export function requireStack(context: ProbeContext, part: 'safety' | 'bench'): DeployedStack {
  const found = context.deployment[part];
  if (found !== null) return found;
  throw new FsxbenchError('NotDeployed', `${context.place.stack(part)} is not deployed here. Run npx cdk deploy --all`);
}

/** Name of the results bucket. @throws FsxbenchError `NotDeployed` */
export function requireBucket(context: ProbeContext): string {
  requireStack(context, 'safety');
  if (context.deployment.bucket !== null) return context.deployment.bucket;
  throw new FsxbenchError('NotDeployed', 'the safety stack has no output ResultsBucket: deploy it again');
}

export type Finding =
  | { readonly state: 'holds'; readonly saw: string }
  | { readonly state: 'does not hold'; readonly saw: string }
  | { readonly state: 'not tried'; readonly saw: string };

/** @param saw evidence for it */
export const holds = (saw: string): Finding => ({ state: 'holds', saw });
/** @param saw evidence against it */
export const fails = (saw: string): Finding => ({ state: 'does not hold', saw });
/** @param saw why it could not be checked */
export const untried = (saw: string): Finding => ({ state: 'not tried', saw });

/** Characters of an error message: refusals of IAM quote the whole policy. */
const MESSAGE_MAX = 240;

/** A check that failed for a refusal, a missing service or the network. */
export function toUntried(error: unknown): Finding {
  const words = (error instanceof Error ? error.message : String(error))
    .replace(/\s*Deserialization error: to see the raw response.*/s, '')
    .replace(/\s+/g, ' ')
    .trim();
  const short = words.length > MESSAGE_MAX ? `${words.slice(0, MESSAGE_MAX)}…` : words;
  return untried(`could not check: ${getErrorName(error)}: ${short}`);
}
