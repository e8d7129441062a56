/**
 * The contract of a storage resource. To add one: its facts in `lib/shapes/resources.ts`, a file here, and the lines
 * that the compiler then requires.
 */
import { FsxbenchError } from '../../shapes/errors';
import type { ChangedHostKind, CreateCallOf, StorageKind, UpdateCallOf } from '../../shapes/resources';
import type { AwsCalls } from '../calls';
import type { ReadPage } from '../ledger/resource';

/** A service's description of a resource. */
export interface ResourceState {
  readonly id: string;
  /** Usable now, perhaps soon, or never. */
  readonly state: 'ready' | 'busy' | 'failed';
  /** Whether a busy resource has its new settings, and only redistributes data. Default: false. */
  readonly usable?: true;
  /** The service's state, and its message about a failure. */
  readonly lifecycle: string;
  readonly why: string;
  /** Values for hosts and later requests: `id`, `dnsName`, `mountName`, `rootVolumeId`, `path`. */
  readonly values: Readonly<Record<string, string>>;
  /** Epoch seconds of the newest requested change; null without one. */
  readonly changedAt: number | null;
  /** True if its delete is certain, although the service still lists it. Default: false. */
  readonly gone?: true;
}

/** Sends one call, whose input has the SDK's names. */
export type Send = (aws: AwsCalls, input: never) => Promise<ResourceState>;

export interface StorageResource<K extends StorageKind> {
  /** Error names for a missing resource. A new one may be missing at first, since listings lag behind creates. */
  readonly absent: readonly string[];
  readonly sends: { readonly [C in CreateCallOf<K> | UpdateCallOf<K>]: Send };
  readonly describe: (aws: AwsCalls, id: string) => Promise<ResourceState>;
  /** One page of all resources that are not deleted with their parents. */
  readonly page: ReadPage;
  /**
   * Deletes a resource with its contents and without a backup, which would cost money: results are in the bucket.
   * @param type as listed, so that a delete needs no further call
   */
  readonly remove: (aws: AwsCalls, id: string, type: string | null) => Promise<unknown>;
}

/** A resource that is created and deleted with hosts, and changed by requests. */
export interface ChangedResource<K extends ChangedHostKind> {
  /** Error names for a missing resource, or a resource without changes. */
  readonly absent: readonly string[];
  readonly sends: { readonly [C in UpdateCallOf<K>]: Send };
  /** Reads the resource's state and newest change. */
  readonly describe: (aws: AwsCalls, id: string) => Promise<ResourceState>;
}

/** Drops undefined values. */
export function pickKnown(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Asserts that a service's answer contains a value. @throws FsxbenchError that names the missing part */
export function requireValue<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new FsxbenchError('Unexpected', `the answer of the service lacks ${what}`);
  return found;
}
