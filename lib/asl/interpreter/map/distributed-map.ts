/** A distributed Map: every item runs in a separate execution with its own history. */
import { Failure } from '../failure';
import type { Frame } from '../frame';
import type { ChildExecution } from '../child-execution';
import { type MapLimits, MapRun } from './map-run';
import type { DistributedMap, MapState } from '../machine';
import { countPayloadBytes } from '../history/payload';
import { PAYLOAD_MAX_BYTES, makeTooLargeFailure } from '../payload-limit';
import type { Work } from '../scope';
import { makeItemInput, runPool } from './items';
import { readItems } from './reader';

/**
 * Concurrent children: default and maximum
 * (https://docs.aws.amazon.com/step-functions/latest/dg/state-map-distributed.html).
 */
const CONCURRENCY_DEFAULT = 1_000;
const CONCURRENCY_MAX = 10_000;

/** The Map run of one attempt. A redrive continues the same run, with the children that did not succeed. */
export interface RunWork extends Work {
  readonly of: 'run';
  readonly run: MapRun;
  /** Inputs of the children; undefined if an ItemReader reads them. */
  readonly given: readonly unknown[] | undefined;
}

/** Runs every item as a child execution. @param given the items; undefined if an ItemReader reads them. */
export async function runDistributedMap(
  frame: Frame<MapState>,
  definition: DistributedMap,
  given: readonly unknown[] | undefined,
  configured: MapLimits,
): Promise<unknown> {
  const { interpreter } = frame;
  const width = Math.min(
    configured.maxConcurrency === 0 ? CONCURRENCY_MAX : (configured.maxConcurrency ?? CONCURRENCY_DEFAULT),
    CONCURRENCY_MAX,
  );
  const limits = { ...configured, maxConcurrency: width };
  frame.record('MapStateStarted', () => ({ mapStateStartedEventDetails: { length: given?.length ?? 0 } }));
  const prefix = interpreter.machineArn.replace(':stateMachine:', ':mapRun:');
  const arn = `${prefix}/${definition.label}:${interpreter.uuid()}`;
  const run = new MapRun(arn, definition.label, interpreter.arn, interpreter.clock.now(), limits);
  frame.record('MapRunStarted', () => ({ mapRunStartedEventDetails: { mapRunArn: arn } }));
  interpreter.mapRunStarted(run);
  return trackMapRun(frame, definition, { of: 'run', run, given });
}

/**
 * Continues the Map run of a redriven execution. Children that succeeded keep their results; the remaining children are
 * redriven or started (https://docs.aws.amazon.com/step-functions/latest/dg/redrive-map-run.html).
 * @throws Failure States.Runtime if the run was redriven too often.
 */
export async function redriveMap(
  frame: Frame<MapState>,
  definition: DistributedMap,
  { run, given }: RunWork,
): Promise<unknown> {
  run.redrive(frame.interpreter.clock.now());
  const { arn: mapRunArn, redriveCount } = run;
  frame.record('MapRunRedriven', () => ({ mapRunRedrivenEventDetails: { mapRunArn, redriveCount } }));
  return trackMapRun(frame, definition, { of: 'run', run, given });
}

/** Runs a started Map run to its last event. */
async function trackMapRun(frame: Frame<MapState>, definition: DistributedMap, work: RunWork): Promise<unknown> {
  const { run, given } = work;
  const { scope } = frame;
  frame.keepWork(work);
  const release = scope.onEnd(() => endMapRun(frame, run, 'ABORTED'));
  try {
    const result = await runChildren(frame, definition, run, given);
    scope.check();
    endMapRun(frame, run, 'SUCCEEDED');
    frame.record('MapRunSucceeded');
    return result;
  } catch (thrown) {
    scope.check();
    endMapRun(frame, run, 'FAILED');
    const details = thrown instanceof Failure ? { error: thrown.error, cause: thrown.reason } : {};
    frame.record('MapRunFailed', () => ({ mapRunFailedEventDetails: details }));
    throw thrown;
  } finally {
    release();
  }
}

async function runChildren(
  frame: Frame<MapState>,
  definition: DistributedMap,
  run: MapRun,
  given: readonly unknown[] | undefined,
): Promise<unknown> {
  const inputs = run.inputs ?? (await readInputs(frame, definition, given));
  run.inputs = inputs;
  // Before a redrive, some children may have failed for good.
  if (isOverTolerance(run)) throw tooManyFailed();
  await runPool(inputs.length, run.limits.maxConcurrency, async (index) => {
    const child = run.children[index];
    if (child !== undefined && !run.takePending(child)) return;
    const running = child?.redrive() ?? startChild(frame, definition, run, inputs[index]);
    await running.done;
    frame.scope.check();
    if (running.status !== 'SUCCEEDED' && isOverTolerance(run)) throw tooManyFailed();
  });
  return run.children.filter(({ status }) => status === 'SUCCEEDED').map(({ output }) => output);
}

/** @throws Failure States.DataLimitExceeded if an input exceeds the payload limit */
async function readInputs(
  frame: Frame<MapState>,
  definition: DistributedMap,
  given: readonly unknown[] | undefined,
): Promise<unknown[]> {
  const items = given ?? (await readItems(frame, definition));
  const inputs: unknown[] = [];
  for (const [Index, Value] of items.entries()) inputs.push(await makeItemInput(frame, { Index, Value }));
  for (const input of inputs)
    if (countPayloadBytes(input) > PAYLOAD_MAX_BYTES) throw makeTooLargeFailure(frame.state.name, 'payload');
  return inputs;
}

function startChild(frame: Frame<MapState>, definition: DistributedMap, run: MapRun, input: unknown): ChildExecution {
  const { interpreter, state } = frame;
  const child = interpreter.child({ group: state.processor, label: definition.label, input });
  run.children.push(child);
  interpreter.history.transitions++;
  return child.start();
}

function tooManyFailed(): Failure {
  return new Failure(
    'States.ExceedToleratedFailureThreshold',
    'The specified tolerated failure threshold was exceeded',
  );
}

function endMapRun(frame: Frame, run: MapRun, status: 'SUCCEEDED' | 'FAILED' | 'ABORTED'): void {
  run.end(status, frame.interpreter.clock.now());
  run.stopChildren();
}

/**
 * Whether the failed items exceed a limit. Either of two limits ends the run; without limits, the first failure does.
 */
function isOverTolerance(run: MapRun): boolean {
  const { lost, inputs = [] } = run;
  if (lost === 0) return false;
  const { toleratedFailureCount: count, toleratedFailurePercentage: percentage } = run.limits;
  if (count === undefined && percentage === undefined) return true;
  const tooMany = count !== undefined && lost > count;
  const tooLargePart = percentage !== undefined && (lost / inputs.length) * 100 > percentage;
  return tooMany || tooLargePart;
}
