/**
 * What a kind of storage must offer. A new one: its facts in `lib/shapes/resources.ts`, a file here, and the lines that
 * the compiler then asks for.
 */
import { FsxbenchError } from '../../shapes/errors';
import type { ChangedHostKind, CreateCallOf, StorageKind, UpdateCallOf } from '../../shapes/resources';
import type { AwsCalls } from '../calls';
import type { ReadPage } from '../ledger/resource';

/** What a service says of one of its things. */
export interface ResourceState {
  readonly id: string;
  /** Whether it can be used now, may be soon, or never will be. */
  readonly state: 'ready' | 'busy' | 'failed';
  /** The service's own word, and what it says of a failure. */
  readonly lifecycle: string;
  readonly why: string;
  /** Names by which hosts and later requests reach it: `id`, `dnsName`, `mountName`, `rootVolumeId`, `path`. */
  readonly values: Readonly<Record<string, string>>;
  /** Epoch seconds at which the newest change of it was asked for; null where none was. */
  readonly changedAt: number | null;
  /** Its delete is certain, though its service still tells of it; left out: no. */
  readonly gone?: true;
}

/** Sends one call, whose input has the SDK's own names. */
export type Send = (aws: AwsCalls, input: never) => Promise<ResourceState>;

export interface StorageResource<K extends StorageKind> {
  /** Error names of what is not there, or not yet: a listing lags behind a create. */
  readonly absent: readonly string[];
  /** The calls that make and change it. */
  readonly sends: { readonly [C in CreateCallOf<K> | UpdateCallOf<K>]: Send };
  /** Looks at one. */
  readonly describe: (aws: AwsCalls, id: string) => Promise<ResourceState>;
  /** One page of all that exist and do not end with their parents. */
  readonly page: ReadPage;
  /**
   * Deletes one with all that is in it, and without any backup: results are in the bucket, and a backup costs.
   * @param type as its listing told it: a delete must not wait for another look
   */
  readonly remove: (aws: AwsCalls, id: string, type: string | null) => Promise<unknown>;
}

/** What requests change, and hosts are made and end with. */
export interface ChangedResource<K extends ChangedHostKind> {
  /** Error names of what is not there, or was never changed. */
  readonly absent: readonly string[];
  readonly sends: { readonly [C in UpdateCallOf<K>]: Send };
  /** Looks at one, and at its newest change. */
  readonly describe: (aws: AwsCalls, id: string) => Promise<ResourceState>;
}

/** Only the values that are known. */
export function pickKnown(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/**
 * What a service's answer must have.
 * @throws Error that says what was expected
 */
export function requireValue<T>(found: T | undefined, what: string): T {
  if (found === undefined)
    throw new FsxbenchError('Unexpected', `${what} was asked for, and the answer does not have it`);
  return found;
}
