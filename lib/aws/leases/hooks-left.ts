/** State machines of others that an execution started, and that still run: nobody here stops them. */
import { layout } from '../../shapes/layout';
import { listKeys, readIfSound } from '../bucket';
import type { Context } from '../context';

/** What `action.asl.json` notes before it starts a hook. */
interface Begun {
  readonly hook?: string;
  /** Of its execution. */
  readonly name?: string;
  readonly target?: string;
  readonly stage?: string;
  readonly at?: string;
}

/** What it notes of how an action ended. */
interface Ended {
  readonly how?: string;
}

const BEGUN = /([^/]+)\.begun\.json$/;
/** After these nothing of it runs. */
const OVER: readonly (string | undefined)[] = ['done', 'failed'];

/**
 * For the receipt: a sentence for each that runs. It is noted before it is started, and may have ended since nobody
 * waited for it: so it is looked at. What cannot be looked at may still run, as far as anybody knows.
 */
export async function hooksLeft(executionId: string, experiment: string, context: Context): Promise<string[]> {
  const keys = layout(experiment, executionId);
  const found: string[] = [];
  for (const key of await listKeys(context, keys.action(''))) {
    const [, name] = BEGUN.exec(key) ?? [];
    if (name === undefined) continue;
    const ended = await readIfSound<Ended>(context, keys.action(name));
    if (OVER.includes(ended?.how)) continue;
    const begun = await readIfSound<Begun>(context, key);
    const state = await stateOf(begun, context);
    if (state === null) continue;
    const about = `for stage ${begun?.stage ?? '?'} of ${begun?.target ?? '?'} at ${begun?.at ?? '?'}`;
    found.push(`${name} of ${begun?.hook ?? 'a state machine that its note does not tell'}, begun ${about}: ${state}`);
  }
  return found;
}

/** Null where nothing runs: it has ended, or was never started. */
async function stateOf(begun: Begun | null, { aws, log }: Context): Promise<string | null> {
  const { hook, name } = begun ?? {};
  if (hook === undefined || name === undefined) return 'may still run';
  try {
    const executionArn = `${hook.replace(':stateMachine:', ':execution:')}:${name}`;
    const { status } = await aws.sfn.describeExecution({ executionArn });
    return status === 'RUNNING' || status === 'PENDING_REDRIVE' ? 'runs' : null;
  } catch (error) {
    const { name: why } = error as Error;
    if (why === 'ExecutionDoesNotExist') return null;
    log.warn('an execution of a state machine of others cannot be looked at', { hook, name, why: String(error) });
    return `may still run, nobody could look (${why})`;
  }
}
