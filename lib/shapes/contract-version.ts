/**
 * Version of the contracts between plan, pointer, hosts file, functions, machines, the document of Systems Manager and
 * what runs commands on hosts. `cdk deploy` replaces functions, machines and document at once, while what runs keeps
 * its plan, its hosts and the definitions of its own executions: what measures refuses another version by name.
 *
 * Raise it with every change that an execution of the version before cannot go on with. What tears down reads every
 * version that was ever written and compares none: members of its inputs, of pointers, plans and rig documents, and
 * variables that the document sets for hosts, are added and never renamed.
 */
import { FsxbenchError } from './errors';

export const CONTRACT_VERSION = 1;
/** Oldest version whose plans and raw files results are still read from. */
export const OLDEST_READABLE = 1;

/** By this the script that runs commands on hosts knows its version: `workloads/host/run-script.sh`. */
export const WRAPPER_VERSION = { FSXBENCH_PLANNED: String(CONTRACT_VERSION) };

/** @param planned version of whoever planned the execution */
export function makeVersionError(planned: unknown, deployed: number): FsxbenchError {
  return new FsxbenchError(
    'OtherVersion',
    `version ${String(planned)} of the contracts planned this execution, and version ${deployed} is deployed: the ` +
      'stacks were updated while it ran. What it made is deleted, and whole rounds that ended before count. ' +
      'Start it again.',
    { facts: { planned, deployed } },
  );
}

/** Whether results of an execution of a version can be read: across an update, but not from a later program's. */
export function isReadable(planned: unknown, deployed: number = CONTRACT_VERSION): boolean {
  return typeof planned === 'number' && planned >= OLDEST_READABLE && planned <= deployed;
}

export function makeUnreadableError(planned: unknown, deployed: number): FsxbenchError {
  return new FsxbenchError(
    'OtherVersion',
    `version ${String(planned)} of the contracts wrote this plan, and version ${deployed} is deployed, which reads ` +
      `versions ${OLDEST_READABLE} to ${deployed}. The raw files stay in the bucket: read them with that version.`,
    { facts: { planned, deployed } },
  );
}
