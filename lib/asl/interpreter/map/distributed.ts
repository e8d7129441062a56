/** A distributed Map: every item, or batch, in an execution of its own, with a history of its own. */
import { Failure } from '../failure';
import type { Frame } from '../frame';
import type { ChildExecution } from '../child-execution';
import { type MapLimits, MapRun, type Share } from './map-run';
import type { DistributedMap, MapState } from '../machine';
import { makeShares } from './batches';
import { itemInput } from './items';
import { pool } from './pool';
import { readItems } from './reader';
import { exceeded } from './tolerance';
import { writeResults } from './writer';

/**
 * Children at once: by default, and at most
 * (https://docs.aws.amazon.com/step-functions/latest/dg/state-map-distributed.html).
 */
const CONCURRENCY_DEFAULT = 1_000;
const CONCURRENCY_MAX = 10_000;

/**
 * Runs every item, or batch of items, as a child execution.
 * @param given the items; undefined where an ItemReader reads them.
 */
export async function distributedMap(
  frame: Frame<MapState>,
  definition: DistributedMap,
  given: readonly unknown[] | undefined,
  asked: MapLimits,
): Promise<unknown> {
  const { interpreter, scope } = frame;
  const width = Math.min(
    asked.maxConcurrency === 0 ? CONCURRENCY_MAX : (asked.maxConcurrency ?? CONCURRENCY_DEFAULT),
    CONCURRENCY_MAX,
  );
  const limits = { ...asked, maxConcurrency: width };
  frame.record('MapStateStarted', () => ({ mapStateStartedEventDetails: { length: given?.length ?? 0 } }));
  const arn = mapRunArn(interpreter.machineArn, definition.label, interpreter.uuid());
  const run = new MapRun(arn, definition.label, interpreter.arn, interpreter.clock.now(), limits);
  frame.record('MapRunStarted', () => ({ mapRunStartedEventDetails: { mapRunArn: arn } }));
  interpreter.mapRunStarted(run);
  const release = scope.onEnd(() => end(frame, run, 'ABORTED'));
  try {
    const result = await conduct(frame, definition, run, given);
    scope.check();
    end(frame, run, 'SUCCEEDED');
    frame.record('MapRunSucceeded');
    return result;
  } catch (thrown) {
    scope.check();
    end(frame, run, 'FAILED');
    const details = thrown instanceof Failure ? { error: thrown.error, cause: thrown.reason } : {};
    frame.record('MapRunFailed', () => ({ mapRunFailedEventDetails: details }));
    throw thrown;
  } finally {
    release();
  }
}

async function conduct(
  frame: Frame<MapState>,
  definition: DistributedMap,
  run: MapRun,
  given: readonly unknown[] | undefined,
): Promise<unknown> {
  const items = given ?? (await readItems(frame, definition));
  const inputs: unknown[] = [];
  for (const [Index, Value] of items.entries()) inputs.push(await itemInput(frame, { Index, Value }));
  const shares = await makeShares(frame, definition.batcher, inputs);
  run.begin(shares);
  await pool(shares.length, run.limits.maxConcurrency, async (index) => {
    const child = startChild(frame, definition, run, shares[index] as Share);
    await child.done;
    frame.scope.check();
    if (child.status !== 'SUCCEEDED' && exceeded(run)) {
      throw new Failure(
        'States.ExceedToleratedFailureThreshold',
        'The specified tolerated failure threshold was exceeded',
      );
    }
  });
  if (definition.writer !== undefined) return writeResults(frame, definition.writer, run);
  return run.children.filter(({ status }) => status === 'SUCCEEDED').map(({ output }) => output);
}

function startChild(frame: Frame<MapState>, definition: DistributedMap, run: MapRun, share: Share): ChildExecution {
  const { interpreter, state } = frame;
  const child = interpreter.child({ group: state.processor, label: definition.label, input: share.input });
  run.children.push(child);
  interpreter.history.transitions++;
  return child.start();
}

function end(frame: Frame, run: MapRun, status: 'SUCCEEDED' | 'FAILED' | 'ABORTED'): void {
  run.end(status, frame.interpreter.clock.now());
  run.stopChildren();
}

/** `…:stateMachine:NAME` → `…:mapRun:NAME/LABEL:UUID`. */
function mapRunArn(machineArn: string, label: string, uuid: string): string {
  return `${machineArn.replace(':stateMachine:', ':mapRun:')}/${label}:${uuid}`;
}
