/** What is done when an execution ended badly, as the event rule tells of it. */
import { childOf, executionIdOf, machineOfName } from '../../shapes/execution-names';
import { fenceKey, TAG } from '../../shapes/layout';
import { readText } from '../bucket';
import type { Context } from '../context';
import { executionArn } from '../executions';
import { pointerOf } from './pointer';
import { type Guarded, startGuardian, type Wanted } from './start-guardian';

/** Of an EventBridge event, `Step Functions Execution Status Change`. */
export interface BadEnd {
  readonly name: string;
  readonly status: string;
  readonly executionArn: string;
}

/**
 * A guardian for an experiment or a guardian that ended badly, a teardown for a rig: its experiment may go on for hours
 * with all others, and whoever stopped it has also stopped its own teardown.
 */
export async function onBadEnd(event: BadEnd, context: Context): Promise<Guarded> {
  const { name, status, executionArn: endedArn } = event;
  const why = `${name} ended ${status}`;
  const isRig = machineOfName(name) === 'rig' && endedArn === executionArn(context.config, 'rig', name);
  if (isRig) return tearDownRig(name, why, context);
  return startGuardian({ executionId: executionIdOf(name), why, endedArn }, context);
}

/** What the janitor has found: a guardian for an execution, a teardown for a rig that ended. */
export async function onOrphan(event: Wanted, context: Context): Promise<Guarded> {
  const { executionId: name, why } = event;
  if (machineOfName(name) !== 'rig') return startGuardian(event, context);
  // The first is the event rule's. Each pass of the janitor has a name of its own, for longer than names are kept.
  const pass = 1 + (Math.floor(context.now() / PASS_MS) % PASSES);
  return tearDownRig(name, why, context, pass);
}

/** Of the janitor's schedule (`lib/stacks/safety-stack.ts`), and so many passes as are longer than two years. */
const PASS_MS = 900_000;
const PASSES = 100_000;

/**
 * @param name of the rig's execution, which is its tag, too
 * @param nth of such teardowns
 */
async function tearDownRig(name: string, why: string, context: Context, nth = 0): Promise<Guarded> {
  const executionId = executionIdOf(name);
  const none = (because: string): Guarded => ({ executionId, started: null, why: because });
  const pointer = await pointerOf(executionId, context);
  if (pointer === null) return none('it was never admitted, so it created nothing');
  if ((await readText(context, fenceKey(executionId))) !== null)
    return none('its execution is closed: the guardian tears everything down');
  const { teardownPollSeconds: pollSeconds, teardownAllowanceSeconds: seconds } = pointer.timing;
  const input = { tagKey: TAG.rig, tagValue: name, pollSeconds, seconds };
  const started = childOf(name, 'teardown', 'ended', nth);
  const stateMachineArn = context.config.machineArns.teardown;
  try {
    await context.aws.sfn.startExecution({ stateMachineArn, name: started, input: JSON.stringify(input) });
  } catch (error) {
    // The same event, or call of the janitor, delivered twice.
    if ((error as Error).name === 'ExecutionAlreadyExists') return none(`${started} was started before`);
    throw error;
  }
  context.log.warn('teardown of a rig started', { executionId, name: started, why });
  return { executionId, started, why };
}
