/** An NFS export that exists already and that others own. Hosts are of EC2; each rig has a folder of its own in it. */
import * as z from 'zod';
import words from '../settings.json';
import type { Fixture } from '../../shapes/fixture';
import type { MountContext, Target } from '../contract';
import { checkExternal, EXTERNAL_TARGET, omitExternal, EXTERNAL_FIELDS } from '../external-settings';
import { modelExternal } from '../external-model';
import {
  adviseUnknown,
  checkAddress,
  EXTERNAL_CHANGE,
  addressSetting,
  FOLDER_SETTING,
  pathSetting,
} from '../external-storage';
import { FLOW_BYTES } from '../fsx-shared';
import { LEAVE_STORE_SECONDS, mountFixture } from '../mount-fixture';
import { CONNECTIONS, diffNfsMount, mountVariables, type NfsMount, nfsMountSchema } from '../nfs-mount';
import { checkEndpoint, listServers, listSecrets } from '../prometheus/address';
import { settings } from '../../shapes/setting';

export const schema = settings(words['external-nfs'], {
  kind: z.literal('external-nfs'),
  address: addressSetting('Server that exports it, as hosts reach it.', ['10.20.0.15', 'nas.example.com']),
  export: pathSetting('Path that the server exports.', ['/export/bench', '/']),
  folder: FOLDER_SETTING,
  v3Ports: z.array(z.int().min(1).max(65_535)).min(1).max(8).default([111, 20_048]),
  ...EXTERNAL_FIELDS,
});

export type ExternalNfs = z.output<typeof schema>;

/** Where servers of NFS listen: nfsd(7). Version 4 needs nothing else. */
const PORT = 2049;

const SHELL = ['clock', 'host', 'remove', 'status', 'package', 'volume', 'nfs', 'store'];

/** Assumed: the client is part of the system, and mounted in seconds; what earlier executions left may have to go. */
const SECONDS = { expectedSeconds: 15, timeoutSeconds: 2400 };

/** The export, mounted on the hosts of some roles. Nothing of the rig is in it: hosts are told its folder elsewhere. */
function mount(config: ExternalNfs, options: NfsMount, place: MountContext): Fixture {
  const folder = { STORE_FOLDER: config.folder };
  return mountFixture(place, {
    shell: SHELL,
    up: {
      comment: 'Mounts an NFS export of others, and makes the folders of the rig and of the host.',
      variables: { NFS_SOURCE: `${config.address}:${config.export}`, ...mountVariables(options), ...folder },
      files: ['prepare.sh'],
    },
    down: { comment: 'Unmounts an NFS export of others.', variables: folder, files: ['down.sh'] },
    ...SECONDS,
    leaveSeconds: LEAVE_STORE_SECONDS,
  });
}

/** The kind `external-nfs`. */
export const externalNfs: Target<ExternalNfs, NfsMount> = {
  ...EXTERNAL_TARGET,
  kind: 'external-nfs',
  summary: 'An NFS export that exists already: each rig has a folder of its own in it, removed afterwards.',
  local: false,
  external: {
    // Whoever measures one export of a server disturbs all of them.
    stores: ({ address }) => [`nfs:${address.toLowerCase()}`],
    reaches: ({ address, v3Ports, telemetry }, { nfsvers }) => [
      { address, ports: [PORT, ...(nfsvers === '3' ? v3Ports : [])] },
      ...listServers(telemetry),
    ],
    secrets: ({ telemetry }) => listSecrets(telemetry),
  },
  // By whatever port it is mounted, it is the same storage.
  identity: (config) => {
    const { v3Ports: _, ...own } = omitExternal(config);
    return own;
  },
  schema,
  mountSchema: nfsMountSchema,
  check: (config) => [
    ...checkAddress(config.address, ['address']),
    ...checkExternal(config),
    ...checkEndpoint(config.telemetry),
    ...adviseUnknown(config),
  ],
  change: () => EXTERNAL_CHANGE,
  userData: () => '',
  mount: (config, options, place) => mount(config, nfsMountSchema.parse(options), place),
  diffMount: (_config, options, kernel) => diffNfsMount(options, kernel),
  model: (config, { nconnect } = nfsMountSchema.parse({})) =>
    modelExternal(config, FLOW_BYTES * Math.min(nconnect, CONNECTIONS)),
};
