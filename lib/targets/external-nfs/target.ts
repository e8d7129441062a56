/** An existing external NFS export. Hosts are EC2 instances; each rig has its own folder in it. */
import * as z from 'zod';
import words from '../settings.json';
import type { Fixture } from '../../shapes/fixture';
import type { MountContext, Target } from '../contract';
import {
  checkExternal,
  EXTERNAL_PERFORMANCE,
  EXTERNAL_PRICES,
  omitExternalSettings,
  EXTERNAL_FIELDS,
} from '../external-settings';
import { modelExternal } from '../external-model';
import { modelSyncMount } from '../model';
import {
  adviseUnknownRates,
  checkAddress,
  REFUSED_CHANGE,
  makeAddressField,
  FOLDER_SETTING,
  makePathField,
} from '../external-storage';
import { FLOW_BYTES } from '../fsx-shared';
import { LEAVE_STORE_SECONDS, makeMountFixture } from '../mount-fixture';
import { diffNfsMount, toMountValues, type NfsMount, nfsMountSchema } from '../nfs-mount';
import { checkEndpoint, listPrometheusEgress, listSecrets } from '../prometheus/address';
import { settings } from '../../shapes/setting';

export const externalNfsSchema = settings(words['external-nfs'], {
  kind: z.literal('external-nfs'),
  address: makeAddressField('Server of the export, at an address that hosts reach.', ['10.20.0.15', 'nas.example.com']),
  export: makePathField('Path that the server exports.', ['/export/bench', '/']),
  folder: FOLDER_SETTING,
  v3Ports: z.array(z.int().min(1).max(65_535)).min(1).max(8).default([111, 20_048]),
  ...EXTERNAL_FIELDS,
});

export type ExternalNfs = z.output<typeof externalNfsSchema>;

/** Port of NFS servers: nfsd(7). Version 4 needs no other. */
const NFS_PORT = 2049;

const SHELL_FILES = ['clock', 'host', 'remove', 'status', 'package', 'volume', 'nfs', 'store'];

/** Assumed: the installed client mounts in seconds; leftovers of earlier executions may have to be deleted. */
const MOUNT_SECONDS = { expectedSeconds: 15, timeoutSeconds: 2400 };

/** Scripts contain no rig data; hosts get their folder separately. */
function mountExport(config: ExternalNfs, options: NfsMount, place: MountContext): Fixture {
  const folder = { STORE_FOLDER: config.folder };
  return makeMountFixture(place, {
    shell: SHELL_FILES,
    up: {
      comment: 'Mounts an external NFS export, and creates the folders of the rig and of the host.',
      variables: { NFS_SOURCE: `${config.address}:${config.export}`, ...toMountValues(options), ...folder },
      files: ['prepare.sh'],
    },
    down: { comment: 'Unmounts an external NFS export.', variables: folder, files: ['down.sh'] },
    ...MOUNT_SECONDS,
    leaveSeconds: LEAVE_STORE_SECONDS,
  });
}

export const externalNfs: Target<ExternalNfs, NfsMount> = {
  kind: 'external-nfs',
  summary: 'An existing NFS export: each rig has its own folder in it, removed afterwards.',
  local: false,
  external: {
    // A measurement of one export disturbs all exports of the server, so a server is one store.
    stores: ({ address }) => [`nfs:${address}`],
    reaches: ({ address, v3Ports, telemetry }, { nfsvers }) => [
      { address, ports: [NFS_PORT, ...(nfsvers === '3' ? v3Ports : [])] },
      ...listPrometheusEgress(telemetry),
    ],
    secrets: ({ telemetry }) => listSecrets(telemetry),
  },
  identity: (config) => {
    const { v3Ports: _, ...own } = omitExternalSettings(config);
    return own;
  },
  schema: externalNfsSchema,
  check: (config) => [
    ...checkAddress(config.address, ['address']),
    ...checkExternal(config),
    ...checkEndpoint(config.telemetry),
    ...adviseUnknownRates(config),
  ],
  change: () => REFUSED_CHANGE,
  mounting: {
    schema: nfsMountSchema,
    mount: (config, options, place) => mountExport(config, nfsMountSchema.parse(options), place),
    diffMount: (_config, options, kernel) => diffNfsMount(options, kernel),
  },
  performance: {
    ...EXTERNAL_PERFORMANCE,
    model: (config, { nconnect: flows, sync } = nfsMountSchema.parse({})) => ({
      ...modelExternal(config, FLOW_BYTES * flows),
      ...modelSyncMount({ sync }),
      flows,
    }),
  },
  prices: EXTERNAL_PRICES,
};
