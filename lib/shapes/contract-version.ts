/**
 * Version of all data formats that plan, state machines, Lambda functions, Systems Manager document and host script
 * share. `cdk deploy` replaces functions, machines and document at once. Running executions keep their plan, hosts and
 * machine definitions. Machines that measure therefore refuse any other version, and their error names both.
 *
 * Raise the version with every change that breaks running executions of the previous version. Teardown reads all
 * versions and compares none. Never rename members of teardown inputs, pointers, plans or rig documents, nor host
 * variables in the Systems Manager document; only add.
 */
import { FsxbenchError } from './errors';

export const CONTRACT_VERSION = 3;
/** Oldest version whose plans and raw files can still be read. Version 1 had other keys, such as `entitled`. */
export const OLDEST_READABLE = 2;

/** Tells `workloads/host/run-script.sh` its version. */
export const WRAPPER_VERSION = { FSXBENCH_PLANNED: String(CONTRACT_VERSION) };

/** @param planned version that planned the execution */
export function makeVersionError(planned: unknown, deployed: number): FsxbenchError {
  return new FsxbenchError(
    'OtherVersion',
    `contract version ${String(planned)} planned this execution, but version ${deployed} is deployed: the stacks ` +
      'were updated while it ran. fsxbench deletes its resources. Completed rounds count. Start the spec again under ' +
      'another name.',
    { facts: { planned, deployed } },
  );
}

/** The readable versions for a deployment or program of version `deployed`: `2`, or `2 to 4`. */
export function formatReadable(deployed: number = CONTRACT_VERSION): string {
  return deployed > OLDEST_READABLE ? `${OLDEST_READABLE} to ${deployed}` : String(OLDEST_READABLE);
}

/** Whether results of version `planned` can be read: from the oldest readable version to `deployed`. */
export function isReadable(planned: unknown, deployed: number = CONTRACT_VERSION): boolean {
  return typeof planned === 'number' && planned >= OLDEST_READABLE && planned <= deployed;
}

export function makeUnreadableError(planned: unknown, deployed: number): FsxbenchError {
  return new FsxbenchError(
    'OtherVersion',
    `contract version ${String(planned)} wrote this plan, but version ${deployed} is deployed, which reads version ` +
      `${formatReadable(deployed)}. The raw files stay in the bucket: read them with that version.`,
    { facts: { planned, deployed } },
  );
}
