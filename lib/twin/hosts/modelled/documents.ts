/** What hosts read from the bucket, each object parsed once and not once a host. */
import { createHash } from 'node:crypto';
import type { Wanted } from '../../../experiment/fixtures/difference';
import { wantedIn } from '../../../experiment/fixtures/script';
import { type Host, parseHosts } from '../../../aws/hosts';
import { layout } from '../../../shapes/layout';
import type { Plan } from '../../../shapes/plan';
import type { ObjectStore, StoredObject } from '../../cloud/s3/store';
import type { Execution } from './find-command';

export interface Documents {
  /** The plan of an execution: written once, so read once. Null where there is none. */
  plan(execution: Execution): Promise<Plan | null>;
  /** The line of a host in the hosts file; null where the file or the line is missing. */
  host(key: string, instanceId: string): Promise<Host | null>;
  /** SHA-256 of an object, hex digits; null where there is none. */
  sha256(key: string): Promise<string | null>;
  /** What a script of the command `fixtures` puts up; null where there is no such object. */
  fixtures(key: string): Promise<readonly Wanted[] | null>;
}

/** @param store the bucket as hosts see it */
export function documents(store: Pick<ObjectStore, 'get'>): Documents {
  const plans = new Map<string, Plan>();
  const hosts = remembered((text) => new Map(parseHosts(text).map((one) => [one.instanceId, one])));
  const digests = remembered((text) => createHash('sha256').update(text, 'utf8').digest('hex'));
  const wanted = remembered(wantedIn);
  return {
    plan: async ({ experiment, executionId }) => {
      const key = layout(experiment, executionId).plan;
      const known = plans.get(key);
      if (known !== undefined) return known;
      const found = await store.get(key);
      if (found === undefined) return null;
      // Another host may have read it meanwhile.
      const plan = plans.get(key) ?? (JSON.parse(found.text) as Plan);
      plans.set(key, plan);
      return plan;
    },
    host: async (key, instanceId) => hosts(await store.get(key))?.get(instanceId) ?? null,
    sha256: async (key) => digests(await store.get(key)),
    fixtures: async (key) => wanted(await store.get(key)),
  };
}

/** Parses an object again only when its content has changed. */
function remembered<T>(parse: (text: string) => T): (object: StoredObject | undefined) => T | null {
  const known = new Map<string, { readonly etag: string; readonly value: T }>();
  return (object) => {
    if (object === undefined) return null;
    const before = known.get(object.key);
    if (before?.etag === object.etag) return before.value;
    const value = parse(object.text);
    known.set(object.key, { etag: object.etag, value });
    return value;
  };
}
