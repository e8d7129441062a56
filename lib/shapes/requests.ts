/** AWS requests of targets: creates in order, and changes in place. Pure data, shown by the plan. */
import { FsxbenchError } from './errors';
import {
  type ChangedKind,
  type CreateCallOf,
  getCallKind,
  RESOURCES,
  type StorageKind,
  type UpdateCallOf,
} from './resources';

/** Calls that create targets. */
export type CreateCall = CreateCallOf<StorageKind>;
/** Calls that change targets. */
export type UpdateCall = UpdateCallOf<ChangedKind>;

/**
 * Arguments with the names of the SDK. A string `@<id>.<value>` is filled in when the request is sent: from an earlier
 * request (`@fs.id`, `@fs.rootVolumeId`), the network (`@network.subnetId`, `@network.storageSecurityGroupId`; for two
 * zones `@network.subnetId2`, `@network.routeTableId`, `@network.endpointRange`), or the alarm topic (`@topic.arn`).
 * Inside a longer text it has braces: `{@fs.id}`.
 */
export type RequestInput = Readonly<Record<string, unknown>>;

/** A create request. The planner adds `ClientRequestToken` and `Tags`. */
export interface CreateRequest {
  /** Name in later requests, scripts and the plan: `fs`, `volume1`. Letters and digits. */
  readonly id: string;
  readonly call: CreateCall;
  readonly input: RequestInput;
  /** Expected time until it is usable, and its time limit. */
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
}

/**
 * A change of an existing resource, or a create that belongs to it, e.g. volumes on added capacity. The planner adds
 * `ClientRequestToken`, and tags to creates.
 */
export interface ChangeRequest {
  /** The id of the {@link CreateRequest} of the changed resource; for a create, a new id. */
  readonly of: string;
  readonly call: UpdateCall | CreateCall;
  readonly input: RequestInput;
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
  /** Minimum time between this request and the next change of the same resource; 0 if AWS documents none. */
  readonly coolDownSeconds: number;
  /** Settings with that cool-down, which delays only changes of the same settings. Absent: it delays all changes. */
  readonly coolsDown?: readonly string[];
  /** Settings whose changes it delays, if different: for changes that are always allowed, but delay others. */
  readonly holdsBack?: readonly string[];
  /** Number of changes before the cool-down applies; absent: one. */
  readonly coolsDownAfter?: number;
  /** Whether clients may lose access for minutes. */
  readonly interruption: boolean;
}

/** The change of a target between stages: in place, or by a new target instance, and why. */
export type Change =
  | { readonly kind: 'inPlace'; readonly requests: readonly ChangeRequest[] }
  | { readonly kind: 'recreate'; readonly why: string };

/** Outputs of created resources, by request id and name: `{ fs: { id, dnsName, mountName, rootVolumeId } }`. */
export type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Fills in every `@<id>.<value>`. @throws FsxbenchError `Unexpected` for a reference without a value */
export function resolveReferences(input: unknown, made: Outputs): unknown {
  if (typeof input === 'string') return resolveText(input, made);
  if (Array.isArray(input)) return input.map((element) => resolveReferences(element, made));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, resolveReferences(value, made)]));
}

/** Assigns waves: each request comes after all that it refers to, and in parallel with others where possible. */
export function assignWaves<R extends Pick<CreateRequest, 'id' | 'input'>>(
  requests: readonly R[],
): (R & { readonly wave: number })[] {
  const waves = new Map<string, number>();
  return requests.map((request) => {
    const after = [...JSON.stringify(request.input).matchAll(/["{]@([A-Za-z][A-Za-z0-9]*)\.[A-Za-z0-9]+["}]/g)];
    // Other references are to the network, which exists.
    const wave = Math.max(0, ...after.map(([, id = '']) => (waves.get(id) ?? -1) + 1));
    waves.set(request.id, wave);
    return { ...request, wave };
  });
}

/** The wave from which a target instance is billed: secrets cost almost nothing. */
export function findPaidWave(requests: readonly { readonly call: CreateCall; readonly wave: number }[]): number {
  const paid = requests.filter(({ call }) => !('read' in RESOURCES[getCallKind(call)])).map(({ wave }) => wave);
  return paid.length === 0 ? 0 : Math.min(...paid);
}

/** Total time of requests: the slowest of each wave. @param secondsOf time of one, e.g. the expected one */
export function sumWaveSeconds<R extends { readonly wave: number }>(
  requests: readonly R[],
  secondsOf: (request: R) => number,
): number {
  const longest = new Map<number, number>();
  for (const request of requests)
    longest.set(request.wave, Math.max(longest.get(request.wave) ?? 0, secondsOf(request)));
  return [...longest.values()].reduce((sum, one) => sum + one, 0);
}

function resolveText(text: string, made: Outputs): string {
  const [, id = '', name = ''] = /^@([A-Za-z][A-Za-z0-9]*)\.([A-Za-z][A-Za-z0-9]*)$/.exec(text) ?? [];
  if (id === '')
    return text.replaceAll(/\{(@[A-Za-z][A-Za-z0-9]*\.[A-Za-z][A-Za-z0-9]*)\}/g, (_, one: string) =>
      resolveText(one, made),
    );
  const value = made[id]?.[name];
  if (value === undefined) throw new FsxbenchError('Unexpected', `a request refers to ${text}, which is not known`);
  return value;
}

/** A change, with the pause that earlier changes require. */
export interface ChainedChange extends ChangeRequest {
  /** Seconds since the request of the latest change of the same resource; 0 without a pause. */
  readonly pauseSeconds: number;
}
