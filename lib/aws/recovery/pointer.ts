/** The pointer of an execution: all that whoever takes it up must know before anything else. */
import { LONGEST_TIMING, buildTiming } from '../../experiment/plan/timing';
import { FsxbenchError } from '../../shapes/errors';
import { isShortened } from '../../shapes/execution-names';
import { EXECUTIONS, layout, pointerKey } from '../../shapes/layout';
import type { Plan, Timing } from '../../shapes/plan';
import { mapInBatches } from '../pages';
import { findFirstObject, listFolders, READS_AT_ONCE, tryReadJson, readText } from '../bucket';
import type { Context } from '../context';
import { MAX_RUN_SECONDS } from './retry-schedule';

/** Written by admit: where an executionId belongs. */
export interface Pointer {
  /** As in the plan, for people: whoever tears down reads every version. */
  readonly version?: number;
  /** Of its execution in Step Functions, where that is another one than its id. */
  readonly name?: string;
  readonly experiment: string;
  readonly timing: Timing;
  /** ISO 8601: tells a second try of the same start from another execution of the same name. */
  readonly startedAt: string;
  /** Epoch seconds: an execution that still runs then is closed by its guardian, the first one or a later one. */
  readonly guardianUntil: number;
}

/** Stands for an experiment that no tag names; no spec may call itself so. */
export const UNTAGGED = '_untagged';

/** What admit writes for a plan. Trials end by the deadline; the rest is for teardown and results. */
export function makePointer({ schemaVersion: version, experiment, timing, startedAt, deadline }: Plan): Pointer {
  return { version, experiment, timing, startedAt, guardianUntil: deadline + timing.teardownAllowanceSeconds / 2 };
}

/**
 * The pointer of an execution; null where it was never admitted. Where somebody lost or spoilt it, the folder of the
 * execution says as much: admit writes its plan beside it. Waits that it lacks, since an older version wrote it, are
 * the longest: without them each guardian that is started would end where it asks for one.
 * @throws FsxbenchError `Unexpected` where somebody spoilt it and no folder is there; whatever the bucket answers
 */
export async function findPointer(executionId: string, context: Context): Promise<Pointer | null> {
  const text = await readText(context, pointerKey(executionId));
  const found = (text === null ? null : readPointer(text)) ?? (await recoverFromFolder(executionId, context));
  if (found === null) {
    if (text === null) return null;
    const message = `expected the pointer of ${executionId} to name an experiment; it is spoilt, and no folder does`;
    throw new FsxbenchError('Unexpected', message);
  }
  const waits = context.config.local ? buildTiming(true, 1, 1) : LONGEST_TIMING;
  return { ...found, timing: { ...waits, ...found.timing } };
}

/** The name of the execution of an experiment, by its id or name. @throws whatever the bucket answers */
export async function findName(executionId: string, context: Context): Promise<string> {
  const pointer = isShortened(executionId) ? await tryReadJson<Pointer>(context, pointerKey(executionId)) : null;
  return pointer?.name ?? executionId;
}

/** A pointer as it was written: perhaps without waits. */
type StoredPointer = Omit<Pointer, 'timing'> & { readonly timing?: Partial<Timing> };

/** Null for what is no pointer. One of another version that lacks its times is taken for over: it must end. */
function readPointer(text: string): StoredPointer | null {
  const found = parseJson<StoredPointer>(text);
  return typeof found?.experiment === 'string' ? { ...guessPointer(found.experiment, 0), ...found } : null;
}

/** What the folder of an execution tells, whichever experiment it lies in; null where none has one. */
async function recoverFromFolder(executionId: string, context: Context): Promise<StoredPointer | null> {
  const experiments = await listFolders(context, EXECUTIONS);
  const folders = await mapInBatches(experiments, READS_AT_ONCE, async (experiment) => {
    const first = await findFirstObject(context, layout(experiment, executionId).root);
    return first === null ? [] : [{ experiment, storedAt: first.storedAt ?? 0 }];
  });
  const found = folders.flat();
  // Who did not know the experiment may have written a receipt in another folder.
  const folder = found.find(({ experiment }) => experiment !== UNTAGGED) ?? found[0];
  if (folder === undefined) return null;
  const { experiment, storedAt } = folder;
  context.log.warn('the pointer of an execution is lost; its folder says where it belongs', {
    executionId,
    experiment,
  });
  return (await recoverFromPlan(experiment, executionId, context)) ?? guessPointer(experiment, storedAt);
}

/** Null where the plan is lost or spoilt, too. */
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

/**
 * @param storedAt when the bucket had something of it, epoch seconds: its start or later. It may run on for as long as
 *   any may.
 */
function guessPointer(experiment: string, storedAt: number): StoredPointer {
  const startedAt = new Date(1000 * storedAt).toISOString();
  return { experiment, startedAt, guardianUntil: storedAt + MAX_RUN_SECONDS };
}

/** Null for what is no JSON object. */
function parseJson<T>(text: string): Partial<T> | null {
  try {
    const found = JSON.parse(text) as Partial<T> | null;
    return typeof found === 'object' ? found : null;
  } catch {
    return null;
  }
}
