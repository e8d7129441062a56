/** An NFS export that exists already and that others own. Hosts are of EC2; each rig has a folder of its own in it. */
import type { Target } from '../contract';
import { checkElsewhere, OWNED_ELSEWHERE, withoutElsewhere } from '../elsewhere';
import { modelElsewhere } from '../elsewhere-model';
import { adviseUnknown, checkAddress, NOT_OURS } from '../foreign';
import { FLOW_BYTES } from '../fsx-shared';
import { CONNECTIONS, mounted, type NfsMount, nfsMountSchema } from '../nfs-mount';
import { checkReached, reachesOf, secretsOf } from '../prometheus/address';
import { mount } from './prepare';
import { type ExternalNfs, schema } from './schema';

/** Where servers of NFS listen: nfsd(7). Version 4 needs nothing else. */
const PORT = 2049;

/** The kind `external-nfs`. */
export const externalNfs: Target<ExternalNfs, NfsMount> = {
  ...OWNED_ELSEWHERE,
  kind: 'external-nfs',
  summary: 'An NFS export that exists already: each rig has a folder of its own in it, removed afterwards.',
  local: false,
  foreign: {
    // Whoever measures one export of a server disturbs all of them.
    stores: ({ address }) => [`nfs:${address.toLowerCase()}`],
    reaches: ({ address, v3Ports, telemetry }, { nfsvers }) => [
      { address, ports: [PORT, ...(nfsvers === '3' ? v3Ports : [])] },
      ...reachesOf(telemetry),
    ],
    secrets: ({ telemetry }) => secretsOf(telemetry),
  },
  // By whatever port it is mounted, it is the same storage.
  identity: (config) => {
    const { v3Ports: _, ...own } = withoutElsewhere(config);
    return own;
  },
  schema,
  mountSchema: nfsMountSchema,
  check: (config) => [
    ...checkAddress(config.address, ['address']),
    ...checkElsewhere(config),
    ...checkReached(config.telemetry),
    ...adviseUnknown(config),
  ],
  change: () => NOT_OURS,
  userData: () => '',
  mount: (config, options, place) => mount(config, nfsMountSchema.parse(options), place),
  mounted: (_config, options, kernel) => mounted(options, kernel),
  model: (config, { nconnect } = nfsMountSchema.parse({})) =>
    modelElsewhere(config, FLOW_BYTES * Math.min(nconnect, CONNECTIONS)),
};
