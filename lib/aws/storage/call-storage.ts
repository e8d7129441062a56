/** Storage as the machines call it: the SDK's own names, a short list of calls, answers cut down to what is needed. */
import { ensure, FsxbenchError } from '../../shapes/errors';
import { parseFenceKey, layout, TAG } from '../../shapes/layout';
import type { ReceiptResource } from '../../shapes/receipt';
import { getChangedKind } from '../../shapes/resource-ids';
import {
  isOptional,
  getCallKind,
  findCreatedKind,
  RESOURCES,
  type StorageCall,
  type StorageFacts,
  type StorageKind,
} from '../../shapes/resources';
import { type Outputs, resolveReferences } from '../../shapes/requests';
import { readText, writeText } from '../bucket';
import type { Context } from '../context';
import { toTagMap } from '../ledger/resource';
import { findPointer } from '../recovery/pointer';
import { CHANGEABLE } from './registry';
import type { Send, ResourceState } from './resource';
import { readSecret } from './secret';

/** What a machine is told. */
export interface StatusResponse extends Omit<ResourceState, 'changedAt' | 'gone'> {
  /** Epoch seconds from which the next change may be asked for. */
  readonly changeableAt: number;
}

/** One create or change; `input` with references, `made` what they refer to. */
interface StorageRequest {
  readonly call: StorageCall;
  readonly input: Readonly<Record<string, unknown>>;
  readonly made: Outputs;
  /** Of the execution: where something lies there, nothing more is created or changed. */
  readonly fenceKey: string;
}

/** A look at what has this id; `pauseSeconds` between two changes of it. */
interface StatusRequest {
  readonly look: string;
  readonly pauseSeconds: number;
}

/** Sends a create or change, or looks at what became of one. */
export async function callStorage(event: StorageRequest | StatusRequest, context: Context): Promise<StatusResponse> {
  return 'look' in event ? readStatus(event, context) : sendRequest(event, context);
}

/**
 * Looks at the fence right before the call: whoever looked earlier may have waited since, or been redriven behind its
 * look. What cannot be looked at counts as closed.
 */
async function sendRequest(
  { call, input, made: known, fenceKey }: StorageRequest,
  context: Context,
): Promise<StatusResponse> {
  const { network, topicArn } = context.config;
  const topic: Outputs = topicArn === undefined ? {} : { topic: { arn: topicArn } };
  const values: Outputs = { ...known, ...(await readPasswords(input, known, context)), ...topic, network };
  const filled = resolveReferences(input, values) as never;
  const sends: Readonly<Record<string, Send>> = CHANGEABLE[getCallKind(call)].sends;
  const send = sends[call];
  if (send === undefined)
    throw new FsxbenchError('Unexpected', `every call of a kind of storage can be sent, but not ${call}`);
  if ((await readText(context, fenceKey)) !== null)
    throw new FsxbenchError('FenceClosed', `${fenceKey} is there: nothing more may be created or changed`);
  const made = findCreatedKind(call);
  const noted = (one: StorageKind, sight: ResourceState): Promise<void> =>
    noteMade(one, sight, filled, { fenceKey, context });
  try {
    const sight = await send(context.aws, filled);
    if (made !== null) await noted(made, sight);
    return toStatusResponse(sight, 0);
  } catch (error) {
    if (made !== null && isOptional(made)) await noted(made, toUnknownState(getInputName(made, filled), error));
    throw error;
  }
}

/**
 * What a rig goes on without may be there all the same, by a call whose answer was lost: nobody waits until that is
 * known, so it is noted by its name.
 */
function getInputName(kind: StorageKind, input: object): string {
  const { name }: StorageFacts = RESOURCES[kind];
  return String(new Map<string, unknown>(Object.entries(input)).get(ensure(name, `a name of ${kind}`)));
}

function toUnknownState(id: string, error: unknown): ResourceState {
  return { id, state: 'ready', lifecycle: 'UNKNOWN', why: String(error), values: {}, changedAt: null };
}

/**
 * Passwords that an input refers to, as `@secret.password`: they are read here, and leave this function only in the
 * call that needs them.
 */
async function readPasswords(input: object, made: Outputs, { aws }: Context): Promise<Outputs> {
  const asked = [...JSON.stringify(input).matchAll(/"@([A-Za-z][A-Za-z0-9]*)\.password"/g)].map(([, id = '']) => id);
  const read = [...new Set(asked)].map(async (id) => {
    const of = ensure(made[id], `the secret ${id} of a password`);
    return [id, { ...of, password: await readSecret(aws, ensure(of['id'], `the id of ${id}`)) }] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/**
 * Notes what was made, for the receipt: tags may be taken away, an id stays. A note that cannot be written is no reason
 * to lose what was made: its tags, or those of what it is in, are there.
 */
async function noteMade(
  kind: StorageKind,
  { id, lifecycle }: ResourceState,
  input: object,
  { fenceKey, context }: { readonly fenceKey: string; readonly context: Context },
): Promise<void> {
  const tags = toTagMap((input as { readonly Tags?: Parameters<typeof toTagMap>[0] }).Tags);
  const { [TAG.rig]: rig = null, [TAG.execution]: executionId = parseFenceKey(fenceKey) } = tags;
  const made: ReceiptResource = { kind, id, rig, state: lifecycle };
  try {
    // What has no tags of its own does not say its experiment.
    const experiment = tags[TAG.experiment] ?? (await findPointer(executionId, context))?.experiment;
    if (experiment === undefined) return;
    await writeText(context, layout(experiment, executionId).seen(id), JSON.stringify([made]));
  } catch (error) {
    context.log.warn('what was made could not be noted for the receipt', { id, error: String(error) });
  }
}

async function readStatus({ look: id, pauseSeconds }: StatusRequest, context: Context): Promise<StatusResponse> {
  const kind = getChangedKind(id);
  const { describe, absent } = CHANGEABLE[kind];
  try {
    const sight = await describe(context.aws, id);
    return toStatusResponse(isOptional(kind) ? { ...sight, state: 'ready' } : sight, pauseSeconds);
  } catch (error) {
    if (isOptional(kind)) {
      context.log.warn('could not be looked at: the rig goes on', { id, error: String(error) });
      return toStatusResponse(toUnknownState(id, error), pauseSeconds);
    }
    if (!absent.includes((error as Error).name)) throw error;
    return { id, state: 'busy', lifecycle: 'NOT_FOUND', why: 'it is not known (yet)', values: {}, changeableAt: 0 };
  }
}

function toStatusResponse({ changedAt, gone: _gone, ...sight }: ResourceState, pauseSeconds: number): StatusResponse {
  return { ...sight, changeableAt: changedAt === null ? 0 : changedAt + pauseSeconds };
}
