/** What IAM is asked for one call of the SDK: one or several checks, each of an action on a resource. */
import type { CallRecord } from '../../../lib/twin/cloud/service';
import type { TagLedger, Tags } from './tag-ledger';

/** Keys of the request by name; a list for keys of several values. */
export type Keys = Readonly<Record<string, string | readonly string[]>>;

export interface Check {
  /** `service:Action` as IAM spells it. */
  readonly action: string;
  /** ARN, or `*` for an action that knows no resources. */
  readonly resource: string;
  readonly keys: Keys;
}

/** What the checks of a call depend on, beside its request. */
export interface Around {
  readonly region: string;
  readonly account: string;
  readonly ledger: TagLedger;
  /** Whether a state waits for the execution that it starts. */
  readonly waits: (role: string, state: string) => boolean;
  /** ARN of the role that an instance profile holds. */
  readonly roleOfProfile: (profileArn: string) => string;
}

/** Checks of one call. */
export type Checks = (call: CallRecord, around: Around) => readonly Check[];

/** One check without anything to be said of it. */
export function check(action: string, resource: string, keys: Keys = {}): Check {
  return { action, resource, keys };
}

/** An action that knows no resources (Service authorization reference: no resource types). */
export function everywhere(action: string): Checks {
  return () => [check(action, '*')];
}

/** Keys of tags that come with the request (IAM guide, Global condition context keys). */
export function requestTags(tags: Tags): Keys {
  return { ...prefixTags('aws:RequestTag/', tags), 'aws:TagKeys': Object.keys(tags) };
}

/** Keys of tags that the resource carries. @param also the service's own spelling of the key */
export function resourceTags(tags: Tags, also?: string): Keys {
  return { ...prefixTags('aws:ResourceTag/', tags), ...(also === undefined ? {} : prefixTags(also, tags)) };
}

/** `arn:aws:<service>:<region>:<account>:<rest>`. */
export function local({ region, account }: Pick<Around, 'region' | 'account'>, service: string, rest: string): string {
  return `arn:aws:${service}:${region}:${account}:${rest}`;
}

function prefixTags(prefix: string, tags: Tags): Keys {
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [`${prefix}${key}`, value]));
}
