/** What a target asks of AWS: creates in their order, and changes in place. Pure data: the plan shows what is sent. */
import { FsxbenchError } from './errors';
import {
  type ChangedKind,
  type CreateCallOf,
  getCallKind,
  RESOURCES,
  type StorageKind,
  type UpdateCallOf,
} from './resources';

/** Calls by which targets are made. */
export type CreateCall = CreateCallOf<StorageKind>;
/** Calls by which they are changed. */
export type UpdateCall = UpdateCallOf<ChangedKind>;

/**
 * Arguments with the SDK's own names. A string `@<id>.<value>` stands for a value that is known only when it is sent:
 * of what an earlier request made (`@fs.id`, `@fs.rootVolumeId`), or of the place where the execution runs
 * (`@network.subnetId`, `@network.storageSecurityGroupId`; for two zones `@network.subnetId2`, `@network.routeTableId`,
 * `@network.endpointRange`), or who is told of alarms (`@topic.arn`). Inside a longer
 * text it stands in braces: `{@fs.id}`.
 */
export type RequestInput = Readonly<Record<string, unknown>>;

/** One create. The planner adds `ClientRequestToken` and `Tags`. */
export interface CreateRequest {
  /** Name by which later requests, scripts and the plan refer to it: `fs`, `volume1`. Letters and digits. */
  readonly id: string;
  readonly call: CreateCall;
  readonly input: RequestInput;
  /** Modelled time until it can be used, and the time after which it is given up. */
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
}

/**
 * One change of something that exists, or a create that comes with it: volumes on what was added. The planner adds
 * `ClientRequestToken`, and to a create its tags.
 */
export interface ChangeRequest {
  /** What is changed: the id of its {@link CreateRequest}; of a create, its own. */
  readonly of: string;
  readonly call: UpdateCall | CreateCall;
  readonly input: RequestInput;
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
  /** AWS takes the next change of the same thing only so long after this one was asked for; 0 where nothing is said. */
  readonly coolDownSeconds: number;
  /**
   * Which of the settings that it changes have that cool-down: it holds back only changes of the same ones. Left out:
   * every change of the thing holds back every other.
   */
  readonly coolsDown?: readonly string[];
  /** Which of them it holds back where that is not the same: what may be done at any time and delays others. */
  readonly holdsBack?: readonly string[];
  /** So many changes of the thing are taken before the cool-down holds one back. Left out: one. */
  readonly coolsDownAfter?: number;
  /** Clients may be cut off for minutes meanwhile. */
  readonly interruption: boolean;
}

/** How a target gets from one stage to the next: in place, or as a fresh copy, and why. */
export type Change =
  | { readonly kind: 'inPlace'; readonly requests: readonly ChangeRequest[] }
  | { readonly kind: 'recreate'; readonly why: string };

/** Values of what was made, by request id and then by name: `{ fs: { id, dnsName, mountName, rootVolumeId } }`. */
export type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Fills in every `@<id>.<value>`. @throws FsxbenchError `Unexpected` that names a reference without a value */
export function resolveReferences(input: unknown, made: Outputs): unknown {
  if (typeof input === 'string') return resolveText(input, made);
  if (Array.isArray(input)) return input.map((element) => resolveReferences(element, made));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, resolveReferences(value, made)]));
}

/** Requests with their waves: each comes when all that it refers to is made, and those that can at once. */
export function assignWaves<R extends Pick<CreateRequest, 'id' | 'input'>>(
  requests: readonly R[],
): (R & { readonly wave: number })[] {
  const waves = new Map<string, number>();
  return requests.map((request) => {
    const after = [...JSON.stringify(request.input).matchAll(/["{]@([A-Za-z][A-Za-z0-9]*)\.[A-Za-z0-9]+["}]/g)];
    // What is not made before is the network: it is there.
    const wave = Math.max(0, ...after.map(([, id = '']) => (waves.get(id) ?? -1) + 1));
    waves.set(request.id, wave);
    return { ...request, wave };
  });
}

/** The wave with which a copy begins to be paid for: what holds a password only costs nearly nothing. */
export function findPaidWave(requests: readonly { readonly call: CreateCall; readonly wave: number }[]): number {
  const paid = requests.filter(({ call }) => !('read' in RESOURCES[getCallKind(call)])).map(({ wave }) => wave);
  return paid.length === 0 ? 0 : Math.min(...paid);
}

/** How long some requests take, wave after wave, the slowest of each. @param secondsOf one, e.g. as it is expected */
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

/** A change, and how long AWS does not take it for the sake of those before it. */
export interface ChainedChange extends ChangeRequest {
  /** Counted from the request of the newest change of the same thing; 0 where none holds it back. */
  readonly pauseSeconds: number;
}
