/** The IAM checks for one call of the SDK: one or several, each of an action on a resource. */
import type { CallRecord } from '../../../lib/twin/cloud/service';
import type { TagLedger, Tags } from './tag-ledger';

/** Condition keys of the request by name; a list for keys with several values. */
export type Keys = Readonly<Record<string, string | readonly string[]>>;

export interface Check {
  /** `service:Action` as IAM spells it. */
  readonly action: string;
  /** ARN, or `*` for an action without resource types. */
  readonly resource: string;
  readonly keys: Keys;
}

/** Facts besides the request that the checks of a call depend on. */
export interface Around {
  readonly region: string;
  readonly account: string;
  readonly ledger: TagLedger;
  /** Whether a state waits for the execution that it starts. */
  readonly waits: (role: string, state: string) => boolean;
  /** ARN of the service role of S3 Files. */
  readonly s3FilesRoleArn: string;
  /** ARN of the role in an instance profile. */
  readonly roleOfProfile: (profileArn: string) => string;
}

/** Checks of one call. */
export type Checks = (call: CallRecord, around: Around) => readonly Check[];

export function check(action: string, resource: string, keys: Keys = {}): Check {
  return { action, resource, keys };
}

/** An action without resource types (Service authorization reference). */
export function anyResource(action: string): Checks {
  return () => [check(action, '*')];
}

/** Keys of tags in the request (IAM guide, Global condition context keys). */
export function requestTags(tags: Tags): Keys {
  return { ...prefixTags('aws:RequestTag/', tags), 'aws:TagKeys': Object.keys(tags) };
}

/** Keys of tags on the resource. @param also the service's own spelling of the key */
export function resourceTags(tags: Tags, also?: string): Keys {
  return { ...prefixTags('aws:ResourceTag/', tags), ...(also === undefined ? {} : prefixTags(also, tags)) };
}

/** `arn:aws:<service>:<region>:<account>:<rest>`. */
export function toArn({ region, account }: Pick<Around, 'region' | 'account'>, service: string, rest: string): string {
  return `arn:aws:${service}:${region}:${account}:${rest}`;
}

function prefixTags(prefix: string, tags: Tags): Keys {
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [`${prefix}${key}`, value]));
}
