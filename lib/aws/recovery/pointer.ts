/** The pointer of an execution: an object that names its experiment, times and folder. Every machine reads it first. */
import { LONGEST_TIMING, buildTiming } from '../../experiment/plan/timing';
import { FsxbenchError } from '../../shapes/errors';
import { isShortenedId } from '../../shapes/execution-names';
import { EXECUTIONS_PREFIX, layout, getPointerKey } from '../../shapes/layout';
import type { Plan, Timing } from '../../shapes/plan';
import { mapInBatches } from '../pages';
import { findFirstObject, listFolders, READS_AT_ONCE, tryReadJson, readText } from '../bucket';
import type { Context } from '../context';
import { MAX_RUN_SECONDS } from './retry-schedule';

/** The pointer, written by admission: it locates an execution's objects. */
export interface Pointer {
  /** Contract version of the plan, for people: teardown reads every version. */
  readonly version?: number;
  /** Name of the execution in Step Functions, if it differs from the id. */
  readonly name?: string;
  readonly experiment: string;
  readonly timing: Timing;
  /** Start time, ISO 8601. A retry of a start has the same time; another execution with the name does not. */
  readonly startedAt: string;
  /** Deadline, epoch seconds. A guardian closes the execution if it still runs at this time. */
  readonly guardianUntil: number;
}

/** Replaces an unknown experiment name; no spec may have this name. */
export const UNTAGGED = '_untagged';

/** Makes the pointer for a plan. Trials end before the deadline; teardown and results follow. */
export function makePointer({ schemaVersion: version, experiment, timing, startedAt, deadline }: Plan): Pointer {
  return { version, experiment, timing, startedAt, guardianUntil: deadline + timing.teardownAllowanceSeconds / 2 };
}

/**
 * Finds the pointer of an execution; null if the execution was never admitted. If the pointer is missing or corrupt,
 * the execution's folder, in which admission writes the plan, replaces it. Older versions wrote no waits; they become
 * the longest ones, because guardians require them.
 * @throws FsxbenchError `Unexpected` if the pointer is corrupt and no folder exists; the bucket's errors
 */
export async function findPointer(executionId: string, context: Context): Promise<Pointer | null> {
  const text = await readText(context, getPointerKey(executionId));
  const found = (text === null ? null : readPointer(text)) ?? (await recoverFromFolder(executionId, context));
  if (found === null) {
    if (text === null) return null;
    const message = `the pointer of ${executionId} is corrupt, and no folder names its experiment`;
    throw new FsxbenchError('Unexpected', message);
  }
  const waits = context.config.local ? buildTiming(true, 1) : LONGEST_TIMING;
  return { ...found, timing: { ...waits, ...found.timing } };
}

/** Finds the name of an execution, by its id or name. @throws the bucket's errors */
export async function findName(executionId: string, context: Context): Promise<string> {
  const pointer = isShortenedId(executionId) ? await tryReadJson<Pointer>(context, getPointerKey(executionId)) : null;
  return pointer?.name ?? executionId;
}

/** A pointer as stored: older versions wrote no waits. */
type StoredPointer = Omit<Pointer, 'timing'> & { readonly timing?: Partial<Timing> };

/** Null for an invalid pointer. Times that an older version's pointer lacks count as passed. */
function readPointer(text: string): StoredPointer | null {
  const found = parseJson<StoredPointer>(text);
  return typeof found?.experiment === 'string' ? { ...guessPointer(found.experiment, 0), ...found } : null;
}

/** Makes a pointer from an execution's folder, in any experiment; null without a folder. */
async function recoverFromFolder(executionId: string, context: Context): Promise<StoredPointer | null> {
  const experiments = await listFolders(context, EXECUTIONS_PREFIX);
  const folders = await mapInBatches(experiments, READS_AT_ONCE, async (experiment) => {
    const first = await findFirstObject(context, layout(experiment, executionId).root);
    return first === null ? [] : [{ experiment, storedAt: first.storedAt ?? 0 }];
  });
  const found = folders.flat();
  // A guardian without the experiment's name may have written a receipt in another folder.
  const folder = found.find(({ experiment }) => experiment !== UNTAGGED) ?? found[0];
  if (folder === undefined) return null;
  const { experiment, storedAt } = folder;
  context.log.warn('the pointer object of an execution is missing; its folder in the bucket is used instead', {
    executionId,
    experiment,
  });
  return (await recoverFromPlan(experiment, executionId, context)) ?? guessPointer(experiment, storedAt);
}

/** Null if the plan is also missing or corrupt. */
async function recoverFromPlan(
  experiment: string,
  executionId: string,
  context: Context,
): Promise<StoredPointer | null> {
  const text = await readText(context, layout(experiment, executionId).plan);
  const plan = text === null ? null : parseJson<Plan>(text);
  if (typeof plan?.deadline !== 'number' || plan.timing === undefined) return null;
  return { ...makePointer(plan as Plan), experiment };
}

/** Estimates a pointer for the longest run. @param storedAt epoch seconds of a written object: its start or later */
function guessPointer(experiment: string, storedAt: number): StoredPointer {
  const startedAt = new Date(1000 * storedAt).toISOString();
  return { experiment, startedAt, guardianUntil: storedAt + MAX_RUN_SECONDS };
}

/** Null unless the text is a JSON object. */
function parseJson<T>(text: string): Partial<T> | null {
  try {
    const found = JSON.parse(text) as Partial<T> | null;
    return typeof found === 'object' ? found : null;
  } catch {
    return null;
  }
}
