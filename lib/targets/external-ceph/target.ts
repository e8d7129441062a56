/** CephFS or RBD in an existing external cluster. Hosts are EC2 instances. */
import texts from '../messages.json';
import { ensure } from '../../shapes/errors';
import type { Fixture } from '../../shapes/fixture';
import { IMAGES } from '../../shapes/images';
import { listBroken, type Problem } from '../../shapes/problem';
import type { QueriedMetric } from '../../shapes/telemetry';
import type { MountContext, Target, MountRefusal, VolumeLayout } from '../contract';
import { checkExternal, EXTERNAL_PERFORMANCE, EXTERNAL_PRICES, omitExternalSettings } from '../external-settings';
import { modelExternal } from '../external-model';
import { adviseUnknownRates, checkAddress, REFUSED_CHANGE } from '../external-storage';
import { GIB } from '../fsx-shared';
import { ceph as rules } from '../rules.json';
import { type KernelMount, KernelOptions, checkFsType } from '../kernel-mount';
import { LEAVE_STORE_SECONDS, makeMountFixture } from '../mount-fixture';
import { checkEndpoint, listPrometheusEgress, listSecrets } from '../prometheus/address';
import metrics from './metrics.json';
import { toTelemetry, toMetric } from '../prometheus/setting';
import { type CephMount, type ExternalCeph, cephMountSchema, cephSchema } from './schema';

/** Port of monitors for the protocol that all kernel clients support. */
const MONITOR_PORT = 6789;
/** Ports of OSDs and metadata servers. https://docs.ceph.com/en/latest/rados/configuration/network-config-ref/ */
const DAEMON_PORTS = '6800-7568';
/** Maximum of one host; assumed: clients have many connections, and the host network is slower. */
/** Hosts have images of their own, whatever their number. */
const MAX_HOSTS = 10_000;
const HOST_BYTES = 12.5e9;

const CEPH_PACKAGES: MountRefusal = {
  sure: false,
  why: texts.cephElsewhere,
  source: 'https://docs.ceph.com/en/latest/install/get-packages/',
};

/** Required and exclusive settings of each protocol. */
const PROTOCOL_SETTINGS = {
  cephfs: { needs: ['folder'], knows: ['fsname', 'path', 'folder'] },
  rbd: { needs: ['pool', 'sizeGiB'], knows: ['pool', 'sizeGiB'] },
} as const;

function checkCeph(config: ExternalCeph): Problem[] {
  return [
    ...config.monitors.flatMap((address, index) => checkAddress(address, ['monitors', index])),
    ...config.servers.flatMap((address, index) => checkAddress(address, ['servers', index])),
    ...checkProtocol(config),
    ...checkExternal(config, pickDefaultMetrics(config)),
    ...checkEndpoint(config.telemetry),
    ...listBroken([config.servers.length === 0, rules.onlyMonitors], [config.protocol === 'rbd', rules.imageEach]),
    ...adviseUnknownRates(config),
  ];
}

function pickDefaultMetrics({ protocol }: Pick<ExternalCeph, 'protocol'>): readonly QueriedMetric[] {
  return protocol === 'cephfs' ? CEPHFS_METRICS : CEPH_METRICS;
}

function checkProtocol(config: ExternalCeph): Problem[] {
  const { protocol } = config;
  const other = protocol === 'rbd' ? 'cephfs' : 'rbd';
  const missing = PROTOCOL_SETTINGS[protocol].needs.flatMap((at) =>
    listBroken([config[at] === undefined, { ...rules.missing, at }, { setting: at, protocol }]),
  );
  const strange = PROTOCOL_SETTINGS[other].knows.flatMap((at) =>
    listBroken([config[at] !== undefined, { ...rules.strange, at }, { setting: at, other, protocol }]),
  );
  return [...missing, ...strange];
}

const SHELL_FILES = ['clock', 'host', 'remove', 'status', 'package', 'volume', 'store', 'secret'];

/** Assumed: the client installs and mounts in a minute; leftovers of earlier executions may have to be deleted. */
const MOUNT_SECONDS = { expectedSeconds: 60, timeoutSeconds: 2400 };
/** Scripts contain no rig data and no key: hosts read the key themselves. */
function mountCeph(config: ExternalCeph, options: CephMount, place: MountContext): Fixture {
  const rbd = config.protocol === 'rbd';
  const variables = {
    CEPH_MONITORS: config.monitors.map((one) => `${one}:${MONITOR_PORT}`).join(','),
    CEPH_USER: config.user,
    CEPH_SECRET: config.secret ?? '',
    ...(rbd ? toRbdVariables(config, options) : toCephfsVariables(config, options)),
  };
  const what = rbd ? 'an image of RBD' : 'CephFS';
  const file = rbd ? 'rbd' : 'cephfs';
  return makeMountFixture(place, {
    shell: SHELL_FILES,
    up: {
      comment: `Mounts ${what} of an external cluster, and creates the folder of the host.`,
      variables,
      files: ['cluster.sh', `${file}.sh`],
    },
    down: {
      comment: `Unmounts ${what} of an external cluster.`,
      variables,
      files: ['cluster.sh', `${file}-down.sh`],
    },
    ...MOUNT_SECONDS,
    leaveSeconds: LEAVE_STORE_SECONDS,
  });
}

function toCephfsVariables(
  { fsname, path = '/', folder }: ExternalCeph,
  { noatime }: CephMount,
): Record<string, string> {
  return {
    CEPH_PATH: path,
    CEPH_OPTIONS: [...(fsname === undefined ? [] : [`fs=${fsname}`]), ...(noatime ? ['noatime'] : [])].join(','),
    STORE_FOLDER: ensure(folder, 'the folder of CephFS'),
  };
}

function toRbdVariables({ pool, sizeGiB }: ExternalCeph, { noatime }: CephMount): Record<string, string> {
  return {
    CEPH_POOL: ensure(pool, 'the pool of RBD'),
    CEPH_SIZE: `${ensure(sizeGiB, 'the size of an image')}G`,
    CEPH_OPTIONS: noatime ? 'noatime' : 'relatime',
  };
}

export const externalCeph: Target<ExternalCeph, CephMount> = {
  kind: 'external-ceph',
  summary: 'CephFS or RBD in an existing cluster: each rig has its own folder or images in it.',
  local: false,
  external: {
    // A monitor belongs to one cluster, so two targets with a common monitor share a store. Files and blocks share its
    // disks.
    stores: ({ monitors }) => monitors.map((one) => `ceph:${one}`).toSorted(),
    reaches: ({ monitors, servers, telemetry }) => [
      ...monitors.map((address) => ({ address, ports: [MONITOR_PORT] })),
      ...servers.map((address) => ({ address, ports: [DAEMON_PORTS] })),
      ...listPrometheusEgress(telemetry),
    ],
    secrets: ({ secret, monitors, telemetry }) => [
      ...(secret === undefined ? [] : [{ secret, servers: monitors }]),
      ...listSecrets(telemetry),
    ],
  },
  schema: cephSchema,
  check: checkCeph,
  change: () => REFUSED_CHANGE,
  // A different key opens the same storage.
  identity: (config) => {
    const { secret: _, servers: __, ...own } = omitExternalSettings(config);
    return own;
  },
  mounting: {
    schema: cephMountSchema,
    checkImage: (image) => (IMAGES[image].packages === 'apt' ? undefined : CEPH_PACKAGES),
    mount: (config, options, place) => mountCeph(config, cephMountSchema.parse(options), place),
    diffMount: diffCephMount,
    volumes: listImages,
  },
  performance: {
    ...EXTERNAL_PERFORMANCE,
    telemetry: (config) => toTelemetry(config.telemetry, pickDefaultMetrics(config)),
    capacity: () => ({ bytes: null }),
    model: (config) => ({ ...modelExternal(config, HOST_BYTES), writeback: 'late' }),
    // Kernel clients write back asynchronously.
    closesEarly: true,
  },
  prices: EXTERNAL_PRICES,
};

/** Each host has an image of `sizeGiB`; CephFS has the space of the cluster, which is unknown. */
function listImages({ sizeGiB }: ExternalCeph): VolumeLayout {
  return sizeGiB === undefined ? { count: 1, bytes: null } : { count: MAX_HOSTS, each: true, bytes: sizeGiB * GIB };
}

function diffCephMount({ protocol }: ExternalCeph, { noatime }: CephMount, kernel: KernelMount): readonly string[] {
  const wrong = checkFsType(kernel, protocol === 'rbd' ? 'xfs' : 'ceph');
  return wrong.length > 0 ? wrong : new KernelOptions(kernel.options).checkFlag('noatime', noatime);
}

type DefaultMetrics = readonly Omit<QueriedMetric, 'reachSeconds'>[];

/** For files and blocks: OSD operations of clients. */
export const CEPH_METRICS: readonly QueriedMetric[] = (metrics.data as DefaultMetrics).map(toMetric);

/** For files only: metadata server requests. */
export const CEPHFS_METRICS: readonly QueriedMetric[] = [
  ...CEPH_METRICS,
  ...(metrics.files as DefaultMetrics).map(toMetric),
];
