/** The pointer of an execution: all that whoever takes it up must know before anything else. */
import { LONGEST_TIMING, timingOf } from '../../experiment/plan/timing';
import { expected } from '../../shapes/errors';
import { pointerKey } from '../../shapes/layout';
import type { Timing } from '../../shapes/plan';
import { readJson } from '../bucket';
import type { Context } from '../context';

/** Written by admit: where an executionId belongs. */
export interface Pointer {
  readonly experiment: string;
  readonly timing: Timing;
  /** ISO 8601: tells a second try of the same start from another execution of the same name. */
  readonly startedAt: string;
  /** Epoch seconds: an execution that still runs then is closed by its guardian, the first one or a later one. */
  readonly guardianUntil: number;
}

/**
 * The pointer of an execution; null where it was never admitted. Waits that it lacks, since an older version wrote it,
 * are the longest: without them each guardian that is started would end where it asks for one.
 * @throws SyntaxError, FsxbenchError `Unexpected` where somebody spoilt it
 */
export async function pointerOf(executionId: string, context: Context): Promise<Pointer | null> {
  const found = await readJson<Pointer>(context, pointerKey(executionId));
  if (found === null) return null;
  const experiment = expected(found.experiment, `the experiment of ${executionId}`);
  const waits = context.config.local ? timingOf(true, 1, 1) : LONGEST_TIMING;
  return { ...found, experiment, timing: { ...waits, ...found.timing } };
}
