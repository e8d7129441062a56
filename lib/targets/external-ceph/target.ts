/** CephFS or RBD in a cluster that exists already and that others own. Hosts are of EC2. */
import texts from '../messages.json';
import { ensure } from '../../shapes/errors';
import type { Fixture } from '../../shapes/fixture';
import { IMAGES } from '../../shapes/images';
import { listBroken, type Problem } from '../../shapes/problem';
import type { QueriedMetric } from '../../shapes/telemetry';
import type { MountContext, Target, MountRefusal } from '../contract';
import { checkExternal, EXTERNAL_TARGET, omitExternal } from '../external-settings';
import { modelExternal } from '../external-model';
import { adviseUnknown, checkAddress, EXTERNAL_CHANGE } from '../external-storage';
import { GIB } from '../fsx-shared';
import { ceph as rules } from '../rules.json';
import { type KernelMount, KernelOptions, checkFsType } from '../kernel-mount';
import { LEAVE_STORE_SECONDS, mountFixture } from '../mount-fixture';
import { checkEndpoint, listServers, listSecrets } from '../prometheus/address';
import metrics from './metrics.json';
import { toTelemetry, toMetric } from '../prometheus/setting';
import { type CephMount, type ExternalCeph, mountSchema, schema } from './schema';

/** Monitors answer here by the protocol that all clients of the kernel know. */
const MONITOR_PORT = 6789;
/** Of OSDs and metadata servers. https://docs.ceph.com/en/latest/rados/configuration/network-config-ref/ */
const DAEMON_PORTS = '6800-7568';
/** A host moves this at most; assumed: its clients have many connections, and the network of the host is less. */
const HOST_BYTES = 12.5e9;

const CEPH_PACKAGES: MountRefusal = {
  sure: false,
  why: texts.cephElsewhere,
  source: 'https://docs.ceph.com/en/latest/install/get-packages/',
};

/** What each protocol needs, and what only it knows. */
const PROTOCOL_SETTINGS = {
  cephfs: { needs: ['folder'], knows: ['fsname', 'path', 'folder'] },
  rbd: { needs: ['pool', 'sizeGiB'], knows: ['pool', 'sizeGiB'] },
} as const;

/** Findings with paths relative to the target's entry. */
function check(config: ExternalCeph): Problem[] {
  return [
    ...config.monitors.flatMap((address, index) => checkAddress(address, ['monitors', index])),
    ...config.servers.flatMap((address, index) => checkAddress(address, ['servers', index])),
    ...checkProtocol(config),
    ...checkExternal(config, pickMetrics(config)),
    ...checkEndpoint(config.telemetry),
    ...listBroken([config.servers.length === 0, rules.onlyMonitors], [config.protocol === 'rbd', rules.imageEach]),
    ...adviseUnknown(config),
  ];
}

/** What a cluster is asked where a spec names no metrics. */
function pickMetrics({ protocol }: Pick<ExternalCeph, 'protocol'>): readonly QueriedMetric[] {
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

const SHELL = ['clock', 'host', 'remove', 'status', 'package', 'volume', 'store'];

/** Assumed: the client is installed and mounted in a minute; what earlier executions left may have to go. */
const SECONDS = { expectedSeconds: 60, timeoutSeconds: 2400 };
/** The cluster on the hosts of some roles. Nothing of the rig is in the scripts, nor the key: hosts read it. */
function mount(config: ExternalCeph, options: CephMount, place: MountContext): Fixture {
  const rbd = config.protocol === 'rbd';
  const variables = {
    CEPH_MONITORS: config.monitors.map((one) => `${one}:${MONITOR_PORT}`).join(','),
    CEPH_USER: config.user,
    CEPH_SECRET: config.secret ?? '',
    ...(rbd ? toRbdVariables(config, options) : toCephfsVariables(config, options)),
  };
  const what = rbd ? 'an image of RBD' : 'CephFS';
  const file = rbd ? 'rbd' : 'cephfs';
  return mountFixture(place, {
    shell: SHELL,
    up: {
      comment: `Mounts ${what} of a cluster of others, and makes the folder of the host.`,
      variables,
      files: ['cluster.sh', `${file}.sh`],
    },
    down: {
      comment: `Takes down ${what} of a cluster of others.`,
      variables,
      files: ['cluster.sh', `${file}-down.sh`],
    },
    ...SECONDS,
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

/** The kind `external-ceph`. */
export const externalCeph: Target<ExternalCeph, CephMount> = {
  ...EXTERNAL_TARGET,
  kind: 'external-ceph',
  summary: 'CephFS or RBD in a cluster that exists already: each rig has a folder or images of its own in it.',
  local: false,
  external: {
    // Each monitor is of one cluster: two that have one of them in common are the same, whatever else they name. Files
    // and blocks share its disks.
    stores: ({ monitors }) => monitors.map((one) => `ceph:${one.toLowerCase()}`).toSorted(),
    reaches: ({ monitors, servers, telemetry }) => [
      ...monitors.map((address) => ({ address, ports: [MONITOR_PORT] })),
      ...servers.map((address) => ({ address, ports: [DAEMON_PORTS] })),
      ...listServers(telemetry),
    ],
    secrets: ({ secret, telemetry }) => [
      ...new Set([...(secret === undefined ? [] : [secret]), ...listSecrets(telemetry)]),
    ],
  },
  schema,
  mountSchema,
  check,
  telemetry: (config) => toTelemetry(config.telemetry, pickMetrics(config)),
  change: () => EXTERNAL_CHANGE,
  checkImage: (image) => (IMAGES[image].packages === 'apt' ? undefined : CEPH_PACKAGES),
  userData: () => '',
  mount: (config, options, place) => mount(config, mountSchema.parse(options), place),
  diffMount,
  // The kernel's clients write back in their own time.
  traits: { closesEarly: true },
  // Another key opens the same storage.
  identity: (config) => {
    const { secret: _, servers: __, ...own } = omitExternal(config);
    return own;
  },
  capacityBytes: ({ sizeGiB }) => (sizeGiB === undefined ? null : sizeGiB * GIB),
  model: (config) => ({ ...modelExternal(config, HOST_BYTES), closesEarly: true }),
};

function diffMount({ protocol }: ExternalCeph, { noatime }: CephMount, kernel: KernelMount): readonly string[] {
  const wrong = checkFsType(kernel, protocol === 'rbd' ? 'xfs' : 'ceph');
  return wrong.length > 0 ? wrong : new KernelOptions(kernel.options).checkFlag('noatime', noatime);
}

type MetricRows = readonly Omit<QueriedMetric, 'reachSeconds'>[];

/** Of files and blocks: what OSDs did for clients. */
export const CEPH_METRICS: readonly QueriedMetric[] = (metrics.data as MetricRows).map(toMetric);

/** Of files alone: what metadata servers were asked. */
export const CEPHFS_METRICS: readonly QueriedMetric[] = [
  ...CEPH_METRICS,
  ...(metrics.files as MetricRows).map(toMetric),
];
