/** A load of the servers of a target instance, for tests: reads of a million bytes a second for an hour. */
import type { ServerLoad } from '../../../../lib/twin/hosts/modelled/server-load';

const FULL = { bandwidth: 1, iops: 1, network: 1 };

export function makeLoad(change: Partial<ServerLoad> = {}): ServerLoad {
  return {
    from: 0,
    until: 3600,
    read: 1e6,
    written: 0,
    reads: 100,
    writes: 0,
    metadata: {},
    metadataServers: 1,
    network: 0.2,
    bandwidth: 0.5,
    iops: 0.3,
    hits: 0.25,
    before: FULL,
    after: FULL,
    ...change,
  };
}
