/** The context of a probe: calls, names, the deployment, and finished experiments as evidence. */
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
  /** Reads finished experiments, newest first; all probes share one read. */
  readonly experiments: () => Promise<readonly Experiment[]>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Checks one assumption and changes nothing. An error that it throws becomes a finding `not tried`. */
export type Probe = (context: ProbeContext) => Promise<Finding>;

/** @returns the deployed stack @throws FsxbenchError `NotDeployed` */
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

/** @param saw evidence for the assumption */
export const toPass = (saw: string): Finding => ({ state: 'holds', saw });
/** @param saw evidence against the assumption */
export const toFail = (saw: string): Finding => ({ state: 'does not hold', saw });
/** @param saw why the assumption could not be checked */
export const toUntested = (saw: string): Finding => ({ state: 'not tried', saw });

/** Maximum characters of an error message: IAM's refusals quote the whole policy. */
const MESSAGE_MAX = 240;

/** Converts an error of a probe: a denied call, a missing service or a network failure. */
export function judgeProbeError(error: unknown): Finding {
  const words = (error instanceof Error ? error.message : String(error))
    .replace(/\s*Deserialization error: to see the raw response.*/s, '')
    .replace(/\s+/g, ' ')
    .trim();
  const short = words.length > MESSAGE_MAX ? `${words.slice(0, MESSAGE_MAX)}…` : words;
  return toUntested(`could not check: ${getErrorName(error)}: ${short}`);
}
