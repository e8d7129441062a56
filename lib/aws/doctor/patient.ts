/** What every probe is given: calls, names, what is deployed, and what experiments have left. */
import { FsxbenchError } from '../../shapes/errors';
import type { DoctorCalls } from './calls';
import type { DeployedStack, Deployment, Place } from './deployment';
import type { Experiment } from './experiments';
import type { Finding } from './finding';

export interface Patient {
  readonly calls: DoctorCalls;
  readonly place: Place;
  readonly deployment: Deployment;
  /** Experiments that have ended, newest first; read once. */
  readonly experiments: () => Promise<readonly Experiment[]>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Proves one line without changing anything. What it throws counts as: could not look. */
export type Probe = (patient: Patient) => Promise<Finding>;

/** The stack, where it is deployed. @throws FsxbenchError `NotDeployed` */
export function deployed(patient: Patient, part: 'safety' | 'bench'): DeployedStack {
  const found = patient.deployment[part];
  if (found !== null) return found;
  throw new FsxbenchError('NotDeployed', `${patient.place.stack(part)} is not deployed here: npx cdk deploy --all`);
}

/** Name of the results bucket. @throws FsxbenchError `NotDeployed` */
export function bucketOf(patient: Patient): string {
  deployed(patient, 'safety');
  if (patient.deployment.bucket !== null) return patient.deployment.bucket;
  throw new FsxbenchError('NotDeployed', 'the safety stack has no output ResultsBucket: deploy it again');
}
