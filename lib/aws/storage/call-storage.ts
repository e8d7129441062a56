/** Storage calls of machines, by the SDK's names: only listed calls, and answers reduced to what machines use. */
import { ensure, FsxbenchError } from '../../shapes/errors';
import { parseFenceKey, layout } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
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

/** What a machine gets. */
export interface StatusResponse extends Omit<ResourceState, 'changedAt' | 'gone'> {
  /** Epoch seconds of the earliest next change. */
  readonly changeableAt: number;
}

/** One create or change. `input` contains references to created resources, `made` their values. */
interface StorageRequest {
  readonly call: StorageCall;
  readonly input: Readonly<Record<string, unknown>>;
  readonly made: Outputs;
  /** Key of the execution's fence: if this object exists, creates and changes are refused. */
  readonly fenceKey: string;
}

/** Asks for a resource's status. `pauseSeconds`: minimum time between two changes of the resource. */
interface StatusRequest {
  readonly look: string;
  readonly pauseSeconds: number;
}

/** Sends a create or change, or reads a status. */
export async function callStorage(event: StorageRequest | StatusRequest, context: Context): Promise<StatusResponse> {
  return 'look' in event ? readStatus(event, context) : sendRequest(event, context);
}

/**
 * Checks the fence immediately before the call, because an earlier check may be old after a wait or a redrive. A fence
 * that cannot be read counts as closed.
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
  if (send === undefined) throw new FsxbenchError('Unexpected', `${call} is no call of a storage kind`);
  if ((await readText(context, fenceKey)) !== null)
    throw new FsxbenchError('FenceClosed', `the fence ${fenceKey} exists: nothing more may be created or changed`);
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
 * Notes the name of an optional resource for the receipt: if the answer is lost, the create may have succeeded, and the
 * rig does not wait to find out.
 */
function getInputName(kind: StorageKind, input: object): string {
  const { name }: StorageFacts = RESOURCES[kind];
  return String(new Map<string, unknown>(Object.entries(input)).get(ensure(name, `a name of ${kind}`)));
}

function toUnknownState(id: string, error: unknown): ResourceState {
  return { id, state: 'ready', lifecycle: 'UNKNOWN', why: String(error), values: {}, changedAt: null };
}

/** Reads passwords for references like `@secret.password`; only the call that uses them sends them. */
async function readPasswords(input: object, made: Outputs, { aws }: Context): Promise<Outputs> {
  const names = [...JSON.stringify(input).matchAll(/"@([A-Za-z][A-Za-z0-9]*)\.password"/g)].map(([, id = '']) => id);
  const read = [...new Set(names)].map(async (id) => {
    const of = ensure(made[id], `the secret ${id} of a password`);
    return [id, { ...of, password: await readSecret(aws, ensure(of['id'], `the id of ${id}`)) }] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/**
 * Notes a created resource for the receipt, which then finds it by id even if its tags are removed. A failed write is
 * only logged, because tags still identify the resource or its parent.
 */
async function noteMade(
  kind: StorageKind,
  { id, lifecycle }: ResourceState,
  input: object,
  { fenceKey, context }: { readonly fenceKey: string; readonly context: Context },
): Promise<void> {
  const tags = toTagMap((input as { readonly Tags?: Parameters<typeof toTagMap>[0] }).Tags);
  const { [TAG_KEYS.rig]: rig = null, [TAG_KEYS.execution]: executionId = parseFenceKey(fenceKey) } = tags;
  const made: ReceiptResource = { kind, id, rig, state: lifecycle };
  try {
    // A resource without tags does not name its experiment.
    const experiment = tags[TAG_KEYS.experiment] ?? (await findPointer(executionId, context))?.experiment;
    if (experiment === undefined) return;
    await writeText(context, layout(experiment, executionId).seen(id), JSON.stringify([made]));
  } catch (error) {
    context.log.warn('a created resource could not be recorded for the receipt', { id, error: String(error) });
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
      context.log.warn('a status could not be read; the rig continues', { id, error: String(error) });
      return toStatusResponse(toUnknownState(id, error), pauseSeconds);
    }
    if (!absent.includes((error as Error).name)) throw error;
    return {
      id,
      state: 'busy',
      lifecycle: 'NOT_FOUND',
      why: 'it is unknown (yet)',
      values: {},
      changeableAt: 0,
    };
  }
}

function toStatusResponse({ changedAt, gone: _gone, ...sight }: ResourceState, pauseSeconds: number): StatusResponse {
  return { ...sight, changeableAt: changedAt === null ? 0 : changedAt + pauseSeconds };
}
