/** Executions of hooks, i.e. of external state machines, that may outlive their execution. */
import type { Execution } from '../../shapes/layout';
import { listKeys, tryReadJson } from '../bucket';
import type { Context } from '../context';

/** Written by `action.asl.yaml` before it starts a hook. */
interface HookNote {
  readonly hook?: string;
  /** Name of the hook's execution. */
  readonly name?: string;
  readonly target?: string;
  readonly stage?: string;
  readonly at?: string;
}

const BEGUN_KEY = /([^/]+)\.started\.json$/;
/** End statuses of an action after which its hook no longer runs. */
const FINAL_ENDS: readonly (string | undefined)[] = ['done', 'failed'];

/**
 * For the receipt: a sentence for each hook that may still run. A note is written before a hook starts, and no end may
 * be recorded, so the hook's execution is checked. If that check fails, the hook counts as running.
 */
export async function listRunningHooks({ keys }: Execution, context: Context): Promise<string[]> {
  const found: string[] = [];
  for (const key of await listKeys(context, keys.action(''))) {
    const [, name] = BEGUN_KEY.exec(key) ?? [];
    if (name === undefined) continue;
    // Written by `action.asl.yaml` when an action ends.
    const ended = await tryReadJson<{ readonly how?: string }>(context, keys.action(name));
    if (FINAL_ENDS.includes(ended?.how)) continue;
    const begun = await tryReadJson<HookNote>(context, key);
    const state = await findHookState(begun, context);
    if (state === null) continue;
    const about = `for stage ${begun?.stage ?? '?'} of ${begun?.target ?? '?'} at ${begun?.at ?? '?'}`;
    found.push(`${name} of ${begun?.hook ?? 'an unknown state machine'}, started ${about}: ${state}`);
  }
  return found;
}

/** @returns null if the hook has ended or was never started */
async function findHookState(begun: HookNote | null, { aws, log }: Context): Promise<string | null> {
  const { hook, name } = begun ?? {};
  if (hook === undefined || name === undefined) return 'may still run';
  try {
    const executionArn = `${hook.replace(':stateMachine:', ':execution:')}:${name}`;
    const { status } = await aws.sfn.describeExecution({ executionArn });
    return status === 'RUNNING' || status === 'PENDING_REDRIVE' ? 'runs' : null;
  } catch (error) {
    const { name: why } = error as Error;
    if (why === 'ExecutionDoesNotExist') return null;
    log.warn('the execution of an external state machine could not be checked', { hook, name, why: String(error) });
    return `may still run: its execution could not be checked (${why})`;
  }
}
