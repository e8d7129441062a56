/** Storage as the machines call it: the SDK's own names, a short list of calls, answers cut down to what is needed. */
import { FsxbenchError } from '../../shapes/errors';
import { kindOfCall, kindOfId, type StorageCall } from '../../shapes/resources';
import { type Made, withReferences } from '../../shapes/requests';
import type { Context } from '../context';
import { STORAGE } from './registry';
import type { Send, Sight } from './resource';

/** What a machine is told. */
export interface Seen extends Omit<Sight, 'changedAt'> {
  /** Epoch seconds from which the next change may be asked for. */
  readonly changeableAt: number;
}

/** One create or change; `input` with references, `made` what they refer to. */
interface Request {
  readonly call: StorageCall;
  readonly input: Readonly<Record<string, unknown>>;
  readonly made: Made;
}

/** A look at what has this id; `pauseSeconds` between two changes of it. */
interface Look {
  readonly look: string;
  readonly pauseSeconds: number;
}

/** Sends a create or change, or looks at what became of one. */
export async function callStorage(event: Request | Look, context: Context): Promise<Seen> {
  return 'look' in event ? lookAt(event, context) : sendRequest(event, context);
}

async function sendRequest({ call, input, made }: Request, context: Context): Promise<Seen> {
  const values: Made = { ...made, network: context.config.network };
  const filled = withReferences(input, values) as never;
  const sends: Readonly<Record<string, Send>> = STORAGE[kindOfCall(call)].sends;
  const send = sends[call];
  if (send === undefined)
    throw new FsxbenchError('Unexpected', `every call of a kind of storage can be sent, but not ${call}`);
  return told(await send(context.aws, filled), 0);
}

async function lookAt({ look: id, pauseSeconds }: Look, context: Context): Promise<Seen> {
  const { describe, absent } = STORAGE[kindOfId(id)];
  try {
    return told(await describe(context.aws, id), pauseSeconds);
  } catch (error) {
    if (!absent.includes((error as Error).name)) throw error;
    return { id, state: 'busy', lifecycle: 'NOT_FOUND', why: 'it is not known (yet)', values: {}, changeableAt: 0 };
  }
}

function told({ changedAt, ...sight }: Sight, pauseSeconds: number): Seen {
  return { ...sight, changeableAt: changedAt === null ? 0 : changedAt + pauseSeconds };
}
