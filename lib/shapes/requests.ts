/** AWS requests of targets: ordered create requests, and changes in place. Pure data, which plans contain. */
import { FsxbenchError } from './errors';
import {
  type ChangedKind,
  type CreateCallOf,
  getCallKind,
  RESOURCES,
  type StorageKind,
  type UpdateCallOf,
} from './resources';

export type CreateCall = CreateCallOf<StorageKind>;
export type UpdateCall = UpdateCallOf<ChangedKind>;

/**
 * Arguments as the AWS SDK names them. A string `@<id>.<value>` is replaced when the request is sent: from an earlier
 * request (`@fs.id`, `@fs.rootVolumeId`), the network (`@network.subnetId`, `@network.storageSecurityGroupId`; for two
 * zones `@network.subnetId2`, `@network.routeTableId`, `@network.endpointRange`), or the alarm topic (`@topic.arn`).
 * Inside a longer text write braces: `{@fs.id}`.
 */
export type RequestInput = Readonly<Record<string, unknown>>;

/** A create request. The planner adds its token, name and `Tags`. */
export interface CreateRequest {
  /** Id of the resource in later requests, scripts and the plan, e.g. `fs` or `volume1`. Letters and digits. */
  readonly id: string;
  /** An update call completes the creation of an earlier resource, whose id and values it has. */
  readonly call: CreateCall | UpdateCall;
  readonly input: RequestInput;
  /** Expected time until the resource is usable, and the time limit. */
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
}

/**
 * A change of an existing resource, or a create request that belongs to such a change, e.g. for volumes on added
 * capacity. The planner adds `ClientRequestToken`, and tags to creates.
 */
export interface ChangeRequest {
  /** The id of the {@link CreateRequest} of the changed resource; for a create, a new id. */
  readonly of: string;
  readonly call: UpdateCall | CreateCall;
  readonly input: RequestInput;
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
  /** The last part of `expectedSeconds`, in which the new settings apply already. Absent: none. */
  readonly settleSeconds?: number;
  /** Minimum time between this request and the next change of the same resource; 0 if AWS documents none. */
  readonly coolDownSeconds: number;
  /**
   * Settings to which the cool-down applies: it delays only changes of these settings. Absent: it delays all changes.
   */
  readonly coolsDown?: readonly string[];
  /**
   * Settings whose later changes this change delays, if different from `settings`: for a change that is always allowed,
   * but delays others.
   */
  readonly holdsBack?: readonly string[];
  /** Number of changes before the cool-down applies; absent: one. */
  readonly coolsDownAfter?: number;
  /** Whether clients may lose access for minutes. */
  readonly interruption: boolean;
}

/** How a target changes between stages: in place by requests, or by a new target instance, with the reason. */
export type Change =
  | { readonly kind: 'inPlace'; readonly requests: readonly ChangeRequest[] }
  | { readonly kind: 'recreate'; readonly why: string };

/** Outputs of created resources, by request id and name: `{ fs: { id, dnsName, mountName, rootVolumeId } }`. */
export type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Replaces every `@<id>.<value>` with an output. @throws FsxbenchError `Unexpected` for a reference without a value */
export function resolveReferences(input: unknown, made: Outputs): unknown {
  if (typeof input === 'string') return resolveText(input, made);
  if (Array.isArray(input)) return input.map((element) => resolveReferences(element, made));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, resolveReferences(value, made)]));
}

/** Assigns waves: a request is in a later wave than every request that it refers to, and as early as possible. */
export function assignWaves<R extends Pick<CreateRequest, 'id' | 'input'>>(
  requests: readonly R[],
): (R & { readonly wave: number })[] {
  const waves = new Map<string, number>();
  return requests.map((request) => {
    const after = [...JSON.stringify(request.input).matchAll(/["{]@([A-Za-z][A-Za-z0-9]*)\.[A-Za-z0-9]+["}]/g)];
    // References to other ids (network, topic) need no wave: they exist already.
    const wave = Math.max(0, ...after.map(([, id = '']) => (waves.get(id) ?? -1) + 1));
    waves.set(request.id, wave);
    return { ...request, wave };
  });
}

/** The first wave that creates a billed resource. Secrets do not count: they cost almost nothing. */
export function findPaidWave(
  requests: readonly { readonly call: CreateRequest['call']; readonly wave: number }[],
): number {
  const paid = requests.filter(({ call }) => !('read' in RESOURCES[getCallKind(call)])).map(({ wave }) => wave);
  return paid.length === 0 ? 0 : Math.min(...paid);
}

/** Expected time until the settings of successive requests apply, seconds. */
export function computeUsableSeconds(
  requests: readonly Pick<ChangeRequest, 'expectedSeconds' | 'settleSeconds'>[],
): number {
  const whole = requests.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0);
  return whole - (requests.at(-1)?.settleSeconds ?? 0);
}

/** Total time of requests: the slowest of each wave, added. @param secondsOf time of one request */
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
  if (value === undefined) throw new FsxbenchError('Unexpected', `no earlier request returned ${text}`);
  return value;
}

/** A change, with the pause that AWS requires after earlier changes. */
export interface ChainedChange extends ChangeRequest {
  /** Minimum seconds since the latest change request for the same resource; 0 without a pause. */
  readonly pauseSeconds: number;
}
