/**
 * Version of the contracts between plan, pointer, hosts file, functions, machines, the Systems Manager document and the
 * host script. `cdk deploy` replaces functions, machines and document at once, while running executions keep their
 * plan, hosts and machine definitions. Measuring machines therefore refuse another version by name.
 *
 * Raise it with every change that running executions of the previous version cannot handle. Teardown reads every
 * version ever written and compares none: never rename members of its inputs, of pointers, plans and rig documents, nor
 * variables that the document sets for hosts; only add.
 */
import { FsxbenchError } from './errors';

export const CONTRACT_VERSION = 2;
/** Oldest version whose plans and raw files can still be read. Version 1 had `entitled` for `provisioned`. */
export const OLDEST_READABLE = 2;

/** Tells `workloads/host/run-script.sh` its version. */
export const WRAPPER_VERSION = { FSXBENCH_PLANNED: String(CONTRACT_VERSION) };

/** @param planned version that planned the execution */
export function makeVersionError(planned: unknown, deployed: number): FsxbenchError {
  return new FsxbenchError(
    'OtherVersion',
    `version ${String(planned)} of the contracts planned this execution, and version ${deployed} is deployed: the ` +
      'stacks were updated while it ran. What it made is deleted, and whole rounds that ended before count. ' +
      'Start it again.',
    { facts: { planned, deployed } },
  );
}

/** `2`, or `2 to 4`: the versions whose results a deployment or program of `deployed` reads. */
export function formatReadable(deployed: number = CONTRACT_VERSION): string {
  return deployed > OLDEST_READABLE ? `${OLDEST_READABLE} to ${deployed}` : String(OLDEST_READABLE);
}

/** Whether results of a version can be read: also older ones, but not newer ones. */
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
