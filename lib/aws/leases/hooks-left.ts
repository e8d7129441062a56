/** State machines of others that an execution started, and that may still run: nobody here stops them. */
import { layout } from '../../shapes/layout';
import { listKeys, readIfSound } from '../bucket';
import type { Context } from '../context';

/** What `action.asl.json` notes before it starts a hook. */
interface Begun {
  readonly hook?: string;
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

/** For the receipt: a sentence for each. What ended and could not be noted may still run, as far as anybody knows. */
export async function hooksLeft(executionId: string, experiment: string, context: Context): Promise<string[]> {
  const keys = layout(experiment, executionId);
  const found: string[] = [];
  for (const key of await listKeys(context, keys.action(''))) {
    const [, name] = BEGUN.exec(key) ?? [];
    if (name === undefined) continue;
    const ended = await readIfSound<Ended>(context, keys.action(name));
    if (OVER.includes(ended?.how)) continue;
    const begun = await readIfSound<Begun>(context, key);
    const about = `for stage ${begun?.stage ?? '?'} of ${begun?.target ?? '?'} at ${begun?.at ?? '?'}`;
    found.push(`${name} of ${begun?.hook ?? 'a state machine that its note does not tell'}, begun ${about}`);
  }
  return found;
}
