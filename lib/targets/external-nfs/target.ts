/** An NFS export that exists already and that others own. Hosts are of EC2; each rig has a folder of its own in it. */
import type { Target } from '../contract';
import { checkElsewhere, OWNED_ELSEWHERE } from '../elsewhere';
import { modelElsewhere } from '../elsewhere-model';
import { adviseUnknown, checkAddress, NOT_OURS } from '../foreign';
import { FLOW_BYTES } from '../fsx-shared';
import { CONNECTIONS, mounted, type NfsMount, nfsMountSchema } from '../nfs-mount';
import { mount } from './prepare';
import { type ExternalNfs, schema } from './schema';

/** Server and, for version 3, what finds it and locks: 20048 is where Linux servers have mountd (rpc.mountd(8)). */
const PORTS: Readonly<Record<'3' | '4', readonly number[]>> = { '3': [2049, 111, 20_048], '4': [2049] };

/** The kind `external-nfs`. */
export const externalNfs: Target<ExternalNfs, NfsMount> = {
  ...OWNED_ELSEWHERE,
  kind: 'external-nfs',
  summary: 'An NFS export that exists already: each rig has a folder of its own in it, removed afterwards.',
  local: false,
  foreign: {
    // Whoever measures one export of a server disturbs all of them.
    stores: ({ address }) => [`nfs:${address.toLowerCase()}`],
    reaches: ({ address }, { nfsvers }) => [{ address, ports: PORTS[nfsvers === '3' ? '3' : '4'] }],
  },
  schema,
  mountSchema: nfsMountSchema,
  check: (config) => [
    ...checkAddress(config.address, ['address']),
    ...checkElsewhere(config),
    ...adviseUnknown(config),
  ],
  change: () => NOT_OURS,
  userData: () => '',
  mount: (config, options, place) => mount(config, nfsMountSchema.parse(options), place),
  mounted: (_config, options, kernel) => mounted(options, kernel),
  model: (config, { nconnect } = nfsMountSchema.parse({})) =>
    modelElsewhere(config, FLOW_BYTES * Math.min(nconnect, CONNECTIONS)),
};
