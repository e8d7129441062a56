/** Ends the remaining branches or iterations after one failed, with the events that Step Functions records. */
import type { Frame } from '../frame';
import type { State } from '../machine';
import type { Scope } from '../scope';

const ABORTABLE: readonly State['type'][] = ['Task', 'Wait', 'Parallel', 'Map'];

/**
 * Ends the parts of a Parallel or inline Map after one failed. Every open state is recorded as aborted, including that
 * of the failed part. In a Map, the failed iteration is recorded as failed, the others as aborted.
 */
export function abortParts(frame: Frame, parts: readonly Scope[], failed: Scope | undefined): void {
  if (failed !== undefined) abortPart(frame, failed, 'MapIterationFailed');
  for (const part of parts) if (part !== failed) abortPart(frame, part, 'MapIterationAborted');
  for (const part of parts) part.end();
  frame.scope.lastEvent = frame.interpreter.history.count;
}

function abortPart(frame: Frame, part: Scope, iterationEvent: string): void {
  for (const inner of part.children) abortPart(frame, inner, 'MapIterationAborted');
  const { open } = part;
  if (open !== undefined && ABORTABLE.includes(open.type)) {
    part.lastEvent = frame.interpreter.history.add(`${open.type}StateAborted`, part.lastEvent);
  }
  const { iteration } = part.options;
  if (iteration === undefined) return;
  const key = `${iterationEvent.replace(/^M/, 'm')}EventDetails` as const;
  part.lastEvent = frame.interpreter.history.add(iterationEvent, part.lastEvent, () => ({ [key]: iteration }));
}
